//! The `amx` dialect: Intel's registers of tiles, and products of the matrices in them.
//!
//! A processor with AMX has eight registers of up to 16 rows of up to 64 bytes. A product of two of them is added to a third. The right factor
//! has what is summed innermost: row `k` of it has the pairs of `bf16`, or the groups of four `i8`, of the steps `2 k` or `4 k` of all columns.

use strata_ir::prelude::*;

mod memory;
mod product;
mod types;

pub use memory::{TileLoadOp, TileStoreOp, TileZeroOp};
pub use product::{TileMulFOp, TileMulIOp};
pub use types::{MAX_ROW_BYTES, MAX_ROWS, TileType, tile_type};

dialect! {
    /// The dialect of Intel's registers of tiles (AMX).
    amx {
        ops: [TileLoadOp, TileMulFOp, TileMulIOp, TileStoreOp, TileZeroOp],
        types: [TileType],
    }
}
