//! Holes: uninitialized bytes of loaded registers, on their way to other memory.

use rustc_hash::FxHashMap;

use super::{Block, Warp};
use crate::{
    address::Place,
    code::{LANES, Slot},
    memory::Written,
};

/// The uninitialized bytes of a warp's registers, as a bit mask for each register and lane that has some.
#[derive(Default)]
pub(crate) struct Holes {
    of: FxHashMap<Slot, [u8; LANES]>,
}

impl Holes {
    pub fn clear(&mut self) {
        self.of.clear();
    }
    #[inline]
    pub fn get(&self, slot: Slot, lane: usize) -> u8 {
        if self.of.is_empty() { 0 } else { self.of.get(&slot).map_or(0, |h| h[lane]) }
    }
    /// Sets the holes of a register that got a new value in a lane.
    #[inline]
    pub fn set(&mut self, slot: Slot, lane: usize, holes: u8) {
        if holes != 0 {
            self.of.entry(slot).or_insert([0; LANES])[lane] = holes;
        } else if !self.of.is_empty() {
            self.forget(slot, lane);
        }
    }
    fn forget(&mut self, slot: Slot, lane: usize) {
        if let Some(h) = self.of.get_mut(&slot) {
            h[lane] = 0;
            if *h == [0; LANES] {
                self.of.remove(&slot);
            }
        }
    }
    /// Copies the holes of `a` to `d` for the lanes of a mask.
    #[inline]
    pub fn hand_on(&mut self, d: Slot, a: Slot, mask: u32) {
        if self.of.is_empty() {
            return;
        }
        for lane in (0..LANES).filter(|l| mask >> l & 1 != 0) {
            self.set(d, lane, self.get(a, lane));
        }
    }
}

impl Block<'_, '_> {
    /// The initialization map of a memory, and the offset of a place in it.
    fn written(&mut self, w: &Warp, lane: usize, place: Place) -> Option<(&mut Written, u64)> {
        Some(match place {
            Place::Buffer(n, at) => (&mut self.l.memory.get_mut(n)?.written, at),
            Place::Shared(at) => (&mut self.own.shared.written, at),
            Place::Peer(rank, at) => (&mut self.peers[rank as usize].shared.written, at),
            Place::Local(at) => {
                let at = self.local_index(w, lane, at) as u64;
                (&mut self.own.local_written, at)
            }
        })
    }

    /// Which of up to eight bytes at a checked place are uninitialized, as a bit mask.
    #[inline]
    pub fn holes(&mut self, w: &Warp, lane: usize, place: Place, bytes: u64) -> u8 {
        match self.written(w, lane, place) {
            Some((written, at)) if !written.has(at, bytes) => {
                (0..bytes).filter(|&i| !written.has(at + i, 1)).fold(0, |m, i| m | 1 << i)
            }
            _ => 0,
        }
    }
    /// Marks bytes of a value that was just stored as uninitialized.
    #[inline]
    pub fn dig(&mut self, w: &Warp, lane: usize, place: Place, holes: u8) {
        if holes == 0 {
            return;
        }
        let gaps: Vec<u64> = (0..8).filter(|i| holes >> i & 1 != 0).collect();
        self.dig_gaps(w, lane, place, &gaps);
    }
    /// The uninitialized bytes of a range.
    pub fn gaps(&mut self, w: &Warp, lane: usize, place: Place, bytes: u64) -> Vec<u64> {
        match self.written(w, lane, place) {
            Some((written, at)) if !written.has(at, bytes) => {
                (0..bytes).filter(|&i| !written.has(at + i, 1)).collect()
            }
            _ => Vec::new(),
        }
    }
    /// Marks bytes of a range that was just written as uninitialized.
    pub fn dig_gaps(&mut self, w: &Warp, lane: usize, place: Place, gaps: &[u64]) {
        if gaps.is_empty() {
            return;
        }
        if let Some((written, at)) = self.written(w, lane, place) {
            for &i in gaps {
                written.unset(at + i, 1);
            }
        }
        if let Place::Shared(at) = place {
            for &i in gaps {
                self.own.shared.copied.set(at + i, 1);
            }
        }
    }
    /// Whether a copy may read bytes: shared memory must have been stored to, be it with uninitialized values.
    #[inline]
    pub fn may_copy(&self, place: Place, bytes: u64) -> bool {
        let Place::Shared(at) = place else { return !matches!(place, Place::Peer(..)) };
        let shared = &self.own.shared;
        shared.written.has(at, bytes)
            || (at..at + bytes).all(|i| shared.written.has(i, 1) || shared.copied.has(i, 1))
    }
}
