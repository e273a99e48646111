//! Errors that say more than their message: labels for the types that do not match, and names that are near to unknown ones. Only made
//! where the context shows them ([`Context::renders_details`]), and for the first errors of a text, so that an input with many errors
//! takes no longer.
//!
//! [`Context::renders_details`]: strata_core::Context::renders_details

use strata_core::{
    Diagnostic, Location, Type,
    diagnostics::{nearest, value_names},
};

use super::{ParseError, Parser, names::Unresolved};

/// The number of errors of a text that have suggestions.
const ERRORS: usize = 16;
/// The most bytes of a text in which similar names are looked for.
const LONGEST_SCOPE: usize = 1 << 20;
/// The most dialects that are suggested for an op with a wrong one.
const DIALECTS: usize = 4;
const SIMILAR_OP: &str = "an operation with a similar name exists";

impl<'s> Parser<'s> {
    /// Whether the next error has suggestions.
    fn suggests(&self) -> bool {
        self.cx.renders_details() && self.diags.len() < ERRORS
    }
    /// The text of the isolated op up to here, or its last part.
    fn scope_text(&self) -> &'s str {
        // The arguments of a function are in front of its region, behind the end of the op before it.
        let before = self.src.get(..self.scope.start).and_then(|text| text.rfind("}\n"));
        let start = before.unwrap_or(0).max(self.pos.saturating_sub(LONGEST_SCOPE)).min(self.pos);
        self.src.get(start..self.pos).unwrap_or_default()
    }
    /// An operand has another type than its value, which was first seen at `prior`.
    #[cold]
    pub(super) fn type_mismatch(
        &self,
        operand: Unresolved<'s>,
        types: [Type; 2],
        prior: Location,
    ) -> ParseError {
        let [expected, actual] = types.map(|ty| self.cx.type_to_string(ty));
        let name = operand.name;
        let message = format!(
            "use of value '%{name}' expects different type than prior uses: '{expected}' vs '{actual}'"
        );
        let error = Diagnostic::error(operand.loc, message);
        let error = match self.suggests() {
            true => error
                .label(operand.loc, format!("expected '{expected}'"))
                .label(prior, format!("given '{actual}'")),
            false => error,
        };
        ParseError(Some(Box::new(error.note(prior, "prior use here"))))
    }
    /// A name of a value has no definition.
    #[cold]
    pub(super) fn undeclared(&self, loc: Location) -> ParseError {
        let mut error = Diagnostic::error(loc, "use of undeclared SSA value name");
        if self.suggests() {
            let name = loc.token(self.cx).unwrap_or_default();
            let known = value_names(self.scope_text());
            error = error.label(loc, format!("{name} is not defined")).suggest_nearest(
                loc,
                "a value with a similar name exists",
                name,
                known,
            );
        }
        ParseError(Some(Box::new(error)))
    }
    /// A name of a block has no definition.
    #[cold]
    pub(super) fn undefined_block<'n>(
        &self,
        loc: Location,
        known: impl Iterator<Item = &'n str>,
    ) -> ParseError {
        let error = Diagnostic::error(loc, "reference to an undefined block");
        let name = loc.token(self.cx).and_then(|t| t.strip_prefix('^')).filter(|_| self.suggests());
        ParseError(Some(Box::new(match name.and_then(|name| Some((name, nearest(name, known)?))) {
            Some((name, near)) => error.suggest(
                loc,
                "a block with a similar name exists",
                format!("^{name}"),
                format!("^{near}"),
            ),
            None => error,
        })))
    }
    /// Adds the name of an op that is near to the unknown one, which may be one of another dialect with the same mnemonic.
    #[cold]
    pub(super) fn suggest_op(&self, error: ParseError, loc: Location, name: &str, full: &str) -> ParseError {
        if !self.suggests() {
            return error;
        }
        let ops = self.cx.op_names();
        let (dialect, mnemonic) = full.split_once('.').unwrap_or(("", full));
        let of = |op: &'static str| op.split_once('.').unwrap_or(("", op));
        let inside = || {
            let near =
                nearest(mnemonic, ops.iter().map(|op| of(op)).filter(|op| op.0 == dialect).map(|op| op.1))?;
            ops.iter().copied().find(|op| of(op) == (dialect, near))
        };
        let Some(found) = inside() else {
            let elsewhere: Vec<_> =
                ops.iter().copied().filter(|op| of(op).1 == mnemonic).take(DIALECTS).collect();
            let message = |op| format!("dialect '{}' has an operation of this name", of(op).0);
            return match elsewhere[..] {
                [] => self.suggest_name(error, loc, SIMILAR_OP, name, ops),
                _ => self.amend(error, |d| {
                    elsewhere.iter().fold(d, |d, op| d.suggest(loc, message(op), name, *op))
                }),
            };
        };
        // A name without its dialect is one of the dialect of the region.
        let new = if name == full { found } else { of(found).1 };
        self.amend(error, |d| d.suggest(loc, SIMILAR_OP, name, new))
    }
    /// Adds the nearest of some names.
    #[cold]
    pub(super) fn suggest_name<'n>(
        &self,
        error: ParseError,
        loc: Location,
        message: &str,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> ParseError {
        match self.suggests() {
            true => self.amend(error, |d| d.suggest_nearest(loc, message, name, known)),
            false => error,
        }
    }
    fn amend(&self, error: ParseError, change: impl FnOnce(Diagnostic) -> Diagnostic) -> ParseError {
        ParseError(error.0.map(|d| Box::new(change(*d))))
    }
}
