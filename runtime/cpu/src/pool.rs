//! The thread pool: flat parallel loops whose chunks are claimed dynamically.
//!
//! A loop occupies a slot. Its chunks are claimed by decrementing the slot's `remaining` counter, by the workers and by the caller alike.
//! - The caller never waits for a worker that has not claimed a chunk: a worker that sleeps, or that the system does not schedule, costs
//!   nothing but its help.
//! - A slot's job is written only while `remaining` is zero and no chunk is running, and read only after a successful claim. So reading is
//!   never concurrent with writing, without a lock and without an epoch.
//! - A waiting thread claims nothing, so the waits-for relation has no cycles.
//! - Loops inside of a chunk run inline; so does a loop for which no slot is free.

use std::cell::{Cell, UnsafeCell};
use std::ffi::c_void;
use std::fmt;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant};

use crate::crew::Crew;

/// A chunk of a parallel loop: the loop's arguments and the chunk's number.
pub type ChunkFn = unsafe extern "C" fn(args: *mut c_void, chunk: i64);

/// How many loops of one pool may run at the same time on several threads.
const SLOTS: usize = 8;
/// How long an idle worker looks for work before it sleeps. Waking it up costs about as much.
const SPIN_TIME: Duration = Duration::from_micros(20);
/// How many times a waiting caller checks before it sleeps, some tens of microseconds. It must not yield instead: on a busy machine, a
/// thread that yields waits for all others, while a woken thread is scheduled soon.
const SPINS_BEFORE_SLEEP: u32 = 1024;

thread_local! {
    /// Whether this thread is running a chunk.
    static IN_CHUNK: Cell<bool> = const { Cell::new(false) };
}

#[derive(Clone, Copy)]
struct Job {
    function: ChunkFn,
    args: *mut c_void,
    n_chunks: u64,
}

/// One running loop. Aligned so that two loops share no cache line.
#[repr(align(128))]
#[derive(Default)]
struct Slot {
    /// The chunks that nobody has claimed yet. Chunk numbers go up: the next one is `n_chunks - remaining`.
    remaining: AtomicU64,
    /// The chunks that have been run.
    done: AtomicU64,
    job: UnsafeCell<Option<Job>>,
    /// Whether the caller sleeps, or is about to, until all chunks are done.
    waits: AtomicBool,
    caller: Mutex<Option<Thread>>,
}

// SAFETY: `job` is written by the slot's owner only while no chunk is claimed, and read only between a claim and its `done`; see the
// module documentation. Its pointers are those of a loop that the caller keeps alive until every chunk is done.
unsafe impl Sync for Slot {}
// SAFETY: as above.
unsafe impl Send for Slot {}

impl Slot {
    /// Claims chunks and runs them until none is left. Who claims the last one clears the slot's `bit` in `open`, so that idle workers do
    /// not look at a slot whose chunks are all running; the slot has its owner until that chunk is done.
    fn work(&self, open: &AtomicU32, bit: u32) {
        let mut left = self.remaining.load(Ordering::Relaxed);
        while left > 0 {
            // Acquire pairs with the release of `publish`: who has claimed a chunk sees the job. Claims in between are part of the same
            // release sequence.
            let claim =
                self.remaining.compare_exchange_weak(left, left - 1, Ordering::Acquire, Ordering::Relaxed);
            if let Err(now) = claim {
                left = now;
                continue;
            }
            if left == 1 {
                open.fetch_and(!bit, Ordering::SeqCst);
            }
            // SAFETY: a chunk is claimed and not done, so nobody writes the job.
            let job = unsafe { *self.job.get() };
            if let Some(job) = job {
                // SAFETY: whoever started the loop promised that the function may be called with these arguments for every chunk.
                unsafe { (job.function)(job.args, (job.n_chunks - left) as i64) };
            }
            // Release: what the chunk wrote is visible to the caller once it has seen the count. Sequentially consistent with
            // `waits`: either the caller sees the count, or this thread sees that it sleeps. By then the slot may have another
            // owner, who is woken up for nothing.
            let done = self.done.fetch_add(1, Ordering::SeqCst) + 1;
            if job.is_some_and(|job| job.n_chunks == done) && self.waits.load(Ordering::SeqCst) {
                let caller = self.caller.lock().unwrap_or_else(PoisonError::into_inner).clone();
                caller.inspect(Thread::unpark);
            }
            left = self.remaining.load(Ordering::Relaxed);
        }
    }

    /// Returns when all chunks are done. Only the slot's owner calls this.
    fn wait(&self, n_chunks: u64) {
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
    fn publish(&self, job: Job) {
        self.done.store(0, Ordering::Relaxed);
        // SAFETY: `remaining` is zero and every chunk of the previous job is done, so nobody reads the job.
        unsafe { *self.job.get() = Some(job) };
        self.remaining.store(job.n_chunks, Ordering::Release);
    }
}

/// The state that the workers and the callers share.
#[derive(Default)]
struct Shared {
    slots: [Slot; SLOTS],
    /// A bit for each slot that has an owner.
    taken: AtomicU32,
    /// A bit for each slot that may have unclaimed chunks.
    open: AtomicU32,
    /// How many workers sleep or are about to.
    sleepers: AtomicU32,
    /// Counts wake-ups; a worker sleeps while it has not changed.
    signal: Mutex<u64>,
    wake: Condvar,
    stop: AtomicBool,
}

impl Shared {
    fn take_slot(&self) -> Option<usize> {
        let mut taken = self.taken.load(Ordering::Relaxed);
        loop {
            let free = (!taken).trailing_zeros() as usize;
            if free >= SLOTS {
                return None;
            }
            // Acquire pairs with the release of `give_slot`: the previous owner no longer uses the slot.
            match self.taken.compare_exchange_weak(
                taken,
                taken | 1 << free,
                Ordering::Acquire,
                Ordering::Relaxed,
            ) {
                Ok(_) => return Some(free),
                Err(now) => taken = now,
            }
        }
    }

    fn give_slot(&self, slot: usize) {
        self.taken.fetch_and(!(1 << slot), Ordering::Release);
    }

    /// Works on every open slot; returns whether there was any.
    fn scan(&self) -> bool {
        let open = self.open.load(Ordering::SeqCst);
        for (i, slot) in self.slots.iter().enumerate() {
            if open & 1 << i != 0 {
                slot.work(&self.open, 1 << i);
            }
        }
        open != 0
    }

    fn wake_up(&self, n: u64) {
        // Sequentially consistent, like the accesses in `sleep`: either this thread sees the sleeper, or the sleeper sees the open slot.
        let sleepers = self.sleepers.load(Ordering::SeqCst);
        if sleepers == 0 {
            return;
        }
        *self.signal.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        if n >= u64::from(sleepers) {
            self.wake.notify_all();
        } else {
            (0..n).for_each(|_| self.wake.notify_one());
        }
    }

    fn sleep(&self) {
        let mut signal = self.signal.lock().unwrap_or_else(PoisonError::into_inner);
        let before = *signal;
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        if self.open.load(Ordering::SeqCst) == 0 && !self.stop.load(Ordering::SeqCst) {
            while *signal == before {
                signal = self.wake.wait(signal).unwrap_or_else(PoisonError::into_inner);
            }
        }
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    fn worker(&self) {
        IN_CHUNK.set(true);
        while !self.stop.load(Ordering::SeqCst) {
            let start = Instant::now();
            let mut spins = 0u32;
            let found = loop {
                if self.scan() {
                    break true;
                }
                spin_loop();
                spins += 1;
                if spins.is_multiple_of(16) && start.elapsed() > SPIN_TIME {
                    break false;
                }
            };
            if !found {
                self.sleep();
            }
        }
    }
}

/// Threads that several contexts share. They end with the last user.
#[derive(Clone)]
pub struct Threads(pub(crate) Arc<Pool>);

impl Threads {
    /// Creates `threads` threads, counting the caller of a loop; zero or less means [`thread_count`](crate::thread_count)'s choice.
    #[must_use]
    pub fn new(threads: i32) -> Self {
        Self(Arc::new(Pool::new(crate::thread_count(threads))))
    }
    /// Calls `work` with all numbers below `count` at the same time, each on a thread of its own, which may wait for the others. These
    /// threads are kept for the next call.
    ///
    /// # Errors
    /// If there are not so many threads, before anything is called; or if a call panicked.
    pub fn run_together(&self, count: usize, work: &(dyn Fn(usize) + Sync)) -> Result<(), String> {
        self.0.crew.run(count, work)
    }
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Threads({})", self.0.n_threads())
    }
}

/// A pool of threads. The threads are started by the first loop that can use them.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    n_threads: usize,
    workers: OnceLock<Vec<JoinHandle<()>>>,
    /// Threads of processes, beside those of loops.
    crew: Crew,
}

impl Pool {
    /// A pool of `n_threads` threads, counting the caller.
    pub(crate) fn new(n_threads: usize) -> Self {
        Self {
            shared: Arc::default(),
            n_threads: n_threads.max(1),
            workers: OnceLock::new(),
            crew: Crew::default(),
        }
    }

    pub(crate) fn n_threads(&self) -> usize {
        self.n_threads
    }

    fn start(&self) -> Vec<JoinHandle<()>> {
        (1..self.n_threads)
            .map_while(|i| {
                let shared = Arc::clone(&self.shared);
                // If the system cannot start a thread, the loops run on the existing ones.
                std::thread::Builder::new().name(format!("strata-{i}")).spawn(move || shared.worker()).ok()
            })
            .collect()
    }

    /// Runs `function(args, chunk)` for every chunk from 0 to `n_chunks - 1`, in any order, and returns when all are done.
    ///
    /// # Safety
    /// `function` may be called with `args` for every chunk, from several threads at once.
    pub(crate) unsafe fn run(&self, function: ChunkFn, n_chunks: u64, args: *mut c_void) {
        let alone = n_chunks <= 1 || self.n_threads == 1 || IN_CHUNK.get();
        let slot = if alone { None } else { self.shared.take_slot() };
        let Some(index) = slot else {
            for chunk in 0..n_chunks {
                // SAFETY: guaranteed by the caller.
                unsafe { function(args, chunk as i64) };
            }
            return;
        };
        self.workers.get_or_init(|| self.start());
        let slot = &self.shared.slots[index];
        let bit = 1 << index;
        // Before the chunks can be claimed, because the last claim clears the bit.
        self.shared.open.fetch_or(bit, Ordering::SeqCst);
        slot.publish(Job { function, args, n_chunks });
        self.shared.wake_up(n_chunks - 1);
        IN_CHUNK.set(true);
        slot.work(&self.shared.open, bit);
        IN_CHUNK.set(false);
        slot.wait(n_chunks);
        self.shared.give_slot(index);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.shared.wake_up(u64::MAX);
        for worker in self.workers.take().into_iter().flatten() {
            // A worker cannot panic; a chunk that unwinds out of its `extern "C"` function ends the process.
            drop(worker.join());
        }
    }
}
