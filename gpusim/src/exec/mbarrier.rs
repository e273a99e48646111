//! `mbarrier` objects in shared memory, which count arrivals and transferred bytes.

use super::{Block, Flow, Warp, access::Does, clock::Known};
use crate::{
    address::Place,
    code::LANES,
    error::{ErrorKind, Exec, fault},
    nv::{Addr, NONE, WaitHow},
    shadow::{Epoch, Me},
};

/// The state of an `mbarrier` object.
pub(crate) struct Mbarrier {
    /// The number of arrivals that complete a phase.
    expected: u32,
    /// The arrivals that the current phase still needs.
    pub pending: u32,
    /// The bytes that the current phase still expects; negative if bytes arrived before they were expected.
    tx: i64,
    /// The number of completed phases.
    phase: u64,
    /// The joined vector clocks of all arrivals so far, including those in the current phase.
    arrived: Known,
    /// The joined vector clocks of the arrivals in all completed phases.
    over: Known,
    /// The epoch of its initialization.
    init: Epoch,
}

/// The largest number of arrivals of a phase.
const MOST: u64 = (1 << 20) - 1;

impl Mbarrier {
    /// Completes the phase if no arrivals and no bytes are missing.
    fn advance(&mut self) {
        if self.pending == 0 && self.tx == 0 {
            self.phase += 1;
            self.pending = self.expected;
            self.over.join(&self.arrived);
        }
    }
}

impl Block<'_, '_> {
    /// The offset of a barrier in the block's own shared memory.
    pub fn barrier_at(&self, w: &Warp, lane: usize, mbar: Addr) -> Exec<u64> {
        match self.barrier_place(w, lane, mbar)? {
            (rank, at) if rank == self.rank => Ok(at),
            _ => fault(ErrorKind::WrongSpace, lane as u32, "the barrier is that of another block"),
        }
    }

    /// The rank of the block that holds a barrier, and the barrier's offset in the shared memory of that block.
    fn barrier_place(&self, w: &Warp, lane: usize, mbar: Addr) -> Exec<(usize, u64)> {
        let addr = w.get(mbar.slot)[lane];
        let place = self.resolve(lane, mbar.space, addr)?;
        let found = match place {
            Place::Shared(at) => (self.rank, at),
            Place::Peer(rank, at) => (rank as usize, at),
            _ => return fault(ErrorKind::WrongSpace, lane as u32, "the barrier is not in shared memory"),
        };
        self.in_bounds(lane, place, addr, 8, 8, Does::Read)?;
        Ok(found)
    }

    /// The barrier at an offset in the block's own shared memory; its initialization must be ordered before.
    pub fn barrier(&mut self, w: &Warp, lane: usize, at: u64) -> Exec<&mut Mbarrier> {
        self.barrier_of(w, lane, (self.rank, at))
    }

    /// The same for a barrier of any block of the cluster.
    pub fn barrier_of(&mut self, w: &Warp, lane: usize, (rank, at): (usize, u64)) -> Exec<&mut Mbarrier> {
        self.visit(w, lane, rank)?;
        let epoch = self.epoch(w, lane);
        let first = self.own.number - self.rank as u32;
        let known = &self.own.clocks[w.number as usize].known.seen;
        let me = Me { epoch, known, first, blocks: None };
        let barriers = match rank == self.rank {
            true => &mut self.own.mbarriers,
            false => &mut self.peers[rank].mbarriers,
        };
        match barriers.get_mut(&at) {
            Some(b) if me.knows(b.init) => Ok(b),
            Some(_) => fault(
                ErrorKind::Race,
                lane as u32,
                format!(
                    "the barrier at shared address {at:#x} was set up by another thread, and nothing orders that before"
                ),
            ),
            None => fault(
                ErrorKind::Undefined,
                lane as u32,
                format!("there is no barrier at shared address {at:#x}"),
            ),
        }
    }

    /// The active lanes whose predicate holds.
    pub fn chosen(w: &Warp, pred: u32) -> impl Iterator<Item = usize> + use<> {
        let mask = if pred == NONE {
            w.mask
        } else {
            let p = w.get(pred);
            w.active().filter(|&l| p[l] & 1 != 0).fold(0u32, |m, l| m | 1 << l)
        };
        (0..LANES).filter(move |l| mask >> l & 1 != 0)
    }

    pub fn mbar_init(&mut self, w: &Warp, mbar: Addr, count: u32, pred: u32) -> Exec<()> {
        let known = Known::new(self.peers.len() as u32);
        for lane in Self::chosen(w, pred) {
            let at = self.barrier_at(w, lane, mbar)?;
            let n = w.get(count)[lane] & 0xffff_ffff;
            if !(1..=MOST).contains(&n) {
                return fault(ErrorKind::Undefined, lane as u32, format!("a barrier for {n} arrivals"));
            }
            if self.own.mbarriers.contains_key(&at) {
                let what = format!("there is a barrier at shared address {at:#x} already");
                return fault(ErrorKind::Undefined, lane as u32, what);
            }
            self.note(w, lane, Place::Shared(at), 8, Does::Write, false)?;
            let thread = w.number * LANES as u32 + lane as u32;
            let init = Epoch::new(self.own.number, thread, self.own.clocks[w.number as usize].now);
            let n = n as u32;
            let b = Mbarrier {
                expected: n,
                pending: n,
                tx: 0,
                phase: 0,
                arrived: known.clone(),
                over: known.clone(),
                init,
            };
            self.own.mbarriers.insert(at, b);
        }
        Ok(())
    }

    pub fn mbar_inval(&mut self, w: &Warp, mbar: Addr) -> Exec<()> {
        for lane in w.active() {
            let at = self.barrier_at(w, lane, mbar)?;
            self.barrier(w, lane, at)?;
            self.own.mbarriers.remove(&at);
        }
        Ok(())
    }

    /// Counts `count` arrivals at a barrier of a block of the cluster, and joins the arriving thread's vector clock `known`.
    pub fn barrier_arrives(
        &mut self,
        lane: usize,
        (rank, at): (usize, u64),
        count: u32,
        known: &Known,
    ) -> Exec<()> {
        let Some(b) = self.cta(rank).mbarriers.get_mut(&at) else {
            return fault(
                ErrorKind::Undefined,
                lane as u32,
                format!("there is no barrier at shared address {at:#x}"),
            );
        };
        if count > b.pending {
            let what = format!("{count} arrivals at a barrier that waits for {} in this phase", b.pending);
            return fault(ErrorKind::Undefined, lane as u32, what);
        }
        b.pending -= count;
        b.arrived.join(known);
        b.advance();
        Ok(())
    }

    pub fn mbar_arrive(
        &mut self,
        w: &mut Warp,
        mbar: Addr,
        [d, count, tx, pred]: [u32; 4],
        drop: bool,
    ) -> Exec<()> {
        let lanes: Vec<usize> = Self::chosen(w, pred).collect();
        if lanes.is_empty() {
            return Ok(());
        }
        // The checks precede the release, so that accesses before the arrival are ordered before it, and later ones are not.
        for &lane in &lanes {
            let at = self.barrier_place(w, lane, mbar)?;
            self.barrier_of(w, lane, at)?;
        }
        let known = self.own.clocks[w.number as usize].release();
        for lane in lanes {
            let at = self.barrier_place(w, lane, mbar)?;
            if d != NONE && at.0 != self.rank {
                let what = "an arrival at the barrier of another block has no state";
                return fault(ErrorKind::Undefined, lane as u32, what);
            }
            let n = if count == NONE { 1 } else { w.get(count)[lane] as u32 };
            let bytes = if tx == NONE { 0 } else { w.get(tx)[lane] as u32 };
            let Some(b) = self.cta(at.0).mbarriers.get_mut(&at.1) else { continue };
            let state = b.phase;
            b.tx += i64::from(bytes);
            if drop {
                b.expected = b.expected.saturating_sub(n);
            }
            self.barrier_arrives(lane, at, n, &known)?;
            if d != NONE {
                w.regs[d as usize][lane] = state;
            }
        }
        Ok(())
    }

    /// `mbarrier.expect_tx` and `mbarrier.complete_tx`.
    pub fn mbar_expect(&mut self, w: &Warp, mbar: Addr, tx: u32, complete: bool) -> Exec<()> {
        for lane in w.active() {
            let at = self.barrier_place(w, lane, mbar)?;
            self.barrier_of(w, lane, at)?;
        }
        let known = self.own.clocks[w.number as usize].release();
        for lane in w.active() {
            let (rank, at) = self.barrier_place(w, lane, mbar)?;
            let n = i64::from(w.get(tx)[lane] as u32);
            let Some(b) = self.cta(rank).mbarriers.get_mut(&at) else { continue };
            b.tx += if complete { -n } else { n };
            if complete {
                b.arrived.join(&known);
                b.advance();
            }
        }
        Ok(())
    }

    /// Counts bytes that the asynchronous engine has written, and joins the copy's vector clock `known`.
    pub fn barrier_gets(&mut self, at: u64, bytes: u64, known: &Known) {
        if let Some(b) = self.own.mbarriers.get_mut(&at) {
            b.tx -= bytes as i64;
            b.arrived.join(known);
            b.advance();
        }
    }

    /// Waits for a phase, or tests whether it is complete.
    pub fn mbar_wait(
        &mut self,
        w: &mut Warp,
        mbar: Addr,
        [d, phase]: [u32; 2],
        parity: bool,
        how: WaitHow,
    ) -> Exec<Flow> {
        let mut answers = [0; LANES];
        let mut missing = None;
        for lane in w.active() {
            let at = self.barrier_at(w, lane, mbar)?;
            self.barrier(w, lane, at)?;
            let wanted = w.get(phase)[lane];
            let is_over = |b: &Mbarrier| if parity { b.phase & 1 != wanted & 1 } else { b.phase != wanted };
            let mut over = self.own.mbarriers.get(&at).is_some_and(is_over);
            if !over {
                // Pending copies are performed only when a wait depends on them.
                self.force_copies(at)?;
                self.force_loads(at);
                over = self.own.mbarriers.get(&at).is_some_and(is_over);
            }
            if over {
                answers[lane] = 1;
            } else if missing.is_none() {
                missing = Some((lane, at));
            }
        }
        if let (Some((_, at)), true) = (missing, how != WaitHow::Test) {
            if let Some(b) = self.own.mbarriers.get(&at) {
                w.waits_for = Some(format!(
                    "phase {} of the barrier at shared address {at:#x} ({} arrivals and {} bytes are missing)",
                    b.phase, b.pending, b.tx
                ));
            }
            return Ok(Flow::Stall);
        }
        w.waits_for = None;
        for lane in w.active().filter(|&l| answers[l] != 0) {
            let at = self.barrier_at(w, lane, mbar)?;
            if let Some(b) = self.own.mbarriers.get(&at) {
                self.own.clocks[w.number as usize].known.join(&b.over);
            }
        }
        if d != NONE {
            w.put(d, &answers);
        }
        Ok(Flow::Next)
    }
}
