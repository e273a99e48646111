//! Slices and paddings of tensors that are longer than their own elements.
//!
//! A slice `[a:b]` of a tensor with `n` elements, of which `q` are there, whose result has `p`, is a padding by `-a` in front and by `p - (q - a)`
//! behind: nothing at all for `[0:b]` with `p = q`. A padding is one by as many elements in front, and by what is left of `p` behind.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{HloBuilder, elem, ints, is_static, sizes};
use strata_sdy::{ReshardOp, shardings};
use strata_stablehlo as hlo;

use crate::export::{
    scalars::{has_zero, zero},
    select::select_before,
};

/// Whether an op is a slice or a padding.
pub(super) fn is_move(b: &Body, op: Op) -> bool {
    let is_kind = op.isa::<hlo::SliceOp>(b) || op.isa::<hlo::PadOp>(b);
    is_kind && {
        let (operand, result) = (b.operand(op, 0), b.result(op, 0));
        [operand, result].iter().all(|&value| is_static(b.cx(), b.ty(value)))
            && has_zero(b.cx(), elem(b, result))
    }
}

/// Whether the op moves the elements of a dimension apart, or leaves some out between others.
fn is_strided(b: &Body, op: Op, dim: usize) -> bool {
    match op.isa::<hlo::SliceOp>(b) {
        true => ints(b, op, "strides").get(dim) != Some(&1),
        false => ints(b, op, "interior_padding").get(dim) != Some(&0),
    }
}

/// The sizes that the result of a slice, a padding, a constant or places can have, of those that were asked for.
pub(super) fn possible_sizes(b: &Body, op: Op, asked: &[i64]) -> Vec<i64> {
    let own = sizes(b, b.result(op, 0));
    let fixed = |dim: usize| op.isa::<hlo::SliceOp>(b) && is_strided(b, op, dim);
    let all = asked.iter().zip(own).enumerate();
    all.map(|(dim, (&asked, &own))| if fixed(dim) { own } else { asked }).collect()
}

/// The sizes that the op needs of its operand, which has `from` elements of its own.
pub(super) fn needed_sizes(b: &Body, op: Op, from: &[i64]) -> Vec<i64> {
    let now = sizes(b, b.operand(op, 0));
    let all = now.iter().zip(from).enumerate();
    all.map(|(dim, (&now, &from))| if is_strided(b, op, dim) { from } else { now }).collect()
}

/// Writes an op for the sizes that its operand has by now and the sizes `to` of its result, with `from` and `before` elements of their own.
/// Returns the new value of its result.
pub(super) fn rewrite(b: &mut Body, op: Op, from: &[i64], before: &[i64], to: &[i64]) -> Value {
    let moved = match op.isa::<hlo::SliceOp>(b) {
        true => slice(b, op, from, before, to),
        false => pad(b, op, from, before, to),
    };
    let old = b.result(op, 0);
    let new = match (moved, shardings::sharding(b, old)) {
        (Moved::By(value), _) | (Moved::Stays(value), None) => value,
        (Moved::Stays(value), Some(sharding)) => {
            let sharding = b.cx().attr(sharding);
            ReshardOp::build(&mut Builder::before(b, op), value, sharding)
        }
    };
    b.replace_all_uses(old, new);
    b.erase(op);
    new
}

/// The new form of a slice or a padding.
enum Moved {
    /// The result of an op, with the sharding of the old one.
    By(Value),
    /// A value whose elements are where they have to be.
    Stays(Value),
}

fn slice(b: &mut Body, op: Op, from: &[i64], before: &[i64], to: &[i64]) -> Moved {
    let x = b.operand(op, 0);
    let now = sizes(b, x).to_vec();
    let [starts, limits, strides] =
        ["start_indices", "limit_indices", "strides"].map(|name| ints(b, op, name).to_vec());
    let sharding = shardings::sharding(b, b.result(op, 0));
    let mut builder = Builder::before(b, op);
    let mut h = HloBuilder { b: &mut builder };
    let is_longer = |dim: usize| now[dim] != from[dim] || to[dim] != before[dim];
    let mut made = Vec::new();
    let mut new = x;
    // The dimensions of which both sides have their own elements only.
    let (mut first, mut end, mut shape) = (vec![0; now.len()], now.clone(), now.clone());
    for dim in (0..now.len()).filter(|&dim| !is_longer(dim)) {
        (first[dim], end[dim], shape[dim]) = (starts[dim], limits[dim], before[dim]);
    }
    let steps: Vec<i64> = (0..now.len()).map(|dim| if is_longer(dim) { 1 } else { strides[dim] }).collect();
    if shape != now || steps.iter().any(|&step| step != 1) {
        let cx = h.b.cx_arc().clone();
        let lists = [("start_indices", &first), ("limit_indices", &end), ("strides", &steps)];
        let attrs = lists.map(|(name, list)| (name, cx.i64_array(list)));
        let ty = h.tensor_of(x, &shape);
        new = h.op::<hlo::SliceOp>(&[x], &attrs, ty);
        made.push(new);
    }
    let low: Vec<i64> = (0..now.len()).map(|dim| if is_longer(dim) { -starts[dim] } else { 0 }).collect();
    let high: Vec<i64> = (0..now.len()).map(|dim| to[dim] - shape[dim] - low[dim]).collect();
    if low.iter().chain(&high).any(|&count| count != 0) {
        let elem = elem(h.b, x);
        let fill = zero(&mut h, elem);
        new = h.pad(new, fill, &low, &high, &vec![0; now.len()]);
        made.push(new);
    }
    if let Some(sharding) = sharding {
        made.iter().for_each(|&value| shardings::set_local_sharding(b, value, sharding.clone()));
    }
    if made.is_empty() { Moved::Stays(new) } else { Moved::By(new) }
}

fn pad(b: &mut Body, op: Op, from: &[i64], before: &[i64], to: &[i64]) -> Moved {
    let fill = b.operand(op, 1);
    let [low, own_high, interior] =
        ["edge_padding_low", "edge_padding_high", "interior_padding"].map(|name| ints(b, op, name).to_vec());
    let mut x = b.operand(op, 0);
    let now = sizes(b, x).to_vec();
    for dim in 0..now.len() {
        if now[dim] > from[dim] && own_high[dim] > 0 {
            let sharding = shardings::sharding(b, x);
            x = select_before(b, op, (dim, from[dim]), [x, fill], sharding.as_ref());
        }
    }
    let high: Vec<i64> = (0..now.len())
        .map(|dim| match interior[dim] {
            0 => to[dim] - low[dim] - now[dim],
            _ => own_high[dim] + to[dim] - before[dim],
        })
        .collect();
    if [&low, &high, &interior].iter().all(|list| list.iter().all(|&count| count == 0)) {
        return Moved::Stays(x);
    }
    let sharding = shardings::sharding(b, b.result(op, 0));
    let new = HloBuilder { b: &mut Builder::before(b, op) }.pad(x, fill, &low, &high, &interior);
    if let Some(sharding) = sharding {
        shardings::set_local_sharding(b, new, sharding);
    }
    Moved::By(new)
}
