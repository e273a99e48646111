//! The allocator of a tool: lists of small blocks, the system's for the others. It records failures.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{large_pages::with_large_pages, small_blocks};

/// If fewer bytes than this cannot be allocated, the process cannot continue: not even a message can be built.
const SMALL: usize = 64 << 10;

/// The bytes of the last failed allocation; zero before.
static REFUSED: AtomicUsize = AtomicUsize::new(0);

/// Lists of small blocks, and the system's allocator for the others. A tool makes it its `#[global_allocator]`, so that a message can name
/// the reason when the process ends. A large allocation may fail and be handled; a failure of a small one ends the process.
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

/// Whether a block is one of [`small_blocks`]; the others are the system's.
#[inline]
fn is_small(layout: Layout) -> bool {
    layout.size().wrapping_sub(1) < small_blocks::MOST && layout.align() <= small_blocks::ALIGN
}

// SAFETY: a block comes from `small_blocks` or from the system's allocator as its layout says, which is the same when it is freed.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = layout.size();
        if is_small(layout) {
            return checked(small_blocks::alloc(size), size);
        }
        // SAFETY: guaranteed by the caller.
        checked(with_large_pages(unsafe { System.alloc(layout) }, size), size)
    }
    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_small(layout) {
            // SAFETY: guaranteed by the caller.
            unsafe { small_blocks::free(block, layout.size()) }
        } else {
            // SAFETY: guaranteed by the caller.
            unsafe { System.dealloc(block, layout) }
        }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let size = layout.size();
        if is_small(layout) {
            let block = checked(small_blocks::alloc(size), size);
            if !block.is_null() {
                // SAFETY: the block has `size` bytes.
                unsafe { block.write_bytes(0, size) };
            }
            return block;
        }
        // SAFETY: guaranteed by the caller.
        checked(with_large_pages(unsafe { System.alloc_zeroed(layout) }, size), size)
    }
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller guarantees that the size is not zero and that it is valid with this alignment.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (is_small(layout), is_small(new)) {
            (true, true) if small_blocks::same_class(layout.size(), size) => return block,
            (false, false) => {
                // SAFETY: guaranteed by the caller.
                return checked(with_large_pages(unsafe { System.realloc(block, layout, size) }, size), size);
            }
            _ => (),
        }
        // SAFETY: the new layout is valid and not empty.
        let moved = unsafe { self.alloc(new) };
        if !moved.is_null() {
            // SAFETY: the new block does not overlap the old one, which the caller does not use any more.
            unsafe {
                moved.copy_from_nonoverlapping(block, layout.size().min(size));
                self.dealloc(block, layout);
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of random size, filled with one byte.
    struct Block {
        at: *mut u8,
        layout: Layout,
        fill: u8,
    }

    // SAFETY: a block can be freed on any thread.
    unsafe impl Send for Block {}

    impl Block {
        fn new(layout: Layout, fill: u8) -> Self {
            // SAFETY: the layout is not empty.
            let at = unsafe { Allocator.alloc(layout) };
            Self { at, layout, fill: 0 }.filled(fill)
        }
        fn filled(self, fill: u8) -> Self {
            assert!(self.at.addr().is_multiple_of(self.layout.align()), "{:?}", self.layout);
            // SAFETY: the block has as many bytes.
            unsafe { self.at.write_bytes(fill, self.layout.size()) };
            Self { fill, ..self }
        }
        fn check(&self, bytes: usize) {
            // SAFETY: all bytes were written.
            let all = unsafe { std::slice::from_raw_parts(self.at, bytes) };
            assert!(all.iter().all(|&b| b == self.fill), "{:?}", self.layout);
        }
        fn resized(self, size: usize, fill: u8) -> Self {
            let layout = Layout::from_size_align(size, self.layout.align()).expect("a small power of two");
            let kept = size.min(self.layout.size());
            // SAFETY: the block has this layout.
            let at = unsafe { Allocator.realloc(self.at, self.layout, size) };
            let block = Self { at, layout, fill: self.fill };
            block.check(kept);
            block.filled(fill)
        }
        fn free(self) {
            self.check(self.layout.size());
            // SAFETY: the block has this layout, and is not used any more.
            unsafe { Allocator.dealloc(self.at, self.layout) };
        }
    }

    /// Random steps; returns the blocks that are left.
    fn work(mut seed: u64) -> Vec<Block> {
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let mut blocks: Vec<Block> = Vec::new();
        for step in 0..3000 {
            let sizes =
                [1 + random(64), 1 + random(1024), 1 + random(5000), small_blocks::MOST + random(1 << 17)];
            let size = sizes[random(sizes.len())];
            let layout = Layout::from_size_align(size, 1 << random(8)).expect("a small power of two");
            match random(3) {
                0 if !blocks.is_empty() => blocks.swap_remove(random(blocks.len())).free(),
                1 if !blocks.is_empty() => {
                    let block = blocks.swap_remove(random(blocks.len()));
                    blocks.push(block.resized(size, step as u8));
                }
                _ => blocks.push(Block::new(layout, step as u8)),
            }
        }
        blocks
    }

    #[test]
    fn blocks_keep_their_contents_on_all_threads() {
        let threads: Vec<_> = (0..8).map(|seed| std::thread::spawn(move || work(seed))).collect();
        for thread in threads {
            // Blocks are freed on another thread than the one that they were made on.
            thread.join().expect("the thread does not panic").into_iter().for_each(Block::free);
        }
        for size in [1, 500, small_blocks::MOST, small_blocks::MOST + 1] {
            let layout = Layout::from_size_align(size, 8).expect("a small power of two");
            Block::new(layout, 0xff).free();
            // SAFETY: the layout is not empty.
            let at = unsafe { Allocator.alloc_zeroed(layout) };
            Block { at, layout, fill: 0 }.free();
        }
    }
}
