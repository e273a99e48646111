//! Ops that take parts of tensors or put tensors together.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractSliceOp, InsertSliceOp, MixedIndex, PadOp};

use super::{
    Lowered, constants, indices,
    state::Lowering,
    types::{self, Kind},
};

/// Indices that are constants.
pub(super) fn fixed(values: &[i64]) -> Vec<MixedIndex> {
    values.iter().map(|&v| MixedIndex::Static(v)).collect()
}

pub(super) fn lower(l: &Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<Value> {
    let result = b.ty(b.result(op, 0));
    let to = types::shape(b, result)?;
    if let Some(op) = op.as_op::<hlo::SliceOp>(b) {
        let (new, from) = (l.get(op.operand(b))?, types::shape(b, b.ty(op.operand(b)))?);
        let [starts, _, strides] = op.ranges(b).map(<[i64]>::to_vec);
        if to.contains(&0) {
            let elem = b.cx().elem_or_self(b.ty(new));
            return Ok(constants::empty(b, &to, elem));
        }
        // If a stride exceeds the operand, there is one element: the stride is clamped, so that arithmetic on it cannot overflow.
        let strides: Vec<i64> = strides.iter().zip(&from).map(|(&s, &n)| s.min(n.max(1))).collect();
        return Ok(ExtractSliceOp::of(b, new, &fixed(&starts), &fixed(&to), &fixed(&strides)));
    }
    if let Some(op) = op.as_op::<hlo::ConcatenateOp>(b) {
        return concatenate(l, b, op, &to);
    }
    if let Some(op) = op.as_op::<hlo::PadOp>(b) {
        return pad(l, b, op);
    }
    if let Some(op) = op.as_op::<hlo::DynamicSliceOp>(b) {
        let new = l.get(op.operand(b))?;
        let whole = types::shape(b, b.ty(op.operand(b)))?;
        let starts: Vec<Value> = op.start_indices(b).collect();
        if to.contains(&0) {
            let elem = b.cx().elem_or_self(b.ty(new));
            return Ok(constants::empty(b, &to, elem));
        }
        let offsets = clamped(l, b, &starts, &whole, &to)?;
        return Ok(ExtractSliceOp::of(b, new, &offsets, &fixed(&to), &fixed(&vec![1; to.len()])));
    }
    let Some(op) = op.as_op::<hlo::DynamicUpdateSliceOp>(b) else { return Err("it is not known".into()) };
    let (new, update) = (l.get(op.operand(b))?, l.get(op.update(b))?);
    let part = types::shape(b, b.ty(op.update(b)))?;
    let starts: Vec<Value> = op.start_indices(b).collect();
    if part.contains(&0) {
        return Ok(new);
    }
    let offsets = clamped(l, b, &starts, &to, &part)?;
    Ok(InsertSliceOp::of(b, update, new, &offsets, &fixed(&part), &fixed(&vec![1; to.len()])))
}

/// Dynamic offsets, clamped so that a slice of these sizes is inside of the whole.
fn clamped(
    l: &Lowering,
    b: &mut Builder<'_>,
    starts: &[Value],
    whole: &[i64],
    part: &[i64],
) -> Lowered<Vec<MixedIndex>> {
    let mut out = Vec::new();
    for (i, &old) in starts.iter().enumerate() {
        let kind = types::kind(b.cx(), b.cx().elem_or_self(b.ty(old)))?;
        let last = whole[i] - part[i];
        if last == 0 {
            out.push(MixedIndex::Static(0));
            continue;
        }
        if let Some(start) = constants::splat_of(b, old).and_then(|a| {
            let int = b.cx().attr_as::<IntegerAttr>(a)?;
            if kind == Kind::Unsigned {
                int.value.as_u64().map(|v| i64::try_from(v).unwrap_or(last))
            } else {
                int.value.as_i64()
            }
        }) {
            out.push(MixedIndex::Static(start.clamp(0, last)));
            continue;
        }
        let new = l.get(old)?;
        let scalar = constants::extract(b, new);
        out.push(MixedIndex::Value(indices::clamped(b, scalar, kind, last)?));
    }
    Ok(out)
}

fn concatenate(l: &Lowering, b: &mut Builder<'_>, op: hlo::ConcatenateOp, to: &[i64]) -> Lowered<Value> {
    let dim = b.cx().attr_i64(op.dimension(b).raw()).unwrap_or(0) as usize;
    let inputs: Vec<Value> = op.inputs(b).collect();
    let first = l.get(inputs[0])?;
    let elem = b.cx().elem_or_self(b.ty(first));
    let mut out = constants::empty(b, to, elem);
    let mut offsets = vec![0; to.len()];
    for old in inputs {
        let sizes = types::shape(b, b.ty(old))?;
        let new = l.get(old)?;
        if !sizes.contains(&0) {
            out =
                InsertSliceOp::of(b, new, out, &fixed(&offsets), &fixed(&sizes), &fixed(&vec![1; to.len()]));
        }
        offsets[dim] += sizes[dim];
    }
    Ok(out)
}

fn pad(l: &Lowering, b: &mut Builder<'_>, op: hlo::PadOp) -> Lowered<Value> {
    let [low, high, interior] = op.padding(b).map(<[i64]>::to_vec);
    let from = types::shape(b, b.ty(op.operand(b)))?;
    let (new, value) = (l.get(op.operand(b))?, l.get(op.padding_value(b))?);
    let value = constants::scalar_of(b, op.padding_value(b), value);
    padded(b, new, &from, [&low, &high, &interior], value)
}

/// A tensor of sizes `from` padded before (`low`), after (`high`) and between (`interior`) its elements; negative `low` and `high` remove
/// elements.
pub(super) fn padded(
    b: &mut Builder<'_>,
    new: Value,
    from: &[i64],
    [low, high, interior]: [&[i64]; 3],
    value: Value,
) -> Lowered<Value> {
    if low.iter().chain(high).chain(interior).all(|&n| n == 0) {
        return Ok(new);
    }
    if low.iter().chain(high).all(|&n| n >= 0) && interior.iter().all(|&n| n == 0) && !from.contains(&0) {
        return Ok(PadOp::of(b, new, &fixed(low), &fixed(high), value));
    }
    // Paddings and dilations may be large; the verifier has checked only that the sizes of the result fit.
    let wide = |n: i64| i128::from(n);
    let to: Option<Vec<i64>> = (0..from.len())
        .map(|d| {
            let holes = (wide(from[d]) - 1).max(0) * wide(interior[d]);
            i64::try_from(wide(low[d]) + wide(high[d]) + wide(from[d]) + holes).ok().filter(|&n| n >= 0)
        })
        .collect();
    let to = &to.ok_or("a padded size does not fit")?[..];
    let filled = constants::filled(b, value, to)?;
    // Element `i` of a dimension moves to `low + i * step`; negative padding removes the elements outside.
    let (mut starts, mut sizes, mut offsets, mut steps) = (vec![], vec![], vec![], vec![]);
    for (i, &n) in from.iter().enumerate() {
        let (low, step) = (wide(low[i]), wide(interior[i]) + 1);
        let up = |n: i128| (n.max(0) + step - 1) / step;
        let first = up(-low);
        let count = up(wide(to[i]) - low).min(wide(n)) - first;
        if count <= 0 {
            return Ok(filled);
        }
        // Positions in the operand and in the result; the step is unused if there is one element.
        starts.push(first as i64);
        sizes.push(count as i64);
        offsets.push((low + first * step) as i64);
        steps.push(if count == 1 { 1 } else { step as i64 });
    }
    if sizes.contains(&0) {
        return Ok(filled);
    }
    let part = if sizes == from {
        new
    } else {
        ExtractSliceOp::of(b, new, &fixed(&starts), &fixed(&sizes), &fixed(&vec![1; from.len()]))
    };
    Ok(InsertSliceOp::of(b, part, filled, &fixed(&offsets), &fixed(&sizes), &fixed(&steps)))
}
