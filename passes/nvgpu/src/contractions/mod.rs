//! `gpu-map-contractions`: products of matrices become kernels with tiles in shared memory and tensor cores.
//!
//! Before:
//! ```mlir
//! linalg.fill ins(%zero : f32) outs(%sums : memref<512x1024xf32>)
//! linalg.matmul ins(%a, %b : memref<512x256xbf16>, memref<256x1024xbf16>) outs(%sums : memref<512x1024xf32>)
//! linalg.generic … ins(%sums, %bias) outs(%out) …
//! ```
//! After:
//! ```mlir
//! gpu.launch blocks(…) threads(…) workgroup(%ta : memref<4x128x32xbf16, #gpu.address_space<workgroup>>, …) {
//!   … nvgpu.device_async_copy %a[…], %ta[…], 8 …            // the first steps
//!   %sums:32 = scf.for %step = %c0 to %c8 step %c1 iter_args(…) {
//!     nvgpu.device_async_wait %group {numGroups = 2 : i32}
//!     gpu.barrier
//!     … copies for a step to come …
//!     %fa = nvgpu.ldmatrix %ta[…] {numTiles = 4 : i32, transpose = false}
//!     %1 = nvgpu.mma.sync (%fa, %fb, %0) {mmaShape = [16, 8, 16]}
//!     …
//!   }
//!   … the elementwise op behind the product, on the sums in registers …
//! }
//! ```
//! The fill before a product, and the elementwise op that is the only reader of its sums, are fused into the kernel if no op in between
//! accesses the same memory. Factors may be transposed, and there may be batches. Other products are left to the passes that follow.

mod format;
mod fragments;
mod mma_gemm;
mod register_staging;
mod simt_gemm;
mod smem_pipeline;
mod smem_tile;
mod swizzle;
mod tf32_split;
mod tile_choice;
mod warpgroup;

use strata_func::FuncOp;
use strata_gpu::GpuFeature;
use strata_ir::prelude::*;
use strata_linalg::LinalgOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_gpu::{
    ChipOption,
    contractions::{gemv, product::Product, split_k, tile_shape::TileShape},
    host_ops::{failure, host_ops},
};

use format::Format;
use smem_tile::is_asynchronous;

/// The fewest multiplications that make tiles pay off.
const WORTH: i64 = 16 * 16 * 16;

/// Map products of matrices to kernels with tiles in shared memory.
#[pass(
    name = "gpu-map-contractions",
    class = "GpuMapContractions",
    produces = [arith, gpu, memref, nvgpu, scf, vector],
    statistics = ["num-mapped": "Number of products that became kernels"],
    each_body
)]
pub struct MapContractions {
    /// The architecture that kernels are made for
    pub chip: ChipOption,
    /// Rows, columns and depth of a block's tile, as 128x256x32, instead of what fits best
    pub tile: String,
    /// Multiprocessors of the device, instead of what devices of the architecture have
    #[option(default = 0)]
    pub multiprocessors: u32,
    /// Into how many parts the sums are divided among blocks, instead of what fits best
    #[option(default = 0)]
    pub split: u32,
}

impl BodyPass for MapContractions {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if body.self_as::<FuncOp>().is_none() {
            return Ok(());
        }
        let mut errors = Vec::new();
        for op in host_ops(body) {
            if !body.is_live(op) || !op.implements::<dyn LinalgOp>(body) {
                continue;
            }
            // A row or a column is a reduction for the passes that follow.
            if gemv::reorder(body, op) {
                continue;
            }
            let Some(mut product) = Product::read(body, op) else { continue };
            match self.map(body, &mut product) {
                Ok(true) => cx.count("num-mapped", 1),
                Ok(false) => {}
                Err(why) => errors.push(failure(body, op, &why)),
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}

impl MapContractions {
    /// Makes the kernel of a product, if one is supported.
    fn map(&self, b: &mut Body, product: &mut Product) -> Result<bool, String> {
        let [m, n, k] = product.sizes();
        if m.saturating_mul(n).saturating_mul(k) < WORTH {
            return Ok(false);
        }
        let target = self.chip.target();
        let cx = b.cx_arc().clone();
        let words = product.elem == product.sum && (product.elem == cx.f32() || product.elem == cx.i32());
        let format = Format::for_product(b, product);
        if format.is_none() && !words {
            return Ok(false);
        }
        product.measure(b)?;
        let pays =
            |f: &Format| !words || !self.tile.is_empty() || tile_choice::matrices_pay(product, *f, target);
        if let Some(format) = format.filter(pays) {
            // A tile of warp groups that is asked for by name is used where possible.
            let groups = match (format, self.tile.as_str()) {
                _ if self.split > 1 || !target.has(GpuFeature::WarpGroups) => None,
                (Format::Halves, "") => tile_choice::for_groups(product, target),
                (Format::Halves, "128x256x64") => Some(256),
                (Format::Halves, "128x128x64") => Some(128),
                _ => None,
            };
            if let Some(columns) = groups.filter(|_| warpgroup::fits(b, product)) {
                let count = match self.multiprocessors {
                    0 => target.multiprocessors,
                    n => n.into(),
                };
                warpgroup::map(b, product, columns, count)?;
                product.erase(b);
                return Ok(true);
            }
            // Products that bulk copies of boxes do not support are computed by warps.
            let chosen = self.tile.is_empty() || groups.is_some();
            let one_by_one = ![&product.a, &product.b].into_iter().all(|f| is_asynchronous(b, f));
            let divides = product.divides_by_dynamic_size();
            let fitting =
                |t: TileShape| if one_by_one || divides { tile_choice::for_registers(t, divides) } else { t };
            let tiles = if chosen {
                tile_choice::for_matrices(product, format, target)
            } else {
                tile_choice::named(&self.tile, format)
                    .ok_or_else(|| format!("there is no tile '{}'", self.tile))?
            };
            let all = tile_choice::for_format(format).filter(|_| chosen);
            let all = all.map(|(t, percent)| (fitting(t), percent));
            let tiles = self.divide(b, product, fitting(tiles), all, format.rate(target));
            mma_gemm::map(b, product, tiles, format)?;
        } else {
            let tiles = tile_choice::for_words(product, target);
            let tiles = self.divide(b, product, tiles, tile_choice::words(), target.matrices.words);
            simt_gemm::map(b, product, tiles)?;
        }
        product.reduce_split_k(b)?;
        product.erase(b);
        Ok(true)
    }

    /// Divides the sums among blocks where that is estimated to be faster, and returns the tiles for it.
    fn divide(
        &self,
        b: &mut Body,
        product: &mut Product,
        tiles: TileShape,
        all: impl Iterator<Item = (TileShape, i64)>,
        rate: i64,
    ) -> TileShape {
        let (tiles, parts) = match self.split {
            // The best number of parts depends on the sizes.
            _ if !product.is_known() => (tiles, 1),
            0 => split_k::choose(product, tiles, all, self.chip.target(), rate),
            n => (tiles, i64::from(n)),
        };
        product.divide(b, tiles, parts);
        tiles
    }
}
