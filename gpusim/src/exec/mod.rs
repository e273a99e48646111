//! Execution: blocks one after the other, the warps of a block in turns.

mod access;
mod atomic;
mod barrier;
mod bulk;
mod clock;
mod copies;
mod flight;
mod holes;
mod lanes;
mod matrix;
mod mbarrier;
mod nv;
mod step;
mod wgmma;

use strata_ir::prelude::Location;

use crate::{
    Config, Counters,
    address::SHARED_START,
    code::{Code, LANES, Lanes, NOWHERE, Slot},
    error::{ErrorKind, Exec, Fault, fault},
    memory::{Memory, Written},
    shadow::Shadow,
};
use barrier::Barriers;
use bulk::Engine;
use clock::Clock;
use copies::Copies;
use flight::Flight;
use holes::Holes;
use mbarrier::Mbarrier;
use rustc_hash::FxHashMap;
use wgmma::Products;

/// A launch and what all its blocks have in common.
pub(crate) struct Launch<'a> {
    pub code: &'a Code,
    pub memory: &'a mut Memory,
    pub config: &'a Config,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic: u64,
    /// Number of the launch.
    pub era: u32,
    pub counters: Counters,
    /// Instructions that are still allowed.
    pub budget: u64,
    /// The values of the parameters.
    pub args: Vec<u64>,
    /// Blocks that published what they did, by a fence and an atomic access.
    pub published: Vec<bool>,
}

/// Where an error happened.
pub(crate) struct At {
    pub pc: usize,
    pub block: [u32; 3],
    pub thread: Option<[u32; 3]>,
}

/// The shared memory of a block.
#[derive(Default)]
pub(crate) struct Shared {
    pub data: Vec<u8>,
    pub written: Written,
    /// Bytes that copies have been stored to of what nobody has written.
    pub copied: Written,
    pub shadow: Shadow,
    pub flight: Flight,
}

/// What a warp does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum State {
    #[default]
    Ready,
    /// At a barrier, until all are there.
    Barrier(u32),
    Done,
}

/// What comes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Next,
    /// The instruction set the place to go on itself.
    Jumped,
    /// The same instruction again, later.
    Stall,
    /// The next instruction, after other warps.
    Wait,
}

/// Lanes that go on elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub pc: u32,
    pub mask: u32,
    /// Where they wait for others.
    pub join: u32,
}

/// A warp.
#[derive(Default)]
pub(crate) struct Warp {
    pub number: u32,
    pub regs: Vec<Lanes>,
    pub pc: u32,
    /// Lanes that execute now.
    pub mask: u32,
    pub join: u32,
    pub stack: Vec<Path>,
    /// Lanes that have not returned.
    pub live: u32,
    pub state: State,
    /// What the warp waits for, for messages.
    pub waits_for: Option<String>,
    pub products: Products,
    pub holes: Holes,
}

impl Warp {
    /// Lanes that execute now.
    pub fn active(&self) -> impl Iterator<Item = usize> + use<> {
        let mask = self.mask;
        (0..LANES).filter(move |&l| mask >> l & 1 != 0)
    }
    #[inline]
    pub fn put(&mut self, d: Slot, v: &Lanes) {
        let to = &mut self.regs[d as usize];
        if self.mask == u32::MAX {
            *to = *v;
        } else {
            for l in 0..LANES {
                if self.mask >> l & 1 != 0 {
                    to[l] = v[l];
                }
            }
        }
    }
    #[inline]
    pub fn get(&self, slot: Slot) -> &Lanes {
        &self.regs[slot as usize]
    }
    /// The value that all lanes have.
    pub fn uniform(&self, slot: Slot, what: &str) -> Exec<u64> {
        let first = self.mask.trailing_zeros() as usize % LANES;
        let v = self.regs[slot as usize][first];
        match self.active().find(|&l| self.regs[slot as usize][l] != v) {
            None => Ok(v),
            Some(l) => fault(ErrorKind::Divergence, l as u32, format!("{what} is not the same in all lanes")),
        }
    }
    /// Goes on at `pc`, or with other lanes where these have arrived.
    pub fn go(&mut self, pc: u32) {
        self.pc = pc;
        while self.mask == 0 || self.pc == self.join && self.join != NOWHERE {
            let Some(path) = self.stack.pop() else {
                if self.mask == 0 {
                    self.state = State::Done;
                }
                self.join = NOWHERE;
                return;
            };
            (self.pc, self.mask, self.join) = (path.pc, path.mask & self.live, path.join);
        }
    }
}

/// A block.
pub(crate) struct Block<'a, 'm> {
    pub l: &'a mut Launch<'m>,
    pub id: [u32; 3],
    pub number: u32,
    pub shared: &'a mut Shared,
    pub local: &'a mut [u8],
    pub local_written: &'a mut Written,
    pub clocks: Vec<Clock>,
    pub barriers: Barriers,
    pub mbarriers: FxHashMap<u64, Mbarrier>,
    /// Copies of each warp.
    pub copies: Vec<Copies>,
    pub engine: Engine,
    /// Products that each warp has come to.
    pub reached: Vec<u32>,
    /// Blocks that this one synchronised with, once it did.
    pub acquired: Option<Vec<bool>>,
    /// Whether the block executed a fence for the whole device.
    pub fenced: bool,
    pub threads: u32,
}

/// Instructions that a warp executes before others get their turn.
const SLICE: u32 = 4096;

impl Launch<'_> {
    /// Runs all blocks.
    pub fn run(&mut self) -> Result<(), (Box<Fault>, At)> {
        let threads: u32 = self.block.iter().product();
        let warps = threads.div_ceil(LANES as u32);
        let code = self.code;
        let mut all: Vec<Warp> = (0..warps)
            .map(|number| {
                let mut regs = vec![[0; LANES]; code.slots as usize];
                for &(slot, bits) in &code.consts {
                    regs[slot as usize] = [bits; LANES];
                }
                for (param, &bits) in code.params.iter().zip(&self.args) {
                    regs[param.slot as usize] = [bits; LANES];
                }
                Warp { number, regs, ..Warp::default() }
            })
            .collect();
        let size = code.dynamic_start + self.dynamic;
        let mut shared = Shared {
            data: vec![0; size as usize],
            written: Written::new(size),
            copied: Written::new(size),
            shadow: Shadow::exact(size),
            flight: Flight::new(size),
        };
        let frame = code.frame as usize * threads as usize;
        let (mut local, mut local_written) = (vec![0; frame], Written::new(frame as u64));
        self.counters.shared_bytes = code.shared.iter().map(|v| v.size).sum::<u64>() + self.dynamic;
        let mut number = 0;
        for z in 0..self.grid[2] {
            for y in 0..self.grid[1] {
                for x in 0..self.grid[0] {
                    shared.written.clear();
                    shared.copied.clear();
                    shared.flight.clear();
                    local_written.clear();
                    for warp in &mut all {
                        let left = threads - warp.number * LANES as u32;
                        warp.live = if left >= LANES as u32 { u32::MAX } else { (1 << left) - 1 };
                        (warp.pc, warp.mask, warp.join) = (0, warp.live, NOWHERE);
                        (warp.state, warp.waits_for) = (State::Ready, None);
                        warp.stack.clear();
                        warp.products.clear();
                        warp.holes.clear();
                    }
                    let mut block = Block {
                        l: &mut *self,
                        id: [x, y, z],
                        number,
                        shared: &mut shared,
                        local: &mut local,
                        local_written: &mut local_written,
                        clocks: (0..warps).map(|w| Clock::new(w as usize, warps as usize)).collect(),
                        barriers: Barriers::default(),
                        mbarriers: FxHashMap::default(),
                        copies: (0..warps).map(|_| Copies::default()).collect(),
                        engine: Engine::default(),
                        reached: vec![0; warps as usize],
                        acquired: None,
                        fenced: false,
                        threads,
                    };
                    block.run(&mut all)?;
                    self.counters.blocks += 1;
                    number += 1;
                }
            }
        }
        Ok(())
    }
}

impl Block<'_, '_> {
    /// Runs the block's warps in turns until all are done.
    fn run(&mut self, warps: &mut [Warp]) -> Result<(), (Box<Fault>, At)> {
        loop {
            let (mut progress, mut done) = (false, true);
            for w in 0..warps.len() {
                if warps[w].state == State::Ready {
                    let warp = &mut warps[w];
                    match self.turn(warp) {
                        Ok(moved) => progress |= moved,
                        Err(fault) => {
                            let at = self.at(warp, fault.lane);
                            return Err((fault, at));
                        }
                    }
                }
                done &= warps[w].state == State::Done;
            }
            match self.finish_barriers(warps) {
                Ok(moved) => progress |= moved,
                Err((fault, w)) => {
                    let at = self.at(&warps[w], fault.lane);
                    return Err((fault, at));
                }
            }
            if done {
                let ended = self.finish_engine(warps);
                return ended.map_err(|(fault, w)| {
                    let at = self.at(&warps[w], fault.lane);
                    (fault, at)
                });
            }
            if !progress {
                let w = warps.iter().position(|w| w.state != State::Done).unwrap_or(0);
                return Err((self.deadlock(warps), self.at(&warps[w], None)));
            }
        }
    }

    fn at(&self, warp: &Warp, lane: Option<u32>) -> At {
        // A warp that waits has gone past its barrier.
        let pc = warp.pc as usize - usize::from(matches!(warp.state, State::Barrier(_)));
        At { pc, block: self.id, thread: lane.map(|l| self.thread_id(warp.number * LANES as u32 + l)) }
    }

    /// A thread's place in the block by its number.
    pub fn thread_id(&self, n: u32) -> [u32; 3] {
        let [x, y, _] = self.l.block;
        [n % x, n / x % y, n / (x * y)]
    }

    /// What everybody waits for.
    fn deadlock(&self, warps: &[Warp]) -> Box<Fault> {
        let mut parts = Vec::new();
        for warp in warps.iter().filter(|w| w.state != State::Done) {
            let place = self.place(warp.pc as usize - usize::from(matches!(warp.state, State::Barrier(_))));
            let what = match warp.state {
                State::Barrier(16) => "the cluster's barrier".into(),
                State::Barrier(id) => format!("barrier {id}"),
                _ => warp.waits_for.clone().unwrap_or_else(|| "something".into()),
            };
            parts.push(format!("warp {} waits for {what} at {place}", warp.number));
        }
        let ended = warps.iter().filter(|w| w.state == State::Done).count();
        if ended != 0 {
            parts.push(format!("{ended} warps have ended"));
        }
        Box::new(Fault { kind: ErrorKind::Deadlock, message: parts.join("; "), lane: None })
    }

    /// The op at a place of the code.
    pub fn place(&self, pc: usize) -> String {
        let code = self.l.code;
        match code.at.get(pc).and_then(|&p| code.places.get(p as usize)) {
            Some((_, name)) => format!("'{name}'"),
            None => "an unknown op".into(),
        }
    }
    /// Where the op at a place of the code stands.
    pub fn location(code: &Code, pc: usize) -> Option<(Location, &str)> {
        let (loc, name) = code.places.get(*code.at.get(pc)? as usize)?;
        Some((*loc, name))
    }

    /// The first byte after shared memory.
    pub fn shared_end(&self) -> u64 {
        self.l.code.dynamic_start + self.l.dynamic
    }
    /// Whether bytes of shared memory belong to one variable.
    pub fn shared_has(&self, at: u64, len: u64) -> bool {
        let code = self.l.code;
        if at >= code.dynamic_start {
            return at.checked_add(len).is_some_and(|end| end <= self.shared_end());
        }
        at >= SHARED_START && code.shared.iter().any(|v| at >= v.start && at + len <= v.start + v.size)
    }

    /// Executes a warp for a while; whether it did anything.
    fn turn(&mut self, w: &mut Warp) -> Exec<bool> {
        let code = self.l.code;
        let mut moved = false;
        for _ in 0..SLICE {
            let inst = &code.insts[w.pc as usize];
            if w.products.any() {
                self.check_products(w, inst)?;
            }
            let flow = self.step(w, inst)?;
            if flow == Flow::Stall {
                return Ok(moved);
            }
            moved = true;
            let counters = &mut self.l.counters;
            counters.instructions += 1;
            counters.lane_instructions += u64::from(w.mask.count_ones());
            if self.l.budget == 0 {
                return fault(
                    ErrorKind::Limit,
                    None,
                    format!("more than {} instructions", self.l.config.max_instructions),
                );
            }
            self.l.budget -= 1;
            match flow {
                // Lanes come together only at the start of a block, so that this is never such a place.
                Flow::Next | Flow::Wait => w.pc += 1,
                Flow::Jumped | Flow::Stall => {}
            }
            if w.state != State::Ready {
                return Ok(true);
            }
        }
        Ok(moved)
    }
}
