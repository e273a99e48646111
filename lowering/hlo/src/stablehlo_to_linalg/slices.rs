//! Ops that take parts of tensors or put tensors together.

use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractSliceOp, InsertSliceOp, MixedIndex};

use super::{
    Lowered, constants, indices,
    shape_operands::{number, numbers},
    sizes::{self, ONE, ZERO, fixed},
    state::Lowering,
    types::{self, Kind},
};

/// A distance that does not lead out of 64 bits in any tensor.
const SHORT: i64 = 1 << 31;

/// `slice` and `real_dynamic_slice`.
pub(super) fn slice(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let new = l.get(b.operand(op, 0))?;
    let [starts, limits, strides] = if let Some(op) = op.as_op::<hlo::SliceOp>(b) {
        op.ranges(b).map(fixed)
    } else if let Some(op) = op.as_op::<hlo::RealDynamicSliceOp>(b) {
        let (starts, limits, strides) = (op.start_indices(b), op.limit_indices(b), op.strides(b));
        [numbers(l, b, starts)?, numbers(l, b, limits)?, numbers(l, b, strides)?]
    } else {
        return Err("it is not known".into());
    };
    let from = sizes::mixed_sizes(b, new)?;
    let (mut to, mut steps) = (Vec::with_capacity(from.len()), Vec::with_capacity(from.len()));
    for (d, &n) in from.iter().enumerate() {
        let (start, limit, stride) = (starts[d], limits[d], strides[d]);
        sizes::require(b, CmpIPredicate::Sge, start, ZERO, "a slice starts before its operand")?;
        sizes::require(b, CmpIPredicate::Sge, stride, ONE, "a slice has a stride below 1")?;
        sizes::require(b, CmpIPredicate::Sle, start, limit, "a slice starts after its end")?;
        sizes::require(b, CmpIPredicate::Sle, limit, n, "a slice ends after its operand")?;
        let length = sizes::left(b, limit, start)?;
        to.push(sizes::div_up(b, length, stride)?);
        steps.push(step_inside(b, stride, n)?);
    }
    let result = b.ty(b.result(op, 0));
    let to = sizes::refined(b, to, result)?;
    Ok(part(b, new, &starts, &to, &steps))
}

/// A part of a tensor, which is not read where it has no elements.
fn part(
    b: &mut Builder<'_>,
    v: Value,
    offsets: &[MixedIndex],
    to: &[MixedIndex],
    steps: &[MixedIndex],
) -> Value {
    if to.contains(&ZERO) {
        let elem = b.cx().elem_or_self(b.ty(v));
        return sizes::empty(b, to, elem);
    }
    ExtractSliceOp::create(b, v, offsets, to, steps)
}

/// A distance of elements, of which there are no two where it is not less than `n`: nothing that is computed from it overflows.
pub(super) fn step_inside(b: &mut Builder<'_>, distance: MixedIndex, n: MixedIndex) -> Lowered<MixedIndex> {
    if n.as_static().is_none() && distance.constant(b).is_some_and(|k| k <= SHORT) {
        return Ok(distance);
    }
    let some = sizes::max(b, n, ONE)?;
    sizes::min(b, distance, some)
}

/// `dynamic_slice`.
pub(super) fn dynamic_slice(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::DynamicSliceOp>(b) else { return Err("it is not known".into()) };
    let new = l.get(op.operand(b))?;
    let starts: Vec<Value> = op.start_indices(b).collect();
    let whole = sizes::mixed_sizes(b, new)?;
    let known = types::sizes(b, b.ty(op.result(b)))?;
    let to: Vec<MixedIndex> =
        known.iter().zip(&whole).map(|(&n, &m)| if n == DYNAMIC { m } else { n.into() }).collect();
    let offsets = clamped(l, b, &starts, &whole, &to)?;
    Ok(part(b, new, &offsets, &to, &vec![ONE; to.len()]))
}

/// `dynamic_update_slice`.
pub(super) fn dynamic_update_slice(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::DynamicUpdateSliceOp>(b) else { return Err("it is not known".into()) };
    let (new, update) = (l.get(op.operand(b))?, l.get(op.update(b))?);
    let starts: Vec<Value> = op.start_indices(b).collect();
    let (whole, part) = (sizes::mixed_sizes(b, new)?, sizes::mixed_sizes(b, update)?);
    let offsets = clamped(l, b, &starts, &whole, &part)?;
    if part.contains(&ZERO) {
        return Ok(new);
    }
    let update = sizes::with_sizes(b, update, &part);
    Ok(InsertSliceOp::create(b, update, new, &offsets, &part, &vec![ONE; whole.len()]))
}

/// Computed offsets, moved so that a part of these sizes is inside of the whole.
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
        if let Some(last) = last.as_static()
            && let Some(start) = constant_start(b, old, kind)
        {
            out.push(MixedIndex::Static(start.clamp(0, last)));
            continue;
        }
        let new = l.get(old)?;
        let scalar = constants::scalar_of(b, old, new);
        out.push(MixedIndex::Value(indices::clamped(b, scalar, kind, last)?));
    }
    Ok(out)
}

/// The index that an old value is known to be; the largest one where it is larger.
fn constant_start(b: &Body, old: Value, kind: Kind) -> Option<i64> {
    let attr = constants::splat_of(b, old)?;
    let int = b.cx().attr_as::<IntegerAttr>(attr)?;
    if kind == Kind::Unsigned {
        int.value.as_u64().map(|v| i64::try_from(v).unwrap_or(i64::MAX))
    } else {
        int.value.as_i64()
    }
}

/// `concatenate`.
pub(super) fn concatenate(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let Some(op) = op.as_op::<hlo::ConcatenateOp>(b) else { return Err("it is not known".into()) };
    let dim = b.cx().attr_i64(op.dimension(b).raw()).unwrap_or(0) as usize;
    let olds: Vec<Value> = op.inputs(b).collect();
    let inputs: Vec<Value> = olds.into_iter().map(|v| l.get(v)).collect::<Lowered<_>>()?;
    let parts: Vec<Vec<MixedIndex>> =
        inputs.iter().map(|&v| sizes::mixed_sizes(b, v)).collect::<Lowered<_>>()?;
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
        if !part.contains(&ZERO) {
            let v = sizes::with_sizes(b, v, &part);
            out = InsertSliceOp::create(b, v, out, &offsets, &part, &vec![ONE; to.len()]);
        }
        offsets[dim] = sizes::add(b, offsets[dim], part[dim])?;
    }
    Ok(out)
}

/// `set_dimension_size`.
pub(super) fn set_dimension_size(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let new = l.get(b.operand(op, 0))?;
    let d = b.attr(op, "dimension").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0) as usize;
    // A type that says the size keeps it: there is no place for another one.
    if types::sizes(b, b.ty(b.result(op, 0)))?.get(d).is_some_and(|&n| n != DYNAMIC) {
        return Ok(new);
    }
    let size = number(l, b, b.operand(op, 1))?;
    let mut all = sizes::mixed_sizes(b, new)?;
    let n = *all.get(d).ok_or("it has no such dimension")?;
    sizes::require(b, CmpIPredicate::Sge, size, ZERO, "a size is negative")?;
    sizes::require(b, CmpIPredicate::Sle, size, n, "a size is larger than that of the operand")?;
    all[d] = size;
    let rank = all.len();
    Ok(ExtractSliceOp::create(b, new, &vec![ZERO; rank], &all, &vec![ONE; rank]))
}
