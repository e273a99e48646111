//! Rules about slices, concatenations and gathers.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_stablehlo::*;

use crate::hlo_builder::*;

pub const PATTERNS: &[PatternRow] = patterns! {
    ConcatenateOp => "concatenate-parts": concatenate_parts,
    SliceOp => "slice-of-slice": slice_of_slice,
    SliceOp => "slice-of-concatenate": slice_of_concatenate,
    DynamicSliceOp => "dynamic-slice-from-constant": dynamic_slice_from_constant,
    DynamicUpdateSliceOp => "update-without-elements": update_without_elements,
    GatherOp => "gather-of-one-slice": gather_of_one_slice,
};

/// The attributes of a slice.
fn slice_attrs(cx: &Context, ranges: [&[i64]; 3]) -> [(&'static str, Attr); 3] {
    let [starts, limits, strides] = ranges.map(|r| cx.i64_array(r));
    [("start_indices", starts), ("limit_indices", limits), ("strides", strides)]
}

/// `concatenate(concatenate(X, Y), Z, []) -> concatenate(X, Y, Z)`
fn concatenate_parts(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let dim = int(rw, op, "dimension")?;
    let operands: Vec<Value> = rw.operands(op).collect();
    let mut parts = Vec::new();
    for &v in &operands {
        match rw.def_of::<ConcatenateOp>(v) {
            Some(inner) if int(rw, inner.op(), "dimension") == Some(dim) && rw.has_one_use(v) => {
                parts.extend(inner.inputs(rw));
            }
            _ if count(rw, v) == Some(0) => (),
            _ => parts.push(v),
        }
    }
    if parts == operands || parts.is_empty() {
        return None;
    }
    let dim = rw.attr(op, "dimension")?;
    become_op::<ConcatenateOp>(rw, op, &parts, &[("dimension", dim)])
}

/// `slice(slice(X, ...), ...) -> slice(X, ...)`
fn slice_of_slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let slice = op.as_op::<SliceOp>(rw)?;
    let inner = rw.def_of::<SliceOp>(slice.operand(rw))?;
    let x = inner.operand(rw);
    let ([starts, _, strides], [first, _, steps]) = (slice.ranges(rw), inner.ranges(rw));
    let result = sizes(rw, slice.result(rw));
    let mut ranges: [Vec<i64>; 3] = Default::default();
    for d in 0..result.len() {
        let start = starts[d].checked_mul(steps[d])?.checked_add(first[d])?;
        let stride = strides[d].checked_mul(steps[d])?;
        // The limit is just behind the last element, so that it never exceeds the operand.
        let limit = if result[d] == 0 {
            start
        } else {
            stride.checked_mul(result[d] - 1)?.checked_add(start)?.checked_add(1)?
        };
        ranges[0].push(start);
        ranges[1].push(limit);
        ranges[2].push(stride);
    }
    let attrs = slice_attrs(rw.cx(), [&ranges[0], &ranges[1], &ranges[2]]);
    become_op::<SliceOp>(rw, op, &[x], &attrs)
}

/// `slice(concatenate(X, Y, ...)) -> concatenate(slice(X), slice(Y), ...)` over the operands that the slice reaches.
fn slice_of_concatenate(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let slice = op.as_op::<SliceOp>(rw)?;
    let whole = slice.operand(rw);
    let concatenate = rw.def_of::<ConcatenateOp>(whole)?;
    let dim = usize::try_from(int(rw, concatenate.op(), "dimension")?).ok()?;
    let [starts, limits, strides] = slice.ranges(rw).map(|r| r.to_vec());
    if strides[dim] != 1 {
        return None;
    }
    let (mut at, mut pieces) = (0, Vec::new());
    for part in concatenate.inputs(rw) {
        let n = sizes(rw, part)[dim];
        if n == DYNAMIC {
            return None;
        }
        let (from, to) = (starts[dim].max(at), limits[dim].min(at + n));
        if from < to {
            pieces.push((part, from - at, to - at));
        }
        at += n;
    }
    // More than one slice pays off only if the concatenation is removed.
    if pieces.is_empty() || pieces.len() > 1 && !rw.has_one_use(whole) {
        return None;
    }
    if pieces.len() == rw.num_operands(concatenate.op()) && pieces.len() > 1 {
        return None;
    }
    let (cx, result) = (rw.cx(), rw.result(op, 0));
    let (mut starts, mut limits) = (starts, limits);
    let mut values = Vec::new();
    for (part, from, to) in pieces {
        starts[dim] = from;
        limits[dim] = to;
        let mut shape = sizes(rw, result).to_vec();
        shape[dim] = to - from;
        let ty = cx.tensor(&shape, elem(rw, result));
        let attrs = slice_attrs(cx, [&starts, &limits, &strides]);
        values.push(make::<SliceOp>(rw, &[part], &attrs, ty));
    }
    if let [only] = values[..] {
        return become_value(rw, op, only);
    }
    let dim = rw.attr(concatenate.op(), "dimension")?;
    become_op::<ConcatenateOp>(rw, op, &values, &[("dimension", dim)])
}

/// `dynamic_slice(X, cst...) -> slice(X, clamp(cst)...)`
fn dynamic_slice_from_constant(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let slice = op.as_op::<DynamicSliceOp>(rw)?;
    let x = slice.operand(rw);
    let (shape, taken) = (sizes(rw, x), ints(rw, op, "slice_sizes"));
    let mut starts = Vec::new();
    for ((v, &n), &size) in slice.start_indices(rw).zip(&taken[..]).zip(shape) {
        let start = *const_ints(rw, v)?.first()?;
        if size == DYNAMIC || n > size {
            return None;
        }
        starts.push(start.clamp(0, size - n));
    }
    let limits: Vec<i64> = starts.iter().zip(&taken).map(|(s, n)| s + n).collect();
    let attrs = slice_attrs(rw.cx(), [&starts, &limits, &vec![1; starts.len()]]);
    become_op::<SliceOp>(rw, op, &[x], &attrs)
}

/// `dynamic_update_slice(X, empty, ...) -> X`
fn update_without_elements(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let update = op.as_op::<DynamicUpdateSliceOp>(rw)?;
    if count(rw, update.update(rw))? != 0 {
        return None;
    }
    let x = update.operand(rw);
    become_value(rw, op, x)
}

/// `gather(X, cst) -> reshape(slice(X))` when one slice is taken.
fn gather_of_one_slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let gather = op.as_op::<GatherOp>(rw)?;
    let cx = rw.cx();
    let dims = gather.dimension_numbers(rw).get(cx);
    let (x, indices) = (gather.operand(rw), gather.start_indices(rw));
    let vector = sizes(rw, indices).len() <= 1 && dims.index_vector_dim.0 == 0;
    if !vector || !dims.operand_batching_dims.is_empty() || !is_static(cx, rw.ty(x)) {
        return None;
    }
    let index = const_ints(rw, indices)?;
    let (shape, taken) = (sizes(rw, x), ints(rw, op, "slice_sizes"));
    let mut starts = vec![0; shape.len()];
    for (&d, &at) in dims.start_index_map.iter().zip(&index) {
        let (d, most) = (d as usize, shape.get(d as usize)? - taken.get(d as usize)?);
        starts[d] = at.clamp(0, most.max(0));
    }
    let limits: Vec<i64> = starts.iter().zip(&taken).map(|(s, n)| s + n).collect();
    let attrs = slice_attrs(cx, [&starts, &limits, &vec![1; starts.len()]]);
    let ty = cx.tensor(&taken, elem(rw, x));
    if !is_static(cx, rw.ty(gather.result(rw))) {
        return None;
    }
    let part = make::<SliceOp>(rw, &[x], &attrs, ty);
    become_op::<ReshapeOp>(rw, op, &[part], &[])
}
