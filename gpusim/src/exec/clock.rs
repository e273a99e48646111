//! What each warp knows of the others.

use crate::shadow::{AGENTS, ENGINE};

/// The times that a warp knows of: accesses up to them are ordered before what it does now.
#[derive(Clone)]
pub(crate) struct Known {
    pub seen: [u32; AGENTS],
    /// Those that a fence made visible to the asynchronous proxy.
    pub fenced: [u32; AGENTS],
}

impl Known {
    pub fn new() -> Self {
        Self { seen: [0; AGENTS], fenced: [0; AGENTS] }
    }
    pub fn join(&mut self, other: &Self) {
        for i in 0..AGENTS {
            self.seen[i] = self.seen[i].max(other.seen[i]);
            self.fenced[i] = self.fenced[i].max(other.fenced[i]);
        }
    }
}

/// The time of a warp and what it knows of others.
#[derive(Clone)]
pub(crate) struct Clock {
    pub warp: usize,
    /// Accesses happen at this time; it is never zero.
    pub now: u32,
    pub known: Known,
    /// Of the warp's own accesses, those up to this time are visible to the asynchronous proxy.
    pub fenced: u32,
}

impl Clock {
    /// The clock of one of so many warps.
    pub fn new(warp: usize, warps: usize) -> Self {
        let mut known = Known::new();
        // Nothing of warps that are not there is unknown.
        for seen in [&mut known.seen, &mut known.fenced] {
            seen[warps.min(ENGINE)..ENGINE].fill(u32::MAX);
        }
        Self { warp, now: 1, known, fenced: 0 }
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
        self.known.fenced = self.known.seen;
        self.known.fenced[self.warp] = own.max(self.known.seen[self.warp]);
        self.fenced = self.now;
        self.now += 1;
    }
}
