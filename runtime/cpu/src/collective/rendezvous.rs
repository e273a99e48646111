//! [`Rendezvous`]: where the members of a group meet.
//!
//! Each member leaves the addresses of its arrays and waits. Who comes last does the work for all, on all threads of its context, in the
//! memory of the members, and lets them go. So nothing is copied to a place in between, and each member waits once.
//! - A member that waits does not touch its arrays. It leaves when the work is done, or takes its addresses back before the last one has
//!   come.
//! - A member looks for the end of the work for a moment, unless there are more members than threads, and then sleeps. Only those that
//!   sleep count as waiting: a deadlock is found when all processes sleep or have ended.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use strata_runtime_collectives::{Collective, Job, Serial, Workers};

use super::arrays::Arrays;
use super::engines::Engines;
use super::watch::{Asleep, Failure, State, Watch};
use crate::context::Context;
use crate::reservation;

/// How long a member looks for the end before it sleeps. Waking it up costs about as much.
const SPIN_TIME: Duration = Duration::from_micros(20);

#[derive(Default)]
struct Arrived {
    members: Vec<Option<Arrays>>,
    count: usize,
}

/// The meetings of a group, one after the other.
pub(super) struct Rendezvous {
    /// The routine and the processes, in order.
    routine: Arc<str>,
    group: Vec<usize>,
    /// The number of members in this process of the operating system.
    here: usize,
    arrived: Mutex<Arrived>,
    /// The number of meetings that are over.
    meetings: AtomicU64,
    /// How the last meeting ended. It stays until all members have come to the next one.
    outcome: Mutex<Result<(), String>>,
    /// The number of members that sleep, or are about to.
    sleepers: AtomicUsize,
    woken: Arc<Condvar>,
}

impl Rendezvous {
    pub(super) fn new(watch: &Watch, routine: &str, group: Vec<usize>, here: usize) -> Self {
        let woken = Arc::new(Condvar::new());
        watch.add_bed(Arc::clone(&woken));
        let arrived = Arrived { members: group.iter().map(|_| None).collect(), count: 0 };
        Self {
            routine: routine.into(),
            group,
            here,
            arrived: Mutex::new(arrived),
            meetings: AtomicU64::new(0),
            outcome: Mutex::new(Ok(())),
            sleepers: AtomicUsize::new(0),
            woken,
        }
    }

    /// Meets the other members with the arrays of a call, and returns when the collective is done, or the devices have been asked for it.
    pub(super) fn meet(
        &self,
        (watch, engines): (&Watch, &Engines),
        place: usize,
        collective: &Collective,
        arrays: Arrays,
        context: Option<&Context>,
    ) -> Result<(), Failure> {
        let (operands, results) = (arrays.operands(), arrays.results());
        // The meeting is over when this is another number; that needs this member.
        let meeting = self.meetings.load(Ordering::SeqCst);
        let mut arrived = self.lock();
        let Some(slot) = arrived.members.get_mut(place).filter(|slot| slot.is_none()) else {
            return Err(Failure::own("two members have the same place"));
        };
        *slot = Some(arrays);
        arrived.count += 1;
        if arrived.count < self.here {
            drop(arrived);
            return self.wait(watch, place, meeting, context);
        }
        arrived.count = 0;
        let all: Vec<(usize, Arrays)> = arrived
            .members
            .iter_mut()
            .enumerate()
            .filter_map(|(place, slot)| Some((place, slot.take()?)))
            .collect();
        drop(arrived);
        let job = Job { collective: collective.clone(), group: self.group.clone(), operands, results };
        // SAFETY: all members wait below until the number of meetings changes, this one is here.
        let work = || reservation::caught(context, || unsafe { work(engines, &job, &all, context) });
        let outcome = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("it panicked".to_owned()));
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&outcome);
        self.release(watch, meeting);
        outcome.map_err(|why| Failure::own(&why))
    }

    /// Ends meeting number `meeting`, and lets the members go.
    fn release(&self, watch: &Watch, meeting: u64) {
        // Sequentially consistent with `wait`: either the sleeper sees the number, or this thread sees the sleeper.
        self.meetings.store(meeting + 1, Ordering::SeqCst);
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            // Some may be in the next meeting by now, and stay.
            let woken = watch.lock().wake(&self.group, self.id(), meeting);
            self.sleepers.fetch_sub(woken, Ordering::SeqCst);
            self.woken.notify_all();
        }
    }

    /// Waits for the end of meeting number `meeting`.
    fn wait(
        &self,
        watch: &Watch,
        place: usize,
        meeting: u64,
        context: Option<&Context>,
    ) -> Result<(), Failure> {
        let is_over = || self.meetings.load(Ordering::SeqCst) != meeting;
        let done = || {
            let outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner).clone();
            outcome.map_err(|why| Failure::own(&why))
        };
        let start = Instant::now();
        let looks = context.is_some_and(|c| c.n_threads() >= self.here);
        while looks && start.elapsed() < SPIN_TIME {
            if is_over() {
                return done();
            }
            (0..8).for_each(|_| std::hint::spin_loop());
        }
        let number = self.group[place];
        let mut state = watch.lock();
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        if is_over() {
            // It did not sleep: who ended the meeting may have left, and all would seem to sleep or to have left.
            self.sleepers.fetch_sub(1, Ordering::SeqCst);
            drop(state);
            return done();
        }
        state.sleep(number, Asleep { routine: Arc::clone(&self.routine), id: self.id(), meeting });
        watch.check(&mut state);
        loop {
            if is_over() {
                // Unless who ended the meeting did so.
                let woken = state.wake(&[number], self.id(), meeting);
                self.sleepers.fetch_sub(woken, Ordering::SeqCst);
                drop(state);
                return done();
            }
            if let Some(failure) = self.withdraw(&state, place) {
                state.give_up(number);
                self.sleepers.fetch_sub(1, Ordering::SeqCst);
                return Err(failure);
            }
            state = self.woken.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The number that tells it from others.
    fn id(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }

    /// Takes the addresses of a member back if the others will not come; the reason.
    fn withdraw(&self, state: &State, place: usize) -> Option<Failure> {
        if !state.is_hopeless() {
            return None;
        }
        let mut arrived = self.lock();
        // Somebody works on its arrays.
        arrived.members[place].as_ref()?;
        let missing = self.group.iter().zip(&arrived.members).filter(|(_, a)| a.is_none()).map(|(&p, _)| p);
        let failure = state.explain(missing)?;
        arrived.members[place] = None;
        arrived.count -= 1;
        Some(failure)
    }

    fn lock(&self) -> MutexGuard<'_, Arrived> {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Does the job for the members that are here.
///
/// # Safety
/// No member uses or gives up its arrays before the return.
unsafe fn work(
    engines: &Engines,
    job: &Job,
    all: &[(usize, Arrays)],
    context: Option<&Context>,
) -> Result<(), String> {
    if !all.iter().any(|(_, arrays)| arrays.is_on_device()) {
        // SAFETY: all arrays are in memory of the host; guaranteed by the caller.
        let mut members: Vec<_> =
            all.iter().map(|(place, arrays)| unsafe { arrays.borrow(*place) }).collect();
        return engines.host.run(job, &mut members, &workers(context));
    }
    let members = all.iter().map(|(place, arrays)| arrays.device_member(*place));
    let members: Option<Vec<_>> = members.collect();
    let members = members.ok_or("some of its members have their arrays in memory of the host")?;
    if all.iter().any(|(_, arrays)| arrays.operands() != job.operands || arrays.results() != job.results) {
        return Err("its members bring arrays of different types".to_owned());
    }
    engines.device.run(job, &members, &workers(context))
}

/// The threads of a context, or this one.
struct OwnWorkers<'a>(Option<&'a Context>);

fn workers(context: Option<&Context>) -> OwnWorkers<'_> {
    OwnWorkers(context)
}

impl Workers for OwnWorkers<'_> {
    fn run(&self, count: usize, part: &(dyn Fn(usize) + Sync)) -> Result<(), String> {
        match self.0 {
            Some(context) => context.parallel_for(count as u64, |i| part(i as usize)),
            None => Serial.run(count, part),
        }
    }
}
