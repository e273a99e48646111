//! Tiles of products: the division among blocks and warps, and the steps along the reduction.

/// The division of a product among blocks and warps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileShape {
    /// Rows of a block.
    pub m: i64,
    /// Columns of a block.
    pub n: i64,
    /// Elements of one step along the sum.
    pub k: i64,
    /// Warps along rows and along columns; threads, where each multiplies for itself.
    pub warps: [i64; 2],
    /// Threads of one of these.
    pub lanes: i64,
    /// Steps whose factors are in shared memory at once.
    pub stages: i64,
}

impl TileShape {
    /// Threads of a block.
    #[must_use]
    pub fn threads(&self) -> i64 {
        self.warps[0] * self.warps[1] * self.lanes
    }
    /// Rows and columns of a warp.
    #[must_use]
    pub fn warp(&self) -> [i64; 2] {
        [self.m / self.warps[0], self.n / self.warps[1]]
    }
}
