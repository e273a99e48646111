//! Symbol tables: names of the symbol ops directly in a body.

use std::sync::{Arc, Mutex, PoisonError};

use indexmap::{IndexMap, map::Entry};
use rustc_hash::FxHashMap;

use crate::{Attr, Block, Body, Context, Op, Str, SymbolRefAttr, Trait, TypeOrAttr, interfaces::SymbolOp};

impl Body {
    /// The name that a symbol op defines.
    pub fn symbol_name(&self, op: Op) -> Option<Str> {
        if !self.has_trait(op, Trait::Symbol) {
            return None;
        }
        // Of an op that was not verified yet it can be anything.
        let name = self.cx().name_of(self.attr(op, "sym_name")?)?;
        match op.cast::<dyn SymbolOp>(self) {
            Some(s) => s.symbol_name(self),
            None => Some(name),
        }
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
    map: IndexMap<Str, Op, rustc_hash::FxBuildHasher>,
    /// For each stem of [`Self::fresh`], a number below which all are taken: symbols are only ever added.
    taken: FxHashMap<Str, u64>,
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
        let symbols = if table == Op::SELF { body.num_ops() } else { 0 };
        let mut map = IndexMap::with_capacity_and_hasher(symbols, rustc_hash::FxBuildHasher);
        let mut again = Vec::new();
        for &region in body.regions(table) {
            for op in body.region_ops(region) {
                let Some(name) = body.symbol_name(op) else { continue };
                match map.entry(name) {
                    Entry::Occupied(_) => again.push((name, op)),
                    Entry::Vacant(free) => {
                        free.insert(op);
                    }
                }
            }
        }
        (Self { map, taken: FxHashMap::default() }, again)
    }
    /// The op that defines `name`.
    pub fn get(&self, name: Str) -> Option<Op> {
        self.map.get(&name).copied()
    }
    /// The op that `@name` refers to.
    pub fn lookup(&self, cx: &Context, attr: Attr) -> Option<Op> {
        let r = cx.attr_as::<SymbolRefAttr>(attr)?;
        if r.nested.is_empty() { self.get(r.root) } else { None }
    }
    /// All symbols in order of definition.
    pub fn iter(&self) -> impl Iterator<Item = (Str, Op)> + '_ {
        self.map.iter().map(|(&n, &o)| (n, o))
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
        self.map.insert(name, op);
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
    let n = body.info(op).attrs.len();
    let inherent = (0..n).filter_map(|slot| body.attr_slot(op, slot));
    let mut todo: Vec<TypeOrAttr> =
        inherent.chain(body.extra_attrs(op).iter().map(|e| e.1)).map(TypeOrAttr::Attr).collect();
    while let Some(item) = todo.pop() {
        if let TypeOrAttr::Attr(a) = item
            && let Some(r) = cx.attr_as::<SymbolRefAttr>(a)
        {
            f(r);
        }
        cx.visit_children(item, &mut |c| {
            if matches!(c, TypeOrAttr::Attr(_)) {
                todo.push(c);
            }
        });
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
