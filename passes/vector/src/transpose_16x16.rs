//! The transpose of a matrix of 16 by 16 elements as shuffles of two rows each, which AVX-512 has instructions for.
//!
//! Four rounds exchange elements between rows: neighbouring elements, pairs of them, quarters of rows, and halves.

use strata_ir::prelude::*;
use strata_vector::{ExtractOp, InsertOp, ShuffleOp};

use crate::shapes::{fixed, poison};

const N: i64 = 16;

/// The transposed matrix.
pub fn transpose_16x16(rw: &mut Rewriter<'_>, matrix: Value) -> Value {
    let ty = rw.ty(matrix);
    let rows: Vec<Value> = (0..N).map(|i| ExtractOp::create(rw, matrix, &fixed(&[i]))).collect();
    // Elements of two rows by turns.
    let mut pairs = Vec::new();
    for two in rows.chunks_exact(2) {
        for first in [0, 2] {
            pairs.push(quarters(rw, two[0], two[1], [first, N + first, first + 1, N + first + 1]));
        }
    }
    // Pairs of elements by turns.
    let mut fours = Vec::new();
    for group in pairs.chunks_exact(4) {
        for side in 0..2 {
            for first in [0, 2] {
                let mask = [first, first + 1, N + first, N + first + 1];
                fours.push(quarters(rw, group[side], group[2 + side], mask));
            }
        }
    }
    let eights = exchange(rw, &fours, 4);
    let all = exchange(rw, &eights, 8);
    let mut result = poison(rw, ty);
    for (i, row) in (0..N).zip(all) {
        result = InsertOp::create(rw, row, result, &fixed(&[i]));
    }
    result
}

/// A shuffle that does the same in each quarter of two rows.
fn quarters(rw: &mut Rewriter<'_>, x: Value, y: Value, mask: [i64; 4]) -> Value {
    let mask: Vec<i64> = (0..N).step_by(4).flat_map(|lane| mask.map(|k| k + lane)).collect();
    shuffle(rw, x, y, &mask)
}

/// Joins the even quarters, and the odd ones, of rows that are `distance` apart.
fn exchange(rw: &mut Rewriter<'_>, rows: &[Value], distance: usize) -> Vec<Value> {
    let mut out = Vec::new();
    for group in rows.chunks_exact(2 * distance) {
        for odd in [0, 1] {
            for i in 0..distance {
                let first = 4 * odd;
                let mask: Vec<i64> = [first, first + 8, N + first, N + first + 8]
                    .into_iter()
                    .flat_map(|quarter| quarter..quarter + 4)
                    .collect();
                out.push(shuffle(rw, group[i], group[distance + i], &mask));
            }
        }
    }
    out
}

/// A shuffle of two rows.
pub(crate) fn shuffle(rw: &mut Rewriter<'_>, x: Value, y: Value, mask: &[i64]) -> Value {
    let (mask, ty) = (rw.cx().i64_array(mask), rw.ty(x));
    ShuffleOp::build(rw, x, y, mask, ty)
}
