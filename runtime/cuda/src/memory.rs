//! Reused blocks of a GPU's memory.
//!
//! A freed block serves the next request of its size, in the order of the stream. A program that runs again thus gets the same addresses
//! as before, which recordings and tensor maps rely on.

use std::collections::{BTreeMap, HashMap, HashSet};

/// The alignment of the driver's blocks.
const ALIGNMENT: usize = 512;

/// The size and source of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) size: usize,
    /// Whether it is from the pool of the stream.
    pub(crate) pooled: bool,
}

/// All blocks of a GPU.
#[derive(Default)]
pub(crate) struct Blocks {
    known: HashMap<u64, Block>,
    free: BTreeMap<usize, Vec<u64>>,
    in_use: HashSet<u64>,
}

/// The size of the block for a request.
pub(crate) fn rounded(bytes: usize) -> Option<usize> {
    bytes.max(1).checked_next_multiple_of(ALIGNMENT)
}

impl Blocks {
    /// Takes a free block of this size, the one that was freed last.
    pub(crate) fn take(&mut self, size: usize) -> Option<u64> {
        let list = self.free.get_mut(&size)?;
        let address = list.pop()?;
        if list.is_empty() {
            self.free.remove(&size);
        }
        self.in_use.insert(address);
        Some(address)
    }

    /// Marks a released block as used again.
    pub(crate) fn reuse(&mut self, address: u64) {
        self.in_use.insert(address);
    }

    /// Adds a new block, in use.
    pub(crate) fn add(&mut self, address: u64, block: Block) {
        self.known.insert(address, block);
        self.in_use.insert(address);
    }

    /// Marks a block as released: it is not in use, but not free for other requests yet. Returns its size.
    pub(crate) fn release(&mut self, address: u64) -> Option<usize> {
        self.in_use.remove(&address).then_some(())?;
        self.known.get(&address).map(|b| b.size)
    }

    /// Makes a released block free.
    pub(crate) fn put(&mut self, address: u64) {
        if let Some(block) = self.known.get(&address) {
            self.free.entry(block.size).or_default().push(address);
        }
    }

    /// Removes and returns the free blocks.
    pub(crate) fn drain_free(&mut self) -> Vec<(u64, Block)> {
        let all: Vec<u64> = std::mem::take(&mut self.free).into_values().flatten().collect();
        all.into_iter().filter_map(|address| Some((address, self.known.remove(&address)?))).collect()
    }

    /// Removes and returns all blocks.
    pub(crate) fn drain(&mut self) -> Vec<(u64, Block)> {
        self.free.clear();
        self.in_use.clear();
        self.known.drain().collect()
    }
}
