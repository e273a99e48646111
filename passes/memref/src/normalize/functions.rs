//! Functions whose buffers keep their layouts, and the types of functions.

use strata_func::FuncOp;
use strata_ir::prelude::*;

use super::{Names, layout::normalized, uses::is_normalizable};

/// The names of the functions that stay as they are: those with a buffer whose layout cannot change, and all that call them or are called by
/// them, as the types of arguments and results are the same on both sides.
pub(super) fn that_stay(module: &Body) -> Names {
    let mut fixed = Names::default();
    let mut pairs: Vec<(Str, Str)> = Vec::new();
    for (op, body) in module.children() {
        let Some(name) = module.symbol_name(op) else { continue };
        if !op.isa::<FuncOp>(module) || !is_normalizable(body) || !has_known_signature(body) {
            fixed.insert(name);
        }
        for call in body.all_ops() {
            pairs.extend(callees(body, call).into_iter().map(|callee| (name, callee)));
        }
    }
    let known: Names = module.children().filter_map(|(op, _)| module.symbol_name(op)).collect();
    fixed.extend(pairs.iter().filter(|p| !known.contains(&p.1)).map(|p| p.0));
    loop {
        let before = fixed.len();
        for &(caller, callee) in &pairs {
            if fixed.contains(&caller) || fixed.contains(&callee) {
                fixed.extend([caller, callee]);
            }
        }
        if fixed.len() == before {
            return fixed;
        }
    }
}

/// The functions that an op names.
fn callees(b: &Body, op: Op) -> Vec<Str> {
    let mut out = Vec::new();
    strata_ir::core::symbols::for_each_symbol_ref(b, op, &mut |symbol| out.push(symbol.root));
    out
}

/// Whether no layout in the type of a function has symbols, whose values only an allocation gives.
fn has_known_signature(b: &Body) -> bool {
    let Some(func) = b.self_as::<FuncOp>() else { return true };
    let types = func.inputs(b).iter().chain(func.results(b));
    types.filter_map(|&ty| normalized(b.cx(), ty)).all(|n| n.map.n_symbols() == 0)
}

/// Gives a function the type of its arguments and of the values that it returns.
pub(super) fn update_type(body: &mut Body) {
    let Some(func) = body.self_as::<FuncOp>() else { return };
    let cx = body.cx();
    let new = |&ty: &Type| normalized(cx, ty).map_or(ty, |n| n.ty);
    let (inputs, results) =
        (func.inputs(body).iter().map(new).collect(), func.results(body).iter().map(new).collect());
    let ty = cx.type_attr(cx.ty(FunctionType { inputs, results }));
    body.set_attr(Op::SELF, "function_type", Some(ty));
}
