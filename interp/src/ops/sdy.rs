//! `sdy`: programs on whole tensors.
//!
//! A sharding says where the parts of a tensor are, never what its elements are. So ops that change a sharding, and collectives, which
//! do so step by step, give the tensor that they get. This includes reductions: the value of a tensor with `unreduced` axes is the
//! result of the pending reduction, and parts of it do not exist in a whole program. `sdy.all_reduce` and `sdy.reduce_scatter` reduce
//! what is reduced already, and `sdy.replicated_to_unreduced` and `sdy.sharded_to_unreduced` give the devices parts of the same value.
//!
//! A manual computation is the exception: its body is the program of one device. It runs on all devices of the mesh ([`manual`]).

mod manual;

use crate::{Eval, Flow, Interpreter, Step, ops::func::exit};

/// Ops with the value of their operand as their result.
const SAME_VALUE: [&str; 13] = [
    "sdy.all_gather",
    "sdy.all_reduce",
    "sdy.all_slice",
    "sdy.all_to_all",
    "sdy.collective_permute",
    "sdy.data_flow_edge",
    "sdy.func_data_flow_edge",
    "sdy.propagation_barrier",
    "sdy.reduce_scatter",
    "sdy.replicated_to_unreduced",
    "sdy.reshard",
    "sdy.sharded_to_unreduced",
    "sdy.sharding_constraint",
];

pub(crate) fn register(i: &mut Interpreter) {
    for op in SAME_VALUE {
        i.register(op, |s| {
            let value = s.take(0)?;
            s.set(0, value)
        });
    }
    i.register("sdy.constant", super::arith::constant);
    i.register("sdy.sharding_group", |_| Ok(Flow::Next));
    i.register("sdy.manual_computation", manual::run);
    i.register("sdy.named_computation", named_computation);
    i.register("sdy.return", exit);
}

/// A computation with a name, on the same tensors as the program around it.
fn named_computation(s: &mut Step<'_, '_>) -> Eval {
    let body = s.body().child(s.op).ok_or_else(|| s.fault("has no body"))?;
    let (args, at) = (s.take_from(0)?, s.body().loc(s.op));
    let results = s.m.call(body, args, at)?;
    s.set_all(results)
}
