//! `linalg.winograd_filter_transform`, `…_input_transform` and `…_output_transform` as products with constant matrices, one
//! for each side of a tile: `linalg.generic` with a sum, which is vectorised as any other contraction.
//!
//! A side of size one is not transformed.

use strata_ir::{affine::AffineExpr, affine::AffineMap, prelude::*};
use strata_linalg::{
    FillOp, GenericOp, IteratorType, WinogradFilterTransformOp, WinogradInputTransformOp,
    WinogradOutputTransformOp,
};
use strata_tensor::{CollapseShapeOp, MixedIndex};

use super::{binary, empty, sizes};
use crate::winograd::{self, Form, Matrix, ONE, Winograd, matrices};

/// The value that replaces the result of a transforming op.
pub(super) fn decompose(b: &mut Builder<'_>, op: Op) -> Option<Value> {
    let stages = if op.isa::<WinogradFilterTransformOp>(b) {
        filter
    } else if op.isa::<WinogradInputTransformOp>(b) {
        input
    } else if op.isa::<WinogradOutputTransformOp>(b) {
        output
    } else {
        return None;
    };
    let w = matrices(b.attr(op, "fmr").and_then(|a| b.cx().attr_i64(a))?)?;
    let (x, init) = (b.operand(op, 0), b.operand(op, 1));
    b.cx().as_float(b.cx().elem_or_self(b.ty(x)))?;
    stages(b, w, x, init)
}

/// A matrix as a constant; the matrix of the single number one where there is nothing to transform.
fn constant(b: &mut Builder<'_>, matrix: Option<&Matrix>, elem: Type) -> Option<Value> {
    winograd::constant(b, matrix.unwrap_or(&ONE), Form::Plain, elem)
}

/// The products of a matrix and a tensor, summed over the last loop. The matrix is indexed by loop `0` and the last one, and the other
/// loops run over the sizes `to` of the result.
fn product(
    b: &mut Builder<'_>,
    matrix: Option<&Matrix>,
    x: Value,
    from: impl FnOnce(&dyn Fn(u32) -> AffineExpr) -> Vec<AffineExpr>,
    to: &[MixedIndex],
    elem: Type,
) -> Option<Value> {
    let n = to.len() as u32;
    let matrix = constant(b, matrix, elem)?;
    let init = empty(b, to, elem);
    let zero = strata_arith::constant_float(b, 0.0, elem);
    let init = FillOp::create(b, &[zero], init).ok()?;
    let init = b.result(init.op(), 0);
    let dim = |d: u32| AffineExpr::dim(d);
    let maps = [
        AffineMap::select(n + 1, &[0, n]),
        AffineMap::new(n + 1, 0, from(&dim)),
        AffineMap::select(n + 1, &(0..n).collect::<Vec<_>>()),
    ];
    let mut loops = vec![IteratorType::Parallel; n as usize];
    loops.push(IteratorType::Reduction);
    let ty = b.ty(init);
    let op = GenericOp::build_with(b, &[matrix, x], &[init], &maps, &loops, &[ty], |b, args| {
        let product = binary(b, "arith.mulf", args[0], args[1]);
        let sum = product.and_then(|p| binary(b, "arith.addf", args[2], p));
        vec![sum.unwrap_or(args[2])]
    });
    Some(b.result(op.op(), 0))
}

fn is_one(n: MixedIndex) -> bool {
    n.as_static() == Some(1)
}

/// The matrix of a side, unless the side has size one, and the size of the transformed side.
fn side(matrix: &'static Matrix, size: MixedIndex) -> (Option<&'static Matrix>, MixedIndex) {
    if is_one(size) { (None, size) } else { (Some(matrix), MixedIndex::Static(matrix.rows.len() as i64)) }
}

/// `(f, h, w, c)` to `(alpha, alpha, c, f)`.
fn filter(b: &mut Builder<'_>, w: &'static Winograd, x: Value, init: Value) -> Option<Value> {
    let elem = b.cx().elem_or_self(b.ty(x));
    let [f, h, width, c] = sizes(b, x)?.try_into().ok()?;
    let ((rows, alpha_h), (columns, alpha_w)) = (side(&w.filter, h), side(&w.filter, width));
    // Loops a, w, c, f, i, then b, a, c, f, j.
    let half = product(b, rows, x, |d| vec![d(3), d(4), d(1), d(2)], &[alpha_h, width, c, f], elem)?;
    let whole = product(b, columns, half, |d| vec![d(1), d(4), d(2), d(3)], &[alpha_w, alpha_h, c, f], elem)?;
    swapped(b, whole, &[alpha_w, alpha_h, c, f], init)
}

/// `(n, h, w, c)` to `(alpha, alpha, tiles, tiles, n, c)`.
fn input(b: &mut Builder<'_>, w: &'static Winograd, x: Value, init: Value) -> Option<Value> {
    let elem = b.cx().elem_or_self(b.ty(x));
    let [alpha_h, alpha_w, tiles_h, tiles_w, n, c] = sizes(b, init)?.try_into().ok()?;
    let width = sizes(b, x)?[2];
    let (rows, columns) = (side(&w.input, alpha_h), side(&w.input, alpha_w));
    let step = |matrix: Option<&Matrix>| if matrix.is_some() { w.m } else { 1 };
    let (down, right) = (step(rows.0), step(columns.0));
    // Loops a, th, n, w, c, i, then b, a, th, tw, n, c, j.
    let half = product(
        b,
        rows.0,
        x,
        |d| vec![d(2), d(1) * down + d(5), d(3), d(4)],
        &[rows.1, tiles_h, n, width, c],
        elem,
    )?;
    let to = [columns.1, rows.1, tiles_h, tiles_w, n, c];
    let from = |d: &dyn Fn(u32) -> AffineExpr| vec![d(1), d(2), d(4), d(3) * right + d(6), d(5)];
    let whole = product(b, columns.0, half, from, &to, elem)?;
    swapped(b, whole, &to, init)
}

/// A tensor of these sizes with its first two dimensions swapped, written to `init`.
fn swapped(b: &mut Builder<'_>, x: Value, from: &[MixedIndex], init: Value) -> Option<Value> {
    let rank = from.len() as u32;
    let mut order: Vec<u32> = (0..rank).collect();
    order.swap(0, 1);
    let maps = [AffineMap::select(rank, &order), AffineMap::identity(rank)];
    let ty = b.ty(init);
    let loops = vec![IteratorType::Parallel; rank as usize];
    let op = GenericOp::build_with(b, &[x], &[init], &maps, &loops, &[ty], |_, args| vec![args[0]]);
    Some(b.result(op.op(), 0))
}

/// `(alpha, alpha, tiles, tiles, n, f)` to `(n, h, w, f)`, added to the contents of the output.
fn output(b: &mut Builder<'_>, w: &'static Winograd, x: Value, init: Value) -> Option<Value> {
    let elem = b.cx().elem_or_self(b.ty(x));
    let [alpha_h, alpha_w, tiles_h, tiles_w, n, f] = sizes(b, x)?.try_into().ok()?;
    let (rows, columns) = (side(&w.output, alpha_h), side(&w.output, alpha_w));
    // Loops a, j, th, tw, n, f, i, then b, a, th, tw, n, f, j.
    let half = product(
        b,
        rows.0,
        x,
        |d| vec![d(6), d(1), d(2), d(3), d(4), d(5)],
        &[rows.1, alpha_w, tiles_h, tiles_w, n, f],
        elem,
    )?;
    let from = |d: &dyn Fn(u32) -> AffineExpr| vec![d(1), d(6), d(2), d(3), d(4), d(5)];
    let whole = product(b, columns.0, half, from, &[columns.1, rows.1, tiles_h, tiles_w, n, f], elem)?;
    // Puts the tiles side by side: (n, th, a, tw, b, f).
    let next = empty(b, &[n, tiles_h, rows.1, tiles_w, columns.1, f], elem);
    let maps = [AffineMap::select(6, &[4, 2, 1, 3, 0, 5]), AffineMap::identity(6)];
    let ty = b.ty(next);
    let loops = [IteratorType::Parallel; 6];
    let op = GenericOp::build_with(b, &[whole], &[next], &maps, &loops, &[ty], |_, args| vec![args[0]]);
    let tiles = b.result(op.op(), 0);
    let groups = [vec![0], vec![1, 2], vec![3, 4], vec![5]];
    let tiles = CollapseShapeOp::create(b, tiles, &groups);
    let factor = [rows.0, columns.0].iter().flatten().map(|_| w.factor).product::<f64>();
    let factor = strata_arith::constant_float(b, factor, elem);
    let op = GenericOp::elementwise(b, &[tiles], &[init], |b, args| {
        let scaled = binary(b, "arith.mulf", args[0], factor);
        let sum = scaled.and_then(|v| binary(b, "arith.addf", args[1], v));
        vec![sum.unwrap_or(args[1])]
    });
    Some(b.result(op.op(), 0))
}
