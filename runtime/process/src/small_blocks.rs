//! Small blocks of memory: lists of free blocks by size, for each thread its own.
//!
//! IR is many small lists, made and dropped millions of times. The system's allocator keeps a header before each, and on a thread other
//! than the first it asks the system for its memory page by page. Here the size of a block is known from its layout, so that
//! there is no header, and new blocks are cut from chunks that double in size, of which large ones have large pages.
//!
//! **Invariants.**
//! - A block is of the class of its size as long as it exists; blocks are never merged or split.
//! - A block that is freed goes to the list of the thread that frees it, whichever thread it came from.
//! - When a thread ends, its lists and the rest of its chunk go to [`SHARED`], from where other threads take them.
//! - Chunks are never given back to the system: of each class as many blocks are held as were ever in use at once.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::large_pages::{LARGE, LARGE_PAGE, with_large_pages};

/// The size of the largest blocks.
pub(crate) const MOST: usize = 64 << 10;
/// Blocks are aligned to this, as those of the system's allocator are.
pub(crate) const ALIGN: usize = 16;

/// Up to this size there is a class for each multiple of [`ALIGN`], above [`PER_DOUBLING`] for each doubling.
const FINE: usize = 512;
const N_FINE: usize = FINE / ALIGN;
/// A list of exactly its size wastes half of a step on average: with four steps, that would be a tenth of the memory of large bodies.
const PER_DOUBLING: usize = 1 << STEPS_LOG2;
const STEPS_LOG2: usize = 4;
const N_CLASSES: usize = N_FINE + PER_DOUBLING * (MOST / FINE).ilog2() as usize;

/// Sizes of the first and of the largest chunk of a thread.
const FIRST_CHUNK: usize = 256 << 10;
const LAST_CHUNK: usize = 8 << 20;

/// The class of the blocks that have at least this size, which is from 1 to [`MOST`].
#[inline]
const fn class_of(size: usize) -> usize {
    if size <= FINE {
        return (size - 1) / ALIGN;
    }
    let top = (size - 1).ilog2() as usize;
    let step = ((size - 1) >> (top - STEPS_LOG2)) % PER_DOUBLING;
    N_FINE + (top - FINE.ilog2() as usize) * PER_DOUBLING + step
}

/// The sizes of the blocks by class.
const BYTES: [usize; N_CLASSES] = {
    let mut bytes = [0; N_CLASSES];
    let mut class = 0;
    while class < N_CLASSES {
        bytes[class] = match class.checked_sub(N_FINE) {
            None => (class + 1) * ALIGN,
            Some(i) => {
                let top = FINE.ilog2() as usize + i / PER_DOUBLING;
                (PER_DOUBLING + 1 + i % PER_DOUBLING) << (top - STEPS_LOG2)
            }
        };
        class += 1;
    }
    bytes
};

/// A free block.
struct Free {
    next: *mut Free,
    /// Of the first block of a list in [`SHARED`], the next list.
    list: *mut Free,
}

/// The free blocks of a thread.
struct Lists {
    free: [*mut Free; N_CLASSES],
    /// The rest of the current chunk.
    at: *mut u8,
    left: usize,
    /// The size of the next chunk.
    chunk: usize,
}

impl Lists {
    const NEW: Self = Self { free: [null_mut(); N_CLASSES], at: null_mut(), left: 0, chunk: FIRST_CHUNK };

    #[inline]
    fn alloc(&mut self, class: usize) -> *mut u8 {
        let head = self.free[class];
        if !head.is_null() {
            // SAFETY: blocks in a list are free, and their first bytes are a `Free`.
            self.free[class] = unsafe { (*head).next };
            return head.cast();
        }
        if BYTES[class] <= self.left { self.cut(BYTES[class]) } else { self.refill(class) }
    }
    /// Puts a block that nobody uses any more into the list of its class.
    #[inline]
    fn free(&mut self, block: *mut u8, class: usize) {
        let block = block.cast::<Free>();
        // SAFETY: every block has room for a `Free`, is aligned for one, and is the caller's.
        unsafe { block.write(Free { next: self.free[class], list: null_mut() }) };
        self.free[class] = block;
    }
    /// Takes the first bytes of the rest of the chunk, which has as many.
    #[inline]
    fn cut(&mut self, bytes: usize) -> *mut u8 {
        let block = self.at;
        self.at = block.wrapping_add(bytes);
        self.left -= bytes;
        block
    }
    /// A block from what other threads left, or from a new chunk.
    #[cold]
    fn refill(&mut self, class: usize) -> *mut u8 {
        if ABANDONED[class].load(Ordering::Relaxed) || ABANDONED_CHUNK.load(Ordering::Relaxed) {
            let mut shared = shared();
            let head = shared.take(class);
            if !head.is_null() {
                // SAFETY: the list was taken out, so that it is of this thread now.
                self.free[class] = unsafe { (*head).next };
                return head.cast();
            }
            if shared.0.left > self.left {
                (self.at, shared.0.at) = (shared.0.at, self.at);
                (self.left, shared.0.left) = (shared.0.left, self.left);
                ABANDONED_CHUNK.store(false, Ordering::Relaxed);
            }
        }
        if BYTES[class] <= self.left { self.cut(BYTES[class]) } else { self.from_new_chunk(class) }
    }
    fn from_new_chunk(&mut self, class: usize) -> *mut u8 {
        // The rest of the old one becomes a free block: it is smaller than the largest class.
        if self.left > 0 {
            let fits = class_of(self.left);
            let fits = if BYTES[fits] > self.left { fits - 1 } else { fits };
            self.free(self.at, fits);
            self.left = 0;
        }
        for bytes in [self.chunk, FIRST_CHUNK] {
            let align = if bytes >= LARGE { LARGE_PAGE } else { ALIGN };
            let Ok(layout) = Layout::from_size_align(bytes, align) else { continue };
            // SAFETY: the layout is not empty.
            let chunk = with_large_pages(unsafe { System.alloc(layout) }, bytes);
            if !chunk.is_null() {
                self.chunk = (2 * bytes).min(LAST_CHUNK);
                (self.at, self.left) = (chunk, bytes);
                return self.cut(BYTES[class]);
            }
        }
        null_mut()
    }
}

/// The blocks of ended threads: for each class lists of lists, and the rest of one chunk.
struct Shared(Lists);

// SAFETY: the blocks are used by nobody, and only under the lock.
unsafe impl Send for Shared {}

static SHARED: Mutex<Shared> = Mutex::new(Shared(Lists::NEW));
/// Whether [`SHARED`] has lists of a class.
static ABANDONED: [AtomicBool; N_CLASSES] = [const { AtomicBool::new(false) }; N_CLASSES];
/// Whether it has the rest of a chunk.
static ABANDONED_CHUNK: AtomicBool = AtomicBool::new(false);

fn shared() -> MutexGuard<'static, Shared> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Adds a list of free blocks.
    fn put(&mut self, head: *mut Free, class: usize) {
        if !head.is_null() {
            // SAFETY: the block is free and the caller's.
            unsafe { (*head).list = self.0.free[class] };
            self.0.free[class] = head;
            ABANDONED[class].store(true, Ordering::Relaxed);
        }
    }
    /// Takes out a list of free blocks; null if there is none.
    fn take(&mut self, class: usize) -> *mut Free {
        let head = self.0.free[class];
        if !head.is_null() {
            // SAFETY: the block is free, and the first of a list.
            self.0.free[class] = unsafe { (*head).list };
            ABANDONED[class].store(!self.0.free[class].is_null(), Ordering::Relaxed);
        }
        head
    }
    fn alloc(&mut self, class: usize) -> *mut u8 {
        let head = self.take(class);
        if !head.is_null() {
            // SAFETY: the list was taken out.
            self.put(unsafe { (*head).next }, class);
            return head.cast();
        }
        if BYTES[class] > self.0.left {
            // Free blocks of `self` are lists of lists, which a rest of a chunk must not join.
            self.0.left = 0;
            return self.0.from_new_chunk(class);
        }
        self.0.cut(BYTES[class])
    }
}

/// The lists of a thread, handed over when it ends.
struct Own(UnsafeCell<Lists>);

impl Drop for Own {
    fn drop(&mut self) {
        let own = self.0.get_mut();
        let mut shared = shared();
        for (class, head) in own.free.iter_mut().enumerate() {
            shared.put(std::mem::replace(head, null_mut()), class);
        }
        if own.left > shared.0.left {
            (shared.0.at, shared.0.left) = (own.at, own.left);
            ABANDONED_CHUNK.store(true, Ordering::Relaxed);
        }
        own.left = 0;
    }
}

thread_local! {
    static OWN: Own = const { Own(UnsafeCell::new(Lists::NEW)) };
}

/// A block of `size` bytes, which is from 1 to [`MOST`]; null if there is no memory.
#[inline]
pub(crate) fn alloc(size: usize) -> *mut u8 {
    let class = class_of(size);
    // SAFETY: the lists are of this thread, and nothing that `Lists` does allocates through them.
    let block = OWN.try_with(|own| unsafe { (*own.0.get()).alloc(class) });
    // The thread is ending, and its lists were handed over.
    block.unwrap_or_else(|_| shared().alloc(class))
}

/// Frees a block.
///
/// # Safety
/// It came from [`alloc`] with this size, and nobody uses it any more.
#[inline]
pub(crate) unsafe fn free(block: *mut u8, size: usize) {
    let class = class_of(size);
    // SAFETY: as in `alloc`.
    let freed = OWN.try_with(|own| unsafe { (*own.0.get()).free(block, class) });
    if freed.is_err() {
        let block = block.cast::<Free>();
        // SAFETY: every block has room for a `Free` and is aligned for one.
        unsafe { block.write(Free { next: null_mut(), list: null_mut() }) };
        shared().put(block, class);
    }
}

/// Whether blocks of these sizes are of one class, so that one can be used as the other.
#[inline]
pub(crate) fn same_class(a: usize, b: usize) -> bool {
    class_of(a) == class_of(b)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn classes_fit_closely() {
        for size in 1..=MOST {
            let bytes = BYTES[class_of(size)];
            assert!(size <= bytes && bytes.is_multiple_of(ALIGN), "{size} in {bytes}");
            assert!(bytes < size + ALIGN || bytes <= size + size / 16, "{size} in {bytes}");
            assert!(size == 1 || class_of(size - 1) <= class_of(size));
        }
        assert_eq!(BYTES[N_CLASSES - 1], MOST);
    }

    /// The addresses of blocks of a size that no other test asks for, which are written and freed on a thread that ends then.
    fn used_on_a_thread(size: usize) -> HashSet<usize> {
        let work = move || {
            let blocks: Vec<*mut u8> = (0..50).map(|_| alloc(size)).collect();
            for &block in &blocks {
                // SAFETY: the block has `size` bytes and is this test's.
                unsafe {
                    block.write_bytes(0xa5, size);
                    free(block, size);
                }
            }
            blocks.iter().map(|b| b.addr()).collect()
        };
        std::thread::spawn(work).join().expect("the thread does not panic")
    }

    #[test]
    fn blocks_of_an_ended_thread_are_used_again() {
        let (first, second) = (used_on_a_thread(7000), used_on_a_thread(7000));
        assert_eq!((first.len(), second.len()), (50, 50));
        // Other tests may leave blocks of the same size.
        assert!(first.intersection(&second).count() > 40);
    }
}
