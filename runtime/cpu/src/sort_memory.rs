//! The work memory of sorts, kept for the next one.

use std::sync::{Mutex, PoisonError};

use strata_runtime_kernels::sort::Memory;

/// The most bytes of a sort's memory that are kept for the next one.
const KEPT: usize = 1 << 26;

/// The work memory of the sorts in a context; allocating it takes about as long as sorting.
#[derive(Default)]
pub(crate) struct Memories(Mutex<Vec<Memory>>);

impl Memories {
    /// Frees the kept memory.
    pub(crate) fn trim(&self) {
        self.lock().clear();
    }
    /// Memory for a sort.
    pub(crate) fn take(&self) -> Memory {
        self.lock().pop().unwrap_or_default()
    }
    /// Keeps memory for the next sort, unless it is large.
    pub(crate) fn keep(&self, memory: Memory) {
        if memory.bytes() <= KEPT {
            self.lock().push(memory);
        }
    }
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Memory>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
