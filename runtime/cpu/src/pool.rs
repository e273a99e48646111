//! The thread pool: flat parallel loops whose chunks are claimed dynamically.
//!
//! A loop occupies a slot (`slot.rs`). Its chunks are claimed by decrementing counters of the slot, by the workers and by the caller alike.
//! - The caller never waits for a worker that has not claimed a chunk: a worker that sleeps, or that the system does not schedule, costs
//!   nothing but its help.
//! - A slot's job is written only while the counters are zero and no chunk is running, and read only after a successful claim. So reading is
//!   never concurrent with writing, without a lock and without an epoch.
//! - A waiting thread claims nothing, so the waits-for relation has no cycles.
//! - Loops inside of a chunk run inline; so does a loop for which no slot is free.
//!
//! Loops of a program are measured (`gauge.rs`), because threads have their price: a loop of less than [`LEAST_SHARED`] runs inline, and
//! workers that sleep are not woken up before loops without long pauses between them have worked for [`LEAST_WOKEN`]. Neither has an effect on
//! results.

use std::cell::Cell;
use std::ffi::c_void;
use std::fmt;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::crew::Crew;
use crate::gauge::{Gauges, Turn};
use crate::slot::{ChunkFn, Job, Slot, home};

/// How many loops of one pool may run at the same time on several threads.
const SLOTS: usize = 8;
/// How long an idle worker looks for work before it sleeps. Waking it up costs about as much.
const SPIN_TIME: Duration = Duration::from_micros(50);
/// How long the caller of a loop that is tried waits for workers to wake up.
const WAKE_TIME: Duration = Duration::from_micros(100);
/// The least nanoseconds of a loop that other threads help with: publishing it, and moving what they write to the next reader's caches, costs
/// about a microsecond.
const LEAST_SHARED: u64 = 1_000;
/// The least nanoseconds of loops for which workers are woken up. A wake-up costs the caller 2 to 9 microseconds and takes up to 30, on a virtual
/// machine.
const LEAST_WOKEN: u64 = 30_000;
/// The nanoseconds of work for each worker that is woken up.
const WORK_OF_WOKEN: u64 = 10_000;

thread_local! {
    /// Whether this thread is running a chunk.
    static IN_CHUNK: Cell<bool> = const { Cell::new(false) };
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

    /// Works on every open slot, beginning with the range `home`; returns whether there was any.
    fn scan(&self, home: u32) -> bool {
        let open = self.open.load(Ordering::SeqCst);
        for (i, slot) in self.slots.iter().enumerate() {
            if open & 1 << i != 0 {
                slot.work(home, &self.open, 1 << i);
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

    /// Wakes all workers, and waits for them a while, so that loops are measured with them next.
    fn awaken(&self) {
        self.wake_up(u64::MAX);
        let start = Instant::now();
        while self.sleepers.load(Ordering::SeqCst) > 0 && start.elapsed() < WAKE_TIME {
            spin_loop();
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

    fn worker(&self, home: u32) {
        IN_CHUNK.set(true);
        while !self.stop.load(Ordering::SeqCst) {
            let start = Instant::now();
            let mut spins = 0u32;
            let found = loop {
                if self.scan(home) {
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
    gauges: Gauges,
    alone: Alone,
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
            gauges: Gauges::default(),
            alone: Alone::default(),
            crew: Crew::default(),
        }
    }

    pub(crate) fn n_threads(&self) -> usize {
        self.n_threads
    }

    fn start(&self) -> Vec<JoinHandle<()>> {
        (1..self.n_threads)
            .map_while(|i| {
                let (shared, home) = (Arc::clone(&self.shared), home(i, self.n_threads));
                // If the system cannot start a thread, the loops run on the existing ones.
                std::thread::Builder::new()
                    .name(format!("strata-{i}"))
                    .spawn(move || shared.worker(home))
                    .ok()
            })
            .collect()
    }

    /// Runs `function(args, chunk)` for every chunk from 0 to `n_chunks - 1`, in any order, and returns when all are done. A loop that
    /// runs again with about the same work has a `key`, by which its time is remembered.
    ///
    /// # Safety
    /// `function` may be called with `args` for every chunk, from several threads at once.
    pub(crate) unsafe fn run(&self, function: ChunkFn, n_chunks: u64, args: *mut c_void, key: Option<usize>) {
        let inline = || {
            for chunk in 0..n_chunks {
                // SAFETY: guaranteed by the caller.
                unsafe { function(args, chunk as i64) };
            }
        };
        if n_chunks <= 1 || self.n_threads == 1 || IN_CHUNK.get() {
            return inline();
        }
        let turn = match key.map(|key| self.gauges.begin(key, LEAST_SHARED)) {
            Some(None) => return inline(),
            turn => turn.flatten(),
        };
        let slot = if turn.is_none_or(|turn| turn.share) { self.shared.take_slot() } else { None };
        let (ran, shared) = if let Some(index) = slot {
            self.share(index, Job::new(function, args, n_chunks, self.n_threads), turn)
        } else {
            inline();
            (n_chunks, false)
        };
        if let Some(turn) = turn {
            self.gauges.end(turn, shared, ran, n_chunks);
        }
    }

    /// Runs a loop together with the workers. Returns how many of its chunks this thread ran, and whether workers are awake.
    fn share(&self, index: usize, job: Job, turn: Option<Turn>) -> (u64, bool) {
        let workers = self.workers.get_or_init(|| self.start());
        let (work, begins) = turn.map_or((None, false), |turn| (turn.work, turn.begins));
        if begins {
            self.shared.awaken();
        }
        let (slot, bit) = (&self.shared.slots[index], 1 << index);
        // Before the chunks can be claimed, because the last claim clears the bit.
        self.shared.open.fetch_or(bit, Ordering::SeqCst);
        slot.publish(job);
        let asleep = self.shared.sleepers.load(Ordering::SeqCst) as usize;
        let wakes = asleep > 0 && self.alone.too_long(work);
        if wakes {
            let workers = work.map_or(u64::MAX, |work| (work / WORK_OF_WOKEN).max(1));
            self.shared.wake_up(workers.min(job.n_chunks - 1));
        }
        IN_CHUNK.set(true);
        let ran = slot.work(0, &self.shared.open, bit);
        IN_CHUNK.set(false);
        slot.wait(job.n_chunks);
        self.shared.give_slot(index);
        if asleep > 0 {
            self.alone.ends();
        }
        (ran, wakes || asleep < workers.len())
    }

    /// A call of a program begins on this thread.
    pub(crate) fn begin_call(&self) {
        if self.n_threads > 1 {
            self.gauges.begin_call();
        }
    }

    /// A call of a program ends.
    pub(crate) fn end_call(&self) {
        if self.n_threads > 1 {
            self.gauges.end_call();
        }
    }
}

/// The work of loops while workers sleep, since the last pause that is too long for a worker to stay awake.
struct Alone {
    epoch: Instant,
    /// The nanoseconds of loops.
    work: AtomicU64,
    /// The nanoseconds from the epoch to the end of the last loop.
    end: AtomicU64,
}

impl Default for Alone {
    fn default() -> Self {
        Self { epoch: Instant::now(), work: AtomicU64::new(0), end: AtomicU64::new(0) }
    }
}

impl Alone {
    fn now(&self) -> u64 {
        self.epoch.elapsed().as_nanos() as u64
    }
    /// Counts a loop that begins; whether workers should be woken up for it.
    fn too_long(&self, work: Option<u64>) -> bool {
        let Some(work) = work.filter(|&work| work < LEAST_WOKEN) else { return true };
        let pause = self.now().saturating_sub(self.end.load(Ordering::Relaxed));
        let before = if pause > SPIN_TIME.as_nanos() as u64 { 0 } else { self.work.load(Ordering::Relaxed) };
        let wake = before + work >= LEAST_WOKEN;
        self.work.store(if wake { 0 } else { before + work }, Ordering::Relaxed);
        wake
    }
    /// The loop ends.
    fn ends(&self) {
        self.end.store(self.now(), Ordering::Relaxed);
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
