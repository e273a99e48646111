//! Symbol tables: names of the symbol ops directly in a body.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{Attr, Block, Body, Context, Op, Str, SymbolRefAttr, Trait, TypeOrAttr};

impl Body {
    /// The name that a symbol op defines.
    pub fn symbol_name(&self, op: Op) -> Option<Str> {
        if !self.has_trait(op, Trait::Symbol) {
            return None;
        }
        // Of an op that was not verified yet it can be anything.
        self.cx().name_of(self.attr(op, "sym_name")?)
    }
    /// Renames a symbol op. References are the caller's to update.
    pub fn set_symbol_name(&mut self, op: Op, name: &str) {
        let attr = self.cx().string_attr(name);
        self.set_attr(op, "sym_name", Some(attr));
    }
    /// `"public"`, `"private"` or `"nested"`; public when the attribute is missing.
    pub fn symbol_visibility(&self, op: Op) -> &str {
        self.attr(op, "sym_visibility").and_then(|a| self.cx().attr_str(a)).unwrap_or("public")
    }
}

/// The symbols directly in the body of a symbol table op, in order of definition.
#[derive(Default, Clone)]
pub struct SymbolTable {
    symbols: Vec<(Str, Op)>,
    places: Places,
    /// For each stem of [`Self::fresh`], a number below which all are taken: symbols are only ever added.
    taken: FxHashMap<Str, u64>,
}

/// The places of symbols in their list, by name.
#[derive(Clone)]
enum Places {
    /// By the number of the name, each with one added. In a module of many symbols these are most of the names that there are, so that a
    /// list is smaller and faster than a table of hashes.
    Dense(Vec<u32>),
    Hashed(FxHashMap<Str, u32>),
}

impl Default for Places {
    fn default() -> Self {
        Self::Hashed(FxHashMap::default())
    }
}

impl Places {
    /// Without any symbol yet, for a table of these.
    fn for_symbols(symbols: &[(Str, Op)]) -> Self {
        let numbers = symbols.iter().map(|(name, _)| name.index() + 1).max().unwrap_or(0);
        if numbers <= 8 * symbols.len() {
            Self::Dense(vec![0; numbers])
        } else {
            Self::Hashed(FxHashMap::with_capacity_and_hasher(symbols.len(), Default::default()))
        }
    }
    #[inline]
    fn get(&self, name: Str) -> Option<usize> {
        match self {
            Self::Dense(places) => (*places.get(name.index())? as usize).checked_sub(1),
            Self::Hashed(places) => places.get(&name).map(|&place| place as usize),
        }
    }
    /// Sets the place of a name, whose number is one that the list was made for.
    fn set(&mut self, name: Str, place: usize) {
        match self {
            Self::Dense(places) => {
                if let Some(slot) = places.get_mut(name.index()) {
                    *slot = place as u32 + 1;
                }
            }
            Self::Hashed(places) => {
                places.insert(name, place as u32);
            }
        }
    }
    /// Adds a name after these symbols.
    fn add(&mut self, name: Str, symbols: &[(Str, Op)]) {
        if let Self::Dense(places) = self
            && places.len() <= name.index()
        {
            if name.index() < 8 * (symbols.len() + 1) {
                places.resize(name.index() + 1, 0);
            } else {
                let all = symbols.iter().enumerate().map(|(place, &(name, _))| (name, place as u32));
                *self = Self::Hashed(all.collect());
            }
        }
        self.set(name, symbols.len());
    }
}

impl SymbolTable {
    /// The symbols defined directly in the regions of [`Op::SELF`].
    pub fn new(body: &Body) -> Self {
        Self::for_op(body, Op::SELF)
    }
    /// The symbols defined directly in the regions of an op that is a symbol table but not isolated.
    pub fn for_op(body: &Body, table: Op) -> Self {
        Self::with_duplicates(body, table).0
    }
    /// The same, with the ops whose name is that of an op before them.
    pub(crate) fn with_duplicates(body: &Body, table: Op) -> (Self, Vec<(Str, Op)>) {
        let mut symbols = Vec::with_capacity(if table == Op::SELF { body.num_ops() } else { 0 });
        for &region in body.regions(table) {
            symbols.extend(body.region_ops(region).filter_map(|op| Some((body.symbol_name(op)?, op))));
        }
        let mut places = Places::for_symbols(&symbols);
        let (mut n, mut again) = (0, Vec::new());
        symbols.retain(|&(name, op)| {
            let is_new = places.get(name).is_none();
            if is_new {
                places.set(name, n);
                n += 1;
            } else {
                again.push((name, op));
            }
            is_new
        });
        (Self { symbols, places, taken: FxHashMap::default() }, again)
    }
    /// The op that defines `name`.
    pub fn get(&self, name: Str) -> Option<Op> {
        self.symbols.get(self.places.get(name)?).map(|symbol| symbol.1)
    }
    /// The op that `@name` refers to.
    pub fn lookup(&self, cx: &Context, attr: Attr) -> Option<Op> {
        let r = cx.attr_as::<SymbolRefAttr>(attr)?;
        if r.nested.is_empty() { self.get(r.root) } else { None }
    }
    /// All symbols in order of definition.
    pub fn iter(&self) -> impl Iterator<Item = (Str, Op)> + '_ {
        self.symbols.iter().copied()
    }
    /// A name that is not taken: `stem`, or `stem_0`, `stem_1`, …
    pub fn fresh(&mut self, cx: &Context, stem: &str) -> String {
        let of_stem = cx.intern(stem);
        if self.get(of_stem).is_none() {
            return stem.to_owned();
        }
        let mut number = self.taken.get(&of_stem).copied().unwrap_or(0);
        loop {
            let name = format!("{stem}_{number}");
            if self.get(cx.intern(&name)).is_none() {
                self.taken.insert(of_stem, number);
                return name;
            }
            number += 1;
        }
    }
    /// Adds a symbol that was just inserted.
    pub fn insert(&mut self, name: Str, op: Op) {
        let known = self.places.get(name).and_then(|place| self.symbols.get_mut(place));
        if let Some(symbol) = known {
            symbol.1 = op;
            return;
        }
        self.places.add(name, &self.symbols);
        self.symbols.push((name, op));
    }
}

/// The symbol tables inside of the ops of a body, each made at the first lookup in it.
#[derive(Default)]
pub struct NestedTables {
    tables: Mutex<FxHashMap<Op, Arc<Nested>>>,
}

struct Nested {
    table: SymbolTable,
    inner: NestedTables,
}

impl NestedTables {
    /// The table of an op, whose symbols are in the regions of `at` of `inner`.
    fn table(&self, op: Op, inner: &Body, at: Op) -> Arc<Nested> {
        let make = || Arc::new(Nested { table: SymbolTable::for_op(inner, at), inner: Self::default() });
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).entry(op).or_insert_with(make).clone()
    }
}

/// The nearest symbol table around an op: names are looked up in it, and not further out.
#[derive(Clone, Copy)]
pub struct SymbolScope<'a> {
    body: &'a Body,
    table: &'a SymbolTable,
    nested: &'a NestedTables,
    outer: Option<&'a SymbolScope<'a>>,
}

impl<'a> SymbolScope<'a> {
    /// The scope of a table and the body that defines its symbols. `nested` is empty at first, and serves all scopes of the table while
    /// nothing changes.
    pub fn new(body: &'a Body, table: &'a SymbolTable, nested: &'a NestedTables) -> Self {
        Self { body, table, nested, outer: None }
    }
    /// The same scope, inside of another one.
    #[must_use]
    pub fn within(self, outer: Option<&'a SymbolScope<'a>>) -> Self {
        Self { outer, ..self }
    }
    /// The scope around this one, where it is known.
    pub fn outer(&self) -> Option<&'a SymbolScope<'a>> {
        self.outer
    }
    /// The names in the table.
    pub(crate) fn names(&self) -> impl Iterator<Item = Str> + '_ {
        self.table.iter().map(|(name, _)| name)
    }
    /// The body of the table.
    pub fn table(&self) -> &'a Body {
        self.body
    }
    /// The op that a possibly nested reference names, and the body in which it is a member.
    pub fn lookup(&self, cx: &Context, attr: Attr) -> Option<(&'a Body, Op)> {
        let r = cx.attr_as::<SymbolRefAttr>(attr)?;
        let (mut body, mut op) = (self.body, self.table.get(r.root)?);
        let mut around: Option<Arc<Nested>> = None;
        for &name in &r.nested {
            let (inner, at) = body.inner(op);
            if !inner.has_trait(at, Trait::SymbolTable) {
                return None;
            }
            let tables = around.as_ref().map_or(self.nested, |n| &n.inner);
            let nested = tables.table(op, inner, at);
            op = nested.table.get(name)?;
            body = inner;
            around = Some(nested);
        }
        Some((body, op))
    }
}

/// Calls `f` for every symbol reference in the attributes of `op` (of this body), also nested ones.
pub fn for_each_symbol_ref(body: &Body, op: Op, f: &mut dyn FnMut(&SymbolRefAttr)) {
    let cx = body.cx();
    let mut todo: SmallVec<[Attr; 8]> = body.attr_slots(op).flatten().collect();
    todo.extend(body.extra_attrs(op).iter().map(|e| e.1));
    while let Some(attr) = todo.pop() {
        if let Some(r) = cx.attr_as::<SymbolRefAttr>(attr) {
            f(r);
        }
        cx.visit_children(TypeOrAttr::Attr(attr), &mut |child| todo.extend(child.attr()));
    }
}

/// Replaces references to `old` by references to `new` in the ops of `body` and of its children.
pub fn replace_symbol_uses(body: &mut Body, old: Str, new: Str) {
    for op in body.all_ops().into_iter().chain([Op::SELF]) {
        if body.is_shell(op) {
            continue;
        }
        for slot in 0..body.info(op).attrs.len() {
            if let Some(attr) = body.attr_slot(op, slot) {
                let renamed = rename(body.cx(), attr, old, new);
                body.set_attr_slot(op, slot, Some(renamed));
            }
        }
        for (name, attr) in body.extra_attrs(op).to_vec() {
            let renamed = rename(body.cx(), attr, old, new);
            body.set_extra_attr(op, name, Some(renamed));
        }
    }
    for (_, child) in body.children_mut() {
        replace_symbol_uses(child, old, new);
    }
}

fn rename(cx: &Context, attr: Attr, old: Str, new: Str) -> Attr {
    if let Some(r) = cx.attr_as::<SymbolRefAttr>(attr) {
        return if r.root == old { cx.attr(SymbolRefAttr { root: new, ..r.clone() }) } else { attr };
    }
    cx.map_attr(attr, &mut |c| match c {
        TypeOrAttr::Attr(a) => TypeOrAttr::Attr(rename(cx, a, old, new)),
        other => other,
    })
}

impl Context {
    /// The attribute with its direct children replaced; the attribute itself when it has none.
    pub fn map_attr(&self, attr: Attr, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Attr {
        self.attrs.item(attr.index()).map_attr(self, map).unwrap_or(attr)
    }
    /// Whether an attribute can be the encoding of a tensor type of this shape; otherwise the reason.
    pub fn verify_encoding(&self, attr: Attr, shape: &[i64], elem: crate::Type) -> Result<(), String> {
        self.attrs.item(attr.index()).verify_encoding(self, shape, elem)
    }
    /// The type with its direct children replaced; the type itself when it has none.
    pub fn map_type(&self, ty: crate::Type, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> crate::Type {
        self.types.item(ty.index()).map_type(self, map).unwrap_or(ty)
    }
}

/// The block that holds the members of a symbol table.
pub fn table_block(body: &Body) -> Option<Block> {
    body.entry()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Entity, Registry};

    /// Few symbols among many names, and many: the list, the table of hashes, and the change from one to the other.
    #[test]
    fn symbols_are_those_of_an_ordered_map() {
        let cx = Registry::new().freeze();
        let names: Vec<Str> = (0..400).map(|i| cx.intern(&format!("s{i}"))).collect();
        for step in [1, 3, 20, 399] {
            let first: Vec<(Str, Op)> =
                names.iter().step_by(step).take(20).map(|&n| (n, Op::from_index(n.index()))).collect();
            let mut table = SymbolTable { places: Places::for_symbols(&first), ..SymbolTable::default() };
            let mut model = Vec::new();
            for (i, &(name, op)) in
                first.iter().chain(&[(names[399], Op::SELF), (names[7], Op::SELF)]).enumerate()
            {
                assert_eq!(table.get(name).is_some(), model.iter().any(|&(n, _)| n == name), "{step} {i}");
                table.insert(name, op);
                match model.iter_mut().find(|(n, _)| *n == name) {
                    Some(known) => known.1 = op,
                    None => model.push((name, op)),
                }
                assert!(table.iter().eq(model.iter().copied()), "{step} {i}");
                assert!(model.iter().all(|&(n, o)| table.get(n) == Some(o)), "{step} {i}");
            }
            assert_eq!(table.get(cx.intern("another name")), None);
        }
    }
}
