//! Reductions of all elements of operands that lie in different orders.
//!
//! ```mlir
//! %1 = linalg.generic {indexing_maps = [(i, j) -> (i, j), (i, j) -> (j, i), (i, j) -> ()], iterator_types = ["reduction", "reduction"]} …  // before
//!
//! %p = linalg.generic {indexing_maps = [(i, j) -> (i, j), (i, j) -> (j, i), (i, j) -> (j)], iterator_types = ["reduction", "parallel"]} …  // after
//! %1 = linalg.generic {… iterator_types = ["reduction"]} ins(%p : tensor<512xf32>) outs(%0 : tensor<f32>) …
//! ```
//! Along no loop are all operands neighbours in memory, so that no loop can be the lanes of vectors. With a loop that is parallel, square tiles
//! are transposed in registers (`linalg-vectorize`), and rows can run on several threads.

use strata_ir::{affine::AffineExpr, affine::AffineMap, prelude::*};
use strata_linalg::InputPrecision;

use super::{STEPS, start, total};
use strata_passes_analysis::combiner::{self, Combiner};

use crate::{
    inline_payload::{clone_payload_on, replace},
    structured_op::{self, IteratorType, Structured},
};

/// How a reduction is split.
struct Plan {
    combiner: Combiner,
    /// The reductions that become parallel, the one along which operands are contiguous last.
    partial: Vec<usize>,
    sizes: Vec<i64>,
}

/// Splits a reduction. Returns the op that makes the partial results.
pub(super) fn split(body: &mut Body, op: Op) -> Option<Op> {
    let s = structured_op::structured(body, op)?;
    let plan = plan(body, &s)?;
    let cx = body.cx_arc().clone();
    let ty = body.result_types(op).next()?;
    let result = cx.shaped(ty)?;
    let kept = s.maps.last()?.results().to_vec();
    let mut shape = result.shape?.to_vec();
    shape.extend(plan.partial.iter().map(|&d| plan.sizes[d]));
    let partial_ty = cx.tensor(&shape, result.elem);
    let mut iterators = s.iterators.clone();
    plan.partial.iter().for_each(|&d| iterators[d] = IteratorType::Parallel);
    let mut maps = s.maps.clone();
    *maps.last_mut()? = AffineMap::new(
        s.num_loops() as u32,
        0,
        kept.iter().cloned().chain(plan.partial.iter().map(|&d| AffineExpr::dim(d as u32))).collect(),
    );
    let mut b = Builder::before(body, op);
    let start = start(&mut b, plan.combiner, partial_ty)?;
    let partial = structured_op::build_generic(
        &mut b,
        &s.inputs,
        &[start],
        maps,
        &iterators,
        &[partial_ty],
        |b, args| clone_payload_on(b, s.block, args),
    );
    InputPrecision::keep(b.body(), op, partial);
    let parts = b.result(partial, 0);
    let rank = shape.len();
    let total = total(&mut b, &s, plan.combiner, parts, rank - plan.partial.len()..rank);
    replace(body, op, total, 0);
    Some(partial)
}

/// How to split an op; none where some loop can be the lanes of vectors, or where no operand is transposed.
fn plan(body: &Body, s: &Structured) -> Option<Plan> {
    let combiner = combiner::recognize(body, s)?;
    let sizes = s.static_sizes(body)?;
    let reductions: Vec<usize> =
        (0..s.num_loops()).filter(|&d| s.iterators[d] == IteratorType::Reduction).collect();
    let inputs = &s.maps[..s.inputs.len()];
    let is_plain = |map: &AffineMap| map.result_dims().is_some();
    if reductions.len() < 2 || !s.maps.iter().all(is_plain) {
        return None;
    }
    // The loops along which an operand is contiguous: two different reductions, and no parallel loop.
    let last: Vec<usize> =
        inputs.iter().filter_map(|m| m.results().last()?.as_dim()).map(|d| d as usize).collect();
    let &along = last.first()?;
    let &across = last.iter().find(|&&d| d != along)?;
    let both = last.iter().all(|&d| d == along || d == across);
    let parts = |d: usize| reductions.iter().filter(|&&r| r != d).map(|&r| sizes[r]).product::<i64>();
    if !both || !reductions.contains(&along) || !reductions.contains(&across) || parts(across) < 2 {
        return None;
    }
    let mut partial: Vec<usize> = reductions.into_iter().filter(|&d| d != across && d != along).collect();
    partial.push(along);
    (sizes[across] >= STEPS).then_some(Plan { combiner, partial, sizes })
}
