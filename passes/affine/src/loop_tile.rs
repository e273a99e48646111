//! `affine-loop-tile`: divides the loops of bands into tiles.
//!
//! Before:
//! ```mlir
//! affine.for %i = 0 to 64 { affine.for %j = 0 to %n { … } }
//! ```
//! After, for tiles of 4:
//! ```mlir
//! affine.for %i = 0 to 64 step 4 {
//!   affine.for %j = 0 to %n step 4 {
//!     affine.for %ii = %i to %i + 4 { affine.for %jj = %j to min(%j + 4, %n) { … } }
//! ```
//! Bands are those directly in a function. Without sizes, tiles are such that the memory that a tile reaches fits into the cache. A band with a
//! dependence that goes back in one of its loops stays, with a remark; upstream tiles it if the distance is a single number.

use strata_affine::ForOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    analysis::region::memory_footprint,
    loops::{
        bands::perfect_nest,
        separate::separate_full_tiles,
        tile::{is_tiling_valid, tile_band},
        trip_count::constant_trip_count,
    },
};

/// The tile size of loops for which there is no other one.
const DEFAULT_TILE_SIZE: u32 = 4;

/// Tile affine loop nests.
#[pass(name = "affine-loop-tile", class = "AffineLoopTiling", on = "func.func", produces = [affine])]
pub struct AffineLoopTile {
    /// Set size of cache to tile for in KiB (default: 512).
    #[option(default = 512)]
    pub cache_size: u64,
    /// Separate full and partial tiles (default: false).
    pub separate: bool,
    /// Use this tile size for all loops.
    pub tile_size: u32,
    /// List of tile sizes for each perfect nest (overridden by -tile-size).
    pub tile_sizes: Vec<u32>,
}

impl BodyPass for AffineLoopTile {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if self.tile_sizes.contains(&0) {
            return Err(cx.error(body.loc(Op::SELF), "'affine-loop-tile' cannot make tiles of size 0"));
        }
        let roots: Vec<ForOp> = body
            .regions(Op::SELF)
            .iter()
            .flat_map(|&r| body.region_ops(r))
            .filter_map(|op| op.as_op::<ForOp>(body))
            .collect();
        for root in roots {
            let band = perfect_nest(body, root);
            if !is_tiling_valid(body, &band) {
                cx.remark(body.loc(root.op()), "tiling nest is invalid due to dependences");
                continue;
            }
            let sizes: Vec<i64> = self.sizes(body, &band).into_iter().map(i64::from).collect();
            let Some(tiled) = tile_band(body, &band, &sizes) else { continue };
            if self.separate {
                separate_full_tiles(body, &tiled[band.len()..]);
            }
        }
        Ok(())
    }
}

impl AffineLoopTile {
    /// The sizes of tiles for a band.
    fn sizes(&self, body: &Body, band: &[ForOp]) -> Vec<u32> {
        if self.tile_size != 0 {
            return vec![self.tile_size; band.len()];
        }
        if !self.tile_sizes.is_empty() {
            let given = self.tile_sizes.iter().copied();
            return given.chain(std::iter::repeat(DEFAULT_TILE_SIZE)).take(band.len()).collect();
        }
        let mut sizes = vec![DEFAULT_TILE_SIZE; band.len()];
        let footprint = memory_footprint(body, band[0].op()).and_then(|n| u64::try_from(n).ok());
        if let Some(bytes) = footprint {
            let excess = match self.cache_size.saturating_mul(1024) {
                0 => u64::MAX,
                cache => bytes.div_ceil(cache),
            };
            if excess <= 1 {
                return vec![1; band.len()];
            }
            // Every loop is divided by the same number; the last one takes what is left.
            // As upstream's, in floating point: the cube root of 64 is 3.
            let each = ((excess as f64).powf(1.0 / band.len() as f64).floor() as u64).max(1);
            let before = each.saturating_pow(band.len() as u32 - 1);
            sizes.fill(u32::try_from(each).unwrap_or(u32::MAX));
            if let Some(last) = sizes.last_mut() {
                *last = u32::try_from(excess / before).unwrap_or(u32::MAX).max(1);
            }
        }
        for (size, &op) in sizes.iter_mut().zip(band) {
            *size = divisor_of_trip_count(body, op, *size);
        }
        sizes
    }
}

/// The largest number up to `size` that divides a known trip count, and is at most half of it.
fn divisor_of_trip_count(body: &Body, op: ForOp, size: u32) -> u32 {
    let Some(count) = constant_trip_count(body, op).filter(|&n| n > 0) else { return size };
    let mut size = u64::from(size);
    if count > 1 {
        size = size.min(count / 2);
    }
    while count % size != 0 {
        size -= 1;
    }
    u32::try_from(size).unwrap_or(u32::MAX)
}
