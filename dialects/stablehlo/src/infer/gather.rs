//! The shape of gathers.

use strata_ir::prelude::*;

use super::{Types, bound, is_unique, sizes, sizes_match, tensor_like, text, with_bounds};
use crate::GatherDimensionNumbers;

/// Whether a list ascends.
pub(super) fn sorted(values: &[i64]) -> bool {
    values.windows(2).all(|w| w[0] <= w[1])
}

/// Checks that all numbers name dimensions of something of `end` dimensions.
pub(super) fn in_range(name: &str, values: &[i64], end: usize, of: &str) -> Result<(), String> {
    for &v in values {
        check!(
            (0..end as i64).contains(&v),
            "Expects each element of {name} to be in range [0, {of}) i.e. [0, {end}). got: {v}."
        );
    }
    Ok(())
}

/// Checks that `index_vector_dim` names a dimension, or the one after the last.
pub(super) fn vector_in_range(value: i64, rank: usize, of: &str) -> Result<(), String> {
    check!(
        (0..=rank as i64).contains(&value),
        "Expects index_vector_dim to be in range [0, {of}] i.e. [0, {rank}]. got: {value}."
    );
    Ok(())
}

/// Checks that no number occurs twice in two lists.
pub(super) fn distinct(a: &[i64], b: &[i64], names: [&str; 2]) -> Result<(), String> {
    let all: Vec<i64> = a.iter().chain(b).copied().collect();
    let again = all.iter().enumerate().find(|(i, v)| all[..*i].contains(v));
    match again {
        Some((_, v)) => Err(format!("has duplicated dimension from {} and {}: {v}", names[0], names[1])),
        None => Ok(()),
    }
}

/// Checks the roles of the dimensions; `n` is the number of slice sizes.
fn verify_dims(d: &GatherDimensionNumbers, shape: &[i64], starts: &[i64], n: usize) -> Result<(), String> {
    let rank = shape.len();
    let (collapsed, batching) = (&d.collapsed_slice_dims[..], &d.operand_batching_dims[..]);
    // gather_c1
    check!(
        d.offset_dims.len() + collapsed.len() + batching.len() == rank,
        "offset_dims size ({}) plus collapse_slice_dims size ({}) plus operand_batching_dims size ({}) is not equal to operand rank ({rank})",
        d.offset_dims.len(),
        collapsed.len(),
        batching.len()
    );
    let vector = d.index_vector_dim.0;
    // gather_c2
    vector_in_range(vector, starts.len(), "rank-of('start_indices')")?;
    // gather_c3
    let map = starts.get(vector as usize).copied().unwrap_or(1);
    check!(
        map == DYNAMIC || map == d.start_index_map.len() as i64,
        "start_index_map size ({}) is not equal to size of index dimension ({vector}) of start_indices ({map})",
        d.start_index_map.len()
    );
    // gather_c4
    let offsets = &d.offset_dims;
    check!(sorted(offsets), "expects offset_dims to be sorted, got: [{}]", text(offsets));
    check!(is_unique(offsets), "expects offset_dims to not repeat, got: [{}]", text(offsets));
    // gather_c6
    distinct(collapsed, batching, ["collapsed_slice_dims", "operand_batching_dims"])?;
    // gather_c7, gather_c8, gather_c10, gather_c11
    for (name, list) in [("collapsed_slice_dims", collapsed), ("operand_batching_dims", batching)] {
        check!(sorted(list), "expects {name} to be sorted, got: [{}]", text(list));
        in_range(name, list, rank, "rank-of('operand')")?;
    }
    let start_batching = &d.start_indices_batching_dims;
    // gather_c13
    check!(
        is_unique(start_batching),
        "expects start_indices_batching_dims to not repeat, got: [{}]",
        text(start_batching)
    );
    // gather_c14
    in_range("start_indices_batching_dims", start_batching, starts.len(), "rank-of('start_indices')")?;
    // gather_c15
    check!(
        !start_batching.contains(&vector),
        "expects start_indices_batching_dims not to include index_vector_dim {vector}"
    );
    // gather_c16
    check!(
        batching.len() == start_batching.len(),
        "operand_batching_dims and start_indices_batching_dims should have the same size"
    );
    // gather_c17
    for (i, (&o, &s)) in batching.iter().zip(start_batching).enumerate() {
        let (a, b) = (shape[o as usize], starts[s as usize]);
        check!(
            sizes_match(a, b),
            "operand_batching_dims[{i}] and start_indices_batching_dims[{i}] must have compatible sizes, but got {a} and {b}"
        );
    }
    // gather_c18
    distinct(&d.start_index_map, batching, ["start_index_map", "operand_batching_dims"])?;
    // gather_c19
    in_range("start_index_map", &d.start_index_map, rank, "rank-of('operand')")?;
    // gather_c20
    check!(n == rank, "slice_sizes size ({n}) not equal to operand rank ({rank})");
    Ok(())
}

/// The type of a gather of slices of these sizes.
pub fn gather(
    cx: &Context,
    operand: Type,
    indices: Type,
    d: &GatherDimensionNumbers,
    slice_sizes: &[i64],
) -> Result<Types, String> {
    let (shape, starts) = (sizes(cx, operand), sizes(cx, indices));
    verify_dims(d, shape, starts, slice_sizes.len())?;
    // gather_c9, gather_c12
    for (name, list) in [
        ("collapsed_slice_dims", &d.collapsed_slice_dims),
        ("operand_batching_dims", &d.operand_batching_dims),
    ] {
        for &dim in list {
            let n = slice_sizes[dim as usize];
            check!(
                n == DYNAMIC || n <= 1,
                "Expects that for each dim in {name}, slice_sizes[dim] should be <= 1, but got {n}"
            );
        }
    }
    // gather_c21
    for (i, (&n, &size)) in slice_sizes.iter().zip(shape).enumerate() {
        check!(
            n == DYNAMIC || n >= 0 && (size == DYNAMIC || n <= size),
            "slice size ({n}) is out of bounds for operand dimension ({size}) at index {i}"
        );
    }
    let both = |i: &usize| {
        d.collapsed_slice_dims.contains(&(*i as i64)) || d.operand_batching_dims.contains(&(*i as i64))
    };
    let vector = d.index_vector_dim.0;
    let batch: Vec<usize> = (0..starts.len()).filter(|&i| i as i64 != vector).collect();
    let rank = d.offset_dims.len() + batch.len();
    // gather_c5
    in_range("offset_dims", &d.offset_dims, rank, "implied-result-rank")?;
    let mut batch = batch.into_iter();
    let mut offsets = (0..shape.len()).filter(|i| !both(i)).map(|i| slice_sizes[i]);
    let bounds_of = cx.type_as::<TensorType>(indices);
    let mut bounds: Dims = smallvec![DYNAMIC; rank];
    // gather_c22, gather_c23
    let mut result = Dims::new();
    for i in 0..rank {
        if d.offset_dims.contains(&(i as i64)) {
            result.push(offsets.next().unwrap_or(DYNAMIC));
        } else if let Some(from) = batch.next() {
            result.push(starts[from]);
            bounds[i] = bounds_of.and_then(|t| bound(cx, t, from)).unwrap_or(DYNAMIC);
        }
    }
    Ok(smallvec![with_bounds(cx, tensor_like(cx, operand, &result), bounds)])
}
