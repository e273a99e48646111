//! `gpu-map-reductions`: maps reductions along columns, and of few long rows, to kernels of blocks whose threads share each result; to two
//! kernels where one block for each result does not fill the device.
//!
//! Before:
//! ```mlir
//! linalg.generic {indexing_maps = [#id, #cols], iterator_types = ["reduction", "parallel"]}
//!     ins(%x : memref<8192x768xf32>) outs(%sum : memref<768xf32>) { … arith.addf … }
//! ```
//! After:
//! ```mlir
//! %partial = memref.alloc() : memref<1x64x768xf32>
//! gpu.launch blocks(%b, …) in (%gx = %c384, …) threads(%t, …) in (%bx = %c256, …) workgroup(%s : memref<8x4x32xf32, …>) {
//!   %sum = scf.for … { … vector.load %x[%row, %column] … arith.addf … }
//!   memref.store %sum, %s[%t / 32, …]
//!   gpu.barrier
//!   … the first 32 threads add what the others have, and write 128 columns of %partial …
//! }
//! gpu.launch … { … the same for the 64 rows of %partial … }
//! memref.dealloc %partial : memref<1x64x768xf32>
//! ```
//! A long row is cut into pieces, whose results form a short row (`gpu-map-rows`).

mod column_reduction;
mod packed_access;
mod split_reduction;

use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    host_ops::{failure, host_blocks},
    row_fusion,
};

pub(crate) use split_reduction::is_splittable;

/// Map reductions along columns, and of few long rows, to kernels.
#[pass(
    name = "gpu-map-reductions",
    class = "GpuMapReductions",
    produces = [arith, gpu, linalg, memref, scf, vector],
    statistics = ["num-mapped": "Number of reductions that became kernels", "num-kernels": "Number of kernels of rows", "num-ops": "Number of operations that are in them"],
    each_body
)]
pub struct MapReductions;

impl BodyPass for MapReductions {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if body.self_as::<FuncOp>().is_none() {
            return Ok(());
        }
        for block in host_blocks(body) {
            let ops: Vec<Op> = body.block_ops(block).collect();
            let mut cut = false;
            for op in ops {
                if let Some(columns) = column_reduction::ColumnReduction::read(body, op) {
                    columns.map(body).map_err(|why| failure(body, op, &why))?;
                    cx.count("num-mapped", 1);
                } else if split_reduction::split(body, op) {
                    cut = true;
                    cx.count("num-mapped", 1);
                }
            }
            if cut {
                row_fusion::map_block(body, block, cx)?;
            }
        }
        Ok(())
    }
}
