//! Functions of a module, and the calls of them.

use strata_func::{CallOp, FuncOp};
use strata_ir::prelude::*;

/// The functions of a module that have a body and that passes may change: private ones, or all.
pub(crate) fn changeable(module: &Body, public_too: bool) -> Vec<Op> {
    let shells = module.children().filter(|(op, child)| op.isa::<FuncOp>(module) && child.entry().is_some());
    shells.map(|(op, _)| op).filter(|&op| public_too || module.symbol_visibility(op) != "public").collect()
}

/// Calls `f` for each body with the calls of a function that are in it.
pub(crate) fn each_caller(
    module: &mut Body,
    callee: Str,
    f: &mut dyn FnMut(&mut Body, Op) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    for (_, body) in module.children_mut() {
        let cx = body.cx_arc().clone();
        let calls: Vec<Op> = body
            .all_ops()
            .into_iter()
            .filter(|op| op.isa::<CallOp>(body))
            .filter(|&op| {
                let symbol = body.attr_slot(op, 0).and_then(|a| cx.attr_as::<SymbolRefAttr>(a));
                symbol.is_some_and(|s| s.root == callee)
            })
            .collect();
        for call in calls {
            f(body, call)?;
        }
        each_caller(body, callee, f)?;
    }
    Ok(())
}

/// Replaces a call by one with other operands, and only some of its results.
pub(crate) fn replace_call(body: &mut Body, call: Op, operands: &[Value], kept: &[usize]) {
    let mut state = OpState::new(body.info(call), body.loc(call));
    state.operands = operands.into();
    state.result_types = kept.iter().map(|&i| body.ty(body.result(call, i))).collect();
    state.attrs = body.attr_slots(call).collect();
    state.extra = body.extra_attrs(call).to_vec();
    let new = Builder::before(body, call).build(state);
    for (n, &i) in kept.iter().enumerate() {
        let (old, new) = (body.result(call, i), body.result(new, n));
        body.replace_all_uses(old, new);
    }
    body.erase(call);
}

/// Removes results of the function that `body` is the body of: from its type and attributes, and from its returns.
pub(crate) fn keep_results(body: &mut Body, func: FuncOp, inputs: &[Type], kept: &[usize]) {
    let cx = body.cx_arc().clone();
    let results: Vec<Type> = kept.iter().filter_map(|&i| func.results(body).get(i).copied()).collect();
    func.set_function_type(body, cx.type_attr(cx.function(inputs, &results)));
    if let Some(attrs) = body.attr(Op::SELF, "res_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a)) {
        let attrs: Vec<Attr> = kept.iter().filter_map(|&i| attrs.0.get(i).copied()).collect();
        let empty = cx.dict_attr(Vec::new());
        let new = attrs.iter().any(|&a| a != empty).then(|| cx.array_attr(attrs.clone()));
        body.set_attr(Op::SELF, "res_attrs", new);
    }
    for end in crate::one_shot::returns(body) {
        let operands: Vec<Value> = body.operands(end).collect();
        let operands: Vec<Value> = kept.iter().filter_map(|&i| operands.get(i).copied()).collect();
        body.set_operands(end, &operands);
    }
}
