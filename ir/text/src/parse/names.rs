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
    /// The top byte of an entry of [`Scope::defined`] for a name in the list of those by number; a short name has its length there.
    const NUMBERED: u64 = 0xfe << 56;

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

/// The only value of a name that is a number, and where it was defined.
#[derive(Clone, Copy)]
struct Numbered {
    value: Value,
    loc: Location,
}

/// Numbers below this are always in the list of names by number.
const FEW_NUMBERS: usize = 1024;

/// The number that a name is, if it is written as the printer writes one.
#[inline]
fn number(name: &str) -> Option<usize> {
    let digits = name.as_bytes();
    if digits.len() > 9 || !digits.first()?.is_ascii_digit() || digits.len() > 1 && digits[0] == b'0' {
        return None;
    }
    digits.iter().try_fold(0, |n, c| c.is_ascii_digit().then(|| 10 * n + usize::from(c - b'0')))
}

/// The names visible in one isolated op.
#[derive(Default)]
pub(super) struct Scope<'s> {
    /// Where the text of the isolated op begins.
    pub(super) start: usize,
    /// Names of one value that are numbers, by number: a list takes less memory and time than a table of hashes.
    numbered: Vec<Option<Numbered>>,
    /// Other names that fit into their code.
    short: FxHashMap<u64, Entry>,
    long: FxHashMap<&'s str, Entry>,
    /// Whether numbers were too large for the list, or have several values, so that they are in `short`.
    sparse: bool,
    /// The values of names but the first.
    rests: Vec<Box<[Value]>>,
    /// How many names were defined.
    n_defined: usize,
    /// How many regions are open; the first one is that of the isolated op or the file.
    depth: u32,
    /// Codes of names in the order of definition, so that the end of a region can forget its own; that of a long name
    /// is [`Name::LONG`], and the name is the next of the other list. Names in the outermost region are not in it: with that, all end.
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
    pub(super) fn first_value(&self, name: &str) -> Option<Value> {
        self.get(name).map(|entry| entry.first)
    }
    #[inline]
    fn get(&self, name: &str) -> Option<Entry> {
        if let Some(n) = number(name) {
            if let Some(&Some(Numbered { value, loc })) = self.numbered.get(n) {
                return Some(Entry { first: value, rest: 0, loc });
            }
            if !self.sparse {
                return None;
            }
        }
        let key = Name::new(name);
        let found = if key.code < Name::LONG { self.short.get(&key.code) } else { self.long.get(name) };
        found.copied()
    }
    /// Result `index` of a name.
    #[inline]
    fn value(&self, entry: Entry, index: u32) -> Option<Value> {
        match index.checked_sub(1) {
            None => Some(entry.first),
            Some(i) => self.rests.get((entry.rest as usize).wrapping_sub(1))?.get(i as usize).copied(),
        }
    }
    /// Adds a name; when it is there already, returns where it was defined.
    #[inline]
    fn add(&mut self, name: &'s str, first: Value, rest: &[Value], loc: Location) -> Option<Location> {
        if let Some(n) = number(name) {
            let in_table = if self.sparse { self.get(name) } else { None };
            if let Some(old) = in_table {
                return Some(old.loc);
            }
            // A list much longer than the names are many would be slow to make.
            let in_list = n < self.numbered.len() || n < FEW_NUMBERS.max(2 * self.n_defined);
            if rest.is_empty() && in_list {
                return self.add_numbered(n, Numbered { value: first, loc });
            }
            if let Some(&Some(old)) = self.numbered.get(n) {
                return Some(old.loc);
            }
            self.sparse = true;
        }
        self.add_to_table(Name::new(name), first, rest, loc)
    }
    #[inline]
    fn add_numbered(&mut self, n: usize, new: Numbered) -> Option<Location> {
        if self.numbered.len() <= n {
            self.numbered.resize(n + 1, None);
        }
        let slot = &mut self.numbered[n];
        if let Some(old) = slot {
            return Some(old.loc);
        }
        *slot = Some(new);
        self.n_defined += 1;
        if self.depth > 1 {
            self.defined.push(Name::NUMBERED | n as u64);
        }
        None
    }
    fn add_to_table(
        &mut self,
        name: Name<'s>,
        first: Value,
        rest: &[Value],
        loc: Location,
    ) -> Option<Location> {
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
        self.n_defined += 1;
        if self.depth > 1 {
            self.defined.push(name.code.min(Name::LONG));
            if name.code >= Name::LONG {
                self.long_defined.push(name.text);
            }
        }
        None
    }
    /// Forgets all names.
    fn clear(&mut self) {
        self.numbered.clear();
        empty(&mut self.short, self.n_defined);
        empty(&mut self.long, self.n_defined);
        self.sparse = false;
        self.rests.clear();
        self.n_defined = 0;
        self.defined.clear();
        self.long_defined.clear();
    }
    /// Forgets the names of a region, of which the first would be at `mark` of the list of definitions.
    fn forget_after(&mut self, mark: usize) {
        for code in self.defined.drain(mark.min(self.defined.len())..).rev() {
            if code < Name::NUMBERED {
                self.short.remove(&code);
            } else if code < Name::LONG {
                if let Some(slot) = self.numbered.get_mut((code ^ Name::NUMBERED) as usize) {
                    *slot = None;
                }
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
        let (name, index) = if numbered && self.scope.get(operand.written).is_some() {
            (operand.written, 0)
        } else {
            (name, index)
        };
        if let Some(entry) = self.scope.get(name) {
            let Some(value) = self.scope.value(entry, index) else {
                return Err(self.err_at(loc, "reference to invalid result number"));
            };
            let actual = self.body.ty(value);
            if actual == ty {
                return Ok(value);
            }
            return Err(self.type_mismatch(operand, [ty, actual], entry.loc));
        }
        let key = Name::new(name);
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
        let entry = self.scope.get(operand.name);
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
        if !self.scope.forward.is_empty() && self.scope.get(name).is_none() {
            let key = Name::new(name);
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
        if let Some(old) = self.scope.add(name, first, rest, loc) {
            let (message, note) = again(name);
            return Err(self.error_with_note(loc, message, old, note));
        }
        self.record_definition(name, values);
        Ok(())
    }
    pub(super) fn open_scope(&mut self) -> usize {
        self.scope.depth += 1;
        self.scope.defined.len()
    }
    pub(super) fn close_scope(&mut self, mark: usize) {
        self.scope.depth -= 1;
        if self.scope.depth == 0 {
            self.scope.clear();
        } else {
            self.scope.forget_after(mark);
        }
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
        if inner.n_defined > 0 {
            inner.clear();
        }
        inner.depth = 0;
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
    use strata_core::{Entity, Location, Value};

    use super::{FEW_NUMBERS, Name, Scope};

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

    /// Names by number and names in the tables are one set, also where a number is far from the others or leaves the list.
    #[test]
    fn numbers_are_names_like_others() {
        let values: Vec<Value> = (0..4).map(Value::from_index).collect();
        let loc = Location::UNKNOWN;
        let far = (2 * FEW_NUMBERS).to_string();
        let mut scope = Scope { depth: 1, ..Scope::default() };
        let names = ["0", "00", "7", "a", "argument0", "1023", &far, "4294967296", "99999999999999999999"];
        for name in names {
            assert_eq!(scope.get(name).map(|e| e.first), None, "{name}");
            assert_eq!(scope.add(name, values[0], &[], loc), None, "{name}");
            assert_eq!(scope.add(name, values[1], &[], loc), Some(loc), "{name}");
            assert_eq!(scope.add(name, values[1], &values[2..], loc), Some(loc), "{name}");
        }
        assert!(scope.numbered.len() <= FEW_NUMBERS);
        assert_eq!(scope.add("8", values[1], &values[2..], loc), None);
        assert_eq!(scope.add("8", values[1], &[], loc), Some(loc));
        let several = scope.get("8").and_then(|e| scope.value(e, 2));
        assert_eq!(several, Some(values[3]));
        // A region inside: its names end with it, those around it do not.
        (scope.depth, scope.n_defined) = (2, 2 * FEW_NUMBERS);
        let mark = scope.defined.len();
        assert_eq!(scope.add(&far, values[1], &[], loc), Some(loc));
        let inner = ["1", "b", "argument1", "2047"];
        for name in inner {
            assert_eq!(scope.add(name, values[3], &[], loc), None, "{name}");
        }
        scope.forget_after(mark);
        assert!(inner.iter().all(|name| scope.get(name).is_none()));
        assert!(names.iter().all(|name| scope.get(name).is_some()));
        scope.clear();
        assert!(names.iter().all(|name| scope.get(name).is_none()));
    }
}
