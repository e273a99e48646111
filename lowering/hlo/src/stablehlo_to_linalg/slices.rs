//! Ops that take parts of tensors or put tensors together.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;
use strata_tensor::{ExtractSliceOp, InsertSliceOp, MixedIndex};

use super::{
    Lowered, constants, indices,
    sizes::{self, ONE, fixed},
    state::Lowering,
    types::{self, Kind},
};

/// A distance that does not lead out of 64 bits in any tensor.
const SHORT: i64 = 1 << 31;

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

/// A distance of elements, of which there are no two where it is not less than `n`: nothing that is computed from it overflows.
pub(super) fn step_inside(b: &mut Builder<'_>, distance: MixedIndex, n: MixedIndex) -> Lowered<MixedIndex> {
    if n.as_static().is_none() && distance.constant(b).is_some_and(|k| k <= SHORT) {
        return Ok(distance);
    }
    let some = sizes::max(b, n, ONE)?;
    sizes::min(b, distance, some)
}
