//! Folds and simplifications of padding.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    core::DYNAMIC,
    prelude::*,
};

use crate::{
    CastOp, ExtractSliceOp, MixedIndex, OffsetSizeStride, PadOp, cast::knows_as_much, index_list,
    slice::shape,
};

impl Fold for PadOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let (from, to) = (b.ty(self.source(b)), b.ty(self.result(b)));
        let whole = b.cx().shaped(to)?.is_static() && from == to;
        (whole && self.nofold(b).is_none()).then(|| self.source(b).into())
    }
}

impl Canonicalize for PadOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        // Padding by nothing is a cast.
        if self.nofold(rw).is_none() && self.is_zero(rw) {
            let (source, ty) = (self.source(rw), rw.ty(self.result(rw)));
            let cast = CastOp::build(rw, source, ty);
            rw.replace_op(*self, &[cast]);
            return Some(());
        }
        of_cast(*self, rw)
            .or_else(|| before_cast(*self, rw))
            .or_else(|| orthogonal(*self, rw))
            .or_else(|| known_amounts(*self, rw))
            .or_else(|| of_pad(*self, rw))
    }
}

/// The sizes of the result where they follow from sizes and amounts, else those in `result`.
fn padded_shape(source: &[i64], low: &[i64], high: &[i64], result: &[i64]) -> Vec<i64> {
    let sides = low.iter().zip(high);
    let sum = |((&d, (&l, &h)), &r): ((&i64, (&i64, &i64)), &i64)| {
        if [d, l, h].contains(&DYNAMIC) { r } else { d.saturating_add(l).saturating_add(h) }
    };
    source.iter().zip(sides).zip(result).map(sum).collect()
}

/// Gives the result another type; its users see a cast to the type before.
fn retype(op: PadOp, rw: &mut Rewriter<'_>, shape: Vec<i64>) {
    let result = op.result(rw);
    let old = rw.ty(result);
    let Some(ty) = rw.cx().type_as::<TensorType>(old) else { return };
    let ty = rw.cx().ty(TensorType { shape: shape.into(), ..ty.clone() });
    if ty == old {
        return;
    }
    let users: SmallVec<[(Op, usize); 4]> = rw.uses_of(result).collect();
    rw.body().set_type(result, ty);
    let at = InsertPoint::after(rw, op.op());
    rw.goto(at);
    let cast = CastOp::build(rw, result, old);
    for (user, i) in users {
        rw.set_operand(user, i, cast);
    }
}

/// Takes the source of a cast as operand, whose static sizes may determine more sizes of the result.
fn of_cast(op: PadOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let origin = crate::cast::cast_source(rw, op.source(rw))?;
    let low = index_list::statics(rw, op.op(), "static_low");
    let high = index_list::statics(rw, op.op(), "static_high");
    let new = padded_shape(shape(rw, origin), low, high, shape(rw, op.result(rw)));
    rw.set_operand(op, 0, origin);
    retype(op, rw, new);
    Some(())
}

/// Takes the type of a cast of the result, its only use, if it has more static sizes.
fn before_cast(op: PadOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let result = op.result(rw);
    let users: SmallVec<[(Op, usize); 2]> = rw.uses_of(result).take(2).collect();
    let [(user, _)] = users[..] else { return None };
    let cast = user.as_op::<CastOp>(rw)?;
    let ty = rw.ty(cast.dest(rw));
    if !knows_as_much(rw.cx(), ty, rw.ty(result)) {
        return None;
    }
    rw.body().set_type(result, ty);
    rw.replace_op(cast, &[result]);
    Some(())
}

/// Makes constant amounts static, if they determine a size of the result.
fn known_amounts(op: PadOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let [low, high] = [op.mixed_low(rw), op.mixed_high(rw)]
        .map(|l| index_list::fold_constants(rw, &l, |c| c != DYNAMIC).unwrap_or(l));
    let statics = |list: &[MixedIndex]| list.iter().map(|m| m.as_dim()).collect::<Vec<_>>();
    let old = shape(rw, op.result(rw));
    let unknown = vec![DYNAMIC; old.len()];
    let sums = padded_shape(shape(rw, op.source(rw)), &statics(&low), &statics(&high), &unknown);
    let new: Vec<i64> = old.iter().zip(&sums).map(|(&o, &s)| if o == DYNAMIC { s } else { o }).collect();
    if new == old || new.iter().all(|&d| d == DYNAMIC) {
        return None;
    }
    set_amounts(op, rw, &low, &high);
    retype(op, rw, new);
    Some(())
}

fn set_amounts(op: PadOp, rw: &mut Rewriter<'_>, low: &[MixedIndex], high: &[MixedIndex]) {
    index_list::set_mixed(rw.body(), op.op(), "low", "static_low", low);
    index_list::set_mixed(rw.body(), op.op(), "high", "static_high", high);
    rw.touch(op.op());
}

/// Padding twice with the same value is padding once by the sums.
fn of_pad(op: PadOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let inner = rw.def_of::<PadOp>(op.source(rw))?;
    if op.nofold(rw).is_some() || inner.nofold(rw).is_some() {
        return None;
    }
    if op.constant_padding(rw)? != inner.constant_padding(rw)? {
        return None;
    }
    rw.cx().op_info("affine.apply")?;
    let sums = |rw: &mut Rewriter<'_>, x: Vec<MixedIndex>, y: Vec<MixedIndex>| -> Option<Vec<MixedIndex>> {
        x.into_iter().zip(y).map(|(x, y)| sum(rw, &[x, y])).collect()
    };
    let (x, y) = (op.mixed_high(rw), inner.mixed_high(rw));
    let high = sums(rw, x, y)?;
    let (x, y) = (op.mixed_low(rw), inner.mixed_low(rw));
    let low = sums(rw, x, y)?;
    let source = inner.source(rw);
    set_amounts(op, rw, &low, &high);
    rw.set_operand(op, 0, source);
    Some(())
}

/// The sum of indices: a constant, one of them, or an `affine.apply`; `None` when a sum overflows, or `affine` is not
/// registered.
pub fn sum(rw: &mut Rewriter<'_>, terms: &[MixedIndex]) -> Option<MixedIndex> {
    let (mut known, mut values) = (0i64, Vec::new());
    for &term in terms {
        match term.constant(rw) {
            Some(c) => known = known.checked_add(c)?,
            None => values.push(term.value()?),
        }
    }
    match values[..] {
        [] => return Some(MixedIndex::Static(known)),
        [one] if known == 0 => return Some(one.into()),
        _ => (),
    }
    let dims = (0..values.len() as u32).map(AffineExpr::dim);
    let expr = dims.reduce(|x, y| x + y)? + AffineExpr::constant(known);
    let map = rw.cx().affine_map_attr(AffineMap::new(values.len() as u32, 0, vec![expr]));
    let mut state = OpState::new(rw.cx().op_info("affine.apply")?, rw.cur_loc());
    state.set_attr(rw.cx(), "map", map);
    state.operands.extend(values);
    state.result_types.push(rw.cx().index());
    let op = rw.create(state);
    Some(rw.result(op, 0).into())
}

/// Merges a padded slice of a padded slice into one padded slice, if the paddings are on different dimensions.
fn orthogonal(op: PadOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let inner_slice = rw.def_of::<ExtractSliceOp>(op.source(rw))?;
    let outer = rw.def_of::<PadOp>(inner_slice.source(rw))?;
    let outer_slice = rw.def_of::<ExtractSliceOp>(outer.source(rw))?;
    let rank = shape(rw, op.source(rw)).len();
    let ranks = [inner_slice.source(rw), outer.source(rw), outer_slice.source(rw)];
    let same_rank = ranks.iter().all(|&v| shape(rw, v).len() == rank);
    if outer.nofold(rw).is_some() || !same_rank {
        return None;
    }
    let zero = |list: &[MixedIndex]| list.iter().all(|m| m.constant(rw) == Some(0));
    let simple = inner_slice.has_unit_strides(rw)
        && outer_slice.has_unit_strides(rw)
        && zero(&op.mixed_low(rw))
        && zero(&outer.mixed_low(rw));
    let value = |p: PadOp| constant_value(rw, p.constant_padding(rw)?);
    if !simple || value(op)? != value(outer)? {
        return None;
    }
    let (inner_high, outer_high) = (op.mixed_high(rw), outer.mixed_high(rw));
    let (inner_offsets, outer_offsets) = (inner_slice.mixed_offsets(rw), outer_slice.mixed_offsets(rw));
    let (mut sizes, outer_sizes) = (inner_slice.mixed_sizes(rw), outer_slice.mixed_sizes(rw));
    let (mut offsets, mut high) = (Vec::new(), Vec::new());
    for d in 0..rank {
        let is_zero = |m: MixedIndex| m.constant(rw) == Some(0);
        let (by_inner, by_outer) = (!is_zero(inner_high[d]), !is_zero(outer_high[d]));
        offsets.push(if !by_inner && is_zero(inner_offsets[d]) {
            outer_offsets[d]
        } else if !by_outer && is_zero(outer_offsets[d]) {
            inner_offsets[d]
        } else {
            return None;
        });
        // A dimension that the outer op pads must be in the inner slice as a whole.
        if by_outer {
            if by_inner || sizes[d].constant(rw)? != shape(rw, inner_slice.source(rw))[d] {
                return None;
            }
            sizes[d] = outer_sizes[d];
        }
        high.push(if by_outer { outer_high[d] } else { inner_high[d] });
    }
    let (origin, strides, low) = (outer_slice.source(rw), inner_slice.mixed_strides(rw), op.mixed_low(rw));
    let slice = ExtractSliceOp::create(rw, origin, &offsets, &sizes, &strides);
    rw.set_operand(op, 0, slice);
    set_amounts(op, rw, &low, &high);
    Some(())
}
