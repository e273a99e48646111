//! Symbols: which definition a name after `@` refers to.

use rustc_hash::FxHashMap;
use strata_ir::{
    core::{Str, Trait},
    text::extents::Extents,
};

/// The definitions of symbols by the op whose table they are in, which is `None` at the top level, and by name.
pub struct Symbols {
    tables: FxHashMap<(Option<u32>, Str), u32>,
}

/// The nearest op around `op`, or `op` itself, that has a table of symbols.
fn table_around(extents: &Extents, op: Option<u32>) -> Option<u32> {
    let mut at = op;
    while let Some(index) = at {
        let info = extents.ops.get(index as usize)?.info;
        if info.is_some_and(|i| i.has(Trait::SymbolTable)) {
            return Some(index);
        }
        at = extents.parent_op(index);
    }
    None
}

impl Symbols {
    /// The symbols of a part.
    pub fn new(extents: &Extents) -> Self {
        let mut tables = FxHashMap::default();
        for (i, symbol) in extents.symbols.iter().enumerate().filter(|(_, s)| s.defines) {
            tables.entry((Self::table_of(extents, symbol.op), symbol.name)).or_insert(i as u32);
        }
        Self { tables }
    }
    /// The table that a symbol op is in.
    fn table_of(extents: &Extents, op: Option<u32>) -> Option<u32> {
        table_around(extents, op.and_then(|op| extents.parent_op(op)))
    }
    /// The definition that a name in the text refers to, or is.
    pub fn resolve(&self, extents: &Extents, symbol: u32) -> Option<u32> {
        let s = extents.symbols.get(symbol as usize)?;
        if s.defines {
            return Some(symbol);
        }
        // The names of a nested reference follow each other; each is looked up in the op that the one before it means.
        let root = symbol.checked_sub(s.depth)?;
        let mut found = self.resolve_root(extents, root)?;
        for at in root + 1..=symbol {
            let table = extents.symbols.get(found as usize)?.op;
            found = *self.tables.get(&(table, extents.symbols.get(at as usize)?.name))?;
        }
        Some(found)
    }
    fn resolve_root(&self, extents: &Extents, symbol: u32) -> Option<u32> {
        let s = extents.symbols.get(symbol as usize)?;
        let mut table = table_around(extents, s.op);
        loop {
            if let Some(&found) = self.tables.get(&(table, s.name)) {
                return Some(found);
            }
            table = table_around(extents, extents.parent_op(table?));
        }
    }
    /// The definitions that can be named in an op, the nearest table first.
    pub fn visible(&self, extents: &Extents, op: Option<u32>) -> Vec<u32> {
        let mut tables = Vec::new();
        let mut at = table_around(extents, op);
        loop {
            tables.push(at);
            let Some(index) = at else { break };
            at = table_around(extents, extents.parent_op(index));
        }
        self.in_tables(&tables)
    }
    /// The definitions in the table of an op.
    pub fn members(&self, table: u32) -> Vec<u32> {
        self.in_tables(&[Some(table)])
    }
    fn in_tables(&self, tables: &[Option<u32>]) -> Vec<u32> {
        let place = |table| tables.iter().position(|t| *t == table);
        let found = self.tables.iter().filter_map(|((table, _), &i)| Some((place(*table)?, i)));
        let mut found: Vec<(usize, u32)> = found.collect();
        found.sort_unstable();
        found.into_iter().map(|(_, i)| i).collect()
    }
    /// Whether a table has the name of this definition also as another one's.
    pub fn is_taken(
        &self,
        extents: &Extents,
        definition: u32,
        name: &str,
        cx: &strata_ir::core::Context,
    ) -> bool {
        let op = extents.symbols.get(definition as usize).and_then(|s| s.op);
        let table = Self::table_of(extents, op);
        self.tables.keys().any(|(t, n)| *t == table && cx.str(*n) == name)
    }
}
