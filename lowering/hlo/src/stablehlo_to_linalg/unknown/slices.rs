//! Slices, and concatenations of tensors.

use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractSliceOp, InsertSliceOp, MixedIndex};

use super::{
    places,
    shape::{number, numbers},
};
use crate::stablehlo_to_linalg::{Lowered, constants, indices, sizes, state::Lowering, types};

const ZERO: MixedIndex = MixedIndex::Static(0);
const ONE: MixedIndex = MixedIndex::Static(1);
/// The largest distance that cannot overflow 64 bits in any tensor.
const SHORT: i64 = 1 << 31;

pub(in crate::stablehlo_to_linalg) fn set_dimension_size(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<Value> {
    let new = l.get(b.operand(op, 0))?;
    let size = number(l, b, b.operand(op, 1))?;
    let d = b.attr(op, "dimension").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0) as usize;
    let mut all = sizes::of(b, new)?;
    let n = *all.get(d).ok_or("it has no such dimension")?;
    // A static size in the type is kept: there is no place for another one.
    if types::sizes(b, b.ty(b.result(op, 0)))?.get(d).is_some_and(|&n| n != DYNAMIC) {
        return Ok(new);
    }
    sizes::require(b, CmpIPredicate::Sge, size, ZERO, "a size is negative")?;
    sizes::require(b, CmpIPredicate::Sle, size, n, "a size is larger than that of the operand")?;
    all[d] = size;
    let rank = all.len();
    Ok(ExtractSliceOp::of(b, new, &vec![ZERO; rank], &all, &vec![ONE; rank]))
}

pub(in crate::stablehlo_to_linalg) fn concatenate(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::ConcatenateOp>(b) else { return Err("it is not known".into()) };
    let dim = b.cx().attr_i64(op.dimension(b).raw()).unwrap_or(0) as usize;
    let olds: Vec<Value> = op.inputs(b).collect();
    let inputs: Vec<Value> = olds.into_iter().map(|v| l.get(v)).collect::<Lowered<_>>()?;
    let parts: Vec<Vec<MixedIndex>> = inputs.iter().map(|&v| sizes::of(b, v)).collect::<Lowered<_>>()?;
    let mut to = parts.first().ok_or("it has no operands")?.clone();
    for part in &parts[1..] {
        for d in 0..to.len() {
            to[d] = if d == dim {
                sizes::add(b, to[d], part[d])?
            } else {
                sizes::same(b, to[d], part[d], "sizes of operands differ")?
            };
        }
    }
    let elem = b.cx().elem_or_self(b.ty(inputs[0]));
    let mut out = sizes::empty(b, &to, elem);
    let mut offsets = vec![ZERO; to.len()];
    for (v, part) in inputs.into_iter().zip(parts) {
        let v = sizes::with_sizes(b, v, &part);
        out = InsertSliceOp::of(b, v, out, &offsets, &part, &vec![ONE; to.len()]);
        offsets[dim] = sizes::add(b, offsets[dim], part[dim])?;
    }
    Ok(out)
}

pub(in crate::stablehlo_to_linalg) fn slice(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let new = l.get(b.operand(op, 0))?;
    let [starts, limits, strides] = if let Some(op) = op.as_op::<hlo::SliceOp>(b) {
        op.ranges(b).map(|list| list.iter().map(|&n| n.into()).collect::<Vec<MixedIndex>>())
    } else if let Some(op) = op.as_op::<hlo::RealDynamicSliceOp>(b) {
        let (starts, limits, strides) = (op.start_indices(b), op.limit_indices(b), op.strides(b));
        [numbers(l, b, starts)?, numbers(l, b, limits)?, numbers(l, b, strides)?]
    } else {
        return Err("it is not known".into());
    };
    let from = sizes::of(b, new)?;
    let (mut to, mut steps) = (Vec::with_capacity(from.len()), Vec::with_capacity(from.len()));
    for (d, &n) in from.iter().enumerate() {
        let (start, limit, stride) = (starts[d], limits[d], strides[d]);
        sizes::require(b, CmpIPredicate::Sge, start, ZERO, "a slice starts before its operand")?;
        sizes::require(b, CmpIPredicate::Sge, stride, ONE, "a slice has a stride below 1")?;
        sizes::require(b, CmpIPredicate::Sle, start, limit, "a slice starts after its end")?;
        sizes::require(b, CmpIPredicate::Sle, limit, n, "a slice ends after its operand")?;
        let length = sizes::left(b, limit, start)?;
        to.push(sizes::div_up(b, length, stride)?);
        steps.push(at_most(b, stride, n)?);
    }
    let result = b.ty(b.result(op, 0));
    let to = sizes::refined(b, to, result)?;
    Ok(ExtractSliceOp::of(b, new, &starts, &to, &steps))
}

/// A distance of elements, clamped to `n`: no two elements are further apart, and arithmetic on it cannot overflow.
fn at_most(b: &mut Builder<'_>, distance: MixedIndex, n: MixedIndex) -> Lowered<MixedIndex> {
    if distance.constant(b).is_some_and(|k| k <= SHORT) {
        return Ok(distance);
    }
    let some = sizes::max(b, n, ONE)?;
    sizes::min(b, distance, some)
}

/// Dynamic offsets, clamped so that a slice is inside of the whole.
fn clamped(
    l: &Lowering,
    b: &mut Builder<'_>,
    starts: &[Value],
    whole: &[MixedIndex],
    part: &[MixedIndex],
) -> Lowered<Vec<MixedIndex>> {
    let mut out = Vec::new();
    for (i, &old) in starts.iter().enumerate() {
        let kind = types::kind(b.cx(), b.cx().elem_or_self(b.ty(old)))?;
        sizes::require(b, CmpIPredicate::Sle, part[i], whole[i], "a slice is larger than its operand")?;
        let last = sizes::left(b, whole[i], part[i])?;
        if last == ZERO {
            out.push(ZERO);
            continue;
        }
        let new = l.get(old)?;
        let scalar = constants::scalar_of(b, old, new);
        out.push(MixedIndex::Value(indices::clamped(b, scalar, kind, last)?));
    }
    Ok(out)
}

pub(in crate::stablehlo_to_linalg) fn dynamic_slice(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::DynamicSliceOp>(b) else { return Err("it is not known".into()) };
    let new = l.get(op.operand(b))?;
    let starts: Vec<Value> = op.start_indices(b).collect();
    let whole = sizes::of(b, new)?;
    let known = types::sizes(b, b.ty(op.result(b)))?;
    let to: Vec<MixedIndex> =
        known.iter().zip(&whole).map(|(&n, &m)| if n == DYNAMIC { m } else { n.into() }).collect();
    let offsets = clamped(l, b, &starts, &whole, &to)?;
    Ok(ExtractSliceOp::of(b, new, &offsets, &to, &vec![ONE; to.len()]))
}

pub(in crate::stablehlo_to_linalg) fn dynamic_update_slice(
    l: &Lowering,
    b: &mut Builder<'_>,
    op: Op,
) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::DynamicUpdateSliceOp>(b) else { return Err("it is not known".into()) };
    let (new, update) = (l.get(op.operand(b))?, l.get(op.update(b))?);
    let starts: Vec<Value> = op.start_indices(b).collect();
    let (whole, part) = (sizes::of(b, new)?, sizes::of(b, update)?);
    let offsets = clamped(l, b, &starts, &whole, &part)?;
    let update = sizes::with_sizes(b, update, &part);
    Ok(InsertSliceOp::of(b, update, new, &offsets, &part, &vec![ONE; whole.len()]))
}

pub(in crate::stablehlo_to_linalg) fn pad(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let (new, value_old) = (l.get(b.operand(op, 0))?, b.operand(op, 1));
    let padding = if let Some(op) = op.as_op::<hlo::PadOp>(b) {
        op.padding(b).map(|list| list.iter().map(|&n| n.into()).collect::<Vec<MixedIndex>>())
    } else if let Some(op) = op.as_op::<hlo::DynamicPadOp>(b) {
        let (low, high, interior) = (op.edge_padding_low(b), op.edge_padding_high(b), op.interior_padding(b));
        [numbers(l, b, low)?, numbers(l, b, high)?, numbers(l, b, interior)?]
    } else {
        return Err("it is not known".into());
    };
    let value = l.get(value_old)?;
    let value = constants::scalar_of(b, value_old, value);
    let result = b.ty(b.result(op, 0));
    padded(b, new, &padding, value, Some(result))
}

/// A tensor padded before (`low`), after (`high`) and between (`interior`) its elements. A negative size is an error if the tensor is a
/// result, and zero if it is the base of windows.
pub(super) fn padded(
    b: &mut Builder<'_>,
    new: Value,
    padding: &[Vec<MixedIndex>; 3],
    value: Value,
    result: Option<Type>,
) -> Lowered<Value> {
    let from = sizes::of(b, new)?;
    if pads_nothing(padding) {
        return Ok(new);
    }
    let to = padded_sizes(b, &from, padding, result)?;
    padded_to(b, new, padding, value, &to)
}

fn pads_nothing([low, high, interior]: &[Vec<MixedIndex>; 3]) -> bool {
    low.iter().chain(high).chain(interior).all(|&n| n == ZERO)
}

/// The sizes of the result of [`padded`] for a tensor of sizes `from`.
pub(super) fn padded_sizes(
    b: &mut Builder<'_>,
    from: &[MixedIndex],
    [low, high, interior]: &[Vec<MixedIndex>; 3],
    result: Option<Type>,
) -> Lowered<Vec<MixedIndex>> {
    let mut to = Vec::new();
    for (d, &n) in from.iter().enumerate() {
        sizes::require(b, CmpIPredicate::Sge, interior[d], ZERO, "an interior padding is negative")?;
        let some = sizes::max(b, n, ONE)?;
        let gaps = sizes::last(b, some)?;
        let holes = sizes::mul(b, gaps, interior[d])?;
        // If one of these sums overflows, so does the size, unless it is negative.
        let size = sizes::add(b, low[d], high[d])?;
        let size = sizes::add(b, size, n)?;
        let size = sizes::add(b, size, holes)?;
        to.push(match result {
            Some(_) => {
                sizes::require(b, CmpIPredicate::Sge, size, ZERO, "a padded size is negative")?;
                size
            }
            None => sizes::max(b, size, ZERO)?,
        });
    }
    match result {
        Some(ty) => sizes::refined(b, to, ty),
        None => Ok(to),
    }
}

/// The result of [`padded`] with dynamic sizes. A size may be smaller than the dynamic paddings imply, and the tensor is truncated there.
pub(super) fn padded_to(
    b: &mut Builder<'_>,
    new: Value,
    padding: &[Vec<MixedIndex>; 3],
    value: Value,
    to: &[MixedIndex],
) -> Lowered<Value> {
    let [low, high, interior] = padding;
    if pads_nothing(padding) {
        return Ok(new);
    }
    let from = sizes::of(b, new)?;
    let grows = |n: &MixedIndex| n.as_static().is_some_and(|n| n >= 0);
    if low.iter().chain(high).all(grows) {
        let filled = sizes::filled(b, value, to)?;
        let new = sizes::with_sizes(b, new, &from);
        let mut steps = Vec::with_capacity(from.len());
        for (&gap, &size) in interior.iter().zip(to) {
            // No two elements are further apart than the size of the result.
            let gap = at_most(b, gap, size)?;
            steps.push(sizes::add(b, gap, ONE)?);
        }
        return Ok(InsertSliceOp::of(b, new, filled, low, &from, &steps));
    }
    if !interior.iter().all(|&n| n == ZERO) {
        return places::spread(b, new, to, low, interior, value);
    }
    // Without holes, the remaining elements are one slice of the result.
    let (mut starts, mut lengths, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
    for (d, &n) in from.iter().enumerate() {
        let least = sizes::left(b, ZERO, n)?;
        let [before, after] = [low[d], high[d]].map(|edge| {
            // At most all elements are removed.
            let edge = sizes::max(b, edge, least)?;
            let cut = sizes::left(b, ZERO, edge)?;
            sizes::max(b, cut, ZERO)
        });
        let before = before?;
        let end = sizes::left(b, n, after?)?;
        let length = sizes::left(b, end, before)?;
        let length = sizes::max(b, length, ZERO)?;
        let length = sizes::min(b, length, to[d])?;
        // If no element remains, the slice is at the end.
        let last = sizes::left(b, n, length)?;
        starts.push(sizes::min(b, before, last)?);
        lengths.push(length);
        offsets.push(sizes::max(b, low[d], ZERO)?);
    }
    let ones = vec![ONE; from.len()];
    // Offsets in the result are clamped as well.
    for (d, offset) in offsets.iter_mut().enumerate() {
        let last = sizes::left(b, to[d], lengths[d])?;
        *offset = sizes::min(b, *offset, last)?;
    }
    let part = ExtractSliceOp::of(b, new, &starts, &lengths, &ones);
    let filled = sizes::filled(b, value, to)?;
    Ok(InsertSliceOp::of(b, part, filled, &offsets, &lengths, &ones))
}
