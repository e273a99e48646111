//! Reductions: their shapes, and the rules for the computations that they apply.

use strata_ir::prelude::*;

use super::{Types, is_unique, sizes, sizes_match, tensor_like};

/// The types of `reduce`.
pub fn reduce(cx: &Context, inputs: &[Type], inits: &[Type], dims: &[i64]) -> Result<Types, String> {
    let Some(&first) = inputs.first() else { return Err("expected at least 1 input".into()) };
    let shape = sizes(cx, first);
    // reduce_c1
    for &input in inputs {
        let other = sizes(cx, input);
        check!(
            other.len() == shape.len() && other.iter().zip(shape).all(|(&a, &d)| sizes_match(a, d)),
            "expects all inputs to have compatible shapes. Shape at input-index {} is not compatible with shape at input-index 0",
            inputs.iter().position(|&i| i == input).unwrap_or(0)
        );
    }
    // reduce_c4
    for &d in dims {
        check!(
            (0..shape.len() as i64).contains(&d),
            "Out-of-bounds dimension {d}, expected to be in range [0, {})",
            shape.len()
        );
    }
    // reduce_c5
    check!(is_unique(dims), "Duplicate reduction dimension: {}", twice(dims));
    let rest: Dims = (0..shape.len()).filter(|&d| !dims.contains(&(d as i64))).map(|d| shape[d]).collect();
    // reduce_c3, reduce_c7
    Ok(inits.iter().map(|&i| tensor_like(cx, i, &rest)).collect())
}

fn twice(values: &[i64]) -> i64 {
    values.iter().enumerate().find(|(i, v)| values[..*i].contains(v)).map_or(0, |(_, v)| *v)
}

/// What the elements of one input of a reduction become: scalars of the element type of the initial value, or of a
/// type to which that is promoted.
fn promotable(cx: &Context, from: Type, to: Type) -> bool {
    if from == to {
        return true;
    }
    let width = |t| cx.bit_width(t).unwrap_or(0);
    // Floats of any precision go with each other.
    let (int, float) = (|t| cx.as_int(t), |t| cx.as_float(t).is_some());
    match (int(from), int(to)) {
        (Some(a), Some(b)) => a.signedness == b.signedness && a.width <= b.width,
        (None, None) if float(from) && float(to) => true,
        _ => match (cx.type_as::<ComplexType>(from), cx.type_as::<ComplexType>(to)) {
            (Some(a), Some(b)) => width(a.elem) <= width(b.elem),
            _ => super::expressed(cx, from) == super::expressed(cx, to),
        },
    }
}

/// Checks the computation of a reduction.
///
/// `allowed` are the sizes that an argument may have: those of the windows, or what a reduction without windows leaves.
pub fn reducer(
    b: &Body,
    region: Region,
    inputs: &[Type],
    inits: &[Type],
    allowed: &[i64],
) -> Result<(), String> {
    let cx = b.cx();
    let Some(&block) = b.blocks(region).first() else {
        return Err("expects a non-empty reduction body".into());
    };
    let n = inputs.len();
    let args: Vec<Type> = b.block_args(block).iter().map(|&v| b.ty(v)).collect();
    // reduce_c6
    check!(
        args.len() == 2 * n,
        "Reduction-region must take {} parameters, but takes {} parameter(s)",
        2 * n,
        args.len()
    );
    let Some(last) = b.last_op(block) else {
        return Err("The reduction-region expected to return some value(s)".into());
    };
    let results: Vec<Type> = b.operand_types(last).collect();
    check!(!results.is_empty(), "The reduction-region expected to return some value(s)");
    check!(
        results.len() == n,
        "Reduction-region here must produce {n} tensors, but produces {} instead",
        results.len()
    );
    for (i, &result) in results.iter().enumerate() {
        let shown = |t| cx.type_to_string(t);
        check!(
            cx.type_as::<TensorType>(result).is_some(),
            "Reduction-region here must produce tensor-typed result(s), but produces {} instead",
            shown(result)
        );
        check!(
            super::compatible(cx, result, args[i]),
            "The type of reduction-region's parameter at index {i} is different than the corresponding result type: '{}' vs '{}'",
            shown(args[i]),
            shown(result)
        );
        check!(
            super::compatible(cx, result, args[n + i]),
            "The type of reduction-region's parameter at index {} is different than the corresponding result type: '{}' vs '{}'",
            n + i,
            shown(args[n + i]),
            shown(result)
        );
        check!(
            super::same_shape(sizes(cx, result), sizes(cx, inits[i])),
            "The shape of reduction-region's result type at index {i} differs from the op's corresponding init-value type: '{}' vs '{}'",
            shown(result),
            shown(inits[i])
        );
        check!(
            promotable(cx, cx.elem_or_self(inits[i]), cx.elem_or_self(result)),
            "The element-type of reduction-region's result type at index {i} is expected to be promotable from the op's corresponding init-value element-type: '{}' vs '{}'",
            shown(result),
            shown(inits[i])
        );
        check!(
            promotable(cx, cx.elem_or_self(inputs[i]), cx.elem_or_self(args[n + i])),
            "The element-type of reduction-region's argument at index {} is expected to be promotable from '{}', but got '{}'",
            n + i,
            shown(cx.elem_or_self(inputs[i])),
            shown(cx.elem_or_self(args[n + i]))
        );
        let part = sizes(cx, args[n + i]);
        check!(
            part.len() <= allowed.len(),
            "The rank of reduction-region's argument at index {} is expected to be <= {}, got {}",
            n + i,
            allowed.len(),
            part.len()
        );
        check!(
            is_subsequence(part, allowed),
            "The shape of reduction-region's argument at index {} is not compatible with that of reduce-op's input-parameter at index {i}",
            n + i
        );
    }
    Ok(())
}

/// Whether the sizes occur in this order, with others between.
fn is_subsequence(part: &[i64], whole: &[i64]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|&p| rest.any(|&w| sizes_match(p, w)))
}
