//! Reductions of short groups of neighbours together with other loops.
//!
//! ```mlir
//! %1 = linalg.generic {indexing_maps = [(y, g, k) -> (y, g, k), (y, g, k) -> (g)], iterator_types = ["reduction", "parallel", "reduction"]}
//!   ins(%x : tensor<4096x32x4xf32>) outs(%0 : tensor<32xf32>) …                                          // before
//!
//! %c = tensor.collapse_shape %x [[0], [1, 2]] : tensor<4096x32x4xf32> into tensor<4096x128xf32>          // after
//! %p = linalg.generic {indexing_maps = [(y, c) -> (y, c), (y, c) -> (c)], iterator_types = ["reduction", "parallel"]} ins(%c) …
//! %q = tensor.expand_shape %p [[0, 1]] : tensor<128xf32> into tensor<32x4xf32>
//! %1 = linalg.generic {… iterator_types = ["parallel", "reduction"]} ins(%q) outs(%0) …
//! ```
//! Vectors that run along a group would be mostly empty. The groups are rows of channels that follow each other, along which vectors are full.
//! An operand with one element for each group is repeated.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::IndexOp;
use strata_tensor::{CollapseShapeOp, EmptyOp, ExpandShapeOp, MixedIndex};

use super::{STEPS, start, total};
use strata_passes_analysis::combiner::{self, Combiner};

use crate::{
    inline_payload::{clone_payload_on, replace},
    structured_op::{self, IteratorType, Structured},
};

/// Groups of this size and more fill vectors.
const LONG: i64 = 16;
/// The most elements of an operand that is repeated.
const MAX_REPEATED: i64 = 1 << 14;

/// How an operand is read by the new op.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Its last two dimensions become one.
    Collapsed,
    /// Each element of its last dimension is repeated.
    Repeated,
    /// As before.
    Same,
}

struct Plan {
    combiner: Combiner,
    sizes: Vec<i64>,
    /// The loop over groups and the one along a group.
    groups: usize,
    along: usize,
    access: Vec<Access>,
}

/// Splits a reduction. Returns the op that makes the partial results.
pub(super) fn split(body: &mut Body, op: Op) -> Option<Op> {
    let s = structured_op::structured(body, op)?;
    let plan = plan(body, &s)?;
    let (groups, along) = (plan.groups, plan.along);
    let size = plan.sizes[along];
    let cx = body.cx_arc().clone();
    let result = cx.shaped(body.result_types(op).next()?)?;
    let mut shape = result.shape?.to_vec();
    *shape.last_mut()? *= size;
    let partial_ty = cx.tensor(&shape, result.elem);
    let loops = s.num_loops() as u32 - 1;
    // The loops without the one along a group.
    let place = |d: usize| AffineExpr::dim((d - usize::from(d > along)) as u32);
    let renumbered = |map: &AffineMap| -> Option<AffineMap> {
        let dims = map.result_dims()?.into_iter().map(|d| d as usize);
        let kept = dims.filter(|&d| d != along).map(place).collect();
        Some(AffineMap::new(loops, 0, kept))
    };
    let maps: Vec<AffineMap> = s.maps.iter().map(renumbered).collect::<Option<_>>()?;
    let iterators: Vec<IteratorType> =
        (0..s.num_loops()).filter(|&d| d != along).map(|d| s.iterators[d]).collect();
    let mut b = Builder::before(body, op);
    let inputs: Vec<Value> = s
        .inputs
        .iter()
        .zip(&plan.access)
        .map(|(&v, access)| match access {
            Access::Collapsed => collapsed(&mut b, v),
            Access::Repeated => {
                let repeated = repeated(&mut b, v, size);
                collapsed(&mut b, repeated)
            }
            Access::Same => v,
        })
        .collect();
    let start = start(&mut b, plan.combiner, partial_ty)?;
    let partial = structured_op::build_generic(
        &mut b,
        &inputs,
        &[start],
        maps,
        &iterators,
        &[partial_ty],
        |b, args| clone_payload_on(b, s.block, args),
    );
    let parts = b.result(partial, 0);
    let rank = shape.len();
    *shape.last_mut()? = plan.sizes[groups];
    shape.push(size);
    let sizes: Vec<MixedIndex> = shape.iter().map(|&n| n.into()).collect();
    let parts = ExpandShapeOp::create(&mut b, parts, &structured_op::last_two(rank + 1), &sizes);
    let total = total(&mut b, &s, plan.combiner, parts, rank..rank + 1);
    replace(body, op, total, 0);
    Some(partial)
}

fn plan(body: &Body, s: &Structured) -> Option<Plan> {
    let combiner = combiner::recognize(body, s)?;
    let sizes = s.static_sizes(body)?;
    let dims = |map: &AffineMap| -> Option<Vec<usize>> {
        Some(map.result_dims()?.into_iter().map(|d| d as usize).collect())
    };
    let all: Vec<Vec<usize>> = s.maps.iter().map(dims).collect::<Option<_>>()?;
    let (written, read) = all.split_last()?;
    let is = |d: usize, kind: IteratorType| s.iterators[d] == kind;
    let (groups, along) = read.iter().find_map(|dims| match dims[..] {
        [.., g, k] if is(g, IteratorType::Parallel) && is(k, IteratorType::Reduction) => Some((g, k)),
        _ => None,
    })?;
    let steps = (0..s.num_loops())
        .filter(|&d| d != along && is(d, IteratorType::Reduction))
        .fold(1i64, |n, d| n.saturating_mul(sizes[d]));
    let short = (2..LONG).contains(&sizes[along]);
    let wide = sizes[groups].saturating_mul(sizes[along]) >= LONG;
    if !short || !wide || steps < STEPS || written.last() != Some(&groups) {
        return None;
    }
    if body.ops_in(s.op).iter().any(|o| o.isa::<IndexOp>(body)) {
        return None;
    }
    let mut access = Vec::new();
    for (dims, &v) in read.iter().zip(&s.inputs) {
        let count = |d: usize| dims.iter().filter(|&&x| x == d).count();
        let elements = || dims.iter().fold(1i64, |n, &d| n.saturating_mul(sizes[d]));
        let dense = || body.cx().type_as::<TensorType>(body.ty(v)).is_some();
        access.push(match (count(groups), count(along)) {
            (0, 0) => Access::Same,
            (1, 1) if dims.ends_with(&[groups, along]) && dense() => Access::Collapsed,
            (1, 0) if dims.ends_with(&[groups]) && dense() && elements() <= MAX_REPEATED => Access::Repeated,
            _ => return None,
        });
    }
    let once = written.iter().filter(|&&d| d == groups).count() == 1;
    (once && access.contains(&Access::Collapsed)).then_some(Plan { combiner, sizes, groups, along, access })
}

/// A tensor whose last two dimensions are one.
fn collapsed(b: &mut Builder<'_>, v: Value) -> Value {
    let rank = b.cx().shaped(b.ty(v)).and_then(|t| t.shape).map_or(0, <[i64]>::len);
    CollapseShapeOp::create(b, v, &structured_op::last_two(rank))
}

/// A tensor with each element of another one `size` times along a new last dimension.
fn repeated(b: &mut Builder<'_>, v: Value, size: i64) -> Value {
    let ty = b.ty(v);
    let mut shape = b.cx().shaped(ty).and_then(|t| t.shape).unwrap_or(&[]).to_vec();
    let elem = b.cx().elem_or_self(ty);
    let rank = shape.len() as u32;
    shape.push(size);
    let ty = b.cx().tensor(&shape, elem);
    let empty = EmptyOp::build(b, &[], ty);
    let kept = (0..rank).map(AffineExpr::dim).collect();
    let maps = vec![AffineMap::new(rank + 1, 0, kept), AffineMap::identity(rank + 1)];
    let iterators = vec![IteratorType::Parallel; shape.len()];
    let op =
        structured_op::build_generic(b, &[v], &[empty], maps, &iterators, &[ty], |_, args| vec![args[0]]);
    b.result(op, 0)
}
