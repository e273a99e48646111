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

use strata_runtime_collectives::{Array, Collective, Engine, Job, Member, Serial, Workers};

use super::watch::{Asleep, Failure, State, Watch};
use crate::context::Context;
use crate::reservation;
use crate::routine::{Call, ElementType};

/// How long a member looks for the end before it sleeps. Waking it up costs about as much.
const SPIN_TIME: Duration = Duration::from_micros(20);

/// An array of a member that waits.
struct Lent {
    start: *mut u8,
    length: usize,
}

// SAFETY: the memory may be used from any thread; who uses it and when is described at the beginning of this file.
unsafe impl Send for Lent {}

/// The arrays of a member that waits.
struct Arrays {
    inputs: Vec<Lent>,
    outputs: Vec<Lent>,
}

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

    /// Meets the other members with the arrays of a call, and returns when the collective is done.
    pub(super) fn meet(
        &self,
        (watch, engine): (&Watch, &dyn Engine),
        place: usize,
        collective: &Collective,
        call: &mut Call<'_>,
        context: Option<&Context>,
    ) -> Result<(), Failure> {
        let arrays = Arrays {
            inputs: call.inputs.iter().map(|i| lend(i.bytes.as_ptr().cast_mut(), i.bytes.len())).collect(),
            outputs: call.outputs.iter_mut().map(|o| lend(o.bytes.as_mut_ptr(), o.bytes.len())).collect(),
        };
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
        let array =
            |element: ElementType, shape: &[usize]| Array { sizes: shape.to_vec(), element: element.bytes() };
        let job = Job {
            collective: collective.clone(),
            group: self.group.clone(),
            operands: call.inputs.iter().map(|i| array(i.element, &i.shape)).collect(),
            results: call.outputs.iter().map(|o| array(o.element, &o.shape)).collect(),
        };
        // SAFETY: all members wait below until the number of meetings changes, this one is here.
        let mut members = unsafe { borrow(&all) };
        let work = || reservation::caught(context, || engine.run(&job, &mut members, &workers(context)));
        let outcome = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("it panicked".to_owned()));
        drop(members);
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

fn lend(start: *mut u8, length: usize) -> Lent {
    Lent { start, length }
}

/// The arrays of members as slices.
///
/// # Safety
/// No member uses or gives up its arrays while the result lives.
unsafe fn borrow(all: &[(usize, Arrays)]) -> Vec<Member<'_>> {
    // SAFETY: the address and the length are those of a slice that the member has borrowed, exclusively for outputs; no output overlaps
    // another array of a call.
    let input = |lent: &Lent| unsafe { std::slice::from_raw_parts(lent.start, lent.length) };
    // SAFETY: as above.
    let output = |lent: &Lent| unsafe { std::slice::from_raw_parts_mut(lent.start, lent.length) };
    let member = |(place, arrays): &(usize, Arrays)| Member {
        place: *place,
        inputs: arrays.inputs.iter().map(input).collect(),
        outputs: arrays.outputs.iter().map(output).collect(),
    };
    all.iter().map(member).collect()
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
