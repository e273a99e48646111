//! Rotations, which programs write as two slices in the other order, as sums of shifts that keep the size.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.slice %a [3:16] : (tensor<16xf32>) -> tensor<13xf32>
//! %1 = stablehlo.slice %a [0:3] : (tensor<16xf32>) -> tensor<3xf32>
//! %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<13xf32>, tensor<3xf32>) -> tensor<16xf32>
//! ```
//! After:
//! ```mlir
//! %0 = stablehlo.pad %a, %zero, low = [-3], high = [3], interior = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
//! %1 = stablehlo.pad %a, %zero, low = [13], high = [-13], interior = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
//! %2 = stablehlo.select %is_before_13, %0, %1 : tensor<16xi1>, tensor<16xf32>
//! ```
//! The slices could be divided by few devices only; of the shifts, each device gets what comes from elsewhere.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::{HloBuilder, elem, ints, sizes};
use strata_sdy::{attrs::TensorSharding, shardings};
use strata_stablehlo as hlo;

use super::plan::joined;
use crate::{
    compare::closed,
    export::{
        scalars::{has_zero, zero},
        select::select_before,
    },
    nested::for_each_nested,
};

/// A rotation of a divided dimension.
struct Rotation {
    source: Value,
    dim: usize,
    /// The first element of the result.
    first: i64,
    sharding: TensorSharding,
}

/// Replaces the rotations of a module along divided dimensions.
pub(crate) fn split_rotations(module: &mut Body) {
    _ = for_each_nested(module, &mut |b| {
        for op in b.all_ops() {
            if b.is_live(op)
                && let Some(rotation) = rotation(b, op)
            {
                rotation.replace(b, op);
            }
        }
        Ok(())
    });
}

/// The rotation that a concatenation is.
fn rotation(b: &Body, op: Op) -> Option<Rotation> {
    op.as_op::<hlo::ConcatenateOp>(b)?;
    let (dim, result) = (joined(b, op)?, b.result(op, 0));
    let [left, right] = b.operands(op).collect::<Vec<_>>()[..] else { return None };
    let [left, right] = [b.def_op(left)?, b.def_op(right)?];
    if !left.isa::<hlo::SliceOp>(b) || !right.isa::<hlo::SliceOp>(b) {
        return None;
    }
    let source = b.operand(left, 0);
    let same = b.operand(right, 0) == source && b.ty(source) == b.ty(result);
    let whole = sizes(b, source);
    let range = |slice: Op, at: usize| -> Option<[i64; 2]> {
        let number = |name: &str| ints(b, slice, name).get(at).copied();
        (number("strides")? == 1).then_some([number("start_indices")?, number("limit_indices")?])
    };
    let others = (0..whole.len()).filter(|&at| at != dim);
    let others_whole =
        others.into_iter().all(|at| [left, right].iter().all(|&op| range(op, at) == Some([0, whole[at]])));
    let ([first, end], [begin, middle]) = (range(left, dim)?, range(right, dim)?);
    let is_rotation = begin == 0 && middle == first && end == *whole.get(dim)?;
    let sharding = shardings::sharding(b, result)?;
    let is_divided = !sharding.dim_shardings.get(dim)?.axes.is_empty();
    let fits = same && others_whole && is_rotation && is_divided && has_zero(b.cx(), elem(b, source));
    fits.then(|| Rotation { source, dim, first, sharding: closed(&sharding) })
}

impl Rotation {
    fn replace(&self, b: &mut Body, op: Op) {
        let (elem, shape) = (elem(b, self.source), sizes(b, self.source).to_vec());
        let slices: Vec<Op> = b.operands(op).filter_map(|value| b.def_op(value)).collect();
        let count = shape[self.dim] - self.first;
        let mut builder = Builder::before(b, op);
        let mut h = HloBuilder { b: &mut builder };
        let zero = zero(&mut h, elem);
        let [left, right] = [-self.first, count].map(|by| self.shifted(&mut h, zero, by));
        for value in [left, right] {
            shardings::set_sharding(b, value, self.sharding.clone());
        }
        let all = select_before(b, op, (self.dim, count), [left, right], Some(&self.sharding));
        b.replace_all_uses(b.result(op, 0), all);
        b.erase(op);
        for slice in slices {
            if b.is_live(slice) && b.uses_of(b.result(slice, 0)).next().is_none() {
                b.erase(slice);
            }
        }
    }
    /// The elements moved along the dimension, with zeros where there are none.
    fn shifted(&self, h: &mut HloBuilder<'_, '_>, zero: Value, by: i64) -> Value {
        let rank = sizes(h.b, self.source).len();
        let list = |number: i64| -> Vec<i64> {
            (0..rank).map(|at| if at == self.dim { number } else { 0 }).collect()
        };
        h.pad(self.source, zero, &list(by), &list(-by), &list(0))
    }
}
