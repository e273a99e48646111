//! Regions that are executed repeatedly or in parallel.

use strata_ir::prelude::*;

use super::{conflicts::leads_to, facts::View};

impl View<'_> {
    fn enclosing(&self, mut region: Option<Region>, holds: impl Fn(Op, Region) -> bool) -> Option<Region> {
        while let Some(r) = region {
            let op = self.body.region_parent(r)?;
            if op == Op::SELF {
                return None;
            }
            if holds(op, r) {
                return Some(r);
            }
            region = self.body.parent_region(op);
        }
        None
    }
    /// The innermost repeated region that a region is in, or is.
    pub fn repetitive_region(&self, region: Option<Region>) -> Option<Region> {
        self.enclosing(region, |op, r| {
            let index = self.body.region_index(r).unwrap_or(0);
            self.rule(op).is_some_and(|rule| rule.is_repetitive(self, op, index))
        })
    }
    /// The innermost repeated region around one.
    pub fn next_repetitive_region(&self, region: Region) -> Option<Region> {
        let op = self.body.region_parent(region)?;
        self.repetitive_region(self.body.parent_region(op))
    }
    /// The innermost region that a region is in, or is, whose executions are parallel.
    pub fn parallel_region(&self, region: Option<Region>) -> Option<Region> {
        self.enclosing(region, |op, r| {
            let index = self.body.region_index(r).unwrap_or(0);
            self.rule(op).is_some_and(|rule| rule.is_parallel(self, op, index))
        })
    }
    /// Whether a region of an op leads to itself.
    pub fn may_repeat(&self, op: Op, region: usize) -> bool {
        op.cast::<dyn RegionBranchOp>(self.body)
            .is_some_and(|branch| leads_to(self.body, branch, region, region))
    }
}
