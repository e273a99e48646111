//! Blocks of a GPU's memory that are used again.
//!
//! A block that was freed serves the next request of its size, in the order of the stream. A program that runs again thus gets the
//! addresses of the time before, which recordings and tensor maps rely on.

use std::collections::{BTreeMap, HashMap, HashSet};

/// The driver aligns blocks to so many bytes.
const ALIGNMENT: usize = 512;

/// Where a block is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) size: usize,
    /// From the pool of the stream.
    pub(crate) pooled: bool,
}

/// All blocks of a GPU.
#[derive(Default)]
pub(crate) struct Blocks {
    known: HashMap<u64, Block>,
    free: BTreeMap<usize, Vec<u64>>,
    in_use: HashSet<u64>,
}

/// What a request gets: no block has less.
pub(crate) fn rounded(bytes: usize) -> Option<usize> {
    bytes.max(1).checked_next_multiple_of(ALIGNMENT)
}

impl Blocks {
    /// A free block of this size, the one that was freed last.
    pub(crate) fn take(&mut self, size: usize) -> Option<u64> {
        let list = self.free.get_mut(&size)?;
        let address = list.pop()?;
        if list.is_empty() {
            self.free.remove(&size);
        }
        self.in_use.insert(address);
        Some(address)
    }

    /// A released block is in use again.
    pub(crate) fn reuse(&mut self, address: u64) {
        self.in_use.insert(address);
    }

    /// A new block, in use.
    pub(crate) fn add(&mut self, address: u64, block: Block) {
        self.known.insert(address, block);
        self.in_use.insert(address);
    }

    /// The block is not in use any more, but nobody else's yet; its size.
    pub(crate) fn release(&mut self, address: u64) -> Option<usize> {
        self.in_use.remove(&address).then_some(())?;
        self.known.get(&address).map(|b| b.size)
    }

    /// A released block may be taken again.
    pub(crate) fn put(&mut self, address: u64) {
        if let Some(block) = self.known.get(&address) {
            self.free.entry(block.size).or_default().push(address);
        }
    }

    /// The free blocks, which are forgotten.
    pub(crate) fn drain_free(&mut self) -> Vec<(u64, Block)> {
        let all: Vec<u64> = std::mem::take(&mut self.free).into_values().flatten().collect();
        all.into_iter().filter_map(|address| Some((address, self.known.remove(&address)?))).collect()
    }

    /// All blocks, which are forgotten.
    pub(crate) fn drain(&mut self) -> Vec<(u64, Block)> {
        self.free.clear();
        self.in_use.clear();
        self.known.drain().collect()
    }
}
