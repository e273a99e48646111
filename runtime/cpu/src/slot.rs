//! [`Slot`]: one running parallel loop, and how its chunks are claimed.
//!
//! The chunks are divided into [`RANGES`] ranges at most, as even as possible. Each thread has a range where it begins, the same one in each
//! loop, and goes on to the others when that is empty. So a thread finds in its own caches what it wrote in the loop before, without being
//! bound to it: what it does not get to, others do. Neighbouring threads of larger pools share a range.

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::Thread;

/// A chunk of a parallel loop: the loop's arguments and the chunk's number.
pub type ChunkFn = unsafe extern "C" fn(args: *mut c_void, chunk: i64);

/// The most ranges of a loop.
const RANGES: usize = 16;
/// How many times a waiting caller checks before it sleeps, some tens of microseconds. It must not yield instead: on a busy machine, a
/// thread that yields waits for all others, while a woken thread is scheduled soon.
const SPINS_BEFORE_SLEEP: u32 = 1024;

/// The chunks of a loop.
#[derive(Clone, Copy)]
pub(crate) struct Job {
    pub(crate) function: ChunkFn,
    pub(crate) args: *mut c_void,
    pub(crate) n_chunks: u64,
    /// Into how many ranges the chunks are divided.
    ranges: u64,
}

impl Job {
    /// A loop for so many threads.
    pub(crate) fn new(function: ChunkFn, args: *mut c_void, n_chunks: u64, threads: usize) -> Self {
        Self { function, args, n_chunks, ranges: threads.clamp(1, RANGES) as u64 }
    }
    /// The number of chunks of a range, and its first chunk.
    fn range(&self, i: u64) -> (u64, u64) {
        let (each, more) = (self.n_chunks / self.ranges, self.n_chunks % self.ranges);
        (each + u64::from(i < more), i * each + i.min(more))
    }
}

/// The range where a thread begins.
pub(crate) fn home(thread: usize, threads: usize) -> u32 {
    if threads <= RANGES { thread as u32 } else { (thread * RANGES / threads) as u32 }
}

/// The chunks of a range that nobody has claimed yet. Chunk numbers go up. Aligned so that two ranges share no cache line.
#[repr(align(128))]
#[derive(Default)]
struct Range(AtomicU64);

/// One running loop.
#[repr(align(128))]
#[derive(Default)]
pub(crate) struct Slot {
    ranges: [Range; RANGES],
    /// A bit for each range that may have chunks that nobody has claimed.
    left: AtomicU32,
    /// The chunks that have been run.
    done: AtomicU64,
    job: UnsafeCell<Option<Job>>,
    /// Whether the caller sleeps, or is about to, until all chunks are done.
    waits: AtomicBool,
    caller: Mutex<Option<Thread>>,
}

// SAFETY: `job` is written by the slot's owner only while no chunk is claimed or unclaimed, and read only between a claim and the `done` that
// counts it; see the documentation of `pool`. Its pointers are those of a loop that the caller keeps alive until every chunk is done.
unsafe impl Sync for Slot {}
// SAFETY: as above.
unsafe impl Send for Slot {}

impl Slot {
    /// Claims a chunk of a range. Who claims the last one of all clears the slot's `bit` in `open`, so that idle workers do not look at a slot
    /// whose chunks are all running; the slot has its owner until that chunk is done.
    fn claim(&self, range: u32, open: &AtomicU32, bit: u32) -> Option<(Job, u64)> {
        let remaining = &self.ranges[range as usize].0;
        // Acquire pairs with the release of `publish`: who has claimed a chunk sees the job. Claims in between are part of the same
        // release sequence.
        let left =
            remaining.fetch_update(Ordering::Acquire, Ordering::Relaxed, |left| left.checked_sub(1)).ok()?;
        if left == 1 && self.left.fetch_and(!(1 << range), Ordering::Relaxed) == 1 << range {
            open.fetch_and(!bit, Ordering::SeqCst);
        }
        // SAFETY: a chunk is claimed and not counted as done, so nobody writes the job.
        let job = unsafe { *self.job.get() }?;
        let (size, first) = job.range(u64::from(range));
        Some((job, first + size - left))
    }

    /// Claims chunks and runs them until none is left, those of the range `home` first. Returns how many it ran.
    pub(crate) fn work(&self, home: u32, open: &AtomicU32, bit: u32) -> u64 {
        let (mut ran, mut n_chunks) = (0, 0);
        let mut visit = self.left.load(Ordering::Relaxed);
        while visit != 0 {
            // The first range at `home` or behind it, or else the first one.
            let behind = visit & (u32::MAX << home);
            let range = if behind != 0 { behind } else { visit }.trailing_zeros();
            let Some((job, chunk)) = self.claim(range, open, bit) else {
                visit &= !(1 << range);
                continue;
            };
            // SAFETY: whoever started the loop promised that the function may be called with these arguments for every chunk.
            unsafe { (job.function)(job.args, chunk as i64) };
            (ran, n_chunks) = (ran + 1, job.n_chunks);
        }
        if ran == 0 {
            return 0;
        }
        // Release: what the chunks wrote is visible to the caller once it has seen the count. Sequentially consistent with `waits`: either
        // the caller sees the count, or this thread sees that it sleeps. By then the slot may have another owner, who is woken up for
        // nothing.
        let done = self.done.fetch_add(ran, Ordering::SeqCst) + ran;
        if done == n_chunks && self.waits.load(Ordering::SeqCst) {
            let caller = self.caller.lock().unwrap_or_else(PoisonError::into_inner).clone();
            caller.inspect(Thread::unpark);
        }
        ran
    }

    /// Returns when all chunks are done. Only the slot's owner calls this.
    pub(crate) fn wait(&self, n_chunks: u64) {
        let all_done = || self.done.load(Ordering::SeqCst) == n_chunks;
        for _ in 0..SPINS_BEFORE_SLEEP {
            if all_done() {
                return;
            }
            spin_loop();
        }
        *self.caller.lock().unwrap_or_else(PoisonError::into_inner) = Some(std::thread::current());
        self.waits.store(true, Ordering::SeqCst);
        while !all_done() {
            std::thread::park();
        }
        self.waits.store(false, Ordering::SeqCst);
    }

    /// Makes a job claimable. Only the slot's owner calls this, while the slot is idle.
    pub(crate) fn publish(&self, job: Job) {
        self.done.store(0, Ordering::Relaxed);
        // SAFETY: all ranges are empty and every chunk of the previous job is done, so nobody reads the job.
        unsafe { *self.job.get() = Some(job) };
        let used = job.n_chunks.min(job.ranges);
        // Before the first chunk can be claimed, because the last claims clear the bits.
        self.left.store((1 << used) - 1, Ordering::Relaxed);
        for i in 0..used {
            self.ranges[i as usize].0.store(job.range(i).0, Ordering::Release);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_each_chunk_once() {
        unsafe extern "C" fn nothing(_: *mut c_void, _: i64) {}
        for threads in [1, 2, 3, 16, 40] {
            for n in [2, 3, 7, 16, 17, 1000, i64::MAX as u64] {
                let job = Job::new(nothing, std::ptr::null_mut(), n, threads);
                let mut next = 0;
                for i in 0..job.ranges {
                    let (size, first) = job.range(i);
                    assert_eq!((first, size > 0), (next, i < n));
                    next += size;
                }
                assert_eq!(next, n);
            }
            assert!((0..threads).all(|t| (home(t, threads) as usize) < threads.min(RANGES)));
        }
    }

    #[test]
    fn a_thread_begins_in_its_range_and_takes_the_others_too() {
        unsafe extern "C" fn note(args: *mut c_void, chunk: i64) {
            // SAFETY: the list below; one thread runs the chunks.
            unsafe { (*args.cast::<Vec<i64>>()).push(chunk) }
        }
        let (slot, open) = (Slot::default(), AtomicU32::new(4));
        for (home, expected) in
            [(1, [3, 4, 5, 6, 0, 1, 2]), (0, [0, 1, 2, 3, 4, 5, 6]), (2, [5, 6, 0, 1, 2, 3, 4])]
        {
            open.store(4, Ordering::Relaxed);
            let mut list: Vec<i64> = Vec::new();
            slot.publish(Job::new(note, (&raw mut list).cast(), 7, 3));
            assert_eq!(slot.work(home, &open, 4), 7);
            slot.wait(7);
            assert_eq!((list, open.load(Ordering::Relaxed)), (expected.to_vec(), 0));
        }
    }
}
