//! What each warp knows of the others.

use smallvec::SmallVec;

use crate::shadow::{AGENTS, ENGINE};

/// The times that a warp knows of: accesses up to them are ordered before what it does now.
#[derive(Clone)]
pub(crate) struct Known {
    /// A time for each agent of each block of the cluster.
    pub seen: Times,
    /// Those that a fence made visible to the asynchronous proxy.
    pub fenced: Times,
}

type Times = SmallVec<[u32; AGENTS]>;

impl Known {
    /// Of a cluster of so many blocks.
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

/// The time of a warp and what it knows of others.
#[derive(Clone)]
pub(crate) struct Clock {
    /// The place of the warp's time, and that of its block's first one.
    pub warp: usize,
    pub base: usize,
    /// Accesses happen at this time; it is never zero.
    pub now: u32,
    pub known: Known,
    /// Of the warp's own accesses, those up to this time are visible to the asynchronous proxy.
    pub fenced: u32,
}

impl Clock {
    /// The clock of one of so many warps of a block with a place in its cluster of so many.
    pub fn new(warp: usize, warps: usize, rank: u32, blocks: u32) -> Self {
        let mut known = Known::new(blocks);
        // Nothing of warps that are not there is unknown.
        for seen in [&mut known.seen, &mut known.fenced] {
            for block in seen.chunks_mut(AGENTS) {
                block[warps.min(ENGINE)..ENGINE].fill(u32::MAX);
            }
        }
        let base = rank as usize * AGENTS;
        Self { warp: base + warp, base, now: 1, known, fenced: 0 }
    }
    /// What others learn who synchronise with what the warp did until now.
    pub fn release(&mut self) -> Known {
        let mut out = self.known.clone();
        out.seen[self.warp] = self.now;
        out.fenced[self.warp] = out.fenced[self.warp].max(self.fenced);
        self.now += 1;
        out
    }
    /// The lanes of the warp synchronise with each other.
    pub fn sync(&mut self) {
        self.known.seen[self.warp] = self.now;
        self.known.fenced[self.warp] = self.known.fenced[self.warp].max(self.fenced);
        self.now += 1;
    }
    /// Everything that the warp knows of is visible to the asynchronous proxy from now on.
    pub fn fence(&mut self) {
        let own = self.known.fenced[self.warp];
        self.known.fenced = self.known.seen.clone();
        self.known.fenced[self.warp] = own.max(self.known.seen[self.warp]);
        self.fenced = self.now;
        self.now += 1;
    }
}
