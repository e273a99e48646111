//! Vectors in another shape as parts of both shapes that are extracted and inserted.
//!
//! ```mlir
//! %r = vector.shape_cast %v : vector<4xf32> to vector<2x2xf32>
//! ```
//! becomes
//! ```mlir
//! %a = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
//! %x = vector.insert_strided_slice %a, %p {offsets = [0], strides = [1]} : vector<2xf32> into vector<2xf32>
//! %0 = vector.insert %x, %q [0] : vector<2xf32> into vector<2x2xf32>
//! …
//! ```
//! The parts have the last dimensions that both shapes have in common, and as many rows as the greatest common divisor of the sizes before
//! these. Vectors whose last dimension is a multiple of `vscale` move parts of that dimension.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_vector::{
    ExtractOp, ExtractStridedSliceOp, InsertOp, InsertStridedSliceOp, ScalableExtractOp, ScalableInsertOp,
    ShapeCastOp,
};

use crate::shapes::{advance, count, fixed, is_scalable, poison, vector};

/// Vectors get another shape by extractions and insertions.
pub const LOWER_SHAPE_CAST: &[PatternRow] = patterns! {
    ShapeCastOp => "lower-shape-cast": shape_cast,
    ShapeCastOp => "lower-scalable-shape-cast": scalable_shape_cast,
};

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn shape_cast(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let cast = op.as_op::<ShapeCastOp>(rw)?;
    let source = cast.source(rw);
    let (from, to) = (vector(rw, source)?, vector(rw, cast.result(rw))?);
    if from.scalable.contains(&true) || to.scalable.contains(&true) {
        return None;
    }
    let common = from.shape.iter().rev().zip(to.shape.iter().rev()).take_while(|(a, b)| a == b).count();
    let (source_lead, result_lead) = (from.shape.len() - common, to.shape.len() - common);
    let value = if source_lead == 0 || result_lead == 0 {
        leading_ones(rw, source, &from, &to)
    } else {
        let rows = gcd(from.shape[source_lead - 1], to.shape[result_lead - 1]);
        count(&from.shape[..source_lead]).filter(|_| rows > 0)?;
        match rows {
            1 => one_by_one(rw, source, &from.shape[..source_lead], &to, result_lead),
            _ => by_slices(rw, source, [&from, &to], [source_lead - 1, result_lead - 1], rows)?,
        }
    };
    rw.replace_op(op, &[value]);
    Some(())
}

/// Dimensions of size one in front are added or dropped.
fn leading_ones(rw: &mut Rewriter<'_>, source: Value, from: &VectorType, to: &VectorType) -> Value {
    let result = rw.cx().ty(to.clone());
    let whole = poison(rw, result);
    let dropped = from.shape.len().saturating_sub(to.shape.len());
    let added = to.shape.len().saturating_sub(from.shape.len());
    let part = ExtractOp::create(rw, source, &fixed(&vec![0; dropped]));
    InsertOp::create(rw, part, whole, &fixed(&vec![0; added]))
}

/// All parts are extracted and inserted.
fn one_by_one(
    rw: &mut Rewriter<'_>,
    source: Value,
    from: &[i64],
    to: &VectorType,
    result_lead: usize,
) -> Value {
    let result = rw.cx().ty(to.clone());
    let mut whole = poison(rw, result);
    let (mut read, mut written) = (vec![0; from.len()], vec![0; result_lead]);
    for _ in 0..from.iter().product() {
        let part = ExtractOp::create(rw, source, &fixed(&read));
        whole = InsertOp::create(rw, part, whole, &fixed(&written));
        advance(&mut read, from, 1);
        advance(&mut written, &to.shape[..result_lead], 1);
    }
    whole
}

/// Slices of `rows` rows are taken from parts of the source and put into parts of the result. `source_lead` and `result_lead` dimensions are
/// in front of these.
fn by_slices(
    rw: &mut Rewriter<'_>,
    source: Value,
    [from, to]: [&VectorType; 2],
    [source_lead, result_lead]: [usize; 2],
    rows: i64,
) -> Option<Value> {
    let cx = rw.cx();
    let mut sizes = from.shape[source_lead..].to_vec();
    sizes[0] = rows;
    let (reads, writes) = (from.shape[source_lead] / rows, to.shape[result_lead] / rows);
    let slices = from.shape[..source_lead].iter().product::<i64>() * reads;
    let mut whole = poison(rw, cx.ty(to.clone()));
    let empty = poison(rw, cx.vector(&to.shape[result_lead..], to.elem));
    let strides = numbers(cx, &vec![1; sizes.len()]);
    let (mut read, mut written) = (vec![0; source_lead], vec![0; result_lead]);
    let (mut part, mut target) = (source, empty);
    for i in 0..slices {
        let offsets = |phase: i64| {
            let mut offsets = vec![0; sizes.len()];
            offsets[0] = phase * rows;
            offsets
        };
        if i % reads == 0 {
            part = ExtractOp::create(rw, source, &fixed(&read));
            advance(&mut read, &from.shape[..source_lead], 1);
        }
        let slice = ExtractStridedSliceOp::create(rw, part, &offsets(i % reads), &sizes)?;
        if i % writes == 0 {
            target = empty;
        }
        let at = numbers(cx, &offsets(i % writes));
        target = InsertStridedSliceOp::build(rw, slice, target, at, strides);
        if (i + 1) % writes == 0 {
            whole = InsertOp::create(rw, target, whole, &fixed(&written));
            advance(&mut written, &to.shape[..result_lead], 1);
        }
    }
    Some(whole)
}

/// Offsets, sizes or strides of slices.
pub(crate) fn numbers(cx: &Context, list: &[i64]) -> Attr {
    cx.array_attr(list.iter().map(|&n| cx.i64_attr(n)).collect())
}

/// Whether the last dimension, and no other, is a multiple of `vscale`.
fn has_scalable_rows(ty: &VectorType) -> bool {
    let last = ty.shape.len().checked_sub(1);
    last.is_some_and(|last| (0..=last).all(|d| is_scalable(ty, d) == (d == last)))
}

fn scalable_shape_cast(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let cast = op.as_op::<ShapeCastOp>(rw)?;
    let source = cast.source(rw);
    let (from, to) = (vector(rw, source)?, vector(rw, cast.result(rw))?);
    if !has_scalable_rows(&from) || !has_scalable_rows(&to) {
        return None;
    }
    let (source_row, result_row) = (*from.shape.last()?, *to.shape.last()?);
    let n = source_row.min(result_row);
    let all = count(&from.shape).filter(|_| n > 0 && source_row % n == 0 && result_row % n == 0)?;
    let moved = VectorType { shape: smallvec![n], scalable: smallvec![true], elem: from.elem };
    let moved = rw.cx().ty(moved);
    let mut whole = poison(rw, rw.cx().ty(to.clone()));
    let (mut read, mut written) = (vec![0; from.shape.len()], vec![0; to.shape.len()]);
    let (mut row, mut target): (Option<Value>, Option<Value>) = (None, None);
    for _ in (0..all).step_by(n as usize) {
        let (read_at, written_at) = (read[read.len() - 1], written[written.len() - 1]);
        let from_row = match row {
            Some(row) => row,
            None => ExtractOp::create(rw, source, &fixed(&read[..read.len() - 1])),
        };
        let part = match n < source_row {
            true => scalable_part(rw, from_row, read_at, moved),
            false => from_row,
        };
        let mut to_row = match target {
            Some(target) => target,
            None if n == result_row => part,
            None => ExtractOp::create(rw, whole, &fixed(&written[..written.len() - 1])),
        };
        if n < result_row {
            let at = rw.cx().i64_attr(written_at);
            to_row = ScalableInsertOp::build(rw, part, to_row, at);
        }
        row = (read_at + n < source_row).then_some(from_row);
        target = (written_at + n < result_row).then_some(to_row);
        if target.is_none() {
            whole = InsertOp::create(rw, to_row, whole, &fixed(&written[..written.len() - 1]));
        }
        advance(&mut read, &from.shape, n);
        advance(&mut written, &to.shape, n);
    }
    rw.replace_op(op, &[whole]);
    Some(())
}

fn scalable_part(rw: &mut Rewriter<'_>, row: Value, at: i64, ty: Type) -> Value {
    let at = rw.cx().i64_attr(at);
    ScalableExtractOp::build(rw, row, at, ty)
}
