//! `linalg-split-reductions`: a reduction of all elements whose operands lie in different orders becomes one along each row, and one of
//! the results of these.
//!
//! # Before
//! ```mlir
//! %1 = linalg.generic {indexing_maps = [(i, j) -> (i, j), (i, j) -> (j, i), (i, j) -> ()], iterator_types = ["reduction", "reduction"]}
//!   ins(%x, %y : tensor<512x512xf32>, tensor<512x512xf32>) outs(%0 : tensor<f32>) { … arith.addf … }
//! ```
//! # After
//! ```mlir
//! %p = linalg.generic {indexing_maps = [(i, j) -> (i, j), (i, j) -> (j, i), (i, j) -> (j)], iterator_types = ["reduction", "parallel"]}
//!   ins(%x, %y : tensor<512x512xf32>, tensor<512x512xf32>) outs(%neutral : tensor<512xf32>) { … arith.addf … }
//! %1 = linalg.generic {… iterator_types = ["reduction"]} ins(%p : tensor<512xf32>) outs(%0 : tensor<f32>) { … arith.addf … }
//! ```
//! Along no loop are all operands neighbours in memory, so that no loop can be the lanes of vectors. With a loop that is parallel, square tiles
//! are transposed in registers (`linalg-vectorize`), and rows can run on several threads.

use strata_ir::{affine::AffineExpr, affine::AffineMap, prelude::*};
use strata_linalg::{FillOp, InputPrecision, LinalgOp};
use strata_tensor::EmptyOp;

use crate::{
    combiner::{self, Combiner},
    inline_payload::{clone_payload, replace},
    structured_op::{self, IteratorType, Structured},
};

/// The fewest steps of the loop that stays a reduction, for each partial result.
const STEPS: i64 = 8;

/// Splits the reductions of a body. Returns how many.
pub fn split(body: &mut Body) -> usize {
    let mut done = 0;
    for op in body.all_ops() {
        if body.is_live(op) && split_op(body, op).is_some() {
            done += 1;
        }
    }
    done
}

/// How a reduction is split.
struct Plan {
    combiner: Combiner,
    /// The reductions that become parallel, the one along which operands are contiguous last.
    partial: Vec<usize>,
    sizes: Vec<i64>,
}

fn split_op(body: &mut Body, op: Op) -> Option<()> {
    if !op.implements::<dyn LinalgOp>(body) {
        return None;
    }
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
    let neutral = strata_arith::constant(&mut b, plan.combiner.neutral_attr(&cx, result.elem));
    let empty = EmptyOp::build(&mut b, &[], partial_ty);
    let start = FillOp::create(&mut b, &[neutral], empty).ok()?.op();
    let start = b.result(start, 0);
    let payload = |b: &mut Builder<'_>, args: &[Value]| {
        let mut map = IdMap::new();
        let old = b.block_args(s.block).to_vec();
        for (old, &new) in old.into_iter().zip(args) {
            map.map(old, new);
        }
        clone_payload(b, s.block, &mut map, None)
    };
    let partial =
        structured_op::build_generic(&mut b, &s.inputs, &[start], maps, &iterators, &[partial_ty], payload);
    InputPrecision::keep(b.body(), op, partial);
    InputPrecision::keep(b.body(), op, partial);
    let partial = b.result(partial, 0);
    let rank = shape.len() as u32;
    let outer = (shape.len() - plan.partial.len()) as u32;
    let maps =
        vec![AffineMap::identity(rank), AffineMap::new(rank, 0, (0..outer).map(AffineExpr::dim).collect())];
    let iterators: Vec<IteratorType> =
        (0..rank).map(|d| if d < outer { IteratorType::Parallel } else { IteratorType::Reduction }).collect();
    let total =
        structured_op::build_generic(&mut b, &[partial], &s.outputs, maps, &iterators, &[ty], |b, args| {
            vec![plan.combiner.apply(b, args[1], args[0])]
        });
    replace(body, op, total, 0);
    Some(())
}

/// How to split an op; none where some loop can be the lanes of vectors, or where no operand is transposed.
fn plan(body: &Body, s: &Structured) -> Option<Plan> {
    let combiner = combiner::recognize(body, s)?;
    let sizes = s.static_sizes(body)?;
    let reductions: Vec<usize> =
        (0..s.num_loops()).filter(|&d| s.iterators[d] == IteratorType::Reduction).collect();
    let inputs = &s.maps[..s.inputs.len()];
    let is_plain = |map: &AffineMap| map.results().iter().all(|e| e.as_dim().is_some());
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
