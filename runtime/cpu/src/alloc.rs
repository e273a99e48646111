//! Aligned memory for compiled programs. The size is kept in front of the block, so that freeing needs the address only.

use std::alloc::{Layout, alloc, dealloc};
use std::sync::atomic::{AtomicU64, Ordering};

/// The alignment of every block: a cache line, and the width of the widest vector.
pub const ALIGNMENT: usize = 64;

/// How much memory is in use.
#[derive(Default)]
pub(crate) struct Usage {
    live: AtomicU64,
    peak: AtomicU64,
}

impl Usage {
    /// The bytes in use, and the most that ever were.
    pub(crate) fn bytes(&self) -> (u64, u64) {
        (self.live.load(Ordering::Relaxed), self.peak.load(Ordering::Relaxed))
    }

    fn add(&self, bytes: u64) {
        let live = self.live.fetch_add(bytes, Ordering::Relaxed).wrapping_add(bytes);
        self.peak.fetch_max(live, Ordering::Relaxed);
    }
}

/// The layout of a block of `size` bytes with its header of one alignment unit.
fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(ALIGNMENT)?, ALIGNMENT).ok()
}

/// Allocates `size` bytes; null where that is impossible. A block of zero bytes has an address, too.
pub(crate) fn allocate(usage: &Usage, size: usize) -> *mut u8 {
    let Some(layout) = layout(size) else {
        return std::ptr::null_mut();
    };
    // SAFETY: the layout's size is at least `ALIGNMENT`. The header is inside the block and aligned for a `usize`.
    let block = unsafe {
        let base = alloc(layout);
        if base.is_null() {
            return base;
        }
        base.cast::<usize>().write(size);
        base.add(ALIGNMENT)
    };
    usage.add(size as u64);
    block
}

/// Frees a block; null is ignored.
///
/// # Safety
/// `block` is null, or came from [`allocate`] with the same `usage` and has not been freed.
pub(crate) unsafe fn free(usage: &Usage, block: *mut u8) {
    if block.is_null() {
        return;
    }
    // SAFETY: the caller guarantees that the block has the header that `allocate` wrote, which gives back the same layout.
    unsafe {
        let base = block.sub(ALIGNMENT);
        let size = base.cast::<usize>().read();
        usage.live.fetch_sub(size as u64, Ordering::Relaxed);
        if let Some(layout) = layout(size) {
            dealloc(base, layout);
        }
    }
}
