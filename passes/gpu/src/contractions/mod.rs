//! Products of matrices for kernels: what they are, how their tiles are divided among blocks, and what is done with their sums.
//!
//! Kernels that compute the tiles are written for the matrix units of a device, in a crate of their own.
//!
//! - [`product`]: reading a product, its factors, and the elementwise op behind it.
//! - [`tile_shape`] and [`grid`]: the tile of a block, and the place of a block in the grid.
//! - [`epilogue`]: what is done with the sums in registers, and where they are stored.
//! - [`split_k`]: blocks that compute parts of long sums.
//! - [`gemv`]: products of one row or one column, which need no tiles.

pub mod constants;
pub mod epilogue;
mod factor_source;
pub mod gemv;
pub mod grid;
pub mod product;
pub mod split_k;
pub mod tile_shape;

/// The most ops between a product, or a reduction, and an op that becomes part of its kernel: checking more, for each one of a long block,
/// would take quadratic time.
pub const FARTHEST: usize = 96;
