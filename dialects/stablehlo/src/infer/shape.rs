//! Shapes of ops that move elements.

use strata_ir::prelude::*;

use super::{
    Types, bound, bounds_or_none, is_unique, merge, quantization, raw_text, sizes, sizes_match, tensor_like,
    text,
};
use crate::TypeExtensions;

/// Checks `broadcast_in_dim`.
pub fn broadcast_in_dim(cx: &Context, from: Type, dims: &[i64], to: Type) -> Result<(), String> {
    let (source, result) = (sizes(cx, from), sizes(cx, to));
    // broadcast_in_dim_c1
    quantization::same_scale(cx, from, to)?;
    // broadcast_in_dim_c2
    check!(
        dims.len() == source.len(),
        "broadcast_dimensions size ({}) does not match operand rank ({})",
        dims.len(),
        source.len()
    );
    // broadcast_in_dim_c4
    check!(is_unique(dims), "broadcast_dimensions should not have duplicates");
    for (i, (&dim, &size)) in dims.iter().zip(source).enumerate() {
        // broadcast_in_dim_c3
        check!(
            (0..result.len() as i64).contains(&dim),
            "broadcast_dimensions contains invalid value {dim} for result with rank {}",
            result.len()
        );
        let target = result[dim as usize];
        // broadcast_in_dim_c5
        check!(
            size == 1 || size == DYNAMIC || size == target,
            "size of operand dimension {i} ({size}) is not equal to 1 or size of result dimension {dim} ({target})"
        );
    }
    quantization::broadcast(cx, from, dims, to)
}

/// The type of `transpose`.
pub fn transpose(cx: &Context, ty: Type, permutation: &[i64]) -> Result<Types, String> {
    let shape = sizes(cx, ty);
    // transpose_c2
    check!(
        permutation.len() == shape.len(),
        "TransposeOp operand rank {} does not match permutation size {}",
        shape.len(),
        permutation.len()
    );
    let all: Vec<i64> = (0..shape.len() as i64).collect();
    let mut sorted = permutation.to_vec();
    sorted.sort_unstable();
    check!(
        sorted == all,
        "attribute permutation must be a permutation of [{}] but got {}",
        text(&all),
        text(permutation)
    );
    let result: Vec<i64> = permutation.iter().map(|&d| shape[d as usize]).collect();
    let out = tensor_like(cx, ty, &result);
    let Some(encoded) = cx.type_as::<TensorType>(ty).filter(|t| t.encoding.is_some()) else {
        return Ok(smallvec![out]);
    };
    let bounds = permutation.iter().map(|&d| bound(cx, encoded, d as usize).unwrap_or(DYNAMIC)).collect();
    Ok(smallvec![with_bounds(cx, out, bounds)])
}

/// The same tensor type with bounds.
pub fn with_bounds(cx: &Context, ty: Type, bounds: Dims) -> Type {
    match cx.type_as::<TensorType>(ty) {
        Some(t) if bounds.iter().any(|&b| b != DYNAMIC) => {
            cx.ty(TensorType { encoding: Some(cx.attr(TypeExtensions { bounds })), ..t.clone() })
        }
        _ => ty,
    }
}

/// Checks `reverse`.
pub fn reverse(cx: &Context, ty: Type, dims: &[i64]) -> Result<(), String> {
    let rank = sizes(cx, ty).len() as i64;
    // reverse_c2
    check!(is_unique(dims), "dimensions should be unique. Got: {}", text(dims));
    for &d in dims {
        // reverse_c3
        check!(d >= 0, "all dimensions should be non-negative. Got dimension: {d}.");
        check!(d < rank, "all dimensions should be between [0, {rank}). Got dimension: {d}.");
    }
    Ok(())
}

/// The type of `slice`.
pub fn slice(
    cx: &Context,
    ty: Type,
    starts: &[i64],
    limits: &[i64],
    strides: &[i64],
) -> Result<Types, String> {
    let shape = sizes(cx, ty);
    // slice_c2
    check!(
        starts.len() == shape.len(),
        "the number of elements in start_indices ({}) does not match the rank of the operand ({})",
        starts.len(),
        shape.len()
    );
    check!(
        limits.len() == starts.len() && strides.len() == starts.len(),
        "all of {{start_indices, limit_indices, strides}} have same size"
    );
    let bounds = bounds_or_none(cx, ty);
    let mut result = Dims::new();
    for (i, &size) in shape.iter().enumerate() {
        let (start, limit, stride) = (starts[i], limits[i], strides[i]);
        // slice_c3
        check!(start >= 0, "negative start index {start} in dimension {i}");
        let (word, end) = if size == DYNAMIC {
            ("bound", bounds.get(i).copied().unwrap_or(DYNAMIC))
        } else {
            ("size", size)
        };
        check!(
            end == DYNAMIC || limit <= end,
            "limit index {limit} is larger than dimension {word} {end} in dimension {i}"
        );
        check!(start <= limit, "start index {start} is larger than limit index {limit} in dimension {i}");
        // slice_c4
        check!(stride > 0, "stride must be positive but got {stride} in dimension {i}");
        // slice_c5
        result.push((limit - start).unsigned_abs().div_ceil(stride as u64) as i64);
    }
    Ok(smallvec![tensor_like(cx, ty, &result)])
}

/// Whether indices have one element type; all floats are one.
fn same_index_elements(cx: &Context, types: &[Type]) -> bool {
    types.windows(2).all(|w| cx.elem_or_self(w[0]) == cx.elem_or_self(w[1]))
}

/// The type of `dynamic_slice`.
pub fn dynamic_slice(cx: &Context, ty: Type, starts: &[Type], slice_sizes: &[i64]) -> Result<Types, String> {
    let shape = sizes(cx, ty);
    // dynamic_slice_c2
    check!(
        starts.len() == slice_sizes.len(),
        "has mismatched number of slice sizes ({}) and number of start indices ({})",
        slice_sizes.len(),
        starts.len()
    );
    check!(
        starts.len() == shape.len(),
        "has mismatched number of start indices ({}) and the rank of operand ({})",
        starts.len(),
        shape.len()
    );
    // dynamic_slice_c3
    check!(same_index_elements(cx, starts), "start indices must have same element type");
    for (i, (&n, &size)) in slice_sizes.iter().zip(shape).enumerate() {
        // dynamic_slice_c4
        check!(n >= 0, "has negative size index to dynamic slice: {n}");
        check!(
            size == DYNAMIC || n <= size,
            "has slice size {n} greater than dimension size {size} in dimension {i} of operand"
        );
    }
    Ok(smallvec![tensor_like(cx, ty, slice_sizes)])
}

/// The type of `dynamic_update_slice`.
pub fn dynamic_update_slice(cx: &Context, ty: Type, update: Type, starts: &[Type]) -> Result<Types, String> {
    let (shape, part) = (sizes(cx, ty), sizes(cx, update));
    // dynamic_update_slice_c3
    check!(
        part.len() == shape.len(),
        "update rank does not match operand rank: {} vs {}.",
        part.len(),
        shape.len()
    );
    // dynamic_update_slice_c4
    check!(
        starts.len() == shape.len(),
        "expects number of start_indices to match operand rank: {} vs {}.",
        starts.len(),
        shape.len()
    );
    // dynamic_update_slice_c5
    check!(same_index_elements(cx, starts), "start indices must have same element type");
    // dynamic_update_slice_c6
    for (i, (&n, &size)) in part.iter().zip(shape).enumerate() {
        check!(
            n == DYNAMIC || size == DYNAMIC || (0..=size).contains(&n),
            "expects size at dimension {i} of update to be in range [0, {size}]. Got: {n}."
        );
    }
    Ok(smallvec![ty])
}

/// The type of `pad`.
pub fn pad(cx: &Context, ty: Type, low: &[i64], high: &[i64], interior: &[i64]) -> Result<Types, String> {
    let shape = sizes(cx, ty);
    // pad_c2
    check!(
        low.len() == shape.len(),
        "edge_padding_low length ({}) must match operand rank ({})",
        low.len(),
        shape.len()
    );
    check!(
        high.len() == low.len() && interior.len() == low.len(),
        "all of {{edge_padding_low, edge_padding_high, interior_padding}} have same size"
    );
    let mut bounds = bounds_or_none(cx, ty);
    let mut result: Dims = shape.into();
    for (i, size) in result.iter_mut().enumerate() {
        // pad_c3
        check!(interior[i] >= 0, "Interior padding cannot be negative: {}", interior[i]);
        let (word, size) = match bounds.get_mut(i) {
            Some(bound) if *size == DYNAMIC => ("bound", bound),
            _ => ("size", size),
        };
        if *size == DYNAMIC {
            continue;
        }
        // pad_c4
        let inner = (*size - 1).max(0).checked_mul(interior[i]).and_then(|n| n.checked_add(*size));
        let n = inner.and_then(|n| n.checked_add(low[i])?.checked_add(high[i]));
        let Some(n) = n else { return Err(format!("Padding result in overflow for dimension {i}")) };
        check!(n >= 0, "Padding result in negative {word} for dimension {i}");
        *size = n;
    }
    Ok(smallvec![with_bounds(cx, tensor_like(cx, ty, &result), bounds)])
}

/// The type of `concatenate`.
pub fn concatenate(cx: &Context, types: &[Type], dim: i64) -> Result<Types, String> {
    let Some(&first) = types.first() else { return Err("expected 1 or more operands, but found 0".into()) };
    let rank = sizes(cx, first).len();
    // concatenate_c4
    check!(rank != 0, "rank-0 values cannot be concatenated");
    let in_range = usize::try_from(dim).ok().filter(|&d| d < rank);
    let Some(dim) = in_range else {
        return Err(format!("dimension {dim} is out-of-bounds for input rank {rank}"));
    };
    // concatenate_c2
    for (k, &ty) in types.iter().enumerate() {
        let (shape, like) = (sizes(cx, ty), sizes(cx, first));
        check!(shape.len() == rank, "operands (0) and ({k}) do not match rank");
        let wrong = (0..rank).find(|&d| d != dim && !sizes_match(like[d], shape[d]));
        if let Some(d) = wrong {
            return Err(format!(
                "shapes of operand (0) and ({k}) are not compatible at non-concat index {d}: ({}) != ({})",
                raw_text(like),
                raw_text(shape)
            ));
        }
    }
    // concatenate_c5, concatenate_c6
    let mut dims = vec![(DYNAMIC, DYNAMIC); rank];
    dims[dim].0 = 0;
    for &ty in types {
        let bounds = bounds_or_none(cx, ty);
        for (d, (out, &size)) in dims.iter_mut().zip(sizes(cx, ty)).enumerate() {
            let right = (size, bounds.get(d).copied().unwrap_or(DYNAMIC));
            *out = if d == dim { merge::sum(*out, right) } else { merge::meet_dims(d, *out, right)? };
        }
    }
    let shape: Dims = dims.iter().map(|d| d.0).collect();
    let out = tensor_like(cx, first, &shape);
    Ok(smallvec![with_bounds(cx, out, dims.iter().map(|d| d.1).collect())])
}
