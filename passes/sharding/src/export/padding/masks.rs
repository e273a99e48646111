//! Masks: the elements behind the own ones, where an op reduces along their dimension.
//!
//! | op | elements |
//! |---|---|
//! | `reduce` | the initial value, which may be applied any number of times |
//! | products and convolutions | zeros on both sides, as a zero times infinity is none |
//! | `scatter` | indices in front of the tensor, whose updates are dropped |

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{HloBuilder, elem};
use strata_sdy::shardings;
use strata_stablehlo as hlo;

use super::sizes::Plan;
use crate::export::{scalars::zero, select::select_before};

/// Masks the operands of an op along the dimensions over which it reduces.
pub(super) fn mask_operands(b: &mut Body, op: Op, plan: &Plan) {
    for &(index, dim) in &plan.masks {
        let (own, now) = (plan.own[index][dim], plan.operands[index][dim]);
        if own == now {
            continue;
        }
        let Some(fill) = fill(b, op, index) else { continue };
        let value = b.operand(op, index);
        let sharding = shardings::sharding(b, value);
        let new = select_before(b, op, (dim, own), [value, fill], sharding.as_ref());
        b.set_operand(op, index, new);
    }
}

/// The scalar that an operand has behind its own elements; `None` for one whose elements are not looked at there.
fn fill(b: &mut Body, op: Op, index: usize) -> Option<Value> {
    let (count, ty) = (b.num_operands(op), elem(b, b.operand(op, index)));
    if op.isa::<hlo::ReduceOp>(b) {
        return Some(b.operand(op, index + count / 2));
    }
    let indices = op.isa::<hlo::ScatterOp>(b);
    let smallest = b.cx().as_int(ty).and_then(|ty| smallest(ty.width));
    let mut builder = Builder::before(b, op);
    let mut h = HloBuilder { b: &mut builder };
    if !indices {
        return Some(zero(&mut h, ty));
    }
    let ty = h.b.cx().tensor(&[], ty);
    smallest.filter(|_| index == count / 2).map(|number| h.int(number.cast_unsigned(), ty))
}

/// The smallest signed integer of a width.
fn smallest(width: u32) -> Option<i64> {
    (1..=64).contains(&width).then(|| i64::MIN >> (64 - width))
}
