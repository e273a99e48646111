//! Transposes of matrices of 4 by 8 and of 8 by 8 `f32` for AVX2: shuffles of two rows each, and blends for 8 by 8.
//!
//! Neighbours of two rows are put beside each other, then pairs of these, then the halves of rows. A shuffle that takes pairs from both halves of two
//! rows is slower than a blend of what another shuffle has prepared; blends are written as assembly, because LLVM would make shuffles of them again.

use std::sync::Arc;

use strata_ir::prelude::*;
use strata_llvm::InlineAsmOp;
use strata_vector::{ExtractOp, InsertOp, ShapeCastOp, TransposeOp};

use crate::{
    shapes::{count, fixed, vector, zeros},
    transpose::exchanged,
    transpose_16x16::shuffle,
};

/// The pattern is tried before those for any target.
const BENEFIT: u16 = 10;
/// The number of the syntax of Intel among those of assembly.
const INTEL: i64 = 1;
/// Elements of a row.
const N: i64 = 8;
/// The first two neighbours of each half of two rows by turns, and the others.
const NEIGHBOURS: [[i64; 8]; 2] = [[0, 8, 1, 9, 4, 12, 5, 13], [2, 10, 3, 11, 6, 14, 7, 15]];
/// The first pairs of each half of two rows, and the second ones.
const PAIRS: [[i64; 8]; 2] = [[0, 1, 8, 9, 4, 5, 12, 13], [2, 3, 10, 11, 6, 7, 14, 15]];
/// The second pair of each half of a row, and the first of another row.
const INNER_PAIRS: [i64; 8] = [2, 3, 8, 9, 6, 7, 12, 13];
/// The first halves of two rows, and the second ones.
const HALVES: [[i64; 8]; 2] = [[0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7, 12, 13, 14, 15]];

/// Adds the lowering of transposes of these sizes.
pub fn add_avx2_transpose_patterns(set: &mut PatternSet) {
    set.add_fn(Some(TransposeOp::NAME), "transpose-by-avx2", BENEFIT, Arc::new(transpose));
}

fn transpose(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let t = op.as_op::<TransposeOp>(rw)?;
    let (source, result) = (t.vector(rw), rw.ty(t.result(rw)));
    let ty = vector(rw, source)?;
    let [m, n] = exchanged(rw, op, &ty)?;
    if ty.elem != rw.cx().f32() || !matches!(m, 4 | 8) || n != N {
        return None;
    }
    let (flat, matrix) = (rw.cx().vector(&[count(&[m, n])?], ty.elem), rw.cx().vector(&[m, n], ty.elem));
    let source = ShapeCastOp::build(rw, source, flat);
    let source = ShapeCastOp::build(rw, source, matrix);
    let rows: Vec<Value> = (0..m).map(|i| ExtractOp::create(rw, source, &fixed(&[i]))).collect();
    let rows = match rows[..] {
        [a, b, c, d] => four(rw, [a, b, c, d]),
        _ => eight(rw, &rows),
    };
    let mut value = zeros(rw, matrix)?;
    for (i, row) in (0..m).zip(rows) {
        value = InsertOp::create(rw, row, value, &fixed(&[i]));
    }
    let value = ShapeCastOp::build(rw, value, flat);
    let value = ShapeCastOp::build(rw, value, result);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Neighbours of each two rows beside each other: those of the first, then those of the second quarters.
fn neighbours(rw: &mut Rewriter<'_>, rows: &[Value]) -> Vec<Value> {
    let mut out = Vec::new();
    for two in rows.chunks_exact(2) {
        out.extend(NEIGHBOURS.map(|mask| shuffle(rw, two[0], two[1], &mask)));
    }
    out
}

fn four(rw: &mut Rewriter<'_>, rows: [Value; 4]) -> Vec<Value> {
    let t = neighbours(rw, &rows);
    let mut pairs = Vec::new();
    for (x, y) in [(t[0], t[2]), (t[1], t[3])] {
        pairs.extend(PAIRS.map(|mask| shuffle(rw, x, y, &mask)));
    }
    let mut out = Vec::new();
    for mask in HALVES {
        out.push(shuffle(rw, pairs[0], pairs[1], &mask));
        out.push(shuffle(rw, pairs[2], pairs[3], &mask));
    }
    out
}

fn eight(rw: &mut Rewriter<'_>, rows: &[Value]) -> Vec<Value> {
    let t = neighbours(rw, rows);
    let twos = [[t[0], t[2]], [t[1], t[3]], [t[4], t[6]], [t[5], t[7]]];
    let inner = twos.map(|[x, y]| shuffle(rw, x, y, &INNER_PAIRS));
    let mut fours = Vec::new();
    for ([x, y], inner) in twos.into_iter().zip(inner) {
        fours.push(blend(rw, x, inner, 0xcc));
        fours.push(blend(rw, y, inner, 0x33));
    }
    let mut out = Vec::new();
    for mask in HALVES {
        for i in 0..4 {
            out.push(shuffle(rw, fours[i], fours[4 + i], &mask));
        }
    }
    out
}

/// Elements of `y` where the bits of the mask are set, others of `x`.
fn blend(rw: &mut Rewriter<'_>, x: Value, y: Value, mask: u8) -> Value {
    let cx = rw.cx();
    let assembly = cx.string_attr(&format!("vblendps $0, $1, $2, {mask:#04x}"));
    let (constraints, intel, ty) = (cx.string_attr("=x,x,x"), cx.i64_attr(INTEL), rw.ty(x));
    let op =
        InlineAsmOp::build(rw, &[x, y], assembly, constraints, None, None, None, Some(intel), None, &[ty]);
    rw.result(op.op(), 0)
}
