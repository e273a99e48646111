//! Folds and simplifications of strided slices of vectors.

use strata_ir::prelude::*;
use strata_tensor::index_list::statics;

use crate::{
    BroadcastOp, ConstantMaskOp, ExtractOp, ExtractStridedSliceOp, InsertStridedSliceOp, ShapeCastOp, attrs,
    broadcast::repeated_scalar,
    constraints::vector_of,
    fold::{all_bytes, count, delinear, fixed_shape, linear, may_copy, poison},
    slice::numbers,
};

impl Fold for ExtractStridedSliceOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.source(b), b.ty(self.result(b)));
        if b.ty(source) == ty {
            return Some(source.into());
        }
        if let Some(folded) = of_insertions(*self, b) {
            return Some(folded);
        }
        let cx = b.cx();
        if let Some(poison) = poison(cx, consts.first()) {
            return Some(poison);
        }
        let value = consts[0]?;
        if let Some(scalar) = cx.splat_value(value) {
            return cx.splat_attr(ty, scalar).map(Into::into);
        }
        let dense = cx.attr_as::<DenseElementsAttr>(value)?;
        let (whole, part) = (fixed_shape(b, source)?, fixed_shape(b, self.result(b))?);
        let offsets = numbers(b, self.op(), "offsets");
        let mut data = Vec::new();
        for i in 0..count(part)? {
            data.extend(dense.element(cx, place(whole, part, &offsets, i)?));
        }
        cx.dense_attr(ty, data).map(Into::into)
    }
}

/// The number that element `i` of a part has in the whole.
fn place(whole: &[i64], part: &[i64], offsets: &[i64], i: usize) -> Option<usize> {
    let mut at = delinear(part, i)?;
    let lead = whole.len().checked_sub(part.len())?;
    at.splice(0..0, std::iter::repeat_n(0, lead));
    at.iter_mut().zip(offsets).for_each(|(p, o)| *p += o);
    linear(whole, &at)
}

/// Looks through insertions of strided slices for the one that inserted the whole extracted part.
fn of_insertions(op: ExtractStridedSliceOp, b: &mut Body) -> Option<Folded> {
    let (offsets, sizes) = (numbers(b, op.op(), "offsets"), numbers(b, op.op(), "sizes"));
    let mut next = op.source(b);
    while let Some(insert) = b.def_as::<InsertStridedSliceOp>(next) {
        let value = insert.value_to_store(b);
        let (part, whole) = (vector_of(b, value)?, vector_of(b, next)?);
        if part.shape.len() != whole.shape.len() {
            return None;
        }
        let starts = numbers(b, insert.op(), "offsets");
        let dims = || offsets.iter().zip(&sizes).zip(starts.iter().zip(&part.shape));
        let apart = dims().any(|((&o, &n), (&start, &size))| o + n <= start || start + size <= o);
        if apart {
            next = insert.dest(b);
            continue;
        }
        // Dimensions that are not mentioned are extracted as a whole.
        let inside = dims().all(|((&o, &n), (&start, &size))| start <= o && o + n <= start + size)
            && (offsets.len()..whole.shape.len()).all(|i| part.shape[i] == whole.shape[i]);
        if !inside {
            return None;
        }
        if b.ty(value) == b.ty(op.result(b)) {
            return Some(value.into());
        }
        let offsets: Vec<i64> = offsets.iter().zip(&starts).map(|(o, start)| o - start).collect();
        let attr = attrs::i64s_attr(b.cx(), &offsets);
        b.set_operand(op.op(), 0, value);
        b.set_attr(op.op(), "offsets", Some(attr));
        return Some(Folded::InPlace);
    }
    None
}

impl Fold for InsertStridedSliceOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (value, dest) = (self.value_to_store(b), self.dest(b));
        if b.ty(value) == b.ty(dest) {
            return Some(value.into());
        }
        let offsets = numbers(b, self.op(), "offsets");
        if let Some(part) = b.def_as::<ExtractStridedSliceOp>(value)
            && part.source(b) == dest
            && numbers(b, part.op(), "offsets") == offsets
        {
            return Some(dest.into());
        }
        if repeated_scalar(b, value).is_some_and(|x| repeated_scalar(b, dest) == Some(x)) {
            return Some(dest.into());
        }
        let cx = b.cx();
        let (v, d) = (consts.first().copied()??, consts.get(1).copied()??);
        if let (Some(x), Some(y)) = (cx.splat_value(v), cx.splat_value(d))
            && x == y
        {
            return Some(d.into());
        }
        let (x, y) = (cx.attr_as::<DenseElementsAttr>(v)?, cx.attr_as::<DenseElementsAttr>(d)?);
        let (part, whole) = (fixed_shape(b, value)?, fixed_shape(b, dest)?);
        if !may_copy(b, dest, count(whole)?) {
            return None;
        }
        let (mut data, bytes) = (all_bytes(cx, y), y.elem_bytes(cx));
        for i in 0..count(part)? {
            let start = place(whole, part, &offsets, i)? * bytes;
            data.get_mut(start..start + bytes)?.copy_from_slice(x.element(cx, i));
        }
        cx.dense_attr(y.ty, data).map(Into::into)
    }
}

impl Canonicalize for ExtractStridedSliceOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let new = part_of_mask(*self, rw)
            .or_else(|| part_of_broadcast(*self, rw))
            .or_else(|| consecutive(*self, rw))?;
        rw.replace_op(*self, &[new]);
        Some(())
    }
}

/// A part of a mask is a mask.
fn part_of_mask(op: ExtractStridedSliceOp, rw: &mut Rewriter<'_>) -> Option<Value> {
    let mask = rw.def_of::<ConstantMaskOp>(op.source(rw))?;
    let (offsets, sizes) = (numbers(rw, op.op(), "offsets"), numbers(rw, op.op(), "sizes"));
    let mut set = statics(rw, mask.op(), "mask_dim_sizes").to_vec();
    for (n, (offset, size)) in set.iter_mut().zip(offsets.iter().zip(sizes)) {
        *n = (*n - offset).clamp(0, size);
    }
    if set.contains(&0) {
        set.fill(0);
    }
    let (attr, ty) = (rw.cx().i64_array(&set), rw.ty(op.result(rw)));
    Some(ConstantMaskOp::build(rw, attr, ty))
}

/// A slice with consecutive elements is an extraction at a position, with dimensions of size one added.
fn consecutive(op: ExtractStridedSliceOp, rw: &mut Rewriter<'_>) -> Option<Value> {
    let (source, ty) = (op.source(rw), rw.ty(op.result(rw)));
    let shape = fixed_shape(rw, source)?;
    let (offsets, sizes) = (numbers(rw, op.op(), "offsets"), numbers(rw, op.op(), "sizes"));
    let mut n = (0..sizes.len()).rev().find(|&i| sizes[i] != shape[i])? + 1;
    if n == shape.len() || sizes[..n].iter().any(|&s| s != 1) {
        return None;
    }
    // As upstream, the last given size remains a dimension of the extracted part.
    while n + 1 < sizes.len() && sizes[n] == 1 {
        n += 1;
    }
    let at: Vec<_> = offsets[..n].iter().map(|&o| o.into()).collect();
    let part = ExtractOp::create(rw, source, &at);
    Some(ShapeCastOp::build(rw, part, ty))
}

/// A part of repetitions repeats a part.
fn part_of_broadcast(op: ExtractStridedSliceOp, rw: &mut Rewriter<'_>) -> Option<Value> {
    let (source, ty) = (op.source(rw), rw.ty(op.result(rw)));
    let mut from = rw.def_of::<BroadcastOp>(source)?.source(rw);
    if vector_of(rw, from).is_some() {
        let before = fixed_shape(rw, from)?.to_vec();
        let (between, after) = (fixed_shape(rw, source)?.to_vec(), fixed_shape(rw, op.result(rw))?.to_vec());
        let lead = between.len().checked_sub(before.len())?;
        let offsets = numbers(rw, op.op(), "offsets");
        let dims = before.iter().zip(&between[lead..]).zip(&after[lead..]).enumerate();
        let (offsets, sizes): (Vec<i64>, Vec<i64>) = dims
            .map(|(i, ((&d, &whole), &part))| match d == whole {
                true => (offsets.get(lead + i).copied().unwrap_or(0), part),
                false => (0, 1),
            })
            .unzip();
        if sizes != before {
            // Dimensions that the slice does not mention need no mention here either.
            let n = numbers(rw, op.op(), "offsets").len().checked_sub(lead)?;
            from = ExtractStridedSliceOp::create(rw, from, &offsets[..n], &sizes[..n])?;
        }
    }
    Some(BroadcastOp::build(rw, from, ty))
}
