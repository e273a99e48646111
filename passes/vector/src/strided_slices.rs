//! Slices of vectors as slices of rows, and of rows as shuffles.
//!
//! ```mlir
//! %r = vector.insert_strided_slice %a, %b {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
//! ```
//! becomes
//! ```mlir
//! %s = vector.shuffle %a, %a [0, 1, 0, 0] : vector<2xf32>, vector<2xf32>
//! %r = vector.shuffle %s, %b [4, 0, 1, 7] : vector<4xf32>, vector<4xf32>
//! ```

use strata_ir::{prelude::*, rewrite::patterns};
use strata_vector::{ExtractOp, ExtractStridedSliceOp, InsertOp, InsertStridedSliceOp, ShuffleOp};

use crate::shape_cast::numbers as numbers_attr;
use crate::shapes::{MAX_STEPS, fixed, is_scalable, row, vector, zeros};

/// Slices become shuffles of rows.
pub const LOWER_STRIDED_SLICES: &[PatternRow] = patterns! {
    InsertStridedSliceOp => "insert-into-row": insert_into_part,
    ExtractStridedSliceOp => "extract-rows": extract_rows,
    InsertStridedSliceOp => "insert-rows": insert_rows,
    ExtractStridedSliceOp => "extract-by-shuffle": extract_by_shuffle,
    ExtractStridedSliceOp => "extract-elements": extract_elements,
};

fn numbers(b: &Body, op: Op, name: &str) -> Option<Vec<i64>> {
    let all = b.cx().attr_as::<ArrayAttr>(b.attr(op, name)?)?;
    all.0.iter().map(|&n| b.cx().attr_i64(n)).collect()
}

/// A slice of fewer dimensions is inserted into the part of the vector that has as many.
fn insert_into_part(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let insert = op.as_op::<InsertStridedSliceOp>(rw)?;
    let (part, whole) = (insert.value_to_store(rw), insert.dest(rw));
    let (from, to) = (vector(rw, part)?, vector(rw, whole)?);
    let lead = to.shape.len() - from.shape.len();
    let offsets = numbers(rw, op, "offsets")?;
    if lead == 0 || (0..lead).any(|d| is_scalable(&to, d)) {
        return None;
    }
    let at = fixed(&offsets[..lead]);
    let target = ExtractOp::create(rw, whole, &at);
    let inner = numbers_attr(rw.cx(), &offsets[lead..]);
    let strides = rw.attr(op, "strides")?;
    let target = InsertStridedSliceOp::build(rw, part, target, inner, strides);
    let value = InsertOp::create(rw, target, whole, &at);
    rw.replace_op(op, &[value]);
    Some(())
}

/// A slice of as many dimensions is inserted row by row, and a row by two shuffles.
fn insert_rows(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let insert = op.as_op::<InsertStridedSliceOp>(rw)?;
    let (part, whole) = (insert.value_to_store(rw), insert.dest(rw));
    let (from, to) = (vector(rw, part)?, vector(rw, whole)?);
    let rank = from.shape.len();
    if rank != to.shape.len() || is_scalable(&from, 0) || is_scalable(&to, 0) {
        return None;
    }
    if from == to {
        rw.replace_op(op, &[part]);
        return Some(());
    }
    let (offsets, strides) = (numbers(rw, op, "offsets")?, numbers(rw, op, "strides")?);
    let (size, length) = (*from.shape.first()?, *to.shape.first()?);
    let (&offset, &stride) = (offsets.first()?, strides.first()?);
    if size > MAX_STEPS || length > MAX_STEPS {
        return None;
    }
    if rank == 1 {
        let ty = rw.ty(whole);
        // The slice as long as the vector.
        let mask: Vec<i64> = (0..length).map(|i| if i < size { i } else { 0 }).collect();
        let mask = rw.cx().i64_array(&mask);
        let long = ShuffleOp::build(rw, part, part, mask, ty);
        let inside = |i: i64| {
            (offset..offset + size * stride).contains(&i).then(|| i - offset).filter(|k| k % stride == 0)
        };
        let mask: Vec<i64> = (0..length).map(|i| inside(i).map_or(length + i, |k| k / stride)).collect();
        let mask = rw.cx().i64_array(&mask);
        let value = ShuffleOp::build(rw, long, whole, mask, ty);
        rw.replace_op(op, &[value]);
        return Some(());
    }
    let inner = [&offsets[1..], &strides[1..]].map(|list| numbers_attr(rw.cx(), list));
    let mut value = whole;
    for i in 0..size {
        let at = fixed(&[offset + i * stride]);
        let source = ExtractOp::create(rw, part, &fixed(&[i]));
        let target = ExtractOp::create(rw, whole, &at);
        let target = InsertStridedSliceOp::build(rw, source, target, inner[0], inner[1]);
        value = InsertOp::create(rw, target, value, &at);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

/// Slices along several dimensions are taken row by row.
fn extract_rows(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let extract = op.as_op::<ExtractStridedSliceOp>(rw)?;
    let (source, result) = (extract.source(rw), rw.ty(extract.result(rw)));
    let ty = vector(rw, source)?;
    let [offsets, sizes, strides] =
        [numbers(rw, op, "offsets")?, numbers(rw, op, "sizes")?, numbers(rw, op, "strides")?];
    if offsets.len() < 2 || is_scalable(&ty, 0) || sizes[0] > MAX_STEPS {
        return None;
    }
    let part = vector(rw, extract.result(rw)).as_ref().and_then(row)?;
    let part = rw.cx().ty(part);
    let inner = [&offsets[1..], &sizes[1..], &strides[1..]].map(|list| numbers_attr(rw.cx(), list));
    let mut value = zeros(rw, result)?;
    for i in 0..sizes[0] {
        let row = ExtractOp::create(rw, source, &fixed(&[offsets[0] + i * strides[0]]));
        let row = ExtractStridedSliceOp::build(rw, row, inner[0], inner[1], inner[2], part);
        value = InsertOp::create(rw, row, value, &fixed(&[i]));
    }
    rw.replace_op(op, &[value]);
    Some(())
}

/// The positions that a slice along the first dimension takes.
fn positions(b: &Body, op: Op) -> Option<Vec<i64>> {
    let [offsets, sizes, strides] =
        [numbers(b, op, "offsets")?, numbers(b, op, "sizes")?, numbers(b, op, "strides")?];
    let (&[offset], &[size], &[stride]) = (&offsets[..], &sizes[..], &strides[..]) else { return None };
    (size <= MAX_STEPS).then(|| (0..size).map(|i| offset + i * stride).collect())
}

/// Slices along the first dimension are shuffles.
fn extract_by_shuffle(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let extract = op.as_op::<ExtractStridedSliceOp>(rw)?;
    let (source, result) = (extract.source(rw), rw.ty(extract.result(rw)));
    if vector(rw, source)?.scalable.contains(&true) {
        return None;
    }
    let mask = positions(rw, op)?;
    let mask = rw.cx().i64_array(&mask);
    let value = ShuffleOp::build(rw, source, source, mask, result);
    rw.replace_op(op, &[value]);
    Some(())
}

/// Slices along the first dimension of vectors that no shuffle takes are extracted one by one.
fn extract_elements(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let extract = op.as_op::<ExtractStridedSliceOp>(rw)?;
    let (source, result) = (extract.source(rw), rw.ty(extract.result(rw)));
    let ty = vector(rw, source)?;
    if !ty.scalable.contains(&true) || is_scalable(&ty, 0) {
        return None;
    }
    let at = positions(rw, op)?;
    let parts: Vec<Value> = at.iter().map(|&i| ExtractOp::create(rw, source, &fixed(&[i]))).collect();
    let mut value = zeros(rw, result)?;
    for (i, part) in (0..).zip(parts) {
        value = InsertOp::create(rw, part, value, &fixed(&[i]));
    }
    rw.replace_op(op, &[value]);
    Some(())
}
