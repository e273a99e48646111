//! Rules about ops whose sizes are operands, where the sizes of the result remain unknown.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_stablehlo::*;

use crate::hlo_builder::*;

pub const PATTERNS: &[PatternRow] = patterns! {
    DynamicBroadcastInDimOp => "dynamic-broadcast-of-nothing": broadcast_that_keeps,
    DynamicBroadcastInDimOp => "dynamic-broadcast-of-reshape": broadcast_of_reshape,
    DynamicBroadcastInDimOp => "dynamic-broadcast-to-constant": broadcast_to_constant,
    DynamicIotaOp => "dynamic-iota-of-many-dimensions": iota_of_many_dimensions,
    DynamicReshapeOp => "dynamic-reshape-to-own-shape": reshape_to_own_shape,
    ReshapeOp => "reshape-of-convert": reshape_of_convert,
};

/// Whether a broadcast keeps every dimension in its position.
fn keeps_places(b: &Body, broadcast: DynamicBroadcastInDimOp) -> bool {
    let dims = ints(b, broadcast.op(), "broadcast_dimensions");
    let ranks = [broadcast.operand(b), broadcast.result(b)].map(|v| sizes(b, v).len());
    ranks[0] == ranks[1] && dims.len() == ranks[0] && (0..).zip(&dims).all(|(i, &d)| i == d)
}

/// `dynamic_broadcast_in_dim(X, shape) -> X [if no dimension expands]`
fn broadcast_that_keeps(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let broadcast = op.as_op::<DynamicBroadcastInDimOp>(rw)?;
    let x = broadcast.operand(rw);
    let kept = ints(rw, op, "known_nonexpanding_dimensions");
    let all = (0..sizes(rw, x).len() as i64).all(|d| kept.contains(&d));
    if !all || !keeps_places(rw, broadcast) {
        return None;
    }
    become_value(rw, op, x)
}

/// `dynamic_broadcast_in_dim(dynamic_reshape(X, shape), shape) -> dynamic_reshape(X, shape)`
fn broadcast_of_reshape(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let broadcast = op.as_op::<DynamicBroadcastInDimOp>(rw)?;
    let x = broadcast.operand(rw);
    let reshape = rw.def_of::<DynamicReshapeOp>(x)?;
    if reshape.output_shape(rw) != broadcast.output_dimensions(rw) || !keeps_places(rw, broadcast) {
        return None;
    }
    become_value(rw, op, x)
}

/// `dynamic_broadcast_in_dim(X, cst, dims) -> convert(broadcast_in_dim(X, dims) : type[cst])`
fn broadcast_to_constant(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let broadcast = op.as_op::<DynamicBroadcastInDimOp>(rw)?;
    let (x, result) = (broadcast.operand(rw), broadcast.result(rw));
    let shape = const_ints(rw, broadcast.output_dimensions(rw))?;
    let cx = rw.cx();
    let ty = cx.type_as::<TensorType>(rw.ty(result)).filter(|t| t.encoding.is_none())?;
    let known = ty.shape.iter().zip(&shape).all(|(&n, &m)| n == DYNAMIC || n == m);
    if is_static(cx, rw.ty(result)) || !is_static(cx, rw.ty(x)) || !known || shape.iter().any(|&n| n < 0) {
        return None;
    }
    // A size that does not fit is an error at run time.
    let dims = ints(rw, op, "broadcast_dimensions");
    let fits = |(&d, &n): (&i64, &i64)| shape.get(d as usize).is_some_and(|&m| n == 1 || n == m);
    if !dims.iter().zip(sizes(rw, x)).all(fits) {
        return None;
    }
    let ty = cx.tensor(&shape, elem(rw, result));
    let dims = rw.attr(op, "broadcast_dimensions")?;
    let value = make::<BroadcastInDimOp>(rw, &[x], &[("broadcast_dimensions", dims)], ty);
    become_op::<ConvertOp>(rw, op, &[value], &[])
}

/// `dynamic_iota(shape, dim) : multi_rank
///   -> dynamic_broadcast_in_dim(dynamic_iota(slice(shape), 0) : vector, shape, [dim])`
fn iota_of_many_dimensions(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let iota = op.as_op::<DynamicIotaOp>(rw)?;
    let (shape, result) = (iota.output_shape(rw), rw.result(op, 0));
    let dim = int(rw, op, "iota_dimension")?;
    let rank = sizes(rw, result).len();
    let cx = rw.cx();
    if rank < 2 || is_static(cx, rw.ty(result)) {
        return None;
    }
    let n = *sizes(rw, result).get(usize::try_from(dim).ok()?)?;
    let ty = cx.tensor(&[n], elem(rw, result));
    let first = [("iota_dimension", cx.i64_attr(0))];
    let vector = if n == DYNAMIC {
        // Numbers of the type `index` are left for other dialects to convert.
        cx.as_int(elem(rw, shape))?;
        let wide = cx.with_elem(rw.ty(shape), cx.i64());
        let sizes = if rw.ty(shape) == wide { shape } else { make::<ConvertOp>(rw, &[shape], &[], wide) };
        let [starts, limits, strides] = [dim, dim + 1, 1].map(|v| cx.i64_array(&[v]));
        let range = [("start_indices", starts), ("limit_indices", limits), ("strides", strides)];
        let size = make::<SliceOp>(rw, &[sizes], &range, cx.tensor(&[1], cx.i64()));
        make::<DynamicIotaOp>(rw, &[size], &first, ty)
    } else {
        make::<IotaOp>(rw, &[], &first, ty)
    };
    let dims = cx.i64_array(&[dim]);
    become_op::<DynamicBroadcastInDimOp>(rw, op, &[vector, shape], &[("broadcast_dimensions", dims)])
}

/// `dynamic_reshape(op(dynamic_reshape(X, shape)), shape) -> op(dynamic_reshape(X, shape))
///   [if op has operands and results of one shape]`
fn reshape_to_own_shape(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let reshape = op.as_op::<DynamicReshapeOp>(rw)?;
    let (x, shape) = (reshape.operand(rw), reshape.output_shape(rw));
    let def = rw.def_op(x)?;
    let keeps = [
        Trait::SameOperandsAndResultShape,
        Trait::SameOperandsAndResultType,
        Trait::CompatibleOperandsAndResultType,
    ];
    if !keeps.into_iter().any(|t| rw.has_trait(def, t)) {
        return None;
    }
    let same = |v: Value| rw.def_of::<DynamicReshapeOp>(v).is_some_and(|r| r.output_shape(rw) == shape);
    if !rw.operands(def).any(same) {
        return None;
    }
    become_value(rw, op, x)
}

/// `reshape(convert(X)) -> reshape(X) [if the conversion only drops static sizes]`
fn reshape_of_convert(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let reshape = op.as_op::<ReshapeOp>(rw)?;
    let convert = rw.def_of::<ConvertOp>(reshape.operand(rw))?;
    let (x, result) = (convert.operand(rw), rw.result(op, 0));
    let cx = rw.cx();
    if elem(rw, x) != elem(rw, convert.result(rw))
        || !is_static(cx, rw.ty(x))
        || count(rw, x) != count(rw, result)
    {
        return None;
    }
    become_op::<ReshapeOp>(rw, op, &[x], &[])
}
