//! The result of the analysis as attributes of ops, for tests.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;

use super::{
    conflicts::Obstacle,
    facts::{Facts, View},
};

/// Writes to each op with tensors which of its operands are in place.
pub(crate) fn in_place(body: &mut Body, facts: &Facts) {
    let cx = body.cx_arc().clone();
    for op in body.post_order() {
        let view = View { body, facts };
        if view.tensor_uses(op).next().is_none() {
            continue;
        }
        let word = |i: usize| {
            let u = (op, i);
            if !view.is_tensor(view.value_of(u)) {
                "none"
            } else if view.is_in_place(u) {
                "true"
            } else {
                "false"
            }
        };
        let words = (0..view.num_operands(op)).map(|i| cx.string_attr(word(i))).collect();
        body.set_attr(op, "__inplace_operands_attr__", Some(cx.array_attr(words)));
    }
}

/// Writes to each op the sets of the values that its results alias.
pub(crate) fn alias_sets(body: &mut Body, facts: &Facts) {
    let cx = body.cx_arc().clone();
    let Some(decisions) = &facts.decisions else { return };
    let values = tensors(body);
    let texts = strata_ir::text::value_names(body, &values, &facts.options.print);
    let names: FxHashMap<Value, String> = values.into_iter().zip(texts).collect();
    let set = |v: Value| {
        let members = decisions.aliases.members(v);
        let name = |v: &Value| cx.string_attr(names.get(v).map_or("", |n| n.as_str()));
        cx.array_attr(members.iter().map(name).collect())
    };
    for op in body.post_order().into_iter().chain([Op::SELF]) {
        let view = View { body, facts };
        let results: Vec<Attr> =
            body.results(op).iter().filter(|&&r| view.is_tensor(r)).map(|&r| set(r)).collect();
        let mut has_args = false;
        let mut regions = Vec::new();
        for &region in body.regions(op) {
            let mut blocks = Vec::new();
            for &block in body.blocks(region) {
                let args = body.block_args(block).iter().filter(|&&a| view.is_tensor(a));
                let sets: Vec<Attr> = args.map(|&a| set(a)).collect();
                has_args |= !sets.is_empty();
                blocks.push(cx.array_attr(sets));
            }
            regions.push(cx.array_attr(blocks));
        }
        if !results.is_empty() {
            body.set_attr(op, "__opresult_alias_set_attr__", Some(cx.array_attr(results)));
        }
        if has_args {
            body.set_attr(op, "__bbarg_alias_set_attr__", Some(cx.array_attr(regions)));
        }
    }
}

/// All tensors of a body.
fn tensors(body: &Body) -> Vec<Value> {
    let mut out = Vec::new();
    for op in body.all_ops().into_iter().chain([Op::SELF]) {
        out.extend(body.results(op));
        for block in body.regions(op).iter().flat_map(|&r| body.blocks(r)) {
            out.extend(body.block_args(*block));
        }
    }
    out.retain(|&v| super::layouts::is_tensor(body.cx(), body.ty(v)));
    out
}

/// Writes to ops why an operand is not in place.
pub(crate) fn obstacle(body: &mut Body, obstacle: &Obstacle) {
    let cx = body.cx_arc().clone();
    let number = |letter: &str| {
        let starts =
            |op: Op, n: &str| body.extra_attrs(op).iter().any(|(name, _)| cx.str(*name).starts_with(n));
        let is_taken = |n: usize| {
            let prefix = format!("{letter}_{n}[");
            body.all_ops().into_iter().chain([Op::SELF]).any(|op| starts(op, &prefix))
        };
        (0..).find(|&n| !is_taken(n)).unwrap_or(0)
    };
    let (w, c_number) = (number("W"), number("C"));
    match obstacle {
        Obstacle::ReadOnly(v) => {
            let (op, what) = definition(body, *v);
            body.set_attr(op, &format!("W_{w}[NOT-WRITABLE: {what}]"), Some(cx.unit()));
        }
        Obstacle::Conflict(None) => {}
        Obstacle::Conflict(Some(c)) => {
            let (op, what) = definition(body, c.definition);
            body.set_attr(op, &format!("C_{c_number}[DEF: {what}]"), Some(cx.unit()));
            body.set_attr(c.read.0, &format!("C_{c_number}[READ: {}]", c.read.1), Some(cx.unit()));
            body.set_attr(c.write.0, &format!("C_{c_number}[CONFL-WRITE: {}]", c.write.1), Some(cx.unit()));
        }
    }
}

/// The op that defines a value, and which of its values that is.
fn definition(body: &Body, v: Value) -> (Op, String) {
    match body.def(v) {
        Def::Result { op, index } => (op, format!("result {index}")),
        Def::Arg { block, .. } => {
            let index = body.block_args(block).iter().position(|&a| a == v).unwrap_or(0);
            (body.block_parent_op(block).unwrap_or(Op::SELF), format!("bbArg {index}"))
        }
        Def::Forward => (Op::SELF, String::new()),
    }
}
