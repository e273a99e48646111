//! Functions and calls with other arguments and results.

use strata_func::{CallOp, FuncOp, ReturnOp};
use strata_ir::prelude::*;

/// The new place of each argument and each result. Arguments may share a place.
#[derive(Clone, Debug)]
pub struct Places {
    /// The places of arguments.
    pub args: Vec<usize>,
    /// The places of results.
    pub results: Vec<usize>,
}

/// The elements in their new places; of several, the first one.
fn moved<T: Clone>(list: &[T], places: &[usize]) -> Vec<T> {
    let n = places.iter().max().map_or(0, |last| last + 1);
    let first = |new: usize| places.iter().position(|&place| place == new).and_then(|old| list.get(old));
    (0..n).filter_map(first).cloned().collect()
}

/// Changes a function, which is the body; its other attributes are lost, as upstream's are. `None`, with nothing changed, for a declaration.
pub fn change_function(body: &mut Body, places: &Places) -> Option<()> {
    let func = body.self_as::<FuncOp>()?;
    let (entry, cx) = (body.entry()?, body.cx_arc().clone());
    let inputs = moved(func.inputs(body), &places.args);
    let results = moved(func.results(body), &places.results);
    let olds = body.block_args(entry).to_vec();
    let news: Vec<Value> = inputs.iter().map(|&ty| body.add_block_arg(entry, ty)).collect();
    for (&old, &place) in olds.iter().zip(&places.args) {
        let (loc, &new) = (body.value_loc(old), news.get(place)?);
        body.set_arg_loc(new, loc);
        body.replace_all_uses(old, new);
    }
    body.retain_block_args(entry, |_, v| news.contains(&v));
    for end in body.all_ops() {
        if end.isa::<ReturnOp>(body) {
            let values: Vec<Value> = body.operands(end).collect();
            for (i, v) in moved(&values, &places.results).into_iter().enumerate() {
                body.set_operand(end, i, v);
            }
        }
    }
    func.set_function_type(body, cx.type_attr(cx.function(&inputs, &results)));
    for (name, places) in [("arg_attrs", &places.args), ("res_attrs", &places.results)] {
        let list = body.attr(Op::SELF, name).and_then(|a| cx.attr_as::<ArrayAttr>(a));
        let Some(list) = list.map(|list| moved(&list.0, places)) else { continue };
        body.set_attr(Op::SELF, name, Some(cx.array_attr(list)));
    }
    body.set_attr(Op::SELF, "no_inline", None);
    let extra: Vec<Str> = body.extra_attrs(Op::SELF).iter().map(|&(name, _)| name).collect();
    for name in extra {
        body.set_extra_attr(Op::SELF, name, None);
    }
    Some(())
}

/// Replaces a call.
pub fn change_call(body: &mut Body, call: CallOp, places: &Places) {
    let operands: Vec<Value> = call.operands(body).collect();
    let operands = moved(&operands, &places.args);
    let olds = body.results(call.op()).to_vec();
    let types: Vec<Type> = olds.iter().map(|&v| body.ty(v)).collect();
    let types = moved(&types, &places.results);
    let Some(callee) = body.attr(call.op(), "callee") else { return };
    let mut b = Builder::before(body, call.op());
    let new = CallOp::build(&mut b, callee, &operands, None, None, None, &types);
    let news = body.results(new.op()).to_vec();
    let values: Vec<Value> = places.results.iter().filter_map(|&place| news.get(place).copied()).collect();
    crate::loops::replace(body, call.op(), &values);
}
