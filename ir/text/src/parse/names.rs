//! SSA names: definition, use, forward references and scopes.

use std::{
    collections::hash_map,
    hash::{Hash, Hasher},
};

use rustc_hash::{FxHashMap, FxHasher};
use strata_core::{Location, OpState, Type, Value};

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

/// A name as a key of the tables.
///
/// Up to seven bytes are packed into the code, so that looking such a name up reads neither the text of the use nor
/// that of the definition, which is far away. The code of a longer name is a hash.
#[derive(Clone, Copy)]
struct Name<'s> {
    code: u64,
    text: &'s str,
}

impl<'s> Name<'s> {
    /// In the top byte of the code: the name is longer than what fits.
    const LONG: u64 = 0xff << 56;

    #[inline]
    fn new(text: &'s str) -> Self {
        let bytes = text.as_bytes();
        let code = if bytes.len() < 8 {
            bytes.iter().fold(bytes.len() as u64, |code, &c| code.rotate_left(8) | u64::from(c))
        } else {
            let mut hasher = FxHasher::default();
            hasher.write(bytes);
            hasher.finish() | Self::LONG
        };
        Self { code, text }
    }
}

impl PartialEq for Name<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code && (self.code < Self::LONG || self.text == other.text)
    }
}

impl Eq for Name<'_> {}

impl Hash for Name<'_> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.code);
    }
}

/// The values of one name.
struct Entry {
    first: Value,
    rest: Box<[Value]>,
    loc: Location,
}

/// The names visible in one isolated op.
#[derive(Default)]
pub(super) struct Scope<'s> {
    names: FxHashMap<Name<'s>, Entry>,
    /// Names in the order of definition, so that the end of a region can forget its own.
    defined: Vec<Name<'s>>,
    forward: FxHashMap<(Name<'s>, u32), (Value, Location)>,
    /// What forward references turned out to be. They are erased at the end of the scope: an op that is being parsed
    /// may hold one while a definition inside of its own region resolves it.
    resolved: FxHashMap<Value, Value>,
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
        let key = Name::new(name);
        if let Some(entry) = self.scope.names.get(&key) {
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
        if let Some(&(value, first)) = self.scope.forward.get(&(key, index)) {
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
        self.scope.forward.insert((key, index), (value, loc));
        Ok(value)
    }
    /// The value of an operand that is defined already, whatever its type.
    pub fn resolve_defined(&mut self, operand: Unresolved<'s>) -> PResult<Value> {
        let entry = self.scope.names.get(&Name::new(operand.name));
        let value = entry.and_then(|e| match operand.index {
            0 => Some(e.first),
            i => e.rest.get(i as usize - 1).copied(),
        });
        value.ok_or_else(|| {
            self.error_at(operand.loc, format!("use of undeclared SSA value name '%{}'", operand.name))
        })
    }
    /// The values of operands with their types.
    pub fn resolve_all(
        &mut self,
        operands: &[Unresolved<'s>],
        types: &[Type],
        loc: Location,
    ) -> PResult<Vec<Value>> {
        if operands.len() != types.len() {
            let (n, m) = (operands.len(), types.len());
            return Err(self.error_at(
                loc,
                format!("number of operands and types do not match: got {n} operands and {m} types"),
            ));
        }
        operands.iter().zip(types).map(|(&o, &t)| self.resolve(o, t)).collect()
    }
    /// Makes `name` stand for `values`.
    pub(super) fn define(&mut self, name: &'s str, loc: Location, values: &[Value]) -> PResult<()> {
        let Some((&first, rest)) = values.split_first() else { return Ok(()) };
        let key = Name::new(name);
        if !self.scope.forward.is_empty() && !self.scope.names.contains_key(&key) {
            for (i, &v) in values.iter().enumerate() {
                let Some((forward, used)) = self.scope.forward.remove(&(key, i as u32)) else { continue };
                let (expected, actual) = (self.body.ty(forward), self.body.ty(v));
                if expected != actual {
                    let message = format!(
                        "definition of SSA value '%{name}#{i}' has type '{}'",
                        self.cx.type_to_string(actual)
                    );
                    let note =
                        format!("previously used here with type '{}'", self.cx.type_to_string(expected));
                    return Err(self.error_with_note(loc, message, used, note));
                }
                self.body.replace_all_uses(forward, v);
                self.scope.resolved.insert(forward, v);
            }
        }
        let old = match self.scope.names.entry(key) {
            hash_map::Entry::Occupied(old) => Some(old.get().loc),
            hash_map::Entry::Vacant(free) => {
                free.insert(Entry { first, rest: rest.into(), loc });
                None
            }
        };
        if let Some(old) = old {
            let message = format!("redefinition of SSA value '%{name}'");
            return Err(self.error_with_note(loc, message, old, "previously defined here"));
        }
        self.scope.defined.push(key);
        Ok(())
    }
    pub(super) fn open_scope(&self) -> usize {
        self.scope.defined.len()
    }
    pub(super) fn close_scope(&mut self, mark: usize) {
        if mark == 0 {
            self.scope.defined.clear();
            self.scope.names.clear();
            return;
        }
        for name in self.scope.defined.drain(mark.min(self.scope.defined.len())..) {
            self.scope.names.remove(&name);
        }
    }
    /// Replaces forward references that were resolved since the operands of an op were parsed.
    pub(super) fn update_operands(&self, state: &mut OpState) {
        if self.scope.resolved.is_empty() {
            return;
        }
        for v in state.operands.iter_mut().filter(|v| self.body.is_forward(**v)) {
            if let Some(&value) = self.scope.resolved.get(v) {
                *v = value;
            }
        }
    }
    /// At the end of an isolated op, every name must have been defined.
    pub(super) fn finish_scope(&mut self) -> PResult<()> {
        for (forward, value) in std::mem::take(&mut self.scope.resolved) {
            self.body.resolve_forward(forward, value);
        }
        let mut missing: Vec<_> = self.scope.forward.drain().collect();
        if missing.is_empty() || !self.diags.is_empty() {
            // After another error a definition may have been skipped.
            return Ok(());
        }
        missing.sort_by_key(|(_, (value, _))| *value);
        for ((name, _), (_, loc)) in missing {
            let e = self.error_at(loc, format!("use of undeclared SSA value name '%{}'", name.text));
            self.report(e);
        }
        Err(super::ParseError(None))
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn keys_are_equal_only_for_equal_names() {
        let texts =
            ["", "0", "00", "1", "10", "100", "a", "aa", "arg0", "arg01", "argumen", "argument", "argument0"];
        for (i, a) in texts.iter().enumerate() {
            for (j, b) in texts.iter().enumerate() {
                assert_eq!(Name::new(a) == Name::new(b), i == j, "{a} and {b}");
            }
        }
        // Names that are too long for a code are told apart by their text, should their hashes collide.
        let (a, b) =
            (Name { code: Name::LONG, text: "argument0" }, Name { code: Name::LONG, text: "argument1" });
        assert!(a != b);
    }
}
