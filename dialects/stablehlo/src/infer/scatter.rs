//! The shape of scatters.

use strata_ir::prelude::*;

use super::{
    gather::{distinct, in_range, sorted, vector_in_range},
    is_unique, sizes, sizes_match, text,
};
use crate::ScatterDimensionNumbers;

/// Checks that inputs and updates have one shape each, and that an index lies along a dimension of the indices.
pub fn scatter_operands(
    cx: &Context,
    inputs: &[Type],
    indices: Type,
    updates: &[Type],
    d: &ScatterDimensionNumbers,
) -> Result<(), String> {
    // scatter_c1, scatter_c3
    for (what, list) in [("inputs", inputs), ("updates", updates)] {
        let Some(&first) = list.first() else { continue };
        check!(
            list.iter().all(|&t| super::same_shape(sizes(cx, t), sizes(cx, first))),
            "Not all {what} have compatible shapes."
        );
    }
    // scatter_c22
    vector_in_range(d.index_vector_dim.0, sizes(cx, indices).len(), "rank-of('scatter_indices')")
}

/// Checks the shapes of an input and an update of a scatter, after [`scatter_operands`].
pub fn scatter(
    cx: &Context,
    input: Type,
    indices: Type,
    update: Type,
    d: &ScatterDimensionNumbers,
) -> Result<(), String> {
    let (shape, starts, part) = (sizes(cx, input), sizes(cx, indices), sizes(cx, update));
    let vector = d.index_vector_dim.0;
    // scatter_c4
    let rank = starts.len() - (vector < starts.len() as i64) as usize + d.update_window_dims.len();
    check!(
        part.len() == rank,
        "expects updates tensor must be of rank {rank} ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got {}.",
        part.len()
    );
    let (inserted, batching) = (&d.inserted_window_dims[..], &d.input_batching_dims[..]);
    let n = d.update_window_dims.len() + inserted.len() + batching.len();
    // scatter_c2
    check!(
        n == shape.len(),
        "Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. {n} but got {}.",
        shape.len()
    );
    let windows = &d.update_window_dims;
    // scatter_c7
    check!(sorted(windows), "Expects update_window_dims to be sorted; got: [{}].", text(windows));
    check!(is_unique(windows), "Expects update_window_dims to not repeat; got: [{}].", text(windows));
    // scatter_c8
    in_range("update_window_dims", windows, part.len(), "rank-of('updates')")?;
    // scatter_c9
    distinct(inserted, batching, ["inserted_window_dims", "input_batching_dims"])?;
    // scatter_c10, scatter_c11, scatter_c12, scatter_c13
    for (name, list) in [("inserted_window_dims", inserted), ("input_batching_dims", batching)] {
        check!(sorted(list), "Expects {name} to be sorted; got: [{}].", text(list));
        in_range(name, list, shape.len(), "rank-of('operand')")?;
    }
    let index_batching = &d.scatter_indices_batching_dims;
    // scatter_c14
    check!(
        is_unique(index_batching),
        "Expects scatter_indices_batching_dims to not repeat; got: [{}].",
        text(index_batching)
    );
    // scatter_c15
    let expanded = starts.len() + (vector == starts.len() as i64) as usize;
    in_range("scatter_indices_batching_dims", index_batching, expanded, "rank-of('scatter_indices')")?;
    // scatter_c16
    check!(
        !index_batching.contains(&vector),
        "expects scatter_indices_batching_dims not to include index_vector_dim {vector}."
    );
    // scatter_c17
    check!(
        batching.len() == index_batching.len(),
        "input_batching_dims and scatter_indices_batching_dims should have the same size."
    );
    // scatter_c18
    for (i, (&o, &s)) in batching.iter().zip(index_batching).enumerate() {
        let (a, b) = (shape[o as usize], starts.get(s as usize).copied().unwrap_or(1));
        check!(
            sizes_match(a, b),
            "input_batching_dims[{i}] and scatter_indices_batching_dims[{i}] must have compatible sizes, but got {a} and {b}."
        );
    }
    // scatter_c19
    let bound = starts.get(vector as usize).copied().unwrap_or(1);
    check!(
        bound == DYNAMIC || bound == d.scatter_dims_to_operand_dims.len() as i64,
        "Scatter op has {} elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim={vector} of scatter_indices is {bound}. These two numbers must be equal.",
        d.scatter_dims_to_operand_dims.len()
    );
    // scatter_c20
    let mapped = &d.scatter_dims_to_operand_dims;
    distinct(mapped, batching, ["scatter_dims_to_operand_dims", "input_batching_dims"])?;
    // scatter_c21
    in_range("scatter_dims_to_operand_dims", mapped, shape.len(), "rank-of('operand')")?;
    let window: Vec<i64> = (0..shape.len())
        .filter(|&i| !inserted.contains(&(i as i64)) && !batching.contains(&(i as i64)))
        .map(|i| shape[i])
        .collect();
    for (i, &dim) in d.update_window_dims.iter().enumerate() {
        let n = part[dim as usize];
        check!(
            n == DYNAMIC || window[i] == DYNAMIC || n <= window[i],
            "expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension {dim}, updates bound is {n}, operand bound is {}.",
            window[i]
        );
    }
    let mut batch = (0..starts.len()).filter(|&i| i as i64 != vector).map(|i| starts[i]);
    for i in (0..part.len()).filter(|&i| !d.update_window_dims.contains(&(i as i64))) {
        let n = batch.next().unwrap_or(DYNAMIC);
        check!(
            sizes_match(part[i], n),
            "expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension {i}, updates bound is {} , scatter_indices bound is {n}.",
            part[i]
        );
    }
    Ok(())
}
