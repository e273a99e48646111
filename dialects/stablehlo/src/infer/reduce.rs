//! Reductions: their shapes, and the rules for the computations that they apply.

use strata_ir::prelude::*;

use super::{
    Types, bounds_or_none, quantization::uniform, same_shape, sizes, sizes_match, tensor_like, with_bounds,
};

/// Checks that all inputs have the shape of the first.
pub(super) fn same_inputs(cx: &Context, inputs: &[Type]) -> Result<(), String> {
    let shape = inputs.first().map_or(&[][..], |&t| sizes(cx, t));
    match inputs.iter().position(|&t| !same_shape(sizes(cx, t), shape)) {
        None => Ok(()),
        Some(i) => Err(format!(
            "expects all inputs to have compatible shapes. Shape at input-index {i} is not compatible with shape at input-index 0"
        )),
    }
}

/// The sizes that `reduce` leaves, and their bounds.
pub fn reduced_shape(cx: &Context, inputs: &[Type], dims: &[i64]) -> Result<(Dims, Dims), String> {
    let shape = inputs.first().map_or(&[][..], |&t| sizes(cx, t));
    // reduce_c1
    same_inputs(cx, inputs)?;
    for (i, &d) in dims.iter().enumerate() {
        // reduce_c4
        check!(
            (0..shape.len() as i64).contains(&d),
            "Out-of-bounds dimension {d}, expected to be in range [0, {})",
            shape.len()
        );
        // reduce_c5
        check!(!dims[..i].contains(&d), "Duplicate reduction dimension: {d}");
    }
    let bounds = inputs.first().map(|&t| bounds_or_none(cx, t)).unwrap_or_default();
    let rest = |list: &[i64]| -> Dims {
        list.iter().enumerate().filter(|(d, _)| !dims.contains(&(*d as i64))).map(|(_, &n)| n).collect()
    };
    Ok((rest(shape), rest(&bounds)))
}

/// The types of `reduce`, whose computation returns `accumulators`.
pub fn reduce(cx: &Context, inputs: &[Type], accumulators: &[Type], dims: &[i64]) -> Result<Types, String> {
    let (shape, bounds) = reduced_shape(cx, inputs, dims)?;
    // reduce_c3, reduce_c7
    let results = accumulators.iter().take(inputs.len());
    Ok(results.map(|&t| with_bounds(cx, tensor_like(cx, t, &shape), bounds.clone())).collect())
}

/// Whether the computation of a reduction may promote elements of type `from` to type `to`.
fn promotable(cx: &Context, from: Type, to: Type) -> bool {
    let width = |t| cx.bit_width(t).unwrap_or(0);
    if let (Some(a), Some(b)) = (uniform(cx, from), uniform(cx, to)) {
        return a.expressed == b.expressed && a.storage.width <= b.storage.width;
    }
    if let (Some(a), Some(b)) = (cx.as_int(from), cx.as_int(to)) {
        return a.width <= b.width;
    }
    if let (Some(a), Some(b)) = (cx.type_as::<ComplexType>(from), cx.type_as::<ComplexType>(to)) {
        return width(a.elem) <= width(b.elem);
    }
    // Floats of any precision go with each other.
    cx.as_float(from).is_some() && cx.as_float(to).is_some()
}

/// Whether two types have shapes that do not contradict and one element type; floats of any precision are one if `loose`.
fn alike(cx: &Context, a: Type, b: Type, loose: bool) -> bool {
    let (x, y) = (cx.elem_or_self(a), cx.elem_or_self(b));
    let floats = loose && cx.as_float(x).is_some() && cx.as_float(y).is_some();
    same_shape(shape(cx, a), shape(cx, b)) && (x == y || floats)
}

/// The sizes of anything that has some; as upstream, the types in a computation may be those of vectors and buffers
/// until they are compared with tensors.
fn shape(cx: &Context, ty: Type) -> &[i64] {
    cx.shaped(ty).and_then(|s| s.shape).unwrap_or(&[])
}

/// Checks the computation of a reduction.
///
/// `allowed` are the sizes that an argument may have: those of the windows, or those of the result of a reduction without
/// windows.
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
            cx.shaped(result).is_some_and(|s| s.shape.is_some()),
            "Reduction-region here must produce tensor-typed result(s), but produces '{}' instead",
            shown(result)
        );
        check!(
            alike(cx, result, args[i], false),
            "The type of reduction-region's parameter at index {i} is different than the corresponding result type: '{}' vs '{}'",
            shown(args[i]),
            shown(result)
        );
        check!(
            alike(cx, result, args[n + i], true),
            "The type of reduction-region's parameter at index {} is different than the corresponding result type: '{}' vs '{}'",
            n + i,
            shown(args[n + i]),
            shown(result)
        );
        check!(
            same_shape(shape(cx, result), sizes(cx, inits[i])),
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
            [result, args[i], args[n + i]].iter().all(|&t| cx.type_as::<TensorType>(t).is_some()),
            "Reduction-region here must produce tensor-typed result(s), but produces '{}' instead",
            shown(result)
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
