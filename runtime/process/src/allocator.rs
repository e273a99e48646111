//! The allocator of a tool: the system's, which remembers that it refused something.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Where fewer bytes than this are refused, nothing can go on: not even a message can be made.
const SMALL: usize = 64 << 10;

/// Bytes that were refused last; zero before.
static REFUSED: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator. A tool makes it its `#[global_allocator]`, so that the end of the process tells why it ended. Who asks for
/// much memory may be refused and go on; a process without even a little is ended.
pub struct Allocator;

/// Whether a request for memory was refused.
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
