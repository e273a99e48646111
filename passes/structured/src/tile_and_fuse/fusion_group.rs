//! Nests that share a loop.

use strata_passes_analysis::linear_index::LinearIndex;

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
    /// The rows that each product of the group has for a point of the shared loops: its loops inside, but for that over columns.
    pub fn rows_of_point(&self) -> i64 {
        let products = self.working().filter(|n| n.contracts);
        let rows = products.map(|n| {
            let shared = &n.lead[..self.depth.min(n.lead.len())];
            let results = n.operands.iter().filter(|o| o.write).flat_map(|o| &o.indices);
            let inside =
                results.filter_map(LinearIndex::as_loop).filter(|d| !shared.contains(d) && !n.is_column(*d));
            inside.map(|d| n.sizes[d]).fold(1i64, i64::saturating_mul)
        });
        rows.min().unwrap_or(1)
    }
    /// The nests that are more than a fill.
    pub fn working(&self) -> impl Iterator<Item = &Nest> {
        self.nests.iter().filter(|n| !n.fill)
    }
}
