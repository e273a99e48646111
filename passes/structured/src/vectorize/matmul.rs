//! The register tile of a matrix product.
//!
//! The whole result tile is in vectors that the loop over the depth carries; each step loads the vectors of one row of the right side and
//! broadcasts one element of the left side for each row.

use strata_ir::prelude::*;
use strata_linalg::MatmulOp;

use super::{load, splat, store};
use crate::tile_contractions::is_matrix_from_memory;
use crate::{loop_builder::build_for, structured_op};

/// More accumulators than this would not fit into the registers of any target.
const MAX_ACCUMULATORS: i64 = 28;

/// A register tile.
struct Tile {
    operands: [Value; 3],
    elem: Type,
    lanes: i64,
    /// Rows, depth and columns.
    sizes: [i64; 3],
}

/// A static `linalg.matmul` whose result fits into the registers.
fn tile(body: &Body, op: Op, vector_bits: u32) -> Option<Tile> {
    if !op.isa::<MatmulOp>(body) || !structured_op::has_default_maps(body, op) {
        return None;
    }
    let s = structured_op::structured(body, op)?;
    let cx = body.cx();
    let shape = |v: Value| cx.type_as::<MemRefType>(body.ty(v)).map(|t| t.shape.to_vec());
    let (lhs, rhs, out) = (shape(s.inputs[0])?, shape(s.inputs[1])?, shape(s.outputs[0])?);
    let elem = cx.elem_or_self(body.ty(s.outputs[0]));
    let same = s
        .operands()
        .all(|v| cx.elem_or_self(body.ty(v)) == elem && structured_op::is_contiguous_innermost(body, v));
    let bits = cx.bit_width(elem).filter(|&w| w >= 8 && same)?;
    let lanes = i64::from(vector_bits / bits).max(1);
    let (m, k, n) = (lhs[0], lhs[1], rhs[1]);
    let numbers = cx.as_float(elem).is_some()
        || cx.as_int(elem).is_some_and(|t| t.signedness == strata_ir::core::Signedness::Signless);
    let fits = ![&lhs, &rhs, &out].iter().any(|s| s.contains(&DYNAMIC) || s.contains(&0))
        && m * ((n + lanes - 1) / lanes) <= MAX_ACCUMULATORS;
    let operands = [s.inputs[0], s.inputs[1], s.outputs[0]];
    // A single row reads its matrix once; `contract::stream` has a better order of reads for large matrices.
    let streams = m == 1 && is_matrix_from_memory(body, s.inputs[1]);
    (numbers && fits && !streams).then_some(Tile { operands, elem, lanes, sizes: [m, k, n] })
}

/// Whether an op is a register tile.
pub(super) fn fits(body: &Body, op: Op, vector_bits: u32) -> bool {
    tile(body, op, vector_bits).is_some()
}

/// Vectorises a static `linalg.matmul` that is small enough to be one register tile.
pub(super) fn vectorize(body: &mut Body, op: Op, vector_bits: u32) -> bool {
    let Some(Tile { operands, elem, lanes, sizes }) = tile(body, op, vector_bits) else { return false };
    let ([a, bm, c], [m, k, n]) = (operands, sizes);
    let vectors = (n + lanes - 1) / lanes;
    let cx = body.cx_arc().clone();
    let is_float = cx.as_float(elem).is_some();
    let ty = cx.vector(&[lanes], elem);
    let mut b = Builder::before(body, op);
    let b = &mut b;
    let index = |b: &mut Builder<'_>, v: i64| strata_arith::constant_index(b, v);
    let rows: Vec<Value> = (0..m).map(|i| index(b, i)).collect();
    let cols: Vec<Value> = (0..vectors).map(|j| index(b, j * lanes)).collect();
    // Only the last vector of a row may be partial.
    let valid = |j: usize| (j as i64 + 1 == vectors && n % lanes != 0).then_some(n % lanes);
    let zero = structured_op::zero_attr(&cx, ty);
    let fill = strata_arith::constant(b, zero);
    let mut acc = Vec::new();
    for &i in &rows {
        for (j, &col) in cols.iter().enumerate() {
            acc.push(load(b, c, &[i, col], ty, valid(j), fill));
        }
    }
    let (start, end, step) = (index(b, 0), index(b, k), index(b, 1));
    let acc = build_for(b, start, end, step, &acc, |b, kk, acc| {
        let right: Vec<Value> =
            cols.iter().enumerate().map(|(j, &col)| load(b, bm, &[kk, col], ty, valid(j), fill)).collect();
        let mut next = Vec::with_capacity(acc.len());
        for (i, &row) in rows.iter().enumerate() {
            let scalar = strata_memref::LoadOp::build(b, a, &[row, kk], None, None);
            let left = splat(b, scalar, lanes);
            for (j, &r) in right.iter().enumerate() {
                let old = acc[i * right.len() + j];
                next.push(if is_float {
                    strata_vector::FMAOp::build(b, left, r, old)
                } else {
                    let product = strata_arith::MulIOp::build(b, left, r, None);
                    strata_arith::AddIOp::build(b, old, product, None)
                });
            }
        }
        next
    });
    let mut results = acc.into_iter();
    for &i in &rows {
        for (j, &col) in cols.iter().enumerate() {
            if let Some(v) = results.next() {
                store(b, v, c, &[i, col], valid(j));
            }
        }
    }
    true
}
