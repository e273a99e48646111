//! The sixteen barriers of a block.

use super::{Block, Flow, State, Warp, clock::Known, step::broadcast};
use crate::{
    code::{LANES, Slot},
    error::{ErrorKind, Exec, Fault, fault},
    nv::{BarrierRed, NONE},
};

/// One barrier.
#[derive(Default)]
struct Barrier {
    /// Threads that have arrived, in whole warps.
    arrived: u32,
    /// Threads that have to arrive; zero before the first arrival.
    expected: u32,
    /// Waiting warps, each with its reduction: the operation, the warp's contribution and the result register.
    waiting: Vec<(u32, Option<(BarrierRed, u32, Slot)>)>,
    /// The joined vector clocks of the arrivals.
    known: Option<Box<Known>>,
    /// The instruction of the first arrival, for messages.
    pc: u32,
}

/// All barriers of a block.
#[derive(Default)]
pub(crate) struct Barriers {
    all: [Barrier; 16],
    /// Whether there are pending arrivals.
    busy: bool,
}

impl Block<'_, '_> {
    fn barrier_number(&self, w: &Warp, id: Slot) -> Exec<usize> {
        if id == NONE {
            return Ok(0);
        }
        match w.uniform(id, "the barrier's number")? {
            n @ 0..16 => Ok(n as usize),
            n => fault(ErrorKind::Undefined, None, format!("there is no barrier {n}")),
        }
    }
    fn barrier_count(&self, w: &Warp, count: Slot) -> Exec<u32> {
        let all = self.threads.next_multiple_of(LANES as u32);
        if count == NONE {
            return Ok(all);
        }
        let n = w.uniform(count, "the barrier's number of threads")?;
        if n == 0 || n % LANES as u64 != 0 {
            return fault(ErrorKind::Undefined, None, format!("{n} threads are no whole number of warps"));
        }
        if n > all.into() {
            return fault(
                ErrorKind::Undefined,
                None,
                format!("{n} threads at a barrier of a block of {}", self.threads),
            );
        }
        Ok(n as u32)
    }

    /// Checks that all live lanes of the warp take part.
    pub fn whole_warp(&self, w: &Warp, what: &str) -> Exec<()> {
        let missing = w.live & !w.mask;
        if missing != 0 {
            return fault(
                ErrorKind::Divergence,
                missing.trailing_zeros(),
                format!("{what} is executed by some lanes of a warp only: this thread is elsewhere"),
            );
        }
        let left = self.threads - (w.number * LANES as u32).min(self.threads);
        let all = if left >= LANES as u32 { u32::MAX } else { (1 << left) - 1 };
        let gone = all & !w.live;
        if gone != 0 {
            return fault(
                ErrorKind::Divergence,
                gone.trailing_zeros(),
                format!("{what} is executed by some lanes of a warp only: this thread has ended"),
            );
        }
        Ok(())
    }

    /// A warp arrives at a barrier; the flow says whether it waits.
    pub fn arrive(
        &mut self,
        w: &mut Warp,
        id: Slot,
        count: Slot,
        red: Option<(BarrierRed, Slot, Slot)>,
        waits: bool,
    ) -> Exec<Flow> {
        self.whole_warp(w, "a barrier")?;
        let (n, expected) = (self.barrier_number(w, id)?, self.barrier_count(w, count)?);
        let known = self.own.clocks[w.number as usize].release();
        let red = red.map(|(how, p, d)| {
            let p = w.get(p);
            let votes = w.active().filter(|&l| p[l] != 0).count() as u32;
            let value = match how {
                BarrierRed::Popc => votes,
                BarrierRed::And => u32::from(votes == w.mask.count_ones()),
                BarrierRed::Or => u32::from(votes != 0),
            };
            (how, value, d)
        });
        self.l.counters.barriers += 1;
        let b = &mut self.own.barriers.all[n];
        if b.arrived == 0 {
            (b.expected, b.pc) = (expected, w.pc);
        }
        if b.expected != expected {
            let message =
                format!("{expected} threads are expected at barrier {n}, where others expect {}", b.expected);
            return fault(ErrorKind::Divergence, None, message);
        }
        b.arrived += LANES as u32;
        if b.arrived > b.expected {
            return fault(
                ErrorKind::Divergence,
                None,
                format!("more than {} threads arrive at barrier {n}", b.expected),
            );
        }
        match &mut b.known {
            Some(all) => all.join(&known),
            None => b.known = Some(Box::new(known)),
        }
        self.own.barriers.busy = true;
        if !waits {
            return Ok(Flow::Next);
        }
        b.waiting.push((w.number, red));
        w.state = State::Barrier(n as u32);
        Ok(Flow::Wait)
    }

    /// Releases the warps at complete barriers; returns whether there were any. An error is about a warp, given by its index.
    pub fn finish_barriers(&mut self, warps: &mut [Warp]) -> Result<bool, (Box<Fault>, usize)> {
        if !self.own.barriers.busy {
            return Ok(false);
        }
        let mut any = false;
        for n in 0..16 {
            let b = &mut self.own.barriers.all[n];
            if b.arrived == 0 {
                continue;
            }
            if b.arrived < b.expected {
                // Warps that have ended cannot arrive any more.
                let ended = warps.iter().filter(|w| w.state == State::Done).count();
                let free = warps.len() - ended - b.waiting.len();
                let missing = (b.expected - b.arrived) as usize / LANES;
                if let Some(&(w, _)) = b.waiting.first().filter(|_| missing > free) {
                    let message = format!(
                        "barrier {n} waits for {missing} more warps, and {ended} of {} have ended",
                        warps.len()
                    );
                    let fault = Fault { kind: ErrorKind::Divergence, message, lane: None };
                    return Err((Box::new(fault), w as usize));
                }
                continue;
            }
            let b = std::mem::take(b);
            any = true;
            // All warps at a barrier execute the same barrier instruction, in a correct program.
            let total: u32 = b.waiting.iter().filter_map(|w| w.1).map(|r| r.1).sum();
            let every = b.waiting.iter().filter_map(|w| w.1).all(|r| r.1 != 0);
            let mut latest = 0;
            for &(w, red) in &b.waiting {
                let warp = &mut warps[w as usize];
                warp.state = State::Ready;
                if let Some((how, _, d)) = red {
                    let value = match how {
                        BarrierRed::Popc => total,
                        BarrierRed::And => every.into(),
                        BarrierRed::Or => (total != 0).into(),
                    };
                    warp.put(d, &broadcast(value.into()));
                }
                let clock = &mut self.own.clocks[w as usize];
                if let Some(known) = &b.known {
                    clock.known.join(known);
                }
                latest = latest.max(clock.now);
            }
            // A common time makes the times of these warps comparable: none of them had an access at the latest time.
            for &(w, _) in &b.waiting {
                let clock = &mut self.own.clocks[w as usize];
                clock.now = latest + 1;
                for &(other, _) in &b.waiting {
                    clock.known.seen[clock.base + other as usize] = latest;
                }
            }
        }
        self.own.barriers.busy = self.own.barriers.all.iter().any(|b| b.arrived != 0);
        Ok(any)
    }
}
