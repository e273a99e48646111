//! Moves neighbouring ops of a block into a function.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use strata_func::CallOp;
use strata_ir::{core::symbols::SymbolTable, prelude::*};

use crate::outline_kernels::{define_returning, definitions, moves};

/// The values that ops, and those in them, use and do not define, in the order of their first uses.
pub(super) fn outer_values(b: &Body, ops: &[Op]) -> IndexSet<Value, FxBuildHasher> {
    let (mut inside, mut used) = (FxHashSet::default(), IndexSet::default());
    for &op in ops {
        if b.regions(op).is_empty() {
            used.extend(b.operands(op).filter(|v| !inside.contains(v)));
        } else {
            let nested = b.ops_in(op);
            for &inner in &nested {
                inside.extend(b.results(inner).iter().copied());
            }
            for &around in nested.iter().chain([&op]) {
                let blocks = b.regions(around).iter().flat_map(|&region| b.blocks(region));
                inside.extend(blocks.flat_map(|&block| b.block_args(block)).copied());
            }
            for &user in [op].iter().chain(&nested) {
                used.extend(b.operands(user).filter(|v| !inside.contains(v)));
            }
        }
        inside.extend(b.results(op).iter().copied());
    }
    used
}

/// Replaces ops with a call of a function that does the same and returns `results`, those of their values that are used elsewhere.
/// Constants and views that are used elsewhere stay where they are.
pub(super) fn extract(
    module: &mut Body,
    symbols: &mut SymbolTable,
    b: &mut Body,
    name: &str,
    ops: &[Op],
    results: &[Value],
) {
    let Some(&first) = ops.first() else { return };
    let cx = b.cx_arc().clone();
    let used = outer_values(b, ops);
    let copied = definitions(b, used.iter().copied());
    // The operands of copies, and the other values from outside.
    let mut arguments: IndexSet<Value, FxBuildHasher> = IndexSet::default();
    let of_copies = copied.iter().flat_map(|&def| b.operands(def));
    for v in used.iter().copied().chain(of_copies) {
        if b.def_op(v).is_none_or(|def| !moves(b, def)) {
            arguments.insert(v);
        }
    }
    let arguments: Vec<Value> = arguments.into_iter().collect();
    let types = |values: &[Value]| -> Vec<Type> { values.iter().map(|&v| b.ty(v)).collect() };
    let (inputs, outputs) = (types(&arguments), types(results));
    let symbol = symbols.fresh(&cx, &format!("{name}_part"));
    let function =
        define_returning(module, symbols, &symbol, &inputs, &outputs, b.loc(first), |to, entry| {
            let mut map = IdMap::new();
            for (i, &old) in arguments.iter().enumerate() {
                map.map(old, to.block_args(entry)[i]);
            }
            for &op in copied.iter().chain(ops) {
                let new = to.import_op(b, op, &mut map);
                to.insert(new, InsertPoint::at_end(entry));
            }
            results.iter().map(|&v| map.get(v)).collect()
        });
    if let Some(function) = function {
        module.set_attr(function, "no_inline", Some(cx.unit()));
    }
    let callee = cx.symbol_ref(&symbol);
    let call =
        CallOp::build(&mut Builder::before(b, first), callee, &arguments, None, None, None, &outputs).op();
    for (i, &old) in results.iter().enumerate() {
        let new = b.result(call, i);
        b.replace_all_uses(old, new);
    }
    for &op in ops.iter().rev() {
        if b.is_unused(op) {
            b.erase(op);
        }
    }
}
