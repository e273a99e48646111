//! Execution: clusters one after the other, the warps of their blocks in turns.

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

/// Instructions between two looks at whether the run was cancelled.
const BETWEEN_LOOKS: u64 = 4096;

impl Launch<'_> {
    fn is_cancelled(&self) -> bool {
        self.config.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
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
    /// The phase of the cluster's barrier in which it arrived there.
    pub met: Option<u64>,
    /// Whether it executed a fence since then.
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
    /// The place of the code where it is: one that waits has gone past its barrier.
    pub fn place(&self) -> usize {
        self.pc as usize - usize::from(matches!(self.state, State::Barrier(_)))
    }
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

/// A block while it runs.
pub(crate) struct Block<'a, 'm> {
    pub l: &'a mut Launch<'m>,
    pub own: Cta,
    /// The block's place in its cluster.
    pub rank: usize,
    /// The other blocks of the cluster, at their places.
    pub peers: &'a mut [Cta],
    pub meeting: &'a mut Meeting,
    pub threads: u32,
}

/// Instructions that a warp executes before others get their turn.
const SLICE: u32 = 4096;

impl Block<'_, '_> {
    /// A thread's place in the block by its number.
    pub fn thread_id(&self, n: u32) -> [u32; 3] {
        let [x, y, _] = self.l.block;
        [n % x, n / x % y, n / (x * y)]
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
            if self.l.budget.is_multiple_of(BETWEEN_LOOKS) && self.l.is_cancelled() {
                return fault(ErrorKind::Limit, None, "the run was cancelled");
            }
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
