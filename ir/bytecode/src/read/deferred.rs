//! The ops of a module that are read later, by several threads.

use rustc_hash::FxHashMap;
use strata_core::Op;

use super::{cursor::Cursor, entries::Entries};
use crate::format::since;

/// Smaller files are read before other threads have started.
const SMALLEST_FILE: usize = 64 << 10;
/// Each reader has a copy of the tables, so that there are not too many.
const MOST_READERS: usize = 16;

/// Ops whose bodies several threads read later.
pub(super) struct DeferredOps<'f> {
    pub(super) threads: usize,
    /// By number of the op name whether its ops have a body of their own, as far as one was read.
    pub(super) isolated: FxHashMap<u64, bool>,
    pub(super) parts: Vec<DeferredOp<'f>>,
}

/// An op of the module.
pub(super) struct DeferredOp<'f> {
    pub(super) at: Cursor<'f>,
    pub(super) bytes: usize,
    /// The next op that is there already.
    pub(super) before: Option<Op>,
}

impl<'f> DeferredOps<'f> {
    /// For a file of so many bytes that is worth it.
    pub(super) fn start(e: &Entries<'f>, bytes: usize) -> Option<Self> {
        if bytes < SMALLEST_FILE || e.version < since::LAZY_REGIONS {
            return None;
        }
        let threads = rayon::current_num_threads().min(MOST_READERS);
        (threads > 1 && e.is_repeatable()).then(|| Self {
            threads,
            isolated: FxHashMap::default(),
            parts: Vec::new(),
        })
    }
    /// Of all of them.
    pub(super) fn bytes(&self) -> usize {
        self.parts.iter().map(|p| p.bytes).sum()
    }
}
