//! [`Gauges`]: measured times of parallel loops, by which a loop is shared with other threads or runs on the caller alone.
//!
//! The compiler estimates the work of a loop, but not what vectors and caches make of it, nor what it costs to bring what one thread has
//! written to another. That may be more than the loop itself: sequential parts of a program that read columns of a result, a loop over rows
//! in the order of another one. So a loop is tried both ways, each for several runs in a row, and a time lasts from the beginning of a loop to
//! that of the next one, because the price is often paid behind the loop. Trials become rare: after 16, 32, 64 runs, and so on. The first come soon, because threads that have
//! just started may not help yet.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Instant;

/// The number of loops that are remembered. Others with the same number forget each other.
const CELLS: usize = 512;
/// The runs of a trial. The first two are not measured: data and workers are not where they will be.
const TRIAL: u32 = 8;
/// Runs before the first trial; before the next ones it is two, four times as many, and so on.
const BEFORE_TRIAL: u32 = 16;
/// One of so many other runs is measured.
const SAMPLE: u32 = 8;
/// The nanoseconds of a loop from which on it is always shared.
const ALWAYS_SHARED: u32 = 500_000;

thread_local! {
    /// The state of the generator that decides which runs are measured: a count would meet the same loops of a program each time.
    static RANDOM: Cell<u32> = const { Cell::new(1) };
    /// The measurement of this thread that the beginning of the next loop ends.
    static OPEN: Cell<Option<Open>> = const { Cell::new(None) };
}

/// A measurement of a loop and what follows it.
#[derive(Clone, Copy)]
struct Open {
    key: usize,
    start: Instant,
    shared: bool,
}

/// Measurements of a loop. Zero nanoseconds are not known.
#[derive(Default)]
struct Gauge {
    tag: AtomicU32,
    runs: AtomicU32,
    /// The nanoseconds of all chunks, without what follows.
    work: AtomicU32,
    /// The nanoseconds until the next loop, with and without other threads.
    shared: AtomicU32,
    alone: AtomicU32,
    /// Which was better before the last run outside of a trial.
    is_shared: AtomicBool,
}

/// How a loop runs.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    key: usize,
    /// Whether other threads should help.
    pub(crate) share: bool,
    /// Whether a trial begins, for which the caller wakes workers and waits for them.
    pub(crate) begins: bool,
    /// The nanoseconds of all chunks, if they are known.
    pub(crate) work: Option<u64>,
    start: Option<Instant>,
}

/// The measured times of loops by a key, which is the address of what a chunk calls.
pub(crate) struct Gauges(Box<[Gauge]>);

impl Default for Gauges {
    fn default() -> Self {
        Self((0..CELLS).map(|_| Gauge::default()).collect())
    }
}

impl Gauges {
    /// The gauge of a key; that of another key is emptied.
    fn gauge(&self, key: usize) -> &Gauge {
        let hash = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The tag is not zero, which is that of an empty gauge.
        let (gauge, tag) = (&self.0[(hash >> 55) as usize % CELLS], (hash >> 20) as u32 | 1);
        if gauge.tag.load(Relaxed) != tag {
            for field in [&gauge.runs, &gauge.work, &gauge.shared, &gauge.alone] {
                field.store(0, Relaxed);
            }
            gauge.tag.store(tag, Relaxed);
        }
        gauge
    }

    /// A loop begins. Loops of less than `least` nanoseconds are not shared.
    pub(crate) fn begin(&self, key: usize, least: u64) -> Turn {
        let gauge = self.gauge(key);
        let work = gauge.work.load(Relaxed);
        let run = gauge.runs.load(Relaxed);
        gauge.runs.store(run.wrapping_add(1), Relaxed);
        let trial = if work < ALWAYS_SHARED { trial(run) } else { None };
        // A trial is not ended by its own times.
        if trial.is_none_or(|place| place == 0) {
            gauge.is_shared.store(gauge.better(), Relaxed);
        }
        let share =
            work == 0 || u64::from(work) >= least && (gauge.is_shared.load(Relaxed) != trial.is_some());
        let random = RANDOM.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        RANDOM.set(random);
        let sampled = random >> 16 < (1 << 16) / SAMPLE;
        let measured = work == 0 || trial.map_or(sampled || run < BEFORE_TRIAL, |place| place >= 2);
        let start = (measured || OPEN.get().is_some()).then(Instant::now);
        if let Some(now) = start {
            self.end_open(now);
        }
        Turn {
            key,
            share,
            begins: trial == Some(0),
            work: (work > 0).then_some(u64::from(work)),
            start: start.filter(|_| measured),
        }
    }

    /// The loop ends: this thread ran `ran` of `n_chunks` chunks. `shared` is whether other threads could help.
    pub(crate) fn end(&self, turn: Turn, shared: bool, ran: u64, n_chunks: u64) {
        let Some(start) = turn.start else { return };
        if ran > 0 {
            let nanoseconds = start.elapsed().as_nanos() as f64 * (n_chunks as f64 / ran as f64);
            learn(&self.gauge(turn.key).work, nanoseconds as u64);
        }
        // The first run finds nothing in the caches.
        if turn.work.is_some() {
            OPEN.set(Some(Open { key: turn.key, start, shared }));
        }
    }

    /// A call of a program ends, and with it the measurement of its last loop.
    pub(crate) fn end_call(&self) {
        if OPEN.get().is_some() {
            self.end_open(Instant::now());
        }
    }

    fn end_open(&self, now: Instant) {
        if let Some(open) = OPEN.take() {
            let gauge = self.gauge(open.key);
            let time = if open.shared { &gauge.shared } else { &gauge.alone };
            learn(time, now.duration_since(open.start).as_nanos() as u64);
        }
    }
}

impl Gauge {
    /// Whether the loop is better shared, by what is known.
    fn better(&self) -> bool {
        let [shared, alone] = [&self.shared, &self.alone].map(|time| time.load(Relaxed));
        alone == 0 || shared != 0 && u64::from(shared) + u64::from(shared) / 64 < u64::from(alone)
    }
}

/// The place of a run in a trial, if it is in one.
fn trial(run: u32) -> Option<u32> {
    // The last power of two times `BEFORE_TRIAL` that is not above the run.
    let power = (run / BEFORE_TRIAL).checked_ilog2()?;
    let place = run - (BEFORE_TRIAL << power);
    (place < TRIAL).then_some(place)
}

/// An average of the last times, in which what the system adds to one of them counts little.
fn learn(known: &AtomicU32, nanoseconds: u64) {
    let (new, old) = (u32::try_from(nanoseconds).unwrap_or(u32::MAX).max(1), known.load(Relaxed));
    let average = if old == 0 {
        new
    } else if new < old {
        old - (old - new).div_ceil(2)
    } else {
        old.saturating_add((new - old).min(old).div_ceil(4))
    };
    known.store(average, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_averages() {
        let known = AtomicU32::new(0);
        for (time, expected) in
            [(1000, 1000), (1400, 1100), (1_000_000, 1375), (375, 875), (0, 438), (u64::MAX, 548)]
        {
            learn(&known, time);
            assert_eq!(known.load(Relaxed), expected);
        }
    }

    #[test]
    fn trials_become_rare() {
        let trials: Vec<u32> = (0..20_000).filter(|&run| trial(run) == Some(0)).collect();
        assert_eq!(trials, (4..15).map(|power| 1 << power).collect::<Vec<u32>>());
        assert_eq!((0..20_000).filter(|&run| trial(run).is_some()).count(), 11 * TRIAL as usize);
        assert_eq!(trial(u32::MAX), None);
    }

    #[test]
    fn loops_are_tried_both_ways() {
        let gauges = Gauges::default();
        // A loop whose shared runs are slower if `slow`.
        let run = |key: usize, slow: bool, runs: usize| {
            let mut shared = 0;
            for _ in 0..runs {
                let turn = gauges.begin(key, 100);
                shared += usize::from(turn.share);
                let busy = if turn.share == slow { 60 } else { 20 };
                let start = Instant::now();
                while start.elapsed().as_micros() < busy {}
                gauges.end(turn, turn.share, 1, 1);
                gauges.end_call();
            }
            shared
        };
        let trial = TRIAL as usize;
        assert_eq!([run(64, true, 16), run(64, true, 16), run(64, true, 32)], [16, 0, trial]);
        assert_eq!(run(128, false, 64), 64 - 2 * trial);
    }

    #[test]
    fn short_loops_are_not_shared() {
        let gauges = Gauges::default();
        let first = gauges.begin(64, u64::MAX);
        assert!(first.share);
        gauges.end(first, true, 1, 2);
        assert!((1..40).all(|_| !gauges.begin(64, u64::MAX).share));
        gauges.end_call();
    }
}
