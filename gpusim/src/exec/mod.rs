//! Execution: clusters run one after the other, the warps of their blocks in turns.

mod access;
mod atomic;
mod barrier;
mod bulk;
mod clock;
mod cluster;
mod copies;
mod flight;
mod holes;
mod lanes;
mod matrix;
mod mbarrier;
mod nv;
mod step;
mod wgmma;
mod wmma;

use std::sync::atomic::Ordering;

use strata_ir::prelude::Location;

use crate::{
    Config, Counters,
    address::SHARED_START,
    code::{Code, LANES, Lanes, NOWHERE, Slot},
    error::{ErrorKind, Exec, fault},
    memory::{Memory, Written},
    shadow::Shadow,
};
use cluster::{Cta, Meeting};
use flight::Flight;
use holes::Holes;
use wgmma::Products;

/// A launch: the state that all its blocks share.
pub(crate) struct Launch<'a> {
    pub code: &'a Code,
    pub memory: &'a mut Memory,
    pub config: &'a Config,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic: u64,
    /// The number of the launch.
    pub era: u32,
    pub counters: Counters,
    /// The counters of each instruction, if they are asked for.
    pub profile: Option<Vec<Counters>>,
    /// The remaining limit of instructions.
    pub budget: u64,
    /// The values of the parameters.
    pub args: Vec<u64>,
    /// The blocks that published their accesses by a fence and an atomic access.
    pub published: Vec<bool>,
}

/// The number of instructions between checks for cancellation.
const BETWEEN_LOOKS: u64 = 4096;

impl Launch<'_> {
    fn is_cancelled(&self) -> bool {
        self.config.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// The place of an error.
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
    /// Bytes that a copy stored uninitialized values to.
    pub copied: Written,
    pub shadow: Shadow,
    pub flight: Flight,
}

/// The state of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum State {
    #[default]
    Ready,
    /// Waits at a barrier.
    Barrier(u32),
    Done,
}

/// The continuation after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    Next,
    /// Continues at the program counter that the instruction set.
    Jumped,
    /// Retries the same instruction after other warps have run.
    Stall,
    /// Continues with the next instruction after other warps have run.
    Wait,
}

/// Inactive lanes that continue elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub pc: u32,
    pub mask: u32,
    /// Their reconvergence point.
    pub join: u32,
}

/// A warp.
#[derive(Default)]
pub(crate) struct Warp {
    pub number: u32,
    pub regs: Vec<Lanes>,
    pub pc: u32,
    /// Active lanes.
    pub mask: u32,
    pub join: u32,
    pub stack: Vec<Path>,
    /// Lanes that have not returned.
    pub live: u32,
    pub state: State,
    /// The operation that the warp waits for, for messages.
    pub waits_for: Option<String>,
    /// The phase of the cluster's barrier in which it arrived, if it has not waited since.
    pub met: Option<u64>,
    /// Whether it executed a fence since its last arrival.
    pub fenced: bool,
    pub products: Products,
    pub holes: Holes,
}

impl Shared {
    fn new(bytes: u64) -> Self {
        Self {
            data: vec![0; bytes as usize],
            written: Written::new(bytes),
            copied: Written::new(bytes),
            shadow: Shadow::exact(bytes),
            flight: Flight::new(bytes),
        }
    }
}

impl Warp {
    /// The current instruction; a warp that waits at a barrier is already past it.
    pub fn place(&self) -> usize {
        self.pc as usize - usize::from(matches!(self.state, State::Barrier(_)))
    }
    /// The active lanes.
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
    /// The value of a register that must be uniform.
    pub fn uniform(&self, slot: Slot, what: &str) -> Exec<u64> {
        let first = self.mask.trailing_zeros() as usize % LANES;
        let v = self.regs[slot as usize][first];
        match self.active().find(|&l| self.regs[slot as usize][l] != v) {
            None => Ok(v),
            Some(l) => fault(ErrorKind::Divergence, l as u32, format!("{what} is not the same in all lanes")),
        }
    }
    /// Continues at `pc`, or switches to waiting lanes if the active ones have returned or reached their reconvergence point.
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

/// A running block.
pub(crate) struct Block<'a, 'm> {
    pub l: &'a mut Launch<'m>,
    pub own: Cta,
    /// The block's rank in its cluster.
    pub rank: usize,
    /// The other blocks of the cluster, indexed by rank.
    pub peers: &'a mut [Cta],
    pub meeting: &'a mut Meeting,
    pub threads: u32,
}

/// The number of instructions of a warp's turn.
const SLICE: u32 = 4096;

impl Block<'_, '_> {
    /// The index of a thread in the block from its linear number.
    pub fn thread_id(&self, n: u32) -> [u32; 3] {
        let [x, y, _] = self.l.block;
        [n % x, n / x % y, n / (x * y)]
    }

    /// The location and the name of the op of an instruction.
    pub fn location(code: &Code, pc: usize) -> Option<(Location, &str)> {
        let (loc, name) = code.places.get(*code.at.get(pc)? as usize)?;
        Some((*loc, name))
    }

    /// The end of shared memory.
    pub fn shared_end(&self) -> u64 {
        self.l.code.dynamic_start + self.l.dynamic
    }
    /// Whether a range of shared memory belongs to one variable.
    pub fn shared_has(&self, at: u64, len: u64) -> bool {
        let code = self.l.code;
        if at >= code.dynamic_start {
            return at.checked_add(len).is_some_and(|end| end <= self.shared_end());
        }
        at >= SHARED_START && code.shared.iter().any(|v| at >= v.start && at + len <= v.start + v.size)
    }

    /// Runs a turn of a warp; returns whether there was any progress.
    fn turn(&mut self, w: &mut Warp) -> Exec<bool> {
        let code = self.l.code;
        let mut moved = false;
        for _ in 0..SLICE {
            let pc = w.pc as usize;
            let inst = &code.insts[pc];
            let before = self.l.profile.is_some().then_some(self.l.counters);
            // A branch leaves fewer lanes active than execute it.
            let lanes = w.mask.count_ones();
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
            counters.lane_instructions += u64::from(lanes);
            if let (Some(before), Some(profile)) = (before, &mut self.l.profile) {
                profile[pc] += self.l.counters - before;
            }
            if self.l.budget == 0 {
                return fault(
                    ErrorKind::Limit,
                    None,
                    format!("more than {} instructions", self.l.config.max_instructions),
                );
            }
            self.l.budget -= 1;
            if self.l.budget.is_multiple_of(BETWEEN_LOOKS) && self.l.is_cancelled() {
                return fault(ErrorKind::Limit, None, "the run was cancelled");
            }
            match flow {
                // Reconvergence points are at the starts of blocks, so this is never one.
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
