//! [`Gauges`]: measured times of parallel loops and of calls, by which a loop is shared with other threads or runs on the caller alone.
//!
//! The compiler estimates the work of a loop, but not what vectors and caches make of it, nor what it costs to bring what one thread has
//! written to another. That may be more than the loop itself: sequential parts of a program that read columns of a result, a loop over rows
//! in the order of another one. So a loop is tried both ways (`trials.rs`), and a time lasts from the beginning of a loop to that of the next one,
//! because the price is often paid behind the loop.
//!
//! Of several short loops in a row each one may be better shared as long as the others are, because its data is in the caches of several threads,
//! and all together better alone. So a call is tried with all of its loops on the caller, too.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Instant;

use crate::trials::{Trials, learn};

/// The number of loops and calls that are remembered. Others with the same number forget each other.
const CELLS: usize = 512;
/// One of so many runs is measured, beside those that trials compare.
const SAMPLE: u32 = 8;
/// The nanoseconds of a loop from which on it is always shared.
const ALWAYS_SHARED: u32 = 500_000;
/// The nanoseconds of a call from which on it is not tried with all of its loops on the caller.
const LONG_CALL: u32 = 10_000_000;
/// Makes the key of a call from that of its first loop.
const CALL: usize = 1 << (usize::BITS - 1);

thread_local! {
    /// The state of the generator that decides which runs are measured: a count would meet the same loops of a program each time.
    static RANDOM: Cell<u32> = const { Cell::new(1) };
    /// The measurement of this thread that the beginning of the next loop ends.
    static OPEN: Cell<Option<Open>> = const { Cell::new(None) };
    /// The call of a program that this thread is in.
    static IN_CALL: Cell<InCall> = const { Cell::new(InCall { depth: 0, first: None }) };
}

/// A measurement of a loop and what follows it, or of a call.
#[derive(Clone, Copy)]
struct Open {
    key: usize,
    start: Instant,
    shared: bool,
}

/// A call of a program, and those that it calls.
#[derive(Clone, Copy)]
struct InCall {
    /// How many calls are inside of each other.
    depth: u32,
    /// Since the first loop of the outermost one.
    first: Option<Begun>,
}

/// A call that has come to its first loop.
#[derive(Clone, Copy)]
struct Begun {
    /// Whether its loops may be shared.
    share: bool,
    open: Option<Open>,
}

/// Measurements of a loop or a call. Zero nanoseconds are not known.
#[derive(Default)]
struct Gauge {
    tag: AtomicU32,
    /// The nanoseconds of all chunks, without what follows; those of a call.
    work: AtomicU32,
    /// The same when it was decided not to share it, or zero.
    work_alone: AtomicU32,
    trials: Trials,
}

impl Gauge {
    /// Records the work of a run. If it has become far more since it was decided not to share it, that is decided again.
    fn learn_work(&self, nanoseconds: u64) {
        learn(&self.work, nanoseconds);
        let (work, before) = (self.work.load(Relaxed), self.work_alone.load(Relaxed));
        if !self.trials.is_alone() {
            self.work_alone.store(0, Relaxed);
        } else if before == 0 {
            self.work_alone.store(work, Relaxed);
        } else if work / 2 > before {
            self.work_alone.store(0, Relaxed);
            self.trials.clear();
        }
    }
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
    /// Whether a trial compares its time.
    compared: bool,
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
            gauge.work.store(0, Relaxed);
            gauge.work_alone.store(0, Relaxed);
            gauge.trials.clear();
            gauge.tag.store(tag, Relaxed);
        }
        gauge
    }

    /// A loop begins. Loops of less than `least` nanoseconds are not shared; nor is one of a call that runs alone, for which there is no turn.
    pub(crate) fn begin(&self, key: usize, least: u64) -> Option<Turn> {
        if !self.call_shares(key) {
            return None;
        }
        let gauge = self.gauge(key);
        let work = gauge.work.load(Relaxed);
        let step = gauge.trials.step(work < ALWAYS_SHARED);
        let share = work == 0 || u64::from(work) >= least && step.share;
        let measured = sampled() || work == 0 || step.measured || step.early;
        let start = (measured || OPEN.get().is_some()).then(Instant::now);
        if let Some(now) = start {
            self.end_open(now);
        }
        Some(Turn {
            key,
            share,
            begins: step.begins,
            work: (work > 0).then_some(u64::from(work)),
            start: start.filter(|_| measured),
            compared: step.measured,
        })
    }

    /// The loop ends: this thread ran `ran` of `n_chunks` chunks. `shared` is whether other threads could help.
    pub(crate) fn end(&self, turn: Turn, shared: bool, ran: u64, n_chunks: u64) {
        let Some(start) = turn.start else { return };
        if ran > 0 {
            let nanoseconds = start.elapsed().as_nanos() as f64 * (n_chunks as f64 / ran as f64);
            self.gauge(turn.key).learn_work(nanoseconds as u64);
        }
        if turn.compared {
            OPEN.set(Some(Open { key: turn.key, start, shared }));
        }
    }

    /// A call of a program begins.
    pub(crate) fn begin_call(&self) {
        let call = IN_CALL.get();
        IN_CALL.set(InCall { depth: call.depth + 1, ..call });
    }

    /// A call of a program ends, and with it the measurement of its last loop.
    pub(crate) fn end_call(&self) {
        let call = IN_CALL.get();
        let depth = call.depth.saturating_sub(1);
        let begun = call.first.filter(|_| depth == 0);
        IN_CALL.set(InCall { depth, first: call.first.filter(|_| depth > 0) });
        let open = begun.and_then(|begun| begun.open);
        if open.is_none() && OPEN.get().is_none() {
            return;
        }
        let now = Instant::now();
        self.end_open(now);
        if let Some(open) = open {
            let (gauge, time) = (self.gauge(open.key), now.duration_since(open.start).as_nanos() as u64);
            gauge.learn_work(time);
            gauge.trials.record(open.shared, time);
        }
    }

    /// Whether the call that this thread is in, which comes to a loop, shares its loops.
    fn call_shares(&self, key: usize) -> bool {
        let call = IN_CALL.get();
        if let Some(begun) = call.first {
            return begun.share;
        }
        if call.depth == 0 {
            return true;
        }
        let key = key ^ CALL;
        let gauge = self.gauge(key);
        let step = gauge.trials.step(gauge.work.load(Relaxed) < LONG_CALL);
        let open = (sampled() || step.measured || step.early).then(|| Open {
            key,
            start: Instant::now(),
            shared: step.share,
        });
        IN_CALL.set(InCall { first: Some(Begun { share: step.share, open }), ..call });
        step.share
    }

    fn end_open(&self, now: Instant) {
        if let Some(open) = OPEN.take() {
            let time = now.duration_since(open.start).as_nanos() as u64;
            self.gauge(open.key).trials.record(open.shared, time);
        }
    }
}

/// Whether a run is one of those that are measured without another reason.
fn sampled() -> bool {
    let random = RANDOM.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    RANDOM.set(random);
    random >> 16 < (1 << 16) / SAMPLE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_tried_both_ways() {
        let gauges = Gauges::default();
        // A loop whose shared runs are slower if `slow`.
        let run = |key: usize, slow: bool, runs: usize| {
            let mut shared = 0;
            for _ in 0..runs {
                let turn = gauges.begin(key, 100).expect("no call runs alone");
                shared += usize::from(turn.share);
                let busy = if turn.share == slow { 60 } else { 20 };
                let start = Instant::now();
                while start.elapsed().as_micros() < busy {}
                gauges.end(turn, turn.share, 1, 1);
                gauges.end_call();
            }
            shared
        };
        assert_eq!([run(64, true, 16), run(64, true, 16)], [16, 0]);
        assert!((80..=94).contains(&run(128, false, 100)));
    }

    #[test]
    fn short_loops_are_not_shared() {
        let gauges = Gauges::default();
        let first = gauges.begin(64, u64::MAX).expect("no call runs alone");
        assert!(first.share);
        gauges.end(first, true, 1, 2);
        assert!((1..40).all(|_| !gauges.begin(64, u64::MAX).expect("no call runs alone").share));
        gauges.end_call();
    }

    #[test]
    fn larger_loops_are_tried_again() {
        let gauge = Gauge::default();
        let run = |work: u64, alone: u64| {
            let step = gauge.trials.step(true);
            gauge.learn_work(work);
            if step.measured {
                gauge.trials.record(step.share, if step.share { 100 } else { alone });
            }
            step.share
        };
        assert_eq!((0..200).filter(|_| run(100, 50)).count(), 16 + 2 * 3);
        assert_eq!((0..200).filter(|_| run(1000, 500)).count(), 200 - 4 - 2 * 3);
    }

    #[test]
    fn calls_are_tried_alone() {
        let gauges = Gauges::default();
        // Two loops, of which each one is better shared if the one before is. The second one comes twice, so that they are not tried together.
        let (mut alone, mut before) = (0, true);
        for _ in 0..80 {
            gauges.begin_call();
            for key in [64, 128, 128] {
                let turn = gauges.begin(key, 100);
                let share = turn.is_some_and(|turn| turn.share);
                alone += usize::from(!share);
                let busy = if share != before { 60 } else { 20 + 20 * u128::from(share) };
                before = share;
                let start = Instant::now();
                while start.elapsed().as_micros() < busy {}
                if let Some(turn) = turn {
                    gauges.end(turn, turn.share, 1, 1);
                }
            }
            gauges.end_call();
        }
        assert!(alone >= 120, "{alone} loops ran alone");
    }
}
