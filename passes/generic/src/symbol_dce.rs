//! `symbol-dce`: erases symbols that nothing refers to and that are not visible from outside.
//!
//! Before: `func.func private @unused()` beside functions that do not call it. After: it is gone.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::{
    core::symbols::{SymbolTable, for_each_symbol_ref},
    core::writer::deep,
    prelude::*,
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Eliminate dead symbols.
#[pass(
    name = "symbol-dce",
    class = "SymbolDCE",
    statistics = ["num-dce'd": "Number of symbols DCE'd"],
    idempotent
)]
pub struct SymbolDce;

impl BodyPass for SymbolDce {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if !body.has_trait(Op::SELF, Trait::SymbolTable) {
            let name = body.op_name(Op::SELF);
            let message = format!("'{name}' op symbol-dce only applies to operations with a symbol table");
            return Err(cx.error(body.loc(Op::SELF), message));
        }
        let erased = eliminate(body, false, &FxHashSet::default());
        cx.count("num-dce'd", erased);
        Ok(())
    }
}

/// The names that an op and everything nested in it refer to: the outermost name with the names inside of it.
type Refs = Vec<(Str, SmallVec<[Str; 1]>)>;

fn refs_of(body: &Body, op: Op, out: &mut Refs) {
    for each in [op].into_iter().chain(body.ops_in(op)) {
        for_each_symbol_ref(body, each, &mut |r| out.push((r.root, r.nested.clone())));
        if let Some(child) = body.child(each) {
            deep(|| refs_inside(child, out));
        }
    }
}

fn refs_inside(body: &Body, out: &mut Refs) {
    for op in body.all_ops() {
        for_each_symbol_ref(body, op, &mut |r| out.push((r.root, r.nested.clone())));
        if let Some(child) = body.child(op) {
            deep(|| refs_inside(child, out));
        }
    }
}

/// Erases the dead symbols of `body`. With `hidden`, nothing is visible from outside but `used`.
fn eliminate(body: &mut Body, hidden: bool, used: &FxHashSet<Str>) -> u64 {
    let table = SymbolTable::new(body);
    let mut live: FxHashSet<Op> = FxHashSet::default();
    let mut inner: FxHashMap<Op, FxHashSet<Str>> = FxHashMap::default();
    let mut todo: Vec<Op> = Vec::new();
    for &region in body.regions(Op::SELF) {
        for op in body.region_ops(region) {
            let name = body.symbol_name(op);
            let visible = match body.symbol_visibility(op) {
                "public" => !hidden,
                _ => false,
            };
            if name.is_none_or(|n| visible || used.contains(&n)) && live.insert(op) {
                todo.push(op);
            }
        }
    }
    let mut refs = Refs::new();
    while let Some(op) = todo.pop() {
        refs.clear();
        refs_of(body, op, &mut refs);
        for (root, nested) in &refs {
            let Some(target) = table.get(*root) else { continue };
            inner.entry(target).or_default().extend(nested.first());
            if live.insert(target) {
                todo.push(target);
            }
        }
    }
    let mut erased = 0;
    for (_, op) in table.iter() {
        if !live.contains(&op) && body.is_unused(op) {
            body.erase(op);
            erased += 1;
        }
    }
    let none = FxHashSet::default();
    let private: FxHashSet<Op> =
        live.iter().copied().filter(|&op| body.symbol_visibility(op) != "public").collect();
    for (op, child) in body.children_mut() {
        if child.has_trait(Op::SELF, Trait::SymbolTable) {
            let used = inner.get(&op).unwrap_or(&none);
            erased += deep(|| eliminate(child, hidden || private.contains(&op), used));
        }
    }
    erased
}
