//! Rules about ops whose sizes are operands: with constant operands and known result sizes, they become the static ops.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_stablehlo::*;

use crate::hlo_builder::*;

/// The rules, which are all those of `stablehlo-canonicalize-dynamism`.
pub const PATTERNS: &[PatternRow] = patterns! {
    GetDimensionSizeOp => "get-dimension-size": get_dimension_size,
    CustomCallOp => "custom-call": custom_call,
    DynamicBroadcastInDimOp => "dynamic-broadcast": dynamic_broadcast,
    DynamicConvOp => "dynamic-conv": dynamic_conv,
    DynamicGatherOp => "dynamic-gather": dynamic_gather,
    DynamicIotaOp => "dynamic-iota": dynamic_iota,
    DynamicPadOp => "dynamic-pad": dynamic_pad,
    DynamicReshapeOp => "dynamic-reshape": dynamic_reshape,
    RealDynamicSliceOp => "real-dynamic-slice": real_dynamic_slice,
    RealDynamicSliceOp => "real-dynamic-slice-of-known-size": slice_of_known_size,
};

/// The constant result of an op if the requested size is known.
pub fn known_dimension(b: &Body, get: GetDimensionSizeOp) -> Option<Attr> {
    let dim = usize::try_from(int(b, get.op(), "dimension")?).ok()?;
    let cx = b.cx();
    let size = *sizes(b, get.operand(b)).get(dim)?;
    let known = size != DYNAMIC && size <= i64::from(i32::MAX);
    known.then(|| cx.dense_i64s(cx.tensor(&[], cx.i32()), &[size])).flatten()
}

/// Whether the sizes of the only result are known.
fn has_static_result(b: &Body, op: Op) -> bool {
    is_static(b.cx(), b.ty(b.result(op, 0)))
}
/// Whether a shape operand is known to differ from the type of the result.
fn contradicts(b: &Body, op: Op, shape: Value) -> bool {
    const_ints(b, shape).is_some_and(|s| s[..] != *sizes(b, b.result(op, 0)))
}

/// `get_dimension_size(X, i) -> X.shape[i]`
fn get_dimension_size(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let attr = known_dimension(rw, op.as_op::<GetDimensionSizeOp>(rw)?)?;
    become_constant(rw, op, attr)
}

/// Drops shape operands of a call that its result types make redundant.
fn custom_call(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let attr = rw.attr(op, "indices_of_shape_operands")?;
    let indices = rw.cx().attr_as::<DenseElementsAttr>(attr)?.to_i64s(rw.cx())?;
    let results = rw.results(op).to_vec();
    if indices.len() != results.len() {
        return None;
    }
    for (&i, &r) in indices.iter().zip(&results) {
        let operand = rw.operands(op).nth(usize::try_from(i).ok()?)?;
        if !is_static(rw.cx(), rw.ty(r)) || const_ints(rw, operand)? != sizes(rw, r) {
            return None;
        }
    }
    let kept: Vec<Value> =
        rw.operands(op).zip(0..).filter(|(_, i)| !indices.contains(i)).map(|(v, _)| v).collect();
    let layouts = rw.attr(op, "operand_layouts").and_then(|a| rw.cx().attr_as::<ArrayAttr>(a));
    if let Some(layouts) = layouts {
        let left = layouts.0.iter().zip(0..).filter(|(_, i)| !indices.contains(i)).map(|(&a, _)| a).collect();
        let left = rw.cx().array_attr(left);
        rw.body().set_attr(op, "operand_layouts", Some(left));
    }
    rw.body().set_operands(op, &kept);
    rw.body().set_attr(op, "indices_of_shape_operands", None);
    Some(())
}

/// `dynamic_broadcast_in_dim(X, shape, dims) -> broadcast_in_dim(X, dims)`
fn dynamic_broadcast(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let broadcast = op.as_op::<DynamicBroadcastInDimOp>(rw)?;
    let x = broadcast.operand(rw);
    let shape = broadcast.output_dimensions(rw);
    if !has_static_result(rw, op) || !is_static(rw.cx(), rw.ty(x)) || contradicts(rw, op, shape) {
        return None;
    }
    let dims = rw.attr(op, "broadcast_dimensions")?;
    become_op::<BroadcastInDimOp>(rw, op, &[x], &[("broadcast_dimensions", dims)])
}

/// `dynamic_conv(X, K, cst) -> convolution(X, K)`
fn dynamic_conv(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let conv = op.as_op::<DynamicConvOp>(rw)?;
    let padding = const_ints(rw, conv.padding(rw))?;
    let cx = rw.cx();
    let ty = cx.tensor(&[padding.len() as i64 / 2, 2], cx.i64());
    let mut attrs = common_attrs::<ConvolutionOp>(rw, op);
    attrs.push(("padding", cx.dense_i64s(ty, &padding)?));
    let (x, kernel) = (conv.lhs(rw), conv.rhs(rw));
    become_op::<ConvolutionOp>(rw, op, &[x, kernel], &attrs)
}

/// `dynamic_gather(X, I, cst) -> gather(X, I, cst)`
fn dynamic_gather(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let gather = op.as_op::<DynamicGatherOp>(rw)?;
    let sizes = const_ints(rw, gather.slice_sizes(rw))?;
    let mut attrs = common_attrs::<GatherOp>(rw, op);
    attrs.retain(|a| a.0 != "slice_sizes");
    attrs.push(("slice_sizes", rw.cx().i64_array(&sizes)));
    let (x, indices) = (gather.operand(rw), gather.start_indices(rw));
    become_op::<GatherOp>(rw, op, &[x, indices], &attrs)
}

/// `dynamic_iota(shape, dim) -> iota(dim)`
fn dynamic_iota(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let shape = op.as_op::<DynamicIotaOp>(rw)?.output_shape(rw);
    if !has_static_result(rw, op) || contradicts(rw, op, shape) {
        return None;
    }
    let dim = rw.attr(op, "iota_dimension")?;
    become_op::<IotaOp>(rw, op, &[], &[("iota_dimension", dim)])
}

/// `dynamic_pad(X, V, low, high, interior) -> pad(X, V, low, high, interior)`
fn dynamic_pad(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let pad = op.as_op::<DynamicPadOp>(rw)?;
    let numbers = [pad.edge_padding_low(rw), pad.edge_padding_high(rw), pad.interior_padding(rw)];
    let [low, high, interior] = numbers.map(|v| const_ints(rw, v).map(|n| rw.cx().i64_array(&n)));
    let attrs = [("edge_padding_low", low?), ("edge_padding_high", high?), ("interior_padding", interior?)];
    let (x, value) = (pad.operand(rw), pad.padding_value(rw));
    become_op::<PadOp>(rw, op, &[x, value], &attrs)
}

/// `dynamic_reshape(X, shape) -> reshape(X)`
fn dynamic_reshape(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let reshape = op.as_op::<DynamicReshapeOp>(rw)?;
    if !has_static_result(rw, op) || contradicts(rw, op, reshape.output_shape(rw)) {
        return None;
    }
    let x = reshape.operand(rw);
    become_op::<ReshapeOp>(rw, op, &[x], &[])
}

/// `real_dynamic_slice(X, start, limit, strides) -> slice(X, start, limit, strides)`
fn real_dynamic_slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let slice = op.as_op::<RealDynamicSliceOp>(rw)?;
    let numbers = [slice.start_indices(rw), slice.limit_indices(rw), slice.strides(rw)];
    let [start, limit, strides] = numbers.map(|v| const_ints(rw, v).map(|n| rw.cx().i64_array(&n)));
    let attrs = [("start_indices", start?), ("limit_indices", limit?), ("strides", strides?)];
    let x = slice.operand(rw);
    become_op::<SliceOp>(rw, op, &[x], &attrs)
}

/// `real_dynamic_slice(X, start, start + cst, 1) -> dynamic_slice(X, start, cst)`
fn slice_of_known_size(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let slice = op.as_op::<RealDynamicSliceOp>(rw)?;
    let (x, start) = (slice.operand(rw), slice.start_indices(rw));
    let limit = rw.def_of::<AddOp>(slice.limit_indices(rw))?;
    let size = match (limit.lhs(rw), limit.rhs(rw)) {
        (l, r) if l == start => r,
        (l, r) if r == start => l,
        _ => return None,
    };
    let size = const_ints(rw, size)?;
    let steps_of_one = const_ints(rw, slice.strides(rw))?.iter().all(|&s| s == 1);
    if !steps_of_one || !has_static_result(rw, op) || size != sizes(rw, rw.result(op, 0)) {
        return None;
    }
    let cx = rw.cx();
    let (one, scalar) = (cx.tensor(&[1], elem(rw, start)), cx.tensor(&[], elem(rw, start)));
    let mut operands = vec![x];
    for d in 0..size.len() as i64 {
        let attrs = [
            ("start_indices", cx.i64_array(&[d])),
            ("limit_indices", cx.i64_array(&[d + 1])),
            ("strides", cx.i64_array(&[1])),
        ];
        let part = make::<SliceOp>(rw, &[start], &attrs, one);
        operands.push(make::<ReshapeOp>(rw, &[part], &[], scalar));
    }
    become_op::<DynamicSliceOp>(rw, op, &operands, &[("slice_sizes", cx.i64_array(&size))])
}
