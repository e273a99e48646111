//! Masks: the elements behind the own ones, where an op reduces along their dimension.
//!
//! | op | elements |
//! |---|---|
//! | `reduce` | the initial value, which may be applied any number of times |
//! | products and convolutions | zeros on both sides, as a zero times infinity is none |
//! | `scatter` | indices in front of the tensor, whose updates are dropped |

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{HloBuilder, elem};
use strata_stablehlo as hlo;

use super::{resize::masked, sizes::Plan};
use crate::export::scalars::zero;

/// Masks the operands of an op along the dimensions over which it reduces.
pub(super) fn mask_operands(b: &mut Body, op: Op, plan: &Plan) {
    for &(index, dim) in &plan.masks {
        let (own, now) = (plan.own[index][dim], plan.operands[index][dim]);
        if own == now {
            continue;
        }
        let Some(fill) = fill(b, op, index) else { continue };
        let value = b.operand(op, index);
        let new = masked(b, op, value, dim, own, fill);
        b.set_operand(op, index, new);
    }
}

/// The scalar that an operand has behind its own elements; `None` for one whose elements are not looked at there.
fn fill(b: &mut Body, op: Op, index: usize) -> Option<Value> {
    let (count, ty) = (b.num_operands(op), elem(b, b.operand(op, index)));
    let loc = b.loc(op);
    match b.op_name(op) {
        hlo::ReduceOp::NAME => Some(b.operand(op, index + count / 2)),
        hlo::ScatterOp::NAME => {
            let cx = b.cx_arc().clone();
            let smallest = smallest(cx.as_int(ty)?.width).filter(|_| index == count / 2)?;
            let mut builder = Builder::before(b, op);
            builder.set_cur_loc(loc);
            Some(HloBuilder { b: &mut builder }.int(smallest.cast_unsigned(), cx.tensor(&[], ty)))
        }
        _ => {
            let mut builder = Builder::before(b, op);
            builder.set_cur_loc(loc);
            Some(zero(&mut HloBuilder { b: &mut builder }, ty))
        }
    }
}

/// The smallest signed integer of a width.
fn smallest(width: u32) -> Option<i64> {
    (1..=64).contains(&width).then(|| i64::MIN >> (64 - width))
}
