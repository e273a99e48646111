//! The shape of scatters.

use strata_ir::prelude::*;

use super::{
    gather::{in_range, sorted},
    is_unique, sizes, sizes_match, text,
};
use crate::ScatterDimensionNumbers;

/// Checks the shapes of a scatter.
pub fn scatter(
    cx: &Context,
    inputs: &[Type],
    indices: Type,
    updates: &[Type],
    d: &ScatterDimensionNumbers,
) -> Result<(), String> {
    let (Some(&first), Some(&update)) = (inputs.first(), updates.first()) else {
        return Err("expects at least 1 input and 1 update".into());
    };
    let (shape, starts, part) = (sizes(cx, first), sizes(cx, indices), sizes(cx, update));
    // scatter_c1, scatter_c3
    for (what, list, like) in [("inputs", inputs, shape), ("updates", updates, part)] {
        check!(
            list.iter().all(|&t| super::same_shape(sizes(cx, t), like)),
            "expects all {what} to have compatible shapes."
        );
    }
    let vector = d.index_vector_dim.0;
    // scatter_c22
    check!(
        (0..=starts.len() as i64).contains(&vector),
        "expects scatter index leaf dimension to be within [0, rank(scatter_indices) + 1. rank(scatter_indices) is {} and scatter index leaf dimension is {vector}.",
        starts.len()
    );
    // scatter_c7, scatter_c8
    check!(
        sorted(&d.update_window_dims) && is_unique(&d.update_window_dims),
        "expects update_window_dims to be sorted; got: [{}].",
        text(&d.update_window_dims)
    );
    in_range("update_window_dims", &d.update_window_dims, part.len())?;
    // scatter_c9, scatter_c10, scatter_c11
    let both: Vec<i64> = d.inserted_window_dims.iter().chain(&d.input_batching_dims).copied().collect();
    check!(
        is_unique(&both),
        "has duplicated dimension from inserted_window_dims and input_batching_dims: {}",
        text(&both)
    );
    check!(
        sorted(&d.inserted_window_dims),
        "expects inserted_window_dims to be sorted, got: [{}]",
        text(&d.inserted_window_dims)
    );
    in_range("inserted_window_dims", &d.inserted_window_dims, shape.len())?;
    check!(
        sorted(&d.input_batching_dims),
        "expects input_batching_dims to be sorted, got: [{}]",
        text(&d.input_batching_dims)
    );
    in_range("input_batching_dims", &d.input_batching_dims, shape.len())?;
    // scatter_c14, scatter_c15, scatter_c16
    check!(
        is_unique(&d.scatter_indices_batching_dims),
        "expects scatter_indices_batching_dims to not repeat, got: [{}]",
        text(&d.scatter_indices_batching_dims)
    );
    in_range("scatter_indices_batching_dims", &d.scatter_indices_batching_dims, starts.len())?;
    check!(
        !d.scatter_indices_batching_dims.contains(&vector),
        "expects scatter_indices_batching_dims not to include index_vector_dim {vector}"
    );
    // scatter_c17, scatter_c18
    check!(
        d.input_batching_dims.len() == d.scatter_indices_batching_dims.len(),
        "input_batching_dims and scatter_indices_batching_dims should have the same size"
    );
    for (&o, &s) in d.input_batching_dims.iter().zip(&d.scatter_indices_batching_dims) {
        check!(
            sizes_match(shape[o as usize], starts[s as usize]),
            "input batch dimension {o} and scatter_indices batch dimension {s} must have the same size"
        );
    }
    // scatter_c2
    check!(
        d.update_window_dims.len() + both.len() == shape.len(),
        "expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. {} but got {}.",
        d.update_window_dims.len() + both.len(),
        shape.len()
    );
    // scatter_c19
    let bound = starts.get(vector as usize).copied().unwrap_or(1);
    check!(
        bound == DYNAMIC || bound == d.scatter_dims_to_operand_dims.len() as i64,
        "Scatter op has {} elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim={vector} of scatter_indices is {bound}. These two numbers must be equal.",
        d.scatter_dims_to_operand_dims.len()
    );
    // scatter_c20, scatter_c21
    let mapped: Vec<i64> =
        d.scatter_dims_to_operand_dims.iter().chain(&d.input_batching_dims).copied().collect();
    check!(
        is_unique(&mapped),
        "has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: {}",
        text(&mapped)
    );
    in_range("scatter_dims_to_operand_dims", &d.scatter_dims_to_operand_dims, shape.len())?;
    // scatter_c4
    let rank = starts.len() - (vector < starts.len() as i64) as usize + d.update_window_dims.len();
    check!(
        part.len() == rank,
        "expects updates tensor must be of rank {rank} ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got {}.",
        part.len()
    );
    let window: Vec<i64> =
        (0..shape.len()).filter(|&i| !both.contains(&(i as i64))).map(|i| shape[i]).collect();
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
