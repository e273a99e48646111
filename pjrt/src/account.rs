//! Accounts of the memory of devices, which keep blocks for later ones.

use std::alloc::Layout;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result};

/// The alignment of blocks, that of XLA's buffers and of the widest vectors.
pub(crate) const ALIGNMENT: usize = 64;
/// Blocks of at least so many bytes are kept for later ones of the same size: the system gives and zeroes them page by page.
pub(crate) const KEPT_FROM: usize = 16 << 10;
/// The most bytes that are kept.
const KEPT_AT_MOST: usize = 256 << 20;

/// Blocks that nobody uses.
#[derive(Debug, Default)]
struct Kept {
    /// The addresses of blocks by their size, the one that was used last at the end.
    blocks: HashMap<usize, Vec<usize>>,
    bytes: usize,
}

/// The account of the memory of a device, with the blocks that it keeps.
#[derive(Debug, Default)]
pub(crate) struct Account {
    kept: Mutex<Kept>,
    in_use: AtomicI64,
    peak: AtomicI64,
    allocations: AtomicI64,
    largest: AtomicI64,
}

/// The figures of an account.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    pub in_use: i64,
    pub peak: i64,
    pub allocations: i64,
    pub largest: i64,
}

impl Account {
    pub(crate) fn add(&self, bytes: usize) {
        let bytes = bytes as i64;
        let now = self.in_use.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(now, Ordering::Relaxed);
        self.largest.fetch_max(bytes, Ordering::Relaxed);
        self.allocations.fetch_add(1, Ordering::Relaxed);
    }

    /// A block that is kept.
    pub(crate) fn take(&self, bytes: usize) -> Option<*mut u8> {
        if bytes < KEPT_FROM {
            return None;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let start = kept.blocks.get_mut(&bytes)?.pop()?;
        kept.bytes -= bytes;
        Some(std::ptr::with_exposed_provenance_mut(start))
    }

    /// Keeps a block, unless it is very small or large. Where there is no space, those that were kept before are freed.
    pub(crate) fn keep(&self, start: *mut u8, bytes: usize) -> bool {
        if !(KEPT_FROM..=KEPT_AT_MOST).contains(&bytes) {
            return false;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes + bytes > KEPT_AT_MOST {
            kept.free();
        }
        kept.bytes += bytes;
        kept.blocks.entry(bytes).or_default().push(start.expose_provenance());
        true
    }

    pub(crate) fn remove(&self, bytes: usize) {
        self.in_use.fetch_sub(bytes as i64, Ordering::Relaxed);
    }

    /// Forgets the largest figures.
    pub(crate) fn clear(&self) {
        self.peak.store(self.in_use.load(Ordering::Relaxed), Ordering::Relaxed);
        self.largest.store(0, Ordering::Relaxed);
        self.allocations.store(0, Ordering::Relaxed);
    }

    pub(crate) fn usage(&self) -> Usage {
        Usage {
            in_use: self.in_use.load(Ordering::Relaxed),
            peak: self.peak.load(Ordering::Relaxed),
            allocations: self.allocations.load(Ordering::Relaxed),
            largest: self.largest.load(Ordering::Relaxed),
        }
    }
}

/// How a block of so many bytes is allocated.
pub(crate) fn layout(length: usize) -> Result<Layout> {
    // An empty array has an address of its own, too.
    Layout::from_size_align(length.max(1), ALIGNMENT)
        .map_err(|_| Error::exhausted(format!("out of memory: {length} bytes for a buffer")))
}

impl Kept {
    /// Gives all blocks back to the system.
    fn free(&mut self) {
        self.bytes = 0;
        for (bytes, starts) in self.blocks.drain() {
            let Ok(layout) = layout(bytes) else { continue };
            for start in starts {
                // SAFETY: it was allocated with this layout, and nobody uses it.
                unsafe { std::alloc::dealloc(std::ptr::with_exposed_provenance_mut(start), layout) };
            }
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.free();
    }
}
