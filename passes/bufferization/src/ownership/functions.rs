//! Functions whose results tell who owns the buffers.

use rustc_hash::FxHashSet;
use strata_func::{CallOp, FuncOp};
use strata_ir::{core::symbols::for_each_symbol_ref, prelude::*};

use super::is_memref;

/// The private functions of a module that have a body and are used by nothing but calls.
pub(super) fn only_called(module: &Body) -> FxHashSet<Str> {
    let private = module.children().filter(|&(op, child)| {
        op.isa::<FuncOp>(module) && child.entry().is_some() && module.symbol_visibility(op) == "private"
    });
    let mut names: FxHashSet<Str> = private.filter_map(|(op, _)| module.symbol_name(op)).collect();
    for (_, child) in module.children() {
        remove_others(child, &mut names);
    }
    names
}

/// Removes the names of functions that something in a body uses without calling them.
fn remove_others(body: &Body, names: &mut FxHashSet<Str>) {
    body.walk(|op| {
        if !op.isa::<CallOp>(body) {
            for_each_symbol_ref(body, op, &mut |symbol| {
                names.remove(&symbol.root);
            });
        }
    });
    for (_, child) in body.children() {
        remove_others(child, names);
    }
}

/// Makes the type of a function, and the lists of attributes, those of its entry block and its returns.
pub(super) fn update_signature(body: &mut Body, func: FuncOp) -> Result<(), Diagnostic> {
    let Some(entry) = body.entry() else { return Ok(()) };
    let ends = crate::one_shot::returns(body);
    let mut types = ends.iter().map(|&end| body.operand_types(end).collect::<Vec<_>>());
    let results = types.next().unwrap_or_else(|| func.results(body).to_vec());
    if types.any(|other| other != results) {
        let message = "there are multiple return operations with different operand types";
        return Err(Diagnostic::error(body.loc(Op::SELF), message));
    }
    let inputs: Vec<Type> = body.block_args(entry).iter().map(|&arg| body.ty(arg)).collect();
    let cx = body.cx_arc().clone();
    for (name, n) in [("arg_attrs", inputs.len()), ("res_attrs", results.len())] {
        let Some(list) = body.attr(Op::SELF, name).and_then(|a| cx.attr_as::<ArrayAttr>(a)) else { continue };
        let mut list = list.0.to_vec();
        list.resize(n, cx.dict_attr(Vec::new()));
        body.set_attr(Op::SELF, name, Some(cx.array_attr(list)));
    }
    func.set_function_type(body, cx.type_attr(cx.function(&inputs, &results)));
    Ok(())
}

/// The number of buffers among values.
pub(super) fn n_buffers(body: &Body, values: &[Value]) -> usize {
    values.iter().filter(|&&v| is_memref(body, v)).count()
}
