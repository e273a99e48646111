//! Folds and simplifications of `vector.extract`.

use strata_ir::prelude::*;
use strata_tensor::{
    MixedIndex,
    index_list::{self, constant_index, statics as numbers},
};
use strata_ub::PoisonAttr;

use crate::{
    BroadcastOp, CreateMaskOp, ExtractOp, ExtractStridedSliceOp, FromElementsOp, InsertOp,
    InsertStridedSliceOp, ShapeCastOp, ShuffleOp, TransposeOp, attrs,
    broadcast::{is_broadcastable, repeated},
    constraints::vector_of,
    fold::{count, delinear, fixed_shape, linear, poison, statics},
    mask_format,
};

/// The constant at a static position of a constant.
fn constant_at(cx: &Context, dense: &DenseElementsAttr, at: &[i64], result: Type) -> Option<Attr> {
    let shape = cx.shaped(dense.ty)?.shape?;
    if let Some(scalar) = dense.splat.then(|| dense.element_attr(cx, 0)).flatten() {
        return if cx.shaped(result).is_some() { cx.splat_attr(result, scalar) } else { Some(scalar) };
    }
    let index = linear(shape, at)?;
    if cx.shaped(result).is_none() {
        return dense.element_attr(cx, index);
    }
    let n = cx.shaped(result)?.num_elements()? as usize;
    let bytes = dense.elem_bytes(cx);
    let data = dense.data.get(index * bytes..(index + n) * bytes)?;
    cx.dense_attr(result, data)
}

fn rank(b: &Body, ty: Type) -> usize {
    b.cx().shaped(ty).and_then(|s| s.rank()).unwrap_or(0)
}

/// Makes `op` extract position `at` of `source`; the result is `source` itself if that is all of it.
fn extract_from(op: ExtractOp, b: &mut Body, source: Value, at: &[MixedIndex]) -> Option<Folded> {
    let ty = b.ty(op.result(b));
    if at.is_empty() && b.ty(source) == ty {
        return Some(source.into());
    }
    vector_of(b, source)?;
    b.set_operand(op.op(), 0, source);
    index_list::set_mixed(b, op.op(), "dynamic_position", "static_position", at);
    Some(Folded::InPlace)
}
fn extract_at(op: ExtractOp, b: &mut Body, source: Value, at: &[i64]) -> Option<Folded> {
    let at: Vec<MixedIndex> = at.iter().map(|&p| p.into()).collect();
    extract_from(op, b, source, &at)
}

impl Fold for ExtractOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (source, ty) = (self.source(b), b.ty(self.result(b)));
        let at = self.mixed_position(b);
        if at.is_empty() && b.ty(source) == ty {
            return Some(source.into());
        }
        // Positions that are constants become static.
        if let Some(folded) = index_list::fold_constants(b, &at, |c| c >= 0) {
            let shape = vector_of(b, source)?.shape.clone();
            let inside = folded.iter().zip(&shape).all(|(m, &d)| m.as_static().is_none_or(|p| p < d));
            if inside {
                index_list::set_mixed(b, self.op(), "dynamic_position", "static_position", &folded);
                return Some(Folded::InPlace);
            }
        }
        let cx = b.cx();
        if let Some(poison) = poison(cx, consts.first()) {
            return Some(poison);
        }
        if at.contains(&MixedIndex::Static(-1)) {
            return Some(PoisonAttr::get(cx).into());
        }
        if let Some(folded) = of_broadcast(*self, &at, b) {
            return Some(folded);
        }
        let Some(at) = statics(&at) else { return of_same_position(*self, &at, b) };
        let cx = b.cx();
        if let Some(dense) = consts[0].and_then(|c| cx.attr_as::<DenseElementsAttr>(c))
            && let Some(value) = constant_at(cx, dense, &at, ty)
        {
            return Some(value.into());
        }
        of_extract(*self, &at, b)
            .or_else(|| of_insertions(*self, &at, b))
            .or_else(|| of_shape_cast(*self, &at, b))
            .or_else(|| of_slice(*self, &at, b))
            .or_else(|| of_slice_insertions(*self, &at, b))
            .or_else(|| of_shuffle(*self, &at, b))
            .or_else(|| of_elements(*self, &at, b))
    }
}

/// Extracting from an extraction extracts from its source.
fn of_extract(op: ExtractOp, at: &[i64], b: &mut Body) -> Option<Folded> {
    let inner = b.def_as::<ExtractOp>(op.source(b))?;
    let before = statics(&inner.mixed_position(b))?;
    let source = inner.source(b);
    extract_at(op, b, source, &[&before, at].concat())
}

/// The value that was just inserted at the same position, which need not be constant.
fn of_same_position(op: ExtractOp, at: &[MixedIndex], b: &mut Body) -> Option<Folded> {
    let insert = b.def_as::<InsertOp>(op.source(b))?;
    let value = insert.value_to_store(b);
    (insert.mixed_position(b) == at && b.ty(value) == b.ty(op.result(b))).then(|| value.into())
}

/// Which part of a dimension is extracted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// One element.
    At(i64),
    /// All of it, as the dimension of the result with this number.
    All(usize),
}

/// Looks through transpositions and insertions for the vector that contains the extracted part.
fn of_insertions(op: ExtractOp, at: &[i64], b: &mut Body) -> Option<Folded> {
    let source = op.source(b);
    let kept = rank(b, b.ty(source)).checked_sub(at.len())?;
    let mut parts: Vec<Part> = at.iter().map(|&p| Part::At(p)).chain((0..kept).map(Part::All)).collect();
    let mut v = source;
    // The last value that contains the whole part.
    let mut found = None;
    loop {
        if let Some(transpose) = b.def_as::<TransposeOp>(v) {
            let mut before = parts.clone();
            for (i, &p) in numbers(b, transpose.op(), "permutation").iter().enumerate() {
                *before.get_mut(usize::try_from(p).ok()?)? = *parts.get(i)?;
            }
            (parts, v) = (before, transpose.vector(b));
            continue;
        }
        let Some(insert) = b.def_as::<InsertOp>(v) else { break };
        let Some(put) = statics(&insert.mixed_position(b)).filter(|put| !put.contains(&-1)) else { break };
        let differs = |(part, &p): (&Part, &i64)| matches!(*part, Part::At(q) if p != q);
        if parts.iter().zip(&put).any(differs) {
            v = insert.dest(b);
        } else if parts.iter().zip(&put).all(|(part, &p)| *part == Part::At(p)) {
            v = insert.value_to_store(b);
            parts.drain(..put.len());
            found = Some((v, parts.clone()));
        } else {
            // The insertion changes a part of what is extracted.
            (v, parts) = found?;
            break;
        }
    }
    // The extracted dimensions must come first, and the others be in order.
    let at: Vec<i64> =
        parts.iter().map_while(|p| if let Part::At(p) = p { Some(*p) } else { None }).collect();
    let ordered = parts[at.len()..].iter().enumerate().all(|(i, p)| *p == Part::All(i));
    if v == source || !ordered {
        return None;
    }
    extract_at(op, b, v, &at)
}

/// Extracting from a broadcast extracts from its source.
fn of_broadcast(op: ExtractOp, at: &[MixedIndex], b: &mut Body) -> Option<Folded> {
    let source = op.source(b);
    let (from, to) = (repeated(b, source)?, vector_of(b, source)?);
    let of = vector_of(b, from);
    let shape = of.map_or(&[][..], |v| &v.shape[..]);
    let lead = to.shape.len().checked_sub(shape.len())?;
    let extracted = at.len().checked_sub(lead)?;
    let scalable = |v: &VectorType, i: usize| v.scalable.get(i) == Some(&true);
    let same = |i: usize| {
        shape[i] == to.shape[lead + i] && of.is_some_and(|v| scalable(v, i)) == scalable(to, lead + i)
    };
    if !(extracted..shape.len()).all(same) {
        return None;
    }
    let at: Vec<MixedIndex> =
        (0..extracted).map(|i| if same(i) { at[lead + i] } else { MixedIndex::Static(0) }).collect();
    extract_from(op, b, from, &at)
}

/// Extracting from a shape cast extracts from its source, if the dimensions that are kept have the same sizes.
fn of_shape_cast(op: ExtractOp, at: &[i64], b: &mut Body) -> Option<Folded> {
    let source = op.source(b);
    let from = b.def_as::<ShapeCastOp>(source)?.source(b);
    let (before, after) = (fixed_shape(b, from)?, fixed_shape(b, source)?);
    let (extracted, kept) = after.split_at_checked(at.len())?;
    let lead = before.strip_suffix(kept)?;
    let at = delinear(lead, linear(extracted, at)?)?;
    extract_at(op, b, from, &at)
}

/// Extracting from a strided slice extracts from its source.
fn of_slice(op: ExtractOp, at: &[i64], b: &mut Body) -> Option<Folded> {
    let slice = b.def_as::<ExtractStridedSliceOp>(op.source(b))?;
    let from = slice.source(b);
    let (whole, part) = (vector_of(b, from)?, vector_of(b, op.source(b))?);
    let mut offsets = b.attr(slice.op(), "offsets").and_then(|a| attrs::i64s(b.cx(), a))?;
    while let Some(&last) = offsets.last()
        && last == 0
        && whole.shape.get(offsets.len() - 1) == part.shape.get(offsets.len() - 1)
    {
        offsets.pop();
    }
    if at.len() < offsets.len() {
        return None;
    }
    let at: Vec<i64> =
        at.iter().enumerate().map(|(i, &p)| p + offsets.get(i).copied().unwrap_or(0)).collect();
    extract_at(op, b, from, &at)
}

/// Looks through insertions of strided slices for the one that inserted the extracted part.
fn of_slice_insertions(op: ExtractOp, at: &[i64], b: &mut Body) -> Option<Folded> {
    let mut next = op.source(b);
    while let Some(insert) = b.def_as::<InsertStridedSliceOp>(next) {
        let value = insert.value_to_store(b);
        let (part, whole) = (&vector_of(b, value)?.shape, &vector_of(b, next)?.shape);
        let lead = whole.len().checked_sub(part.len())?;
        let offsets = b.attr(insert.op(), "offsets").and_then(|a| attrs::i64s(b.cx(), a))?;
        // More is extracted than was inserted.
        if at.len() < lead || offsets.len() != whole.len() {
            return None;
        }
        let size = |i: usize| if i < lead { 1 } else { part[i - lead] };
        let inside = at.iter().enumerate().all(|(i, &p)| (offsets[i]..offsets[i] + size(i)).contains(&p));
        if inside {
            if !(at.len()..whole.len()).all(|i| size(i) == whole[i]) {
                return None;
            }
            let at: Vec<i64> = (lead..at.len()).map(|i| at[i] - offsets[i]).collect();
            return extract_at(op, b, value, &at);
        }
        next = insert.dest(b);
    }
    None
}

/// A chosen element is an element of the vector that it was chosen from.
fn of_shuffle(op: ExtractOp, at: &[i64], b: &mut Body) -> Option<Folded> {
    let shuffle = b.def_as::<ShuffleOp>(op.source(b))?;
    let (x, y) = (shuffle.v1(b), shuffle.v2(b));
    let (&[n], &[at]) = (fixed_shape(b, x)?, at) else { return None };
    match *numbers(b, shuffle.op(), "mask").get(usize::try_from(at).ok()?)? {
        -1 => Some(PoisonAttr::get(b.cx()).into()),
        from if from < n => extract_at(op, b, x, &[from]),
        from => extract_at(op, b, y, &[from - n]),
    }
}

/// One of the elements that a vector was made of.
fn of_elements(op: ExtractOp, at: &[i64], b: &mut Body) -> Option<Folded> {
    let source = op.source(b);
    let from = b.def_as::<FromElementsOp>(source)?;
    let shape = &vector_of(b, source)?.shape;
    let scalar = b.cx().shaped(b.ty(op.result(b))).is_none() && at.len() == shape.len();
    let index = linear(shape, at).filter(|_| scalar)?;
    from.elements(b).nth(index).map(Into::into)
}

impl Canonicalize for ExtractOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        repeat_less(*self, rw)
            .or_else(|| all_in_another_shape(*self, rw))
            .or_else(|| part_of_mask(*self, rw))
            .or_else(|| some_elements(*self, rw))
    }
}

/// Where repetitions are left, there are fewer of them.
fn repeat_less(op: ExtractOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let from = repeated(rw, op.source(rw))?;
    let ty = rw.ty(op.result(rw));
    let fits = rank(rw, rw.ty(from)) <= rank(rw, ty) && is_broadcastable(rw.cx(), rw.ty(from), ty).is_ok();
    if !fits || op.mixed_position(rw).contains(&MixedIndex::Static(-1)) {
        return None;
    }
    let new = BroadcastOp::build(rw, from, ty);
    rw.replace_op(op, &[new]);
    Some(())
}

/// All elements of a vector in another shape are the vector in that shape.
fn all_in_another_shape(op: ExtractOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let from = rw.def_of::<ShapeCastOp>(op.source(rw))?.source(rw);
    let (before, after) = (fixed_shape(rw, from)?, fixed_shape(rw, op.result(rw))?);
    if count(before)? != count(after)? || op.mixed_position(rw).contains(&MixedIndex::Static(-1)) {
        return None;
    }
    let ty = rw.ty(op.result(rw));
    let new = ShapeCastOp::build(rw, from, ty);
    rw.replace_op(op, &[new]);
    Some(())
}

/// A row of a mask is a mask, or no element of it is set.
fn part_of_mask(op: ExtractOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (source, ty) = (op.source(rw), rw.ty(op.result(rw)));
    let mask = rw.def_of::<CreateMaskOp>(source)?;
    rw.cx().type_as::<VectorType>(ty)?;
    let shape = vector_of(rw, source)?.shape.clone();
    let bounds: Vec<Value> = mask.operands(rw).collect();
    let (mut none, mut unknown) = (mask_format(rw, source) == Some(false), false);
    let at = op.mixed_position(rw);
    for ((p, &bound), &size) in at.iter().zip(&bounds).zip(&shape) {
        match (constant_index(rw, bound), p.as_static()) {
            (None, _) | (_, Some(-1)) => unknown = true,
            (Some(bound), Some(p)) => none |= p >= bound,
            (Some(bound), None) => unknown |= bound < size,
        }
    }
    let new = if none {
        let value = rw.cx().splat_attr(ty, rw.cx().bool_attr(false))?;
        rw.constant("arith", value, ty)?
    } else if unknown {
        return None;
    } else {
        CreateMaskOp::build(rw, bounds.get(at.len()..)?, ty)
    };
    rw.replace_op(op, &[new]);
    Some(())
}

/// A row of a vector that was made of elements is made of some of them.
fn some_elements(op: ExtractOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let (source, ty) = (op.source(rw), rw.ty(op.result(rw)));
    let from = rw.def_of::<FromElementsOp>(source)?;
    let at = statics(&op.mixed_position(rw))?;
    let n = count(&rw.cx().type_as::<VectorType>(ty)?.shape)?;
    let first = linear(&vector_of(rw, source)?.shape, &at)?;
    let elements: Vec<Value> = from.elements(rw).skip(first).take(n).collect();
    if elements.len() != n {
        return None;
    }
    let new = FromElementsOp::build(rw, &elements, ty);
    rw.replace_op(op, &[new]);
    Some(())
}
