//! Vector clocks of warps, which order accesses.

use smallvec::SmallVec;

use crate::shadow::{AGENTS, ENGINE};

/// A vector clock: for each agent, its accesses up to a time happen before what follows.
#[derive(Clone)]
pub(crate) struct Known {
    /// The time of each agent of each block of the cluster.
    pub seen: Times,
    /// The times up to which a fence made accesses visible to the asynchronous proxy.
    pub fenced: Times,
}

type Times = SmallVec<[u32; AGENTS]>;

impl Known {
    /// The initial clock in a cluster of `blocks` blocks.
    pub fn new(blocks: u32) -> Self {
        let none = SmallVec::from_elem(0, blocks as usize * AGENTS);
        Self { seen: none.clone(), fenced: none }
    }
    pub fn join(&mut self, other: &Self) {
        for (mine, theirs) in [(&mut self.seen, &other.seen), (&mut self.fenced, &other.fenced)] {
            mine.iter_mut().zip(theirs).for_each(|(a, &b)| *a = b.max(*a));
        }
    }
}

/// The time of a warp, and its vector clock.
#[derive(Clone)]
pub(crate) struct Clock {
    /// The index of the warp in the vector clock, and that of the first warp of its block.
    pub warp: usize,
    pub base: usize,
    /// The time of the warp's accesses; never zero.
    pub now: u32,
    pub known: Known,
    /// The warp's own accesses up to this time are visible to the asynchronous proxy.
    pub fenced: u32,
}

impl Clock {
    /// The clock of warp `warp` of `warps` in the block of rank `rank`, in a cluster of `blocks` blocks.
    pub fn new(warp: usize, warps: usize, rank: u32, blocks: u32) -> Self {
        let mut known = Known::new(blocks);
        // Warps that do not exist count as always ordered.
        for seen in [&mut known.seen, &mut known.fenced] {
            for block in seen.chunks_mut(AGENTS) {
                block[warps.min(ENGINE)..ENGINE].fill(u32::MAX);
            }
        }
        let base = rank as usize * AGENTS;
        Self { warp: base + warp, base, now: 1, known, fenced: 0 }
    }
    /// The vector clock that the warp's accesses so far release to others.
    pub fn release(&mut self) -> Known {
        let mut out = self.known.clone();
        out.seen[self.warp] = self.now;
        out.fenced[self.warp] = out.fenced[self.warp].max(self.fenced);
        self.now += 1;
        out
    }
    /// Synchronizes the lanes of the warp.
    pub fn sync(&mut self) {
        self.known.seen[self.warp] = self.now;
        self.known.fenced[self.warp] = self.known.fenced[self.warp].max(self.fenced);
        self.now += 1;
    }
    /// A proxy fence: all accesses that are ordered before it become visible to the asynchronous proxy.
    pub fn fence(&mut self) {
        let own = self.known.fenced[self.warp];
        self.known.fenced = self.known.seen.clone();
        self.known.fenced[self.warp] = own.max(self.known.seen[self.warp]);
        self.fenced = self.now;
        self.now += 1;
    }
}
