//! The memory of a context: aligned blocks that are reused, with an account of the bytes in use.
//!
//! A freed block stays with the context, up to the most memory that was once in use: the second call of a program reuses the blocks of
//! the first one, so that it makes no system calls for memory. With guard pages ([`Guard`]), each block has pages of its own and is
//! returned to the system at once.

use std::alloc::{Layout, alloc, dealloc};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::guard::{Guard, Region};

/// The alignment of every block: a cache line, and the width of the widest vector.
pub const ALIGNMENT: usize = 64;
/// The size of a large page. Blocks of several such pages start at one.
const LARGE_PAGE: usize = 2 << 20;
/// The size in bytes from which a block uses large pages.
const LARGE: usize = 2 * LARGE_PAGE;
/// The most bytes that are kept in addition to the peak use.
const SPARE: usize = 64 << 20;

/// The owner of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A host or a routine, which frees it itself.
    Host,
    /// A program, which may not free it after an error.
    Program,
}

/// Statistics of a context's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// Bytes in use.
    pub live: u64,
    /// The peak of bytes in use.
    pub peak: u64,
    /// Bytes that are kept for later requests.
    pub kept: u64,
    /// The number of requests to the system.
    pub requests: u64,
}

/// The source of a block's bytes.
enum Source {
    /// A block of this size from the system's allocator.
    Plain(usize),
    /// Pages between guard pages.
    Guarded(Region),
}

struct Block {
    size: usize,
    owner: Owner,
    source: Source,
}

/// A free block.
struct Kept {
    capacity: usize,
    address: usize,
    /// The time at which it was freed.
    since: u64,
}

#[derive(Default)]
struct State {
    live: HashMap<usize, Block>,
    /// Ordered by capacity.
    kept: Vec<Kept>,
    kept_bytes: usize,
    live_bytes: usize,
    peak_bytes: usize,
    live_capacity: usize,
    peak_capacity: usize,
    requests: u64,
    clock: u64,
    limit: Option<usize>,
    guard: Option<Guard>,
}

/// The memory of a context.
#[derive(Default)]
pub(crate) struct Heap(Mutex<State>);

/// The size of the block for a request: rounded up to one of few sizes, so that blocks for similar requests are interchangeable.
fn capacity(size: usize) -> Option<usize> {
    let unit = match size {
        0..LARGE => (size.next_power_of_two() / 16).max(ALIGNMENT),
        _ => LARGE_PAGE,
    };
    size.max(1).checked_next_multiple_of(unit).filter(|&n| isize::try_from(n).is_ok())
}

fn layout(capacity: usize) -> Option<Layout> {
    let alignment = if capacity >= LARGE { LARGE_PAGE } else { ALIGNMENT };
    Layout::from_size_align(capacity, alignment).ok()
}

/// A new block from the system's allocator; zero on failure.
fn request(capacity: usize) -> usize {
    let Some(layout) = layout(capacity).filter(|l| l.size() > 0) else { return 0 };
    // SAFETY: the layout has a size.
    let address = unsafe { alloc(layout) } as usize;
    #[cfg(target_os = "linux")]
    if capacity >= LARGE && address != 0 {
        // SAFETY: the block is that large and starts at a page. The call is a hint, so it may as well fail.
        unsafe { libc::madvise(address as *mut libc::c_void, capacity, libc::MADV_HUGEPAGE) };
    }
    address
}

/// Returns a block of [`request`] to the system.
fn release(address: usize, capacity: usize) {
    if let Some(layout) = layout(capacity) {
        // SAFETY: the callers give up a block that they got from `request` with this capacity.
        unsafe { dealloc(address as *mut u8, layout) }
    }
}

impl State {
    fn allocate(&mut self, size: usize, owner: Owner) -> Option<usize> {
        let total = self.live_bytes.checked_add(size)?;
        if self.limit.is_some_and(|limit| total > limit) {
            return None;
        }
        let (address, source) = match self.guard {
            Some(guard) => {
                self.requests += 1;
                let region = Region::new(guard, size)?;
                (region.address(), Source::Guarded(region))
            }
            None => {
                let capacity = capacity(size)?;
                let (address, capacity) = self.reuse(capacity).or_else(|| self.fresh(capacity))?;
                self.live_capacity += capacity;
                self.peak_capacity = self.peak_capacity.max(self.live_capacity);
                (address, Source::Plain(capacity))
            }
        };
        self.live_bytes = total;
        self.peak_bytes = self.peak_bytes.max(total);
        self.live.insert(address, Block { size, owner, source });
        Some(address)
    }

    /// The smallest kept block that is large enough, unless half of it would be wasted.
    fn reuse(&mut self, capacity: usize) -> Option<(usize, usize)> {
        let at = self.kept.partition_point(|k| k.capacity < capacity);
        self.kept.get(at).filter(|k| k.capacity / 2 <= capacity)?;
        let kept = self.kept.remove(at);
        self.kept_bytes -= kept.capacity;
        Some((kept.address, kept.capacity))
    }

    fn fresh(&mut self, capacity: usize) -> Option<(usize, usize)> {
        self.requests += 1;
        let mut address = request(capacity);
        if address == 0 && !self.kept.is_empty() {
            self.trim(0);
            address = request(capacity);
        }
        (address != 0).then_some((address, capacity))
    }

    /// Counts bytes that are allocated outside of this heap. Returns false if the limit would be exceeded.
    fn reserve(&mut self, bytes: usize) -> bool {
        let Some(total) = self.live_bytes.checked_add(bytes) else { return false };
        let allowed = self.limit.is_none_or(|limit| total <= limit);
        if allowed {
            self.live_bytes = total;
            self.peak_bytes = self.peak_bytes.max(total);
        }
        allowed
    }

    /// Returns the blocks that were freed first to the system, until at most `bytes` are kept.
    fn trim(&mut self, bytes: usize) {
        while self.kept_bytes > bytes {
            let oldest = self.kept.iter().enumerate().min_by_key(|(_, k)| k.since).map(|(i, _)| i);
            let Some(i) = oldest else { break };
            let kept = self.kept.remove(i);
            self.kept_bytes -= kept.capacity;
            release(kept.address, kept.capacity);
        }
    }

    fn free(&mut self, address: usize) -> bool {
        let Some(block) = self.live.remove(&address) else { return false };
        self.live_bytes -= block.size;
        if let Source::Plain(capacity) = block.source {
            self.live_capacity -= capacity;
            self.clock += 1;
            let at = self.kept.partition_point(|k| k.capacity < capacity);
            self.kept.insert(at, Kept { capacity, address, since: self.clock });
            self.kept_bytes += capacity;
            let bound = self.peak_capacity.saturating_add(self.peak_capacity.min(SPARE));
            self.trim(bound.saturating_sub(self.live_capacity));
        }
        true
    }
}

impl Heap {
    /// A heap for at most `limit` bytes at a time, with a guard page at one end of each block if `guard` is given.
    pub(crate) fn new(guard: Option<Guard>, limit: Option<usize>) -> Self {
        let state = State { guard, limit, ..State::default() };
        Self(Mutex::new(state))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Allocates `size` bytes; null on failure. A block of zero bytes has an address, too.
    pub(crate) fn allocate(&self, size: usize, owner: Owner) -> *mut u8 {
        self.state().allocate(size, owner).unwrap_or(0) as *mut u8
    }

    /// Frees a block. Null and addresses that are no block of this heap are ignored.
    pub(crate) fn free(&self, block: *mut u8) {
        if !block.is_null() {
            self.state().free(block as usize);
        }
    }

    /// Counts bytes that are allocated outside of this heap, until [`Self::unreserve`]. Returns false if the limit would be exceeded.
    pub(crate) fn reserve(&self, bytes: usize) -> bool {
        self.state().reserve(bytes)
    }

    /// Ends a reservation.
    pub(crate) fn unreserve(&self, bytes: usize) {
        self.state().live_bytes -= bytes;
    }

    /// Frees the blocks that programs did not free.
    pub(crate) fn free_left_over(&self) {
        let mut state = self.state();
        let left = state.live.iter().filter(|(_, b)| b.owner == Owner::Program);
        for address in left.map(|(&address, _)| address).collect::<Vec<_>>() {
            state.free(address);
        }
    }

    /// Returns the kept blocks to the system.
    pub(crate) fn trim(&self) {
        self.state().trim(0);
    }

    pub(crate) fn set_limit(&self, limit: Option<usize>) {
        self.state().limit = limit;
    }

    pub(crate) fn guard(&self) -> Option<Guard> {
        self.state().guard
    }

    /// Makes a guarded block read-only from now on.
    pub(crate) fn protect(&self, block: *mut u8) {
        if let Some(Block { source: Source::Guarded(region), .. }) = self.state().live.get(&(block as usize))
        {
            region.protect();
        }
    }

    pub(crate) fn figures(&self) -> MemoryUse {
        let state = self.state();
        let [live, peak, kept] = [state.live_bytes, state.peak_bytes, state.kept_bytes].map(|n| n as u64);
        MemoryUse { live, peak, kept, requests: state.requests }
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        let mut state = self.state();
        for (address, block) in state.live.drain() {
            if let Source::Plain(capacity) = block.source {
                release(address, capacity);
            }
        }
        state.trim(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_blocks_serve_similar_requests() {
        let heap = Heap::default();
        let first = heap.allocate(1000, Owner::Host);
        heap.free(first);
        assert_eq!(heap.allocate(980, Owner::Host), first);
        assert_eq!(heap.figures().requests, 1);
        // Reusing it for a small block would waste memory.
        heap.free(first);
        let small = heap.allocate(100, Owner::Host);
        assert_ne!(small, first);
        heap.free(small);
    }

    #[test]
    fn growing_blocks_do_not_pile_up() {
        let heap = Heap::default();
        for n in 1..2000 {
            let block = heap.allocate(n * 4096, Owner::Host);
            heap.free(block);
        }
        let MemoryUse { live, peak, kept, requests } = heap.figures();
        assert_eq!((live, peak), (0, 1999 * 4096));
        assert!(kept <= 2 * (peak + LARGE as u64), "{kept}");
        assert!(requests < 200, "{requests}");
        heap.trim();
        assert_eq!(heap.figures().kept, 0);
    }

    #[test]
    fn large_blocks_start_at_large_pages() {
        let heap = Heap::default();
        let block = heap.allocate(LARGE + 1, Owner::Host);
        assert_eq!(block as usize % LARGE_PAGE, 0);
        heap.free(block);
    }

    #[test]
    fn reservations_count() {
        let heap = Heap::new(None, Some(1000));
        let block = heap.allocate(400, Owner::Host);
        assert!(heap.reserve(600) && !heap.reserve(1) && !heap.reserve(usize::MAX));
        assert!(heap.allocate(1, Owner::Host).is_null());
        heap.unreserve(600);
        heap.free(block);
        assert_eq!((heap.figures().live, heap.figures().peak), (0, 1000));
    }

    #[test]
    fn a_limit_and_what_is_left_over() {
        let heap = Heap::new(None, Some(1 << 20));
        let mine = heap.allocate(1 << 19, Owner::Host);
        let theirs = heap.allocate(1 << 19, Owner::Program);
        assert!(!mine.is_null() && !theirs.is_null() && heap.allocate(1, Owner::Host).is_null());
        heap.free_left_over();
        assert_eq!(heap.figures().live, 1 << 19);
        heap.set_limit(None);
        assert!(heap.allocate(usize::MAX / 2, Owner::Host).is_null());
        heap.free(mine);
        // Freeing twice, or freeing an unknown address, has no effect.
        heap.free(mine);
        assert_eq!(heap.figures().live, 0);
    }
}
