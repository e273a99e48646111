//! One loop in place of two over rows that follow one another in memory.
//!
//! # Before
//! ```mlir
//! linalg.generic {indexing_maps = [(r, n, m) -> (r, n, m), (r, n, m) -> (n, m)], iterator_types = ["reduction", "parallel", "parallel"]}
//!   ins(%x : memref<17x129x67xf32>) outs(%y : memref<129x67xf32>) { … arith.maximumf … }
//! ```
//! # After
//! ```mlir
//! linalg.generic {indexing_maps = [(r, n) -> (r, n), (r, n) -> (n)], iterator_types = ["reduction", "parallel"]}
//!   ins(%x as memref<17x8643xf32>) outs(%y as memref<8643xf32>) { … arith.maximumf … }
//! ```
//! A row of 67 elements is four vectors of 16 and a masked one; all rows together have one masked vector. Rows that are whole vectors are
//! left alone, as are elementwise ops with rows shorter than a vector (`short_rows`).

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IndexOp};
use strata_memref::{CollapseShapeOp, LoadOp};

use super::{lane_plan, short_rows::follow_one_another};
use crate::{
    inline_payload::clone_payload_on,
    structured_op::{self, IteratorType, Structured, build_generic},
};

/// Merges loops of an op as long as there are rows to merge.
pub(super) fn merge(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    let Some(mut merged) = merge_once(body, op, vector_bits) else { return false };
    while let Some(next) = merge_once(body, merged, vector_bits) {
        body.erase(merged);
        merged = next;
    }
    true
}

/// The op with one loop less, in front of the op.
fn merge_once(body: &mut Body, op: Op, vector_bits: u32) -> Option<Op> {
    let s = structured_op::structured(body, op).filter(|_| op.isa::<GenericOp>(body))?;
    let (row, group) = rows(body, &s, vector_bits)?;
    let sizes = s.static_sizes(body)?;
    // An operand moves along both loops, or along neither.
    let moves_along_both = |(i, v): (usize, Value)| -> Option<bool> {
        let moves = [row, group].iter().any(|&d| s.maps[i].uses_dim(d as u32));
        let follow = moves && follow_one_another(body, &s, &sizes, [row, group], i, v);
        (follow == moves).then_some(moves)
    };
    let moves: Vec<bool> = s.operands().enumerate().map(moves_along_both).collect::<Option<_>>()?;
    let b = &mut Builder::before(body, op);
    let mut maps = Vec::new();
    let mut operands = Vec::new();
    let dims: Vec<AffineExpr> =
        (0..s.num_loops()).map(|d| AffineExpr::dim((d - usize::from(d > group)) as u32)).collect();
    for (i, v) in s.operands().enumerate() {
        let mut results: Vec<AffineExpr> =
            s.maps[i].results().iter().map(|e| e.replace_dims(&dims)).collect();
        let mut operand = v;
        if moves[i] {
            results.pop();
            let rank = b.cx().shaped(b.ty(v))?.shape?.len();
            operand = CollapseShapeOp::create(b, v, &structured_op::last_two(rank))?;
        }
        maps.push(AffineMap::new(s.num_loops() as u32 - 1, 0, results));
        operands.push(operand);
    }
    let mut iterators = s.iterators.clone();
    iterators.remove(group);
    let (inputs, outputs) = operands.split_at(s.inputs.len());
    Some(build_generic(b, inputs, outputs, maps, &iterators, &[], |b, args| {
        clone_payload_on(b, s.block, args)
    }))
}

/// The loop from row to row and the one along a row, if rows are no whole vectors.
fn rows(body: &Body, s: &Structured, vector_bits: u32) -> Option<(usize, usize)> {
    let (sizes, widest) = lane_plan::sizes_and_widest(body, s)?;
    let [.., row, last] = s.maps.last()?.results() else { return None };
    let (row, group) = (row.as_dim()? as usize, last.as_dim()? as usize);
    let lanes = i64::from(vector_bits / widest).max(1);
    let short = sizes[group] < lanes && s.is_elementwise();
    let parallel = [row, group].iter().all(|&d| s.iterators[d] == IteratorType::Parallel);
    let of_loops = |op: Op| op.isa::<IndexOp>(body) || op.isa::<LoadOp>(body);
    let merges = row != group
        && parallel
        && !short
        && sizes[row] > 1
        && sizes[group] % lanes != 0
        && !body.block_ops(s.block).any(of_loops);
    merges.then_some((row, group))
}
