//! Clusters: their blocks run in turns, synchronize at the cluster's barrier, and access each other's shared memory.

use rustc_hash::FxHashMap;

use super::{
    At, Block, Flow, Launch, Shared, State, Warp,
    barrier::Barriers,
    bulk::Engine,
    clock::{Clock, Known},
    copies::Copies,
    mbarrier::Mbarrier,
};
use crate::{
    code::{LANES, NOWHERE},
    error::{ErrorKind, Exec, Fault, fault},
    memory::Written,
    shadow::{AGENTS, ENGINE},
};

/// The state of a block.
#[derive(Default)]
pub(crate) struct Cta {
    pub id: [u32; 3],
    pub number: u32,
    pub shared: Shared,
    pub local: Vec<u8>,
    pub local_written: Written,
    pub clocks: Vec<Clock>,
    pub barriers: Barriers,
    pub mbarriers: FxHashMap<u64, Mbarrier>,
    /// Pending `cp.async` copies of each warp.
    pub copies: Vec<Copies>,
    pub engine: Engine,
    /// The number of products that each warp has reached.
    pub reached: Vec<u32>,
    /// The earlier blocks whose accesses are ordered before this block's; `None` before the first acquire.
    pub acquired: Option<Vec<bool>>,
    /// Whether the block executed a device-wide fence.
    pub fenced: bool,
    /// The time of the last access to its shared memory by each agent of other blocks.
    visits: Vec<u32>,
    /// Whether all its threads have ended.
    pub ended: bool,
}

/// The barrier of a cluster.
pub(crate) struct Meeting {
    phase: u64,
    /// Warps that arrived in this phase, warps that have ended, and all warps.
    arrived: u32,
    ended: u32,
    all: u32,
    /// The joined vector clocks of arrivals in this phase, and in the completed phases.
    known: Known,
    over: Known,
    /// The latest time of an arrival.
    latest: u32,
}

impl Meeting {
    fn new(blocks: u32, warps: u32) -> Self {
        let known = Known::new(blocks);
        Self { phase: 0, arrived: 0, ended: 0, all: blocks * warps, over: known.clone(), known, latest: 0 }
    }
    /// Completes the phase if all warps have arrived or ended.
    fn advance(&mut self) {
        if self.arrived != 0 && self.arrived + self.ended >= self.all {
            self.over.join(&self.known);
            self.phase += 1;
            self.arrived = 0;
        }
    }
    /// A warp ends; from then on it counts as arrived.
    fn leave(&mut self, w: &mut Warp) {
        if w.met.take() == Some(self.phase) {
            self.arrived -= 1;
        }
        self.ended += 1;
        self.advance();
    }
}

impl Launch<'_> {
    /// Runs all blocks, those of a cluster together.
    pub fn run(&mut self) -> Result<(), (Box<Fault>, At)> {
        let threads: u32 = self.block.iter().product();
        let count = threads.div_ceil(LANES as u32);
        let size: u32 = self.cluster.iter().product();
        let mut warps: Vec<Vec<Warp>> = (0..size).map(|_| self.warps(count)).collect();
        let code = self.code;
        let bytes = code.dynamic_start + self.dynamic;
        let frame = code.frame as usize * threads as usize;
        self.counters.shared_bytes = code.shared.iter().map(|v| v.size).sum::<u64>() + self.dynamic;
        let mut ctas: Vec<Cta> = (0..size)
            .map(|_| Cta {
                shared: Shared::new(bytes),
                local: vec![0; frame],
                local_written: Written::new(frame as u64),
                ..Cta::default()
            })
            .collect();
        let blocks: u32 = self.grid.iter().product();
        for first in (0..blocks).step_by(size as usize) {
            for (rank, (cta, warps)) in (0..).zip(ctas.iter_mut().zip(&mut warps)) {
                let old = std::mem::take(cta);
                *cta = Cta {
                    id: self.block_id(first + rank),
                    number: first + rank,
                    clocks: (0..count as usize).map(|w| Clock::new(w, count as usize, rank, size)).collect(),
                    copies: (0..count).map(|_| Copies::default()).collect(),
                    reached: vec![0; count as usize],
                    visits: vec![0; if size > 1 { size as usize * AGENTS } else { 0 }],
                    ..old.emptied()
                };
                warps.iter_mut().for_each(|w| w.start(threads));
            }
            self.run_cluster(&mut ctas, &mut warps, &mut Meeting::new(size, count), threads)?;
            self.counters.blocks += u64::from(size);
        }
        Ok(())
    }

    /// Runs the blocks of a cluster in turns until all have ended.
    fn run_cluster(
        &mut self,
        ctas: &mut [Cta],
        warps: &mut [Vec<Warp>],
        meeting: &mut Meeting,
        threads: u32,
    ) -> Result<(), (Box<Fault>, At)> {
        loop {
            let mut progress = false;
            for rank in 0..ctas.len() {
                if ctas[rank].ended {
                    continue;
                }
                let own = std::mem::take(&mut ctas[rank]);
                let mut block = Block { l: &mut *self, own, rank, peers: &mut *ctas, meeting, threads };
                let moved = block.round(&mut warps[rank]);
                let own = block.own;
                ctas[rank] = own;
                progress |= moved?;
            }
            if ctas.iter().all(|c| c.ended) {
                return Ok(());
            }
            if !progress {
                return Err(self.deadlock(ctas, warps));
            }
        }
    }

    /// The index of a block in the grid from its linear number: blocks of a cluster have consecutive numbers.
    pub fn block_id(&self, number: u32) -> [u32; 3] {
        let size: u32 = self.cluster.iter().product();
        let (mut cluster, mut rank) = (number / size, number % size);
        std::array::from_fn(|i| {
            let (count, own) = (self.grid[i] / self.cluster[i], self.cluster[i]);
            let at = cluster % count * own + rank % own;
            (cluster, rank) = (cluster / count, rank / own);
            at
        })
    }

    /// The deadlock error, with the operations that the warps wait for.
    fn deadlock(&self, ctas: &[Cta], warps: &[Vec<Warp>]) -> (Box<Fault>, At) {
        let mut parts = Vec::new();
        let mut first = At { pc: 0, block: [0; 3], thread: None };
        for (cta, warps) in ctas.iter().zip(warps).filter(|(c, _)| !c.ended) {
            let [x, y, z] = cta.id;
            let of = if ctas.len() > 1 { format!(" of block [{x}, {y}, {z}]") } else { String::new() };
            for warp in warps.iter().filter(|w| w.state != State::Done) {
                let pc = warp.place();
                if parts.is_empty() {
                    first = At { pc, block: cta.id, thread: None };
                }
                let what = match warp.state {
                    State::Barrier(id) => format!("barrier {id}"),
                    _ => warp.waits_for.clone().unwrap_or_else(|| "something".into()),
                };
                parts.push(format!("warp {}{of} waits for {what} at {}", warp.number, self.code.place(pc)));
            }
            let ended = warps.iter().filter(|w| w.state == State::Done).count();
            if ended != 0 {
                parts.push(format!("{ended} warps{of} have ended"));
            }
        }
        (Box::new(Fault { kind: ErrorKind::Deadlock, message: parts.join("; "), lane: None }), first)
    }

    /// The warps of a block, with constants and parameters in their registers.
    fn warps(&self, count: u32) -> Vec<Warp> {
        let code = self.code;
        let one = |number| {
            let mut regs = vec![[0; LANES]; code.slots as usize];
            for &(slot, bits) in &code.consts {
                regs[slot as usize] = [bits; LANES];
            }
            for (param, &bits) in code.params.iter().zip(&self.args) {
                regs[param.slot as usize] = [bits; LANES];
            }
            Warp { number, regs, ..Warp::default() }
        };
        (0..count).map(one).collect()
    }
}

impl Cta {
    /// Reuses the allocations for another block; the memory is uninitialized again.
    fn emptied(self) -> Self {
        let Self { mut shared, local, mut local_written, .. } = self;
        shared.written.clear();
        shared.copied.clear();
        shared.flight.clear();
        local_written.clear();
        Self { shared, local, local_written, ..Self::default() }
    }
}

impl Warp {
    /// Resets the warp at the start of a block.
    fn start(&mut self, threads: u32) {
        let left = threads - self.number * LANES as u32;
        self.live = if left >= LANES as u32 { u32::MAX } else { (1 << left) - 1 };
        (self.pc, self.mask, self.join) = (0, self.live, NOWHERE);
        (self.state, self.waits_for, self.met) = (State::Ready, None, None);
        self.fenced = false;
        self.stack.clear();
        self.products.clear();
        self.holes.clear();
    }
}

impl Block<'_, '_> {
    /// Runs a turn of each warp; returns whether there was any progress.
    fn round(&mut self, warps: &mut [Warp]) -> Result<bool, (Box<Fault>, At)> {
        let (mut progress, mut done) = (false, true);
        for w in 0..warps.len() {
            if warps[w].state == State::Ready {
                let warp = &mut warps[w];
                progress |= self.turn(warp).map_err(|fault| self.located(warp, fault))?;
                if warp.state == State::Done {
                    self.meeting.leave(warp);
                }
            }
            done &= warps[w].state == State::Done;
        }
        let moved = self.finish_barriers(warps);
        progress |= moved.map_err(|(fault, w)| self.located(&warps[w], fault))?;
        if done {
            self.finish_engine(warps).map_err(|(fault, w)| self.located(&warps[w], fault))?;
            self.end().map_err(|fault| self.located(&warps[0], fault))?;
        }
        Ok(progress || done)
    }

    fn located(&self, warp: &Warp, fault: Box<Fault>) -> (Box<Fault>, At) {
        let thread = fault.lane.map(|l| self.thread_id(warp.number * LANES as u32 + l));
        (fault, At { pc: warp.place(), block: self.own.id, thread })
    }

    /// Ends the block; all accesses of other blocks to its shared memory must be ordered before.
    fn end(&mut self) -> Exec<()> {
        self.own.ended = true;
        let clocks = &self.own.clocks;
        let missed = (0..self.own.visits.len())
            .find(|&i| clocks.iter().all(|clock| clock.known.seen[i] < self.own.visits[i]));
        let Some(agent) = missed else { return Ok(()) };
        let other = self.own.number - self.rank as u32 + (agent / AGENTS) as u32;
        let [x, y, z] = self.l.block_id(other);
        fault(
            ErrorKind::Race,
            None,
            format!(
                "the block ends while block [{x}, {y}, {z}] uses its shared memory: nothing orders that before"
            ),
        )
    }

    /// A block of the cluster, by its rank.
    pub fn cta(&mut self, rank: usize) -> &mut Cta {
        if rank == self.rank { &mut self.own } else { &mut self.peers[rank] }
    }

    /// Checks that another block's shared memory exists for a lane of a warp, and records the access.
    pub fn visit(&mut self, w: &Warp, lane: usize, rank: usize) -> Exec<()> {
        if rank == self.rank {
            return Ok(());
        }
        let [x, y, z] = self.l.block_id(self.own.number - self.rank as u32 + rank as u32);
        if self.peers[rank].ended {
            let what = format!("block [{x}, {y}, {z}] has ended, and its shared memory is gone");
            return fault(ErrorKind::Race, lane as u32, what);
        }
        let clock = &self.own.clocks[w.number as usize];
        let seen = &clock.known.seen[rank * AGENTS..rank * AGENTS + ENGINE];
        if !seen.iter().any(|&t| t != 0 && t != u32::MAX) {
            let what = format!("block [{x}, {y}, {z}] may not have begun: nothing orders that before");
            return fault(ErrorKind::Race, lane as u32, what);
        }
        let visit = &mut self.peers[rank].visits[clock.warp];
        *visit = clock.now.max(*visit);
        Ok(())
    }

    /// Arrives at the barrier of the cluster.
    pub fn meet(&mut self, w: &mut Warp, relaxed: bool) -> Exec<()> {
        self.whole_warp(w, "the cluster's barrier")?;
        if w.met.is_some() {
            let what = "the warp arrives at the cluster's barrier again before it waited";
            return fault(ErrorKind::Undefined, None, what);
        }
        let clock = &mut self.own.clocks[w.number as usize];
        clock.now = clock.now.max(self.meeting.latest);
        self.meeting.latest = clock.now;
        let known = clock.release();
        // A fence before it turns a relaxed arrival into a release.
        if !relaxed || w.fenced {
            self.meeting.known.join(&known);
        }
        w.met = Some(self.meeting.phase);
        w.fenced = false;
        self.meeting.arrived += 1;
        self.l.counters.barriers += 1;
        self.meeting.advance();
        Ok(())
    }

    /// Waits until all have arrived.
    pub fn met(&mut self, w: &mut Warp) -> Exec<Flow> {
        self.whole_warp(w, "the cluster's barrier")?;
        let Some(phase) = w.met else {
            let what = "the warp waits at the cluster's barrier and has not arrived there";
            return fault(ErrorKind::Undefined, None, what);
        };
        if self.meeting.phase <= phase {
            w.waits_for = Some("the cluster's barrier".into());
            return Ok(Flow::Stall);
        }
        (w.met, w.waits_for) = (None, None);
        let clock = &mut self.own.clocks[w.number as usize];
        clock.known.join(&self.meeting.over);
        // A common time makes the times of later accesses of several warps comparable.
        clock.now = clock.now.max(self.meeting.latest + 1);
        Ok(Flow::Next)
    }
}
