//! SSA names: definition, use, forward references and scopes.

use rustc_hash::FxHashMap;
use strata_core::{Location, Type, Value};

use super::{PResult, Parser};

/// An operand as written: its type is not known yet.
#[derive(Clone, Copy, Debug)]
pub struct Unresolved<'s> {
    /// The name without `%`.
    pub name: &'s str,
    /// The number after `#`.
    pub index: u32,
    /// Where it stands.
    pub loc: Location,
}

/// The values of one name.
struct Entry {
    first: Value,
    rest: Vec<Value>,
    loc: Location,
}

/// The names visible in one isolated op.
#[derive(Default)]
pub(super) struct Scope<'s> {
    names: FxHashMap<&'s str, Entry>,
    /// Names in the order of definition, so that the end of a region can forget its own.
    defined: Vec<&'s str>,
    forward: FxHashMap<(&'s str, u32), (Value, Location)>,
}

impl<'s> Parser<'s> {
    /// `%name` or `%name#1`, if one comes next.
    pub fn operand_opt(&mut self) -> PResult<Option<Unresolved<'s>>> {
        if self.peek_byte() == b'%' { self.operand().map(Some) } else { Ok(None) }
    }
    /// `%name` or `%name#1`.
    pub fn operand(&mut self) -> PResult<Unresolved<'s>> {
        let loc = self.location();
        let name = self.suffix_id(b'%', "SSA operand")?;
        let mut index = 0;
        if self.byte(self.pos) == b'#' && self.byte(self.pos + 1).is_ascii_digit() {
            self.pos += 1;
            let start = self.pos;
            while self.byte(self.pos).is_ascii_digit() {
                self.pos += 1;
            }
            let digits = &self.src[start..self.pos];
            index = digits.parse().map_err(|_| self.error_at(loc, "invalid SSA value result number"))?;
        }
        Ok(Unresolved { name, index, loc })
    }
    /// Operands separated by commas; none if no `%` comes next.
    pub fn operands(&mut self) -> PResult<Vec<Unresolved<'s>>> {
        if self.peek_byte() != b'%' {
            return Ok(Vec::new());
        }
        self.comma_list(Self::operand)
    }
    /// The value of an operand, which must have type `ty`.
    pub fn resolve(&mut self, operand: Unresolved<'s>, ty: Type) -> PResult<Value> {
        let Unresolved { name, index, loc } = operand;
        if let Some(entry) = self.scope.names.get(name) {
            let value = match index {
                0 => Some(entry.first),
                i => entry.rest.get(i as usize - 1).copied(),
            };
            let Some(value) = value else {
                return Err(self.error_at(loc, "reference to invalid result number"));
            };
            let actual = self.body.ty(value);
            if actual == ty {
                return Ok(value);
            }
            let message = format!(
                "use of value '%{name}' expects different type than prior uses: '{}' vs '{}'",
                self.cx.type_to_string(ty),
                self.cx.type_to_string(actual)
            );
            return Err(self.error_with_note(loc, message, entry.loc, "prior use here"));
        }
        if let Some(&(value, first)) = self.scope.forward.get(&(name, index)) {
            let actual = self.body.ty(value);
            if actual == ty {
                return Ok(value);
            }
            let message = format!(
                "use of value '%{name}' expects different type than prior uses: '{}' vs '{}'",
                self.cx.type_to_string(ty),
                self.cx.type_to_string(actual)
            );
            return Err(self.error_with_note(loc, message, first, "prior use here"));
        }
        let value = self.body.new_forward(ty);
        self.scope.forward.insert((name, index), (value, loc));
        Ok(value)
    }
    /// The value of an operand that is defined already, whatever its type.
    pub fn resolve_defined(&mut self, operand: Unresolved<'s>) -> PResult<Value> {
        let entry = self.scope.names.get(operand.name);
        let value = entry.and_then(|e| match operand.index {
            0 => Some(e.first),
            i => e.rest.get(i as usize - 1).copied(),
        });
        value.ok_or_else(|| self.error_at(operand.loc, format!("use of undeclared SSA value name '%{}'", operand.name)))
    }
    /// The values of operands with their types.
    pub fn resolve_all(&mut self, operands: &[Unresolved<'s>], types: &[Type], loc: Location) -> PResult<Vec<Value>> {
        if operands.len() != types.len() {
            let (n, m) = (operands.len(), types.len());
            return Err(self.error_at(loc, format!("number of operands and types do not match: got {n} operands and {m} types")));
        }
        operands.iter().zip(types).map(|(&o, &t)| self.resolve(o, t)).collect()
    }
    /// Makes `name` stand for `values`.
    pub(super) fn define(&mut self, name: &'s str, loc: Location, values: &[Value]) -> PResult<()> {
        let Some((&first, rest)) = values.split_first() else { return Ok(()) };
        if let Some(old) = self.scope.names.get(name) {
            let message = format!("redefinition of SSA value '%{name}'");
            return Err(self.error_with_note(loc, message, old.loc, "previously defined here"));
        }
        if !self.scope.forward.is_empty() {
            for (i, &v) in values.iter().enumerate() {
                let Some((forward, used)) = self.scope.forward.remove(&(name, i as u32)) else { continue };
                let (expected, actual) = (self.body.ty(forward), self.body.ty(v));
                if expected != actual {
                    let message = format!(
                        "definition of SSA value '%{name}#{i}' has type '{}'",
                        self.cx.type_to_string(actual)
                    );
                    let note = format!("previously used here with type '{}'", self.cx.type_to_string(expected));
                    return Err(self.error_with_note(loc, message, used, note));
                }
                self.body.resolve_forward(forward, v);
            }
        }
        self.scope.names.insert(name, Entry { first, rest: rest.to_vec(), loc });
        self.scope.defined.push(name);
        Ok(())
    }
    pub(super) fn open_scope(&self) -> usize {
        self.scope.defined.len()
    }
    pub(super) fn close_scope(&mut self, mark: usize) {
        for name in self.scope.defined.drain(mark.min(self.scope.defined.len())..) {
            self.scope.names.remove(name);
        }
    }
    /// At the end of an isolated op, every name must have been defined.
    pub(super) fn finish_scope(&mut self) -> PResult<()> {
        let mut missing: Vec<_> = self.scope.forward.drain().collect();
        if missing.is_empty() || !self.diags.is_empty() {
            // After another error a definition may have been skipped.
            return Ok(());
        }
        missing.sort_by_key(|(_, (value, _))| *value);
        for ((name, _), (_, loc)) in missing {
            let e = self.error_at(loc, format!("use of undeclared SSA value name '%{name}'"));
            self.report(e);
        }
        Err(super::ParseError(None))
    }
}
