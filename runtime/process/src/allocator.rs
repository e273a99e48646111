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

/// Blocks of at least this many bytes get large pages where the system has them: their first use costs a fault for each page.
#[cfg(target_os = "linux")]
const LARGE: usize = 4 << 20;
/// A multiple of every page size.
#[cfg(target_os = "linux")]
const PAGE: usize = 64 << 10;

/// Asks for large pages for a large block. Only its whole pages are concerned, so that no more memory is in use than the block takes.
#[cfg(target_os = "linux")]
fn with_large_pages(block: *mut u8, bytes: usize) -> *mut u8 {
    if bytes >= LARGE && !block.is_null() {
        let start = block.map_addr(|at| at.next_multiple_of(PAGE));
        let end = (block.addr() + bytes) / PAGE * PAGE;
        // SAFETY: the range is inside of the block, and the advice changes no contents. Without large pages it fails, which is no matter.
        unsafe { libc::madvise(start.cast(), end - start.addr(), libc::MADV_HUGEPAGE) };
    }
    block
}
#[cfg(not(target_os = "linux"))]
fn with_large_pages(block: *mut u8, _: usize) -> *mut u8 {
    block
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
        checked(with_large_pages(unsafe { System.alloc(layout) }, layout.size()), layout.size())
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(block, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        checked(with_large_pages(unsafe { System.alloc_zeroed(layout) }, layout.size()), layout.size())
    }
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        checked(with_large_pages(unsafe { System.realloc(block, layout, size) }, size), size)
    }
}
