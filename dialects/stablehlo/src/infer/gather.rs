//! The shape of gathers.

use strata_ir::prelude::*;

use super::{Types, is_unique, sizes, sizes_match, tensor_like, text};
use crate::GatherDimensionNumbers;

/// Whether a list ascends.
pub(super) fn sorted(values: &[i64]) -> bool {
    values.windows(2).all(|w| w[0] <= w[1])
}

/// Checks that all numbers name dimensions.
pub(super) fn in_range(name: &str, values: &[i64], end: usize) -> Result<(), String> {
    for &v in values {
        check!((0..end as i64).contains(&v), "{name} value: {v} is out of range for dimension: [0, {end})");
    }
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
    let vector = d.index_vector_dim.0;
    // gather_c2
    check!(
        (0..=starts.len() as i64).contains(&vector),
        "index_vector_dim {vector} is out of bounds for start indices with rank {}",
        starts.len()
    );
    // gather_c3
    let map = starts.get(vector as usize).copied().unwrap_or(1);
    check!(
        map == DYNAMIC || map == d.start_index_map.len() as i64,
        "start_index_map size ({}) is not equal to size of index dimension ({vector}) of start_indices ({map})",
        d.start_index_map.len()
    );
    // gather_c4
    check!(
        is_unique(&d.offset_dims) && sorted(&d.offset_dims),
        "expects offset_dims to be sorted, got: [{}]",
        text(&d.offset_dims)
    );
    // gather_c6
    let both: Vec<i64> = d.collapsed_slice_dims.iter().chain(&d.operand_batching_dims).copied().collect();
    check!(
        is_unique(&both),
        "has duplicated dimension from collapsed_slice_dims and operand_batching_dims: {}",
        text(&both)
    );
    // gather_c7, gather_c9
    check!(
        sorted(&d.collapsed_slice_dims),
        "expects collapsed_slice_dims to be sorted, got: [{}]",
        text(&d.collapsed_slice_dims)
    );
    check!(
        sorted(&d.operand_batching_dims),
        "expects operand_batching_dims to be sorted, got: [{}]",
        text(&d.operand_batching_dims)
    );
    in_range("collapsed_slice_dims", &d.collapsed_slice_dims, shape.len())?;
    in_range("operand_batching_dims", &d.operand_batching_dims, shape.len())?;
    // gather_c12, gather_c13
    check!(
        is_unique(&d.start_indices_batching_dims),
        "expects start_indices_batching_dims to not repeat, got: [{}]",
        text(&d.start_indices_batching_dims)
    );
    in_range("start_indices_batching_dims", &d.start_indices_batching_dims, starts.len())?;
    // gather_c14
    check!(
        !d.start_indices_batching_dims.contains(&vector),
        "expects start_indices_batching_dims not to include index_vector_dim {vector}"
    );
    // gather_c15
    check!(
        d.operand_batching_dims.len() == d.start_indices_batching_dims.len(),
        "operand_batching_dims and start_indices_batching_dims should have the same size"
    );
    // gather_c16
    for (&o, &s) in d.operand_batching_dims.iter().zip(&d.start_indices_batching_dims) {
        check!(
            sizes_match(shape[o as usize], starts[s as usize]),
            "operand batch dimension {o} and start_indices batch dimension {s} must have the same size"
        );
    }
    // gather_c18
    let mapped: Vec<i64> = d.start_index_map.iter().chain(&d.operand_batching_dims).copied().collect();
    check!(is_unique(&mapped), "expects start_index_map to not repeat, got: [{}]", text(&d.start_index_map));
    in_range("start_index_map", &d.start_index_map, shape.len())?;
    // gather_c20
    check!(
        slice_sizes.len() == shape.len(),
        "slice_sizes.size ({}) doesn't match operand rank ({})",
        slice_sizes.len(),
        shape.len()
    );
    // gather_c1
    check!(
        d.offset_dims.len() + both.len() == slice_sizes.len(),
        "offset_dims size ({}) plus collapse_slice_dims size ({}) plus operand_batching_dims size ({}) is not equal to operand rank ({})",
        d.offset_dims.len(),
        d.collapsed_slice_dims.len(),
        d.operand_batching_dims.len(),
        shape.len()
    );
    for (i, (&n, &size)) in slice_sizes.iter().zip(shape).enumerate() {
        // gather_c21
        check!(
            n == DYNAMIC || size == DYNAMIC || (0..=size).contains(&n),
            "slice size ({n}) is out of bounds for operand dimension ({size}) at index {i}"
        );
    }
    // gather_c8, gather_c11
    for &dim in &both {
        let n = slice_sizes[dim as usize];
        check!(n == DYNAMIC || n <= 1, "slice_sizes collapsed dimension {dim} should <= 1 but got {n}");
    }
    let mut batch = (0..starts.len()).filter(|&i| i as i64 != vector).map(|i| starts[i]);
    let mut offsets = (0..shape.len()).filter(|&i| !both.contains(&(i as i64))).map(|i| slice_sizes[i]);
    let rank = d.offset_dims.len() + starts.len() - (vector < starts.len() as i64) as usize;
    // gather_c5
    in_range("offset_dims", &d.offset_dims, rank)?;
    // gather_c22, gather_c23
    let result: Dims = (0..rank as i64)
        .map(|i| if d.offset_dims.contains(&i) { offsets.next() } else { batch.next() }.unwrap_or(DYNAMIC))
        .collect();
    Ok(smallvec![tensor_like(cx, operand, &result)])
}
