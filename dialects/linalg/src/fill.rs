//! Simplifications of ops that read a filled tensor: the result is a filled tensor too, or the fill value.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{
    CastOp, CollapseShapeOp, DimOp, EmptyOp, ExpandShapeOp, ExtractOp, InsertSliceOp, MixedIndex,
    OffsetSizeStride, PadOp, sum,
};

use crate::{CopyOp, FillOp, PackOp, TransposeOp};

/// Simplifies one user of a filled tensor.
pub fn users(op: FillOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let filled = *rw.results(op.op()).first()?;
    let users: SmallVec<[(Op, usize); 4]> = rw.uses_of(filled).collect();
    users.into_iter().find_map(|(user, i)| {
        let before = InsertPoint::before(rw, user);
        rw.goto(before);
        user_of(op, filled, user, i, rw)
    })
}

/// The value of all elements.
fn value(op: FillOp, b: &Body) -> Option<Value> {
    op.inputs(b).next()
}

/// A filled tensor instead of `user`, in the place `init`.
fn refill(op: FillOp, user: Op, init: Value, rw: &mut Rewriter<'_>) -> Option<()> {
    let ty = rw.result_types(user).next()?;
    let value = value(op, rw)?;
    let fill = FillOp::create(rw, &[value], init).ok()?;
    rw.touch(fill);
    let mut new = *rw.results(fill.op()).first()?;
    if rw.ty(new) != ty {
        new = CastOp::build(rw, new, ty);
    }
    rw.replace_op(user, &[new]);
    Some(())
}

fn user_of(op: FillOp, filled: Value, user: Op, i: usize, rw: &mut Rewriter<'_>) -> Option<()> {
    let init = op.outputs(rw).next()?;
    if let Some(reshape) = user.as_op::<CollapseShapeOp>(rw) {
        let (ty, groups) = (rw.ty(reshape.result(rw)), rw.attr_slot(user, 0)?);
        let init = CollapseShapeOp::build(rw, init, groups, ty);
        return refill(op, user, init, rw);
    }
    if let Some(reshape) = user.as_op::<ExpandShapeOp>(rw) {
        let (groups, sizes) = (reshape.groups(rw), reshape.mixed_output_shape(rw));
        let init = ExpandShapeOp::create(rw, init, &groups, &sizes);
        return refill(op, user, init, rw);
    }
    if let Some(extract) = user.as_op::<ExtractOp>(rw) {
        let value = value(op, rw)?;
        rw.replace_op(extract, &[value]);
        return Some(());
    }
    if let Some(pack) = user.as_op::<PackOp>(rw).filter(|_| i == 0) {
        let dest = pack.dest(rw);
        let same = match pack.padding_value(rw) {
            Some(padding) => is_same(rw, padding, value(op, rw)?),
            None => true,
        };
        let alone = rw.uses_of(dest).take(2).count() == 1;
        return if same && alone { refill(op, user, dest, rw) } else { None };
    }
    if let Some(copy) = user.as_op::<CopyOp>(rw) {
        if rw.results(user).is_empty() {
            return None;
        }
        let (input, dest) = (copy.inputs(rw).next()?, copy.outputs(rw).next()?);
        if input == filled {
            return refill(op, user, dest, rw);
        }
        // The copy overwrites the fill, so it may write to the tensor before the fill.
        rw.set_operand(user, i, init);
        rw.touch(user);
        return Some(());
    }
    if let Some(transpose) = user.as_op::<TransposeOp>(rw).filter(|_| i == 0) {
        let dest = transpose.init(rw);
        return refill(op, user, dest, rw);
    }
    if let Some(pad) = user.as_op::<PadOp>(rw) {
        return padded(op, pad, rw);
    }
    let insert = user.as_op::<InsertSliceOp>(rw).filter(|insert| insert.dest(rw) == filled)?;
    inserted(op, insert, rw)
}

/// Padding with the value of all elements is a larger filled tensor.
fn padded(op: FillOp, pad: PadOp, rw: &mut Rewriter<'_>) -> Option<()> {
    if pad.constant_padding(rw)? != value(op, rw)? || pad.is_zero(rw) && pad.nofold(rw).is_none() {
        return None;
    }
    let (source, ty) = (pad.source(rw), rw.ty(pad.result(rw)));
    let shape = rw.cx().shaped(ty)?.shape?.to_vec();
    let (low, high) = (pad.mixed_low(rw), pad.mixed_high(rw));
    let mut sizes = Vec::new();
    for (d, &size) in shape.iter().enumerate() {
        if size == DYNAMIC {
            let inner = DimOp::create_or_fold(rw, source, d)?;
            sizes.push(sum(rw, &[inner, low[d], high[d]])?);
        } else {
            sizes.push(MixedIndex::Static(size));
        }
    }
    let (shape, values) = strata_tensor::index_list::split(&sizes);
    let ty = rw.cx().tensor(&shape, rw.cx().elem_or_self(ty));
    let empty = EmptyOp::build(rw, &values, ty);
    refill(op, pad.op(), empty, rw)
}

/// Omits the padding of a part that is inserted into a filled tensor, where the padding has the fill value.
///
/// Other parts may be inserted before it, if none of them overlaps with it.
fn inserted(op: FillOp, first: InsertSliceOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let value = value(op, rw)?;
    let mut chain = vec![first];
    loop {
        let insert = *chain.last()?;
        let mut before = chain.iter().rev().skip(1);
        // The inserted part may cover the whole tensor.
        if insert.dropped_dims(rw).contains(&true) || rw.ty(insert.source(rw)) == rw.ty(insert.result(rw)) {
            return None;
        }
        if let Some(pad) = rw.def_of::<PadOp>(insert.source(rw))
            && pad.constant_padding(rw) == Some(value)
            && before.all(|other| are_disjoint(*other, insert, rw))
        {
            return without_padding(insert, pad, rw);
        }
        let result = insert.result(rw);
        let next = rw
            .users(result)
            .find_map(|user| user.as_op::<InsertSliceOp>(rw).filter(|next| next.dest(rw) == result));
        chain.push(next?);
    }
}

/// Whether two parts are known from constants to be disjoint.
fn are_disjoint(x: InsertSliceOp, y: InsertSliceOp, b: &Body) -> bool {
    let range = |op: InsertSliceOp, d: usize| {
        let at = |list: Vec<MixedIndex>| list.get(d).and_then(|m| m.as_static());
        let start = at(op.mixed_offsets(b))?;
        let length = at(op.mixed_sizes(b))?.checked_sub(1)?.checked_mul(at(op.mixed_strides(b))?)?;
        Some((start, start.checked_add(length)?))
    };
    (0..x.mixed_offsets(b).len()).any(|d| match (range(x, d), range(y, d)) {
        (Some((x_start, x_end)), Some((y_start, y_end))) => x_end < y_start || y_end < x_start,
        _ => false,
    })
}

/// Inserts the source of `pad` at its place in the part that `insert` inserts.
fn without_padding(insert: InsertSliceOp, pad: PadOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let before = InsertPoint::before(rw, insert.op());
    rw.goto(before);
    let (source, dest) = (pad.source(rw), insert.dest(rw));
    let offsets: Vec<MixedIndex> = pad
        .mixed_low(rw)
        .into_iter()
        .zip(insert.mixed_offsets(rw))
        .map(|(low, at)| sum(rw, &[low, at]))
        .collect::<Option<_>>()?;
    let sizes = DimOp::all(rw, source)?;
    let strides = insert.mixed_strides(rw);
    let new = InsertSliceOp::create(rw, source, dest, &offsets, &sizes, &strides);
    rw.replace_op(insert, &[new]);
    Some(())
}

/// Whether two values are one, or the same constant.
fn is_same(b: &Body, x: Value, y: Value) -> bool {
    x == y || constant_value(b, x).is_some_and(|x| constant_value(b, y) == Some(x))
}
