//! Nests that share a loop.

use super::loop_nest::Nest;

/// Nests that run tile by tile of their outermost parallel loops, in the order of the program.
#[derive(Debug)]
pub(super) struct Group {
    pub nests: Vec<Nest>,
    /// The number of shared loops.
    pub depth: usize,
    /// Whether tiles read operands that have no part in the innermost shared loop from beyond the second-level cache, for the sake of what
    /// they need not write.
    pub streams: bool,
}

impl Group {
    /// The sizes of the shared loops.
    pub fn extents(&self) -> Vec<i64> {
        let nest = &self.nests[0];
        nest.lead[..self.depth].iter().map(|&d| nest.sizes[d]).collect()
    }
    /// The nests that are more than a fill.
    pub fn working(&self) -> impl Iterator<Item = &Nest> {
        self.nests.iter().filter(|n| !n.fill)
    }
}
