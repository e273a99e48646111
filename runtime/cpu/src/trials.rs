//! [`Trials`]: whether something that runs again and again is better shared with other threads or run on the caller alone.
//!
//! It is tried both ways: some runs are measured as they are, then some the other way, and times of these two windows are compared. Only they are:
//! a time of an earlier hour says nothing about a machine on which others work. Trials become rare: they begin after 16, 64, 256 runs, and so on; a
//! change counts from the start again, so that a wrong one does not last.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// The runs of a trial. The first ones are not measured: data and workers are not where they will be.
const TRIAL: u32 = 8;
const NOT_MEASURED: u32 = 2;
/// The runs before a trial that are measured.
const WINDOW: u32 = 6;
/// Runs before the first trial; before the next ones it is 4, 16 times as many, and so on.
pub(crate) const BEFORE_TRIAL: u32 = 16;
const LOG_RATIO: u32 = 2;
/// The other way is taken if it is faster by this part of its time.
const GAIN: u32 = 16;

/// The times of both ways in nanoseconds, zero if unknown, and which one is taken.
#[derive(Default)]
pub(crate) struct Trials {
    runs: AtomicU32,
    shared: AtomicU32,
    alone: AtomicU32,
    is_alone: AtomicBool,
}

/// The next run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// Whether other threads should help.
    pub(crate) share: bool,
    /// Whether its time is to be recorded.
    pub(crate) measured: bool,
    /// Whether it is the first of a trial.
    pub(crate) begins: bool,
    /// Whether it is one of the first runs of all.
    pub(crate) early: bool,
}

/// Where a run is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the window before a trial, at this place.
    Before(u32),
    /// In a trial, at this place.
    Trial(u32),
    /// The first one behind a trial.
    Behind,
    Elsewhere,
}

impl Trials {
    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for field in [&self.runs, &self.shared, &self.alone] {
            field.store(0, Relaxed);
        }
        self.is_alone.store(false, Relaxed);
    }

    /// Whether the last decision was against sharing.
    pub(crate) fn is_alone(&self) -> bool {
        self.is_alone.load(Relaxed)
    }

    /// Begins a run, which is part of a trial only if `tried`.
    pub(crate) fn step(&self, tried: bool) -> Step {
        let run = self.runs.load(Relaxed);
        self.runs.store(run.saturating_add(1), Relaxed);
        let place = if tried { place(run) } else { Place::Elsewhere };
        match place {
            Place::Before(0) => {
                self.shared.store(0, Relaxed);
                self.alone.store(0, Relaxed);
            }
            Place::Behind => self.decide(),
            _ => {}
        }
        let (share, early) = (!self.is_alone(), run < BEFORE_TRIAL);
        match place {
            Place::Trial(at) => Step { share: !share, measured: at >= NOT_MEASURED, begins: at == 0, early },
            place => Step { share, measured: matches!(place, Place::Before(_)), begins: false, early },
        }
    }

    /// Records the nanoseconds of a measured run. A trial that takes half as long again ends.
    pub(crate) fn record(&self, shared: bool, nanoseconds: u64) {
        let (time, other) = if shared { (&self.shared, &self.alone) } else { (&self.alone, &self.shared) };
        learn(time, nanoseconds);
        let (time, other) = (time.load(Relaxed), other.load(Relaxed));
        let next = self.runs.load(Relaxed);
        if other != 0
            && time > other.saturating_add(other / 2)
            && let Place::Trial(at) = place(next)
            && shared == self.is_alone()
        {
            self.runs.store(next + (TRIAL - at), Relaxed);
        }
    }

    /// A trial is over.
    fn decide(&self) {
        let [shared, alone] = [&self.shared, &self.alone].map(|time| time.load(Relaxed));
        let is_alone = self.is_alone();
        let (now, other) = if is_alone { (alone, shared) } else { (shared, alone) };
        if other != 0 && other.saturating_add(other / GAIN) < now {
            self.is_alone.store(!is_alone, Relaxed);
            self.runs.store(0, Relaxed);
        }
    }
}

fn place(run: u32) -> Place {
    // The last beginning of a trial that is not above the run behind the window.
    let Some(power) = (run.saturating_add(WINDOW) / BEFORE_TRIAL).checked_ilog2() else {
        return Place::Elsewhere;
    };
    let begin = BEFORE_TRIAL << (power - power % LOG_RATIO);
    match run.checked_sub(begin) {
        None => Place::Before(run + WINDOW - begin),
        Some(at) if at < TRIAL => Place::Trial(at),
        Some(TRIAL) => Place::Behind,
        Some(_) => Place::Elsewhere,
    }
}

/// An average of the last times, in which what the system adds to one of them counts little.
pub(crate) fn learn(known: &AtomicU32, nanoseconds: u64) {
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

    /// How many of `runs` runs are shared, whose times are these.
    fn shared(trials: &Trials, runs: usize, times: [u64; 2]) -> usize {
        (0..runs)
            .filter(|_| {
                let step = trials.step(true);
                if step.measured {
                    trials.record(step.share, times[usize::from(step.share)]);
                }
                step.share
            })
            .count()
    }

    #[test]
    fn trials_become_rare() {
        let begins: Vec<u32> = (0..100_000).filter(|&run| place(run) == Place::Trial(0)).collect();
        assert_eq!(begins, [16, 64, 256, 1024, 4096, 16384, 65536]);
        let tried = |run| matches!(place(run), Place::Trial(_));
        assert_eq!((0..100_000).filter(|&run| tried(run)).count(), begins.len() * TRIAL as usize);
        let measured = |run| matches!(place(run), Place::Before(_));
        assert_eq!((0..100_000).filter(|&run| measured(run)).count(), begins.len() * WINDOW as usize);
        assert!(place(u32::MAX) == Place::Elsewhere);
    }

    #[test]
    fn the_faster_way_is_taken() {
        let trials = Trials::default();
        // A trial of 8 runs, and the change.
        assert_eq!(shared(&trials, 24, [70, 100]), 16);
        assert_eq!(shared(&trials, 11, [70, 100]), 0);
        // The way back.
        assert_eq!(shared(&trials, 14, [100, 70]), 8);
        assert_eq!(shared(&trials, 16, [100, 70]), 16);
    }

    #[test]
    fn small_gains_change_nothing() {
        let trials = Trials::default();
        assert_eq!(shared(&trials, 1000, [97, 100]), 1000 - 3 * TRIAL as usize);
    }

    #[test]
    fn slow_trials_end_early() {
        let trials = Trials::default();
        assert_eq!(shared(&trials, 1000, [200, 100]), 1000 - 3 * (NOT_MEASURED as usize + 1));
    }

    #[test]
    fn earlier_times_do_not_count() {
        let trials = Trials::default();
        assert_eq!(shared(&trials, 30, [110, 100]), 22);
        // The machine became slower.
        assert_eq!(shared(&trials, 34, [220, 200]), 34);
        assert_eq!(shared(&trials, 8, [220, 200]), 0);
        assert_eq!(shared(&trials, 100, [220, 200]), 100);
    }
}
