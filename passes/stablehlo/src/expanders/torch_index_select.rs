//! `stablehlo-legalize-torch-index-select-to-gather`.
//!
//! Before:
//! ```mlir
//! %0 = "stablehlo.torch_index_select"(%x, %i) <{batch_dims = 0 : i64, dim = 1 : i64}>
//!     : (tensor<4x5xf32>, tensor<3xi32>) -> tensor<4x3xf32>
//! ```
//! After:
//! ```mlir
//! %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0],
//!     collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>}>
//! ```

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::*;

use super::each;
use crate::hlo_builder::{HloBuilder, int};

/// Legalize `stablehlo.torch_index_select` to `stablehlo.gather`.
#[pass(
    name = "stablehlo-legalize-torch-index-select-to-gather",
    class = "StablehloLegalizeTorchIndexSelectToGatherPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct TorchIndexSelectToGather;

impl BodyPass for TorchIndexSelectToGather {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        each(body, &[("stablehlo.torch_index_select", expand)])
    }
}

fn expand(h: &mut HloBuilder<'_, '_>, op: Op) -> Result<Vec<Value>, &'static str> {
    let (x, index) = (h.b.operand(op, 0), h.b.operand(op, 1));
    let (shape, indices) = (h.known_shape(x)?, h.known_shape(index)?);
    let number = |name| int(h.b, op, name).ok_or("it does not say which dimension");
    let (dim, batch) = (number("dim")?, number("batch_dims")?);
    if batch < 0 || batch > dim || dim >= shape.len() as i64 || batch > indices.len() as i64 {
        return Err("its dimensions do not fit");
    }
    // Batch dimensions, the dimensions before `dim`, those of the index, and those after `dim`.
    let after = dim + indices.len() as i64 - batch;
    let rank = after + shape.len() as i64 - dim - 1;
    let shared: Vec<i64> = (0..batch).collect();
    let numbers = GatherDimensionNumbers {
        offset_dims: (batch..dim).chain(after..rank).collect(),
        collapsed_slice_dims: [dim].into_iter().collect(),
        operand_batching_dims: shared.iter().copied().collect(),
        start_indices_batching_dims: shared.into_iter().collect(),
        start_index_map: [dim].into_iter().collect(),
        index_vector_dim: Count(indices.len() as i64),
    };
    let mut window = shape;
    window[..batch as usize].fill(1);
    window[dim as usize] = 1;
    let cx = h.b.cx_arc().clone();
    let attrs = [("dimension_numbers", cx.attr(numbers)), ("slice_sizes", cx.i64_array(&window))];
    let ty = h.b.ty(h.b.result(op, 0));
    Ok(vec![h.op::<GatherOp>(&[x, index], &attrs, ty)])
}
