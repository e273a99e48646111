//! The types of results that follow from the types of operands.

use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, infer};

use crate::hlo_builder::*;

/// Refines the type of a value, if all its users allow that.
pub fn refine_value(b: &mut Body, value: Value, ty: Type) {
    let cx = b.cx_arc().clone();
    let old = b.ty(value);
    if let Some(new) = refined(&cx, old, ty).filter(|&new| new != old && can_be_refined(b, value)) {
        b.set_type(value, new);
    }
}

/// The combined information of two types, also of the elements of tuples; `None` if they contradict each other.
fn refined(cx: &Context, old: Type, ty: Type) -> Option<Type> {
    if let (Some(x), Some(y)) = (cx.type_as::<TupleType>(old), cx.type_as::<TupleType>(ty)) {
        let pairs = x.0.iter().zip(&y.0).filter(|_| x.0.len() == y.0.len());
        let parts: Vec<Type> = pairs.map(|(&x, &y)| refined(cx, x, y)).collect::<Option<_>>()?;
        return (parts.len() == x.0.len()).then(|| cx.ty(TupleType(parts)));
    }
    let compatible = old == ty || infer::compatible(cx, old, ty);
    compatible.then(|| if old == ty { old } else { infer::most_specific(cx, &[old, ty]) })
}

/// Whether all users of a value allow a refined type.
fn can_be_refined(b: &Body, value: Value) -> bool {
    b.users(value).all(|u| {
        matches!(b.info(u).dialect(), "stablehlo" | "chlo")
            || matches!(b.op_name(u), "func.call" | "func.return")
    })
}

/// Refines the types of the results of an op.
pub fn refine_results(b: &mut Body, op: Op, types: &[Type]) {
    for (&result, &ty) in b.results(op).to_vec().iter().zip(types) {
        refine_value(b, result, ty);
    }
}

/// The inferred types of the results of an op; `None` if its operands do not determine any.
pub fn inferred(b: &Body, op: Op) -> Option<SmallVec<[Type; 2]>> {
    let cx = b.cx();
    let result = *b.results(op).first()?;
    let like = |shape: &[i64]| smallvec![cx.tensor(shape, elem(b, result))];
    let ints = |i: usize| b.operands(op).nth(i).and_then(|v| const_ints(b, v));
    let ty = |i: usize| b.operands(op).nth(i).map(|v| b.ty(v));
    if !matches!(b.info(op).dialect(), "stablehlo" | "chlo") {
        return None;
    }
    match b.op_name(op) {
        "stablehlo.dynamic_broadcast_in_dim" | "stablehlo.dynamic_reshape" => Some(like(&ints(1)?)),
        "stablehlo.dynamic_iota" => Some(like(&ints(0)?)),
        "stablehlo.rng" => Some(like(&ints(2)?)),
        "stablehlo.dynamic_pad" => infer::pad(cx, ty(0)?, &ints(2)?, &ints(3)?, &ints(4)?).ok(),
        "stablehlo.real_dynamic_slice" => slice(b, op),
        "stablehlo.dynamic_gather" => {
            let gather = op.as_op::<hlo::DynamicGatherOp>(b)?;
            infer::gather(cx, ty(0)?, ty(1)?, gather.dimension_numbers(b).get(cx), &ints(2)?).ok()
        }
        "stablehlo.dot_general" => {
            let dims = op.as_op::<hlo::DotGeneralOp>(b)?.dims(b);
            let ty = infer::dot_general(cx, ty(0)?, ty(1)?, dims).ok()?;
            Some(like(infer::sizes(cx, ty)))
        }
        "stablehlo.dot" => Some(like(infer::sizes(cx, infer::dot(cx, ty(0)?, ty(1)?).ok()?))),
        "stablehlo.convolution" => convolution(b, op).map(|shape| like(&shape)),
        "stablehlo.dynamic_conv" => dynamic_convolution(b, op).map(|shape| like(&shape)),
        "stablehlo.if" | "stablehlo.case" => branches(b, op),
        "stablehlo.while" => Some(b.operand_types(op).collect()),
        "stablehlo.convert" | "stablehlo.uniform_quantize" | "stablehlo.uniform_dequantize" => {
            Some(like(infer::sizes(cx, ty(0)?)))
        }
        "stablehlo.bitcast_convert" => bitcast(b, op).map(|shape| like(&shape)),
        _ => match op.cast::<dyn InferTypes>(b) {
            Some(infer) => infer.infer_types(b).ok(),
            None if b.has_trait(op, Trait::SameOperandsAndResultShape) => {
                Some(like(infer::sizes(cx, ty(0)?)))
            }
            None => None,
        },
    }
}

/// A slice between constants, or one of a constant size.
fn slice(b: &Body, op: Op) -> Option<SmallVec<[Type; 2]>> {
    let slice = op.as_op::<hlo::RealDynamicSliceOp>(b)?;
    let cx = b.cx();
    let operand = b.ty(slice.operand(b));
    let (start, limit) = (slice.start_indices(b), slice.limit_indices(b));
    let strides = const_ints(b, slice.strides(b))?;
    if let (Some(starts), Some(limits)) = (const_ints(b, start), const_ints(b, limit)) {
        return infer::slice(cx, operand, &starts, &limits, &strides).ok();
    }
    let add = b.def_as::<hlo::AddOp>(limit).filter(|_| strides.iter().all(|&s| s == 1))?;
    let size = match (add.lhs(b), add.rhs(b)) {
        (l, r) if l == start => r,
        (l, r) if r == start => l,
        _ => return None,
    };
    Some(smallvec![infer::tensor_like(cx, operand, &const_ints(b, size)?)])
}

fn convolution(b: &Body, op: Op) -> Option<Dims> {
    let conv = op.as_op::<hlo::ConvolutionOp>(b)?;
    let cx = b.cx();
    let windows = conv.windows(b).ok()?;
    let parts = infer::ConvParts {
        dims: conv.dimension_numbers(b).get(cx),
        feature_groups: int(b, op, "feature_group_count")?,
        batch_groups: int(b, op, "batch_group_count")?,
        windows: &windows,
    };
    infer::convolution(cx, b.ty(conv.lhs(b)), b.ty(conv.rhs(b)), &parts).ok()
}

/// The inferred shape of a convolution whose padding is a constant operand.
fn dynamic_convolution(b: &Body, op: Op) -> Option<Dims> {
    let conv = op.as_op::<hlo::DynamicConvOp>(b)?;
    let cx = b.cx();
    let padding: Vec<(i64, i64)> =
        const_ints(b, conv.padding(b))?.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    let dims = conv.dimension_numbers(b).get(cx);
    let kernel = sizes(b, conv.rhs(b));
    let spatial = &dims.kernel_spatial_dimensions;
    let window: Option<Vec<i64>> =
        spatial.iter().map(|&d| kernel.get(usize::try_from(d).ok()?).copied()).collect();
    let given = |name: &str| b.attr(op, name).map(|_| ints(b, op, name));
    let [strides, base, kernel] = ["window_strides", "lhs_dilation", "rhs_dilation"].map(given);
    let windows =
        infer::windows(&window?, strides.as_deref(), Some(&padding), base.as_deref(), kernel.as_deref())
            .ok()?;
    let parts = infer::ConvParts {
        dims,
        feature_groups: int(b, op, "feature_group_count")?,
        batch_groups: int(b, op, "batch_group_count")?,
        windows: &windows,
    };
    infer::convolution(cx, b.ty(conv.lhs(b)), b.ty(conv.rhs(b)), &parts).ok()
}

/// Inserts casts where branches were refined to different sizes, so that they return the types of the op's results.
pub(super) fn widen_branches(b: &mut Body, op: Op) {
    let ends: Option<Vec<Op>> = b.regions(op).iter().map(|&r| b.last_op(*b.blocks(r).first()?)).collect();
    for (i, result) in b.results(op).to_vec().into_iter().enumerate() {
        let Some(returned) =
            ends.iter().flatten().map(|&end| b.operands(end).nth(i)).collect::<Option<Vec<Value>>>()
        else {
            return;
        };
        let first = returned.first().map(|&v| b.ty(v));
        if returned.iter().all(|&v| first.is_some_and(|first| infer::compatible(b.cx(), first, b.ty(v)))) {
            continue;
        }
        let ty = b.ty(result);
        for (&end, &v) in
            ends.iter().flatten().zip(&returned).filter(|(_, v)| b.ty(**v) != ty).collect::<Vec<_>>()
        {
            let wide = strata_tensor::CastOp::build(&mut Builder::before(b, end), v, ty);
            b.set_operand(end, i, wide);
        }
    }
}

/// The types that all branches return.
fn branches(b: &Body, op: Op) -> Option<SmallVec<[Type; 2]>> {
    let returned = |&r: &Region| -> Option<SmallVec<[Type; 2]>> {
        Some(b.operand_types(b.last_op(*b.blocks(r).first()?)?).collect())
    };
    let all: Vec<SmallVec<[Type; 2]>> = b.regions(op).iter().map(returned).collect::<Option<_>>()?;
    // An op without branches is not valid, but may be seen before it is verified.
    if all.is_empty() {
        return None;
    }
    let types = |i: usize| all.iter().map(|t| t.get(i).copied()).collect::<Option<Vec<Type>>>();
    (0..b.results(op).len())
        .map(|i| {
            let types = types(i)?;
            let compatible = types.iter().all(|&t| infer::compatible(b.cx(), types[0], t));
            compatible.then(|| infer::most_specific(b.cx(), &types))
        })
        .collect()
}

/// The shape of a bitcast between elements of equal width.
fn bitcast(b: &Body, op: Op) -> Option<Dims> {
    let cx = b.cx();
    let (x, result) = (b.operands(op).next()?, b.result(op, 0));
    let same =
        cx.bit_width(elem(b, x)).is_some() && cx.bit_width(elem(b, x)) == cx.bit_width(elem(b, result));
    let (from, to) = (sizes(b, x), sizes(b, result));
    if same {
        return Some(from.into());
    }
    // Shared leading dimensions are equal; the widths determine the last dimension of the longer shape.
    let mut shape: Dims = to.into();
    for (size, &n) in shape.iter_mut().zip(from.iter().take(to.len().min(from.len()))) {
        if *size == DYNAMIC {
            *size = n;
        }
    }
    Some(shape)
}
