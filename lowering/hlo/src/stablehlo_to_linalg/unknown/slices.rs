//! Slices, and concatenations of tensors.

use strata_arith::CmpIPredicate;
use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractSliceOp, InsertSliceOp, MixedIndex};

use crate::stablehlo_to_linalg::{
    Lowered, constants, indices,
    shape_operands::{number, numbers},
    sizes::{self, ONE, ZERO},
    slices,
    state::Lowering,
    types,
};

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
        steps.push(slices::step_inside(b, stride, n)?);
    }
    let result = b.ty(b.result(op, 0));
    let to = sizes::refined(b, to, result)?;
    Ok(ExtractSliceOp::of(b, new, &starts, &to, &steps))
}

/// Computed offsets, moved so that a part is inside of the whole.
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
