//! Reductions divided into a parallel loop of smaller reductions, and a reduction of their results.
//!
//! ```mlir
//! %r = linalg.generic { … "reduction" } ins(%a : tensor<32xf32>) outs(%c : tensor<f32>)
//! ```
//! with four parts becomes
//! ```mlir
//! %x = tensor.expand_shape %a [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
//! %p = linalg.generic { … "parallel", "reduction" } ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>)
//! %r = linalg.generic { … "reduction" } ins(%p : tensor<4xf32>) outs(%c : tensor<f32>)
//! ```

use strata_bufferization::AllocTensorOp;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    core::DYNAMIC,
    prelude::*,
};
use strata_linalg::{GenericOp, IteratorType, LinalgOp, attrs};
use strata_tensor::{EmptyOp, ExpandShapeOp, MixedIndex};

use crate::reductions::{Reduction, filled};

/// How a reduction is split.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// The number of parts.
    pub ratio: i64,
    /// The dimension of the parts in the partial results.
    pub dimension: usize,
    /// Whether the loop over parts is inside of the reduction.
    pub inner_parallel: bool,
    /// Whether the partial results are in an allocation.
    pub alloc: bool,
}

/// The ops that a split reduction becomes.
#[derive(Clone, Copy, Debug)]
pub struct SplitReduction {
    /// The destination of the partial results.
    pub init: Op,
    /// Its fill with the neutral element.
    pub fill: Op,
    /// The partial reductions.
    pub split: Op,
    /// The reduction of the partial results.
    pub combining: Op,
}

/// Splits the only reduction loop of an op. `None`, with nothing changed, if its size is no multiple of the number of parts, or the op is no
/// reduction to one tensor.
pub fn split_reduction(body: &mut Body, op: Op, how: Split) -> Option<SplitReduction> {
    let linalg = op.cast::<dyn LinalgOp>(body)?;
    let (kinds, maps) = (linalg.iterator_types(body), linalg.indexing_maps(body));
    let reduced: Vec<usize> = (0..kinds.len()).filter(|&d| kinds[d] == IteratorType::Reduction).collect();
    let [reduced] = reduced[..] else { return None };
    let size = linalg.static_loop_ranges(body)[reduced];
    let inits = linalg.dps_init_range(body);
    let init = *linalg.dps_inits(body).first()?;
    let shape = body.cx().type_as::<TensorType>(body.ty(init))?.shape.to_vec();
    let out = maps.get(inits.start)?.result_dims()?;
    let fits = how.ratio > 1 && size != DYNAMIC && size % how.ratio == 0;
    if !fits || inits.len() != 1 || how.dimension > shape.len() || shape.contains(&DYNAMIC) {
        return None;
    }
    let [reduction] = Reduction::all(body, op)?[..] else { return None };
    // The number of the new loop, and of the old ones.
    let new = if how.inner_parallel { reduced + 1 } else { how.dimension };
    let shifted = |d: usize| AffineExpr::dim(if d < new { d } else { d + 1 } as u32);
    let n = kinds.len() as u32 + 1;
    let parts = inputs(body, op, &maps[..inits.start], reduced, how)?;
    let mut b = Builder::before(body, op);
    let (mut ins, mut new_maps) = (Vec::new(), Vec::new());
    for (i, part) in parts.iter().enumerate() {
        let v = b.operand(op, i);
        ins.push(part.value(&mut b, v));
        let expr = |&d: &Option<usize>| d.map_or(AffineExpr::dim(new as u32), shifted);
        new_maps.push(AffineMap::new(n, 0, part.loops.iter().map(expr).collect()));
    }
    let mut new_shape = shape;
    new_shape.insert(how.dimension, how.ratio);
    let mut exprs: Vec<AffineExpr> = out.iter().map(|&d| shifted(d as usize)).collect();
    exprs.insert(how.dimension, AffineExpr::dim(new as u32));
    new_maps.push(AffineMap::new(n, 0, exprs));
    let elem = b.cx().elem_or_self(b.ty(init));
    let ty = b.cx().tensor(&new_shape, elem);
    let tensor = if how.alloc {
        AllocTensorOp::build(&mut b, &[], None, None, None, ty)
    } else {
        EmptyOp::build(&mut b, &[], ty)
    };
    let fill = filled(&mut b, reduction.neutral, tensor)?;
    let start = b.result(fill, 0);
    let mut new_kinds = kinds;
    new_kinds.insert(new, IteratorType::Parallel);
    let [m, k] = [attrs::maps_attr(b.cx(), &new_maps), attrs::iterator_types_attr(b.cx(), &new_kinds)];
    let split = GenericOp::build(&mut b, &ins, &[start], m, k, None, None, &[ty]);
    let partial = b.result(split.op(), 0);
    let rank = new_shape.len() as u32;
    let kept: Vec<u32> = (0..rank).filter(|&d| d as usize != how.dimension).collect();
    let mut last_kinds = vec![IteratorType::Parallel; new_shape.len()];
    last_kinds[how.dimension] = IteratorType::Reduction;
    let maps = [AffineMap::identity(rank), AffineMap::select(rank, &kept)];
    let result = b.ty(init);
    let combining =
        GenericOp::build_with(&mut b, &[partial], &[init], &maps, &last_kinds, &[result], |b, args| {
            vec![reduction.combine(b, args[0], args[1])]
        });
    let (from, to) = (*b.regions(op).first()?, split.region(&b));
    b.body().move_blocks(from, to);
    let results = b.results(combining.op()).to_vec();
    crate::loops::replace(body, op, &results);
    let init = body.def_op(tensor)?;
    Some(SplitReduction { init, fill, split: split.op(), combining: combining.op() })
}

/// An input of the split op: the loop of each dimension, `None` for the new one, and how it is reshaped.
struct Input {
    loops: Vec<Option<usize>>,
    shape: Vec<i64>,
    groups: Vec<Vec<i64>>,
}

impl Input {
    fn value(&self, b: &mut Builder<'_>, v: Value) -> Value {
        if self.loops.iter().all(Option::is_some) {
            return v;
        }
        let sizes: Vec<MixedIndex> = self.shape.iter().map(|&n| n.into()).collect();
        ExpandShapeOp::create(b, v, &self.groups, &sizes)
    }
}

fn inputs(body: &Body, op: Op, maps: &[AffineMap], reduced: usize, how: Split) -> Option<Vec<Input>> {
    maps.iter()
        .enumerate()
        .map(|(i, map)| {
            let shape = body.cx().shaped(body.ty(body.operand(op, i))).and_then(|s| s.shape).unwrap_or(&[]);
            let mut input = Input { loops: Vec::new(), shape: Vec::new(), groups: Vec::new() };
            for (d, &n) in map.result_dims()?.into_iter().zip(shape) {
                let d = d as usize;
                let first = input.shape.len() as i64;
                if d != reduced {
                    input.loops.push(Some(d));
                    input.shape.push(n);
                    input.groups.push(vec![first]);
                    continue;
                }
                let rest = n / how.ratio;
                if how.inner_parallel {
                    input.loops.extend([Some(d), None]);
                    input.shape.extend([rest, how.ratio]);
                } else {
                    input.loops.extend([None, Some(d)]);
                    input.shape.extend([how.ratio, rest]);
                }
                input.groups.push(vec![first, first + 1]);
            }
            // A reshape computes no sizes here.
            let reshaped = input.loops.iter().any(Option::is_none);
            (!reshaped || !input.shape.contains(&DYNAMIC)).then_some(input)
        })
        .collect()
}
