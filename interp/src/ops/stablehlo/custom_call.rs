//! `custom_call`: registered targets, annotations, and operations that programs write as calls.

use std::cmp::Ordering;

use strata_ir::prelude::{DenseElementsAttr, DictionaryAttr};
use strata_runtime_kernels::message::filled;

use super::{
    approx_top_k,
    collective::{Groups, by_partition, by_replica, column, left_out, matrix, meet},
    lapack, random, window, xla_call,
};
use crate::{Eval, Interpreter, Step, Tensor, ops::chlo::top_k_of};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.custom_call", custom_call);
}

fn custom_call(s: &mut Step<'_, '_>) -> Eval {
    let name = s.string("call_target_name").unwrap_or_default();
    if let Some(call) = s.m.interpreter.custom_calls.get(name).cloned() {
        let args = s.operands_from(0)?;
        let results = call(&args).map_err(|m| s.fault(format!("calls '{name}', which fails: {m}")))?;
        return s.set_all(results.into());
    }
    match name {
        // Annotations, which do not change the value.
        "Sharding"
        | "SPMDFullToShardShape"
        | "SPMDShardToFullShape"
        | "annotate_device_placement"
        | "LayoutConstraint"
        | "MoveToDevice"
        | "MoveToHost"
        | "mhlo.copy"
        | "stablehlo.shape_refinement_operand_wrapper" => {
            let n = s.body().results(s.op).len();
            let values = s.operands_in(0..n)?;
            s.set_all(values)
        }
        "shape_assertion" => {
            let holds = s.int(0)? != 0;
            let numbers: Vec<i64> = (1..s.num_operands()).map(|i| s.int(i)).collect::<Eval<_>>()?;
            s.ensure(holds, || match s.string("error_message") {
                Some(m) => format!("asserts what does not hold: {}", filled(m, &numbers)),
                None => "asserts what does not hold".into(),
            })?;
            s.set_all(Default::default())
        }
        "ragged_all_to_all" => ragged_all_to_all(s),
        "ApproxTopK" => approx_top_k::call(s, false),
        "stablehlo.dynamic_approx_top_k" => approx_top_k::call(s, true),
        "stablehlo.dynamic_rng_bit_generator" => random::dynamic(s),
        "stablehlo.dynamic_reduce_window" => window::dynamic_reduce_window(s),
        "stablehlo.dynamic_top_k" => {
            let k = s.int(1)?;
            top_k_of(s, k, Ordering::Greater)
        }
        _ => {
            let known =
                lapack::call(s, name).or_else(|| xla_call::call(s, name)).or_else(|| chlo_op(s, name));
            known.unwrap_or_else(|| {
                Err(s.fault(format!("calls '{name}', which the interpreter does not know")))
            })
        }
    }
}

/// Executes a call that represents an op of `chlo` on one tensor, as XLA writes it.
fn chlo_op(s: &mut Step<'_, '_>, name: &str) -> Option<Eval> {
    let name = name.strip_prefix("mhlo.").or_else(|| name.strip_prefix("chlo."))?;
    if s.num_operands() != 1 {
        return None;
    }
    let eval = *s.m.interpreter.table.get(format!("chlo.{name}").as_str())?;
    Some(eval(s))
}

/// The groups in the dictionary `backend_config`.
fn groups(s: &Step<'_, '_>) -> Eval<Groups> {
    let config = s.attr("backend_config").and_then(|a| s.cx().attr_as::<DictionaryAttr>(a));
    let entry = config.and_then(|d| d.get(s.cx().intern("replica_groups")));
    let lists = match entry.and_then(|a| s.cx().attr_as::<DenseElementsAttr>(a)) {
        Some(d) => matrix(s, d, "replica_groups")?,
        None => Vec::new(),
    };
    // JAX writes a channel where the groups are of partitions.
    let channel = config.and_then(|d| d.get(s.cx().intern("channel_id"))).and_then(|a| s.cx().attr_i64(a));
    if channel.is_some_and(|channel| channel > 0) { by_partition(s, &lists) } else { by_replica(s, &lists) }
}

/// Sends rows of the first operand to the second operand of each member of the group, at the offsets that the sender
/// gives. The other operands are offsets in the input, numbers of rows, offsets in the receiver, and numbers of rows
/// to receive.
fn ragged_all_to_all(s: &mut Step<'_, '_>) -> Eval {
    s.ensure(s.num_operands() == 6, || "needs six operands".into())?;
    let groups = groups(s)?;
    let Some((place, all)) = meet(s, "ragged_all_to_all", &groups)? else { return Err(left_out(s)) };
    let mut out = s.tensor(1)?.clone();
    let columns: Vec<Vec<Tensor>> = (0..6).map(|k| column(s, &all, k)).collect::<Eval<_>>()?;
    let members = all.len();
    let fits = |t: &Tensor| !t.shape.is_empty() && t.shape[0] == members;
    s.ensure(columns[2..].iter().flatten().all(fits) && out.rank() > 0, || {
        format!("needs an offset and a size for each of {members} processes")
    })?;
    let row = out.strides()[0];
    for sender in 0..members {
        let input = &columns[0][sender];
        let updates = columns[2][sender].len() / members;
        s.ensure(columns[2..].iter().all(|c| c[sender].len() == updates * members), || {
            "has lists of offsets and sizes of different lengths".into()
        })?;
        for k in 0..updates {
            let at = |c: usize| columns[c][sender].at(place * updates + k).int();
            let (from, n, to) = (at(2), at(3), at(4));
            let range = |start: i64, t: &Tensor| {
                let end = start.checked_add(n)?;
                (start >= 0 && n >= 0 && end <= *t.shape.first()? as i64).then_some(start as usize * row)
            };
            let (Some(from), Some(to)) = (range(from, input), range(to, &out)) else {
                return Err(s.fault("moves rows that do not exist"));
            };
            s.ensure(input.rank() > 0 && input.strides()[0] == row && input.elem == out.elem, || {
                "has an input and an output of different rows".into()
            })?;
            let n = n as usize * row;
            out.data.overwrite(&input.data, |i| (to..to + n).contains(&i).then(|| i - to + from));
        }
    }
    s.set_elements(0, out)
}
