//! Large pages for large blocks of memory.

/// Blocks of at least this many bytes get large pages where the system has them: their first use costs a fault for each page.
pub(crate) const LARGE: usize = 4 << 20;
/// The size of large pages on most processors. A block that is aligned to it has no small pages at its ends.
pub(crate) const LARGE_PAGE: usize = 2 << 20;
/// A multiple of every page size.
#[cfg(target_os = "linux")]
const PAGE: usize = 64 << 10;

/// Asks for large pages for a large block. Only its whole pages are concerned, so that no more memory is in use than the block takes.
#[cfg(target_os = "linux")]
pub(crate) fn with_large_pages(block: *mut u8, bytes: usize) -> *mut u8 {
    if bytes >= LARGE && !block.is_null() {
        let start = block.map_addr(|at| at.next_multiple_of(PAGE));
        let end = (block.addr() + bytes) / PAGE * PAGE;
        // SAFETY: the range is inside of the block, and the advice changes no contents. Without large pages it fails, which is no matter.
        unsafe { libc::madvise(start.cast(), end - start.addr(), libc::MADV_HUGEPAGE) };
    }
    block
}
#[cfg(not(target_os = "linux"))]
pub(crate) fn with_large_pages(block: *mut u8, _: usize) -> *mut u8 {
    block
}
