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
    /// The name with the number, where it has one.
    pub written: &'s str,
    /// Where it stands.
    pub loc: Location,
}

/// A name as a key of the tables.
///
/// Up to seven bytes are packed into the code, so that looking such a name up reads neither the text of the use nor
/// that of the definition, which is far away. The code of a longer name is a hash.
#[derive(Clone, Copy)]
pub(super) struct Name<'s> {
    code: u64,
    pub(super) text: &'s str,
}

impl<'s> Name<'s> {
    /// The top byte of the code of a name that does not fit.
    const LONG: u64 = 0xff << 56;

    #[inline]
    pub(super) fn new(text: &'s str) -> Self {
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
#[derive(Clone, Copy)]
struct Entry {
    first: Value,
    /// One more than the place of the other values in [`Scope::rests`]; 0 when there are none.
    rest: u32,
    loc: Location,
}

/// The names visible in one isolated op.
#[derive(Default)]
pub(super) struct Scope<'s> {
    /// Where the text of the isolated op begins.
    pub(super) start: usize,
    /// Names that fit into their code.
    short: FxHashMap<u64, Entry>,
    long: FxHashMap<&'s str, Entry>,
    /// The values of names but the first.
    rests: Vec<Box<[Value]>>,
    /// Codes of names in the order of definition, so that the end of a region can forget its own; that of a long name
    /// is [`Name::LONG`], and the name is the next of the other list.
    defined: Vec<u64>,
    long_defined: Vec<&'s str>,
    forward: FxHashMap<(Name<'s>, u32), (Value, Location)>,
    /// The definitions that forward references were resolved to. The references are erased at the end of the scope:
    /// an op that is being parsed may hold one while a definition inside of its own region resolves it.
    resolved: FxHashMap<Value, Value>,
}

/// Empties a table that held up to `used` entries. Clearing takes time proportional to the capacity, so that a table much larger than
/// what it is used for is given up.
pub(super) fn empty<K, V>(table: &mut FxHashMap<K, V>, used: usize) {
    if table.capacity() > 256.max(8 * used) {
        *table = FxHashMap::default();
    } else {
        table.clear();
    }
}

impl<'s> Scope<'s> {
    /// The first value of a name.
    pub(super) fn first_value(&self, name: &Name<'s>) -> Option<Value> {
        self.get(name).map(|entry| entry.first)
    }
    #[inline]
    fn get(&self, name: &Name<'s>) -> Option<&Entry> {
        if name.code < Name::LONG { self.short.get(&name.code) } else { self.long.get(name.text) }
    }
    /// Result `index` of a name.
    #[inline]
    fn value(&self, entry: &Entry, index: u32) -> Option<Value> {
        match index.checked_sub(1) {
            None => Some(entry.first),
            Some(i) => self.rests.get((entry.rest as usize).wrapping_sub(1))?.get(i as usize).copied(),
        }
    }
    /// Adds a name; when it is there already, returns where it was defined.
    fn add(&mut self, name: Name<'s>, first: Value, rest: &[Value], loc: Location) -> Option<Location> {
        let at = if rest.is_empty() { 0 } else { self.rests.len() as u32 + 1 };
        let entry = Entry { first, rest: at, loc };
        let old = if name.code < Name::LONG {
            add(self.short.entry(name.code), entry)
        } else {
            add(self.long.entry(name.text), entry)
        };
        if old.is_some() {
            return old;
        }
        if !rest.is_empty() {
            self.rests.push(rest.into());
        }
        self.defined.push(name.code.min(Name::LONG));
        if name.code >= Name::LONG {
            self.long_defined.push(name.text);
        }
        None
    }
    fn forget_after(&mut self, mark: usize) {
        if mark == 0 {
            empty(&mut self.short, self.defined.len());
            empty(&mut self.long, self.long_defined.len());
            self.rests.clear();
            self.defined.clear();
            self.long_defined.clear();
            return;
        }
        for code in self.defined.drain(mark.min(self.defined.len())..).rev() {
            if code < Name::LONG {
                self.short.remove(&code);
            } else if let Some(name) = self.long_defined.pop() {
                self.long.remove(name);
            }
        }
    }
}

/// Fills a free place of a table; otherwise returns where the name there was defined.
fn add<K>(place: hash_map::Entry<'_, K, Entry>, entry: Entry) -> Option<Location> {
    match place {
        hash_map::Entry::Occupied(old) => Some(old.get().loc),
        hash_map::Entry::Vacant(free) => {
            free.insert(entry);
            None
        }
    }
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
        let (mut index, mut written) = (0, name);
        if self.byte(self.pos) == b'#' && self.byte(self.pos + 1).is_ascii_digit() {
            self.pos += 1;
            let start = self.pos;
            while self.byte(self.pos).is_ascii_digit() {
                self.pos += 1;
            }
            let digits = &self.src[start..self.pos];
            index = digits.parse().map_err(|_| self.err_at(loc, "invalid SSA value result number"))?;
            written = &self.src[start - 1 - name.len()..self.pos];
        }
        self.record_use(name, index);
        Ok(Unresolved { name, index, written, loc })
    }
    /// Operands separated by commas; none if no `%` comes next.
    pub fn operands(&mut self) -> PResult<Vec<Unresolved<'s>>> {
        let mut operands = Vec::new();
        self.each_operand(|operand| operands.push(operand))?;
        Ok(operands)
    }
    /// Calls `each` with the operands separated by commas.
    pub(super) fn each_operand(&mut self, mut each: impl FnMut(Unresolved<'s>)) -> PResult<()> {
        if self.peek_byte() != b'%' {
            return Ok(());
        }
        loop {
            each(self.operand()?);
            if !self.eat(",") {
                return Ok(());
            }
        }
    }
    /// The value of an operand, which must have type `ty`.
    pub fn resolve(&mut self, operand: Unresolved<'s>, ty: Type) -> PResult<Value> {
        let Unresolved { name, index, loc, .. } = operand;
        // An argument may have the name of a result of an op outside, with its number.
        let numbered = operand.written.len() > name.len();
        let (name, index) = match numbered.then(|| Name::new(operand.written)) {
            Some(whole) if self.scope.get(&whole).is_some() => (operand.written, 0),
            _ => (name, index),
        };
        let key = Name::new(name);
        if let Some(entry) = self.scope.get(&key) {
            let Some(value) = self.scope.value(entry, index) else {
                return Err(self.err_at(loc, "reference to invalid result number"));
            };
            let actual = self.body.ty(value);
            if actual == ty {
                return Ok(value);
            }
            return Err(self.type_mismatch(operand, [ty, actual], entry.loc));
        }
        if let Some(&(value, first)) = self.scope.forward.get(&(key, index)) {
            let actual = self.body.ty(value);
            if actual == ty {
                return Ok(value);
            }
            return Err(self.type_mismatch(operand, [ty, actual], first));
        }
        let value = self.body.new_forward(ty);
        self.scope.forward.insert((key, index), (value, loc));
        Ok(value)
    }
    /// The value of an operand that is defined already, whatever its type.
    pub fn resolve_defined(&mut self, operand: Unresolved<'s>) -> PResult<Value> {
        let entry = self.scope.get(&Name::new(operand.name));
        let value = entry.and_then(|e| self.scope.value(e, operand.index));
        value.ok_or_else(|| self.undeclared(operand.loc))
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
    /// Defines `name` as `values`.
    pub(super) fn define(&mut self, name: &'s str, loc: Location, values: &[Value]) -> PResult<()> {
        self.define_new(name, loc, values, |name| {
            (format!("redefinition of SSA value '%{name}'"), "previously defined here")
        })
    }
    /// Defines `name` as an argument of an entry block that a custom syntax names outside of the region.
    pub(super) fn define_entry(&mut self, name: &'s str, loc: Location, value: Value) -> PResult<()> {
        let again = |name: &str| {
            (format!("region entry argument '%{name}' is already in use"), "previously referenced here")
        };
        // The name means a value around the region, even one that is defined later.
        if let Some(&(_, used)) = self.scope.forward.get(&(Name::new(name), 0)) {
            let (message, note) = again(name);
            return Err(self.error_with_note(loc, message, used, note));
        }
        self.define_new(name, loc, &[value], again)
    }
    /// Defines a name; `again` gives the error message and the text of the note for a name that is already defined.
    fn define_new(
        &mut self,
        name: &'s str,
        loc: Location,
        values: &[Value],
        again: fn(&str) -> (String, &'static str),
    ) -> PResult<()> {
        let Some((&first, rest)) = values.split_first() else { return Ok(()) };
        let key = Name::new(name);
        if !self.scope.forward.is_empty() && self.scope.get(&key).is_none() {
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
        if let Some(old) = self.scope.add(key, first, rest, loc) {
            let (message, note) = again(name);
            return Err(self.error_with_note(loc, message, old, note));
        }
        self.record_definition(name, values);
        Ok(())
    }
    pub(super) fn open_scope(&self) -> usize {
        self.scope.defined.len()
    }
    pub(super) fn close_scope(&mut self, mark: usize) {
        self.scope.forget_after(mark);
    }
    /// Puts an empty scope in place of the current one, which is returned.
    pub(super) fn enter_scope(&mut self) -> Scope<'s> {
        self.record_enter();
        let mut inner = self.spare_scopes.pop().unwrap_or_default();
        inner.start = self.pos;
        std::mem::replace(&mut self.scope, inner)
    }
    /// Puts the scope around this one back.
    pub(super) fn leave_scope(&mut self, outer: Scope<'s>) {
        self.record_leave();
        let mut inner = std::mem::replace(&mut self.scope, outer);
        if !inner.defined.is_empty() {
            inner.forget_after(0);
        }
        // Those of a scope without errors were taken out before, and it is not known how many there were.
        empty(&mut inner.forward, 0);
        empty(&mut inner.resolved, 0);
        self.spare_scopes.push(inner);
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
        for (forward, value) in self.scope.resolved.drain() {
            self.body.resolve_forward(forward, value);
        }
        let mut missing: Vec<_> = self.scope.forward.drain().collect();
        if missing.is_empty() || !self.diags.is_empty() {
            // After another error a definition may have been skipped.
            return Ok(());
        }
        missing.sort_by_key(|(_, (value, _))| *value);
        for (_, (_, loc)) in missing {
            let e = self.undeclared(loc);
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
        // Names that are too long for a code are distinguished by their text if their hashes collide.
        let (a, b) =
            (Name { code: Name::LONG, text: "argument0" }, Name { code: Name::LONG, text: "argument1" });
        assert!(a != b);
    }
}
