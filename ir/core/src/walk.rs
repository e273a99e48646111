//! Walking ops, without recursion.

use crate::{Block, Body, Op, Region};

/// How a walk continues after an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkControl {
    /// Goes on, into the regions of the op.
    Continue,
    /// Goes on behind the op.
    Skip,
    /// Stops.
    Stop,
}

impl Body {
    /// Visits the ops nested in `op` of this body, parents first. Does not enter child bodies, does not visit `op`.
    pub fn walk_in(&self, op: Op, mut f: impl FnMut(Op) -> WalkControl) -> WalkControl {
        // The stack holds the next op of every open region.
        let mut stack: Vec<Place> = Vec::new();
        self.push_regions(op, &mut stack);
        while let Some((region, number, cur)) = stack.pop() {
            if let Some(next) = self.next_op(cur) {
                stack.push((region, number, next));
            } else if let Some(place) = self.first_from(region, number + 1) {
                stack.push(place);
            }
            match f(cur) {
                WalkControl::Continue => self.push_regions(cur, &mut stack),
                WalkControl::Skip => (),
                WalkControl::Stop => return WalkControl::Stop,
            }
        }
        WalkControl::Continue
    }
    /// Visits all ops of this body, parents first.
    pub fn walk(&self, mut f: impl FnMut(Op)) {
        self.walk_in(Op::SELF, |op| {
            f(op);
            WalkControl::Continue
        });
    }
    /// All ops of this body, parents first. For walks that mutate.
    pub fn all_ops(&self) -> Vec<Op> {
        let mut ops = Vec::with_capacity(self.num_ops());
        self.walk(|op| ops.push(op));
        ops
    }
    /// The ops nested in `op`, parents first.
    pub fn ops_in(&self, op: Op) -> Vec<Op> {
        let mut ops = Vec::new();
        self.walk_in(op, |o| {
            ops.push(o);
            WalkControl::Continue
        });
        ops
    }
    /// The ops nested in `op`, innermost first.
    pub fn post_order_in(&self, op: Op) -> Vec<Op> {
        // The order "parent, then its regions backwards" reversed is "regions in order, then the parent".
        let mut out = Vec::new();
        let mut stack: Vec<Place> = Vec::new();
        self.push_last(op, &mut stack);
        while let Some((region, number, cur)) = stack.pop() {
            if let Some(prev) = self.prev_op(cur) {
                stack.push((region, number, prev));
            } else if let Some(place) = self.last_before(region, number) {
                stack.push(place);
            }
            out.push(cur);
            self.push_last(cur, &mut stack);
        }
        out.reverse();
        out
    }
    /// All ops of this body, innermost first.
    pub fn post_order(&self) -> Vec<Op> {
        self.post_order_in(Op::SELF)
    }
    fn push_regions(&self, op: Op, stack: &mut Vec<Place>) {
        stack.extend(self.regions(op).iter().rev().filter_map(|&r| self.first_from(r, 0)));
    }
    fn push_last(&self, op: Op, stack: &mut Vec<Place>) {
        stack.extend(self.regions(op).iter().filter_map(|&r| self.last_before(r, self.blocks(r).len())));
    }
    fn first_from(&self, region: Region, number: usize) -> Option<Place> {
        let blocks = self.blocks(region).iter().enumerate().skip(number);
        blocks.into_iter().find_map(|(i, &b)| Some((region, i, self.first_op(b)?)))
    }
    fn last_before(&self, region: Region, number: usize) -> Option<Place> {
        let blocks = self.blocks(region)[..number].iter().enumerate().rev();
        blocks.into_iter().find_map(|(i, &b)| Some((region, i, self.last_op(b)?)))
    }
    /// Position of a block in its region.
    pub fn block_number(&self, region: Region, block: Block) -> Option<usize> {
        self.blocks(region).iter().position(|&b| b == block)
    }
}

/// An op, the number of its block, and its region.
type Place = (Region, usize, Op);
