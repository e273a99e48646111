//! The allocator of a tool: the system's, which records failures.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// If fewer bytes than this cannot be allocated, the process cannot continue: not even a message can be built.
const SMALL: usize = 64 << 10;

/// The bytes of the last failed allocation; zero before.
static REFUSED: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator. A tool makes it its `#[global_allocator]`, so that a message can name the reason when the process ends. A
/// large allocation may fail and be handled; a failure of a small one ends the process.
pub struct Allocator;

/// Whether an allocation failed.
pub(crate) fn has_refused() -> bool {
    REFUSED.load(Ordering::Relaxed) != 0
}

fn checked(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() {
        if bytes < SMALL {
            crate::abort::out_of_memory();
        }
        REFUSED.store(bytes.max(1), Ordering::Relaxed);
    }
    block
}

// SAFETY: all calls go to the system's allocator as they are.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        checked(unsafe { System.alloc(layout) }, layout.size())
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(block, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        checked(unsafe { System.realloc(block, layout, size) }, size)
    }
}
