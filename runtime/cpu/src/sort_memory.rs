//! The memory that sorts work in, kept from one to the next.

use std::sync::{Mutex, PoisonError};

use strata_runtime_kernels::sort::Memory;

/// Bytes up to which the memory of a sort is kept for the next one.
const KEPT: usize = 1 << 26;

/// What the sorts of a context work in; getting memory from the system takes as long as sorting in it.
#[derive(Default)]
pub(crate) struct Memories(Mutex<Vec<Memory>>);

impl Memories {
    /// Gives back what is kept for the next sort.
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
