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

use super::lane_plan;
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
    let moves: Vec<bool> = s
        .operands()
        .enumerate()
        .map(|(i, v)| moves_along_both(body, &s, [row, group], i, v))
        .collect::<Option<_>>()?;
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

/// Whether an operand moves along both loops, rows after rows; `None` if it moves along one of them, or its rows are apart.
fn moves_along_both(
    body: &Body,
    s: &Structured,
    [row, group]: [usize; 2],
    i: usize,
    v: Value,
) -> Option<bool> {
    let map = &s.maps[i];
    let uses = [row, group].map(|d| map.uses_dim(d as u32));
    if uses == [false, false] {
        return Some(false);
    }
    let [rest @ .., before, last] = map.results() else { return None };
    let is_pair = before.as_dim() == Some(row as u32) && last.as_dim() == Some(group as u32);
    let others = |e: &AffineExpr| [row, group].iter().any(|&d| e.is_function_of_dim(d as u32));
    let shape = body.cx().type_as::<MemRefType>(body.ty(v))?.shape.to_vec();
    let sizes = s.static_sizes(body)?;
    let whole = shape.ends_with(&[sizes[row], sizes[group]]);
    let collapses =
        CollapseShapeOp::infer_type(body.cx(), body.ty(v), &structured_op::last_two(shape.len())).is_some();
    let contiguous = structured_op::is_contiguous_innermost(body, v);
    (is_pair && !rest.iter().any(others) && whole && collapses && contiguous).then_some(true)
}
