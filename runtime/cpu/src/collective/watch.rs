//! [`Watch`]: which processes of a grid sleep or have ended, and thereby who waits for what does not come.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::transit::{Brought, Port, Transit};

/// A process that sleeps.
pub(super) struct Asleep {
    /// The routine that it waits in.
    pub routine: Arc<str>,
    /// The rendezvous, or nothing.
    pub id: usize,
    /// The number of the meeting there.
    pub meeting: u64,
}

/// How a process has ended. Others that wait for several name the first of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// With an error of its own.
    Failed,
    /// Without an error.
    Done,
    /// Because of another process.
    Bystander,
}

/// The error of a process.
#[derive(Debug)]
pub(super) struct Failure {
    pub why: String,
    /// Whether it is about the end of another process.
    pub is_bystander: bool,
}

impl Failure {
    pub(super) fn own(why: &str) -> Self {
        Self { why: why.to_owned(), is_bystander: false }
    }
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self { why, is_bystander: false }
    }
}

impl From<&str> for Failure {
    fn from(why: &str) -> Self {
        Self::own(why)
    }
}

#[derive(Default)]
pub(super) struct State {
    pub transit: Transit,
    /// Where processes sleep.
    beds: Vec<Arc<Condvar>>,
    /// The processes that sleep, by number.
    asleep: HashMap<usize, Asleep>,
    /// The processes that have ended, and how.
    ended: HashMap<usize, End>,
    /// Whether the processes are in a deadlock.
    stuck: bool,
}

impl State {
    /// A process sleeps.
    pub(super) fn sleep(&mut self, number: usize, asleep: Asleep) {
        self.asleep.insert(number, asleep);
    }
    /// Processes no longer sleep if they do so in this meeting; returns their number.
    pub(super) fn wake(&mut self, numbers: &[usize], id: usize, meeting: u64) -> usize {
        let before = self.asleep.len();
        for number in numbers {
            if self.asleep.get(number).is_some_and(|a| a.id == id && a.meeting == meeting) {
                self.asleep.remove(number);
            }
        }
        before - self.asleep.len()
    }
    /// A process waits no longer, because of an error. In a deadlock others tell where it waits until it has ended.
    pub(super) fn give_up(&mut self, number: usize) {
        if !self.stuck {
            self.asleep.remove(&number);
        }
    }
    /// Whether somebody may wait for what does not come.
    pub(super) fn is_hopeless(&self) -> bool {
        self.stuck || !self.ended.is_empty()
    }
    /// Why processes will not come, if they will not.
    pub(super) fn explain(&self, missing: impl Iterator<Item = usize> + Clone) -> Option<Failure> {
        let gone = missing.clone().filter_map(|p| Some((*self.ended.get(&p)?, p))).min();
        if let Some((end, gone)) = gone {
            let how = if end == End::Done { "which has ended" } else { "which has failed" };
            return Some(Failure { why: format!("it waits for process {gone}, {how}"), is_bystander: true });
        }
        let one = |p: usize| match self.asleep.get(&p) {
            Some(asleep) => format!("process {p}, which waits in '{}'", asleep.routine),
            None => format!("process {p}"),
        };
        let names: Vec<String> = missing.map(one).collect();
        self.stuck.then(|| Failure::own(&format!("it waits forever for {}", names.join(", "))))
    }
}

/// The knowledge of the processes that are here of each other.
pub(super) struct Watch {
    /// How many of them there are.
    processes: usize,
    state: Mutex<State>,
    /// Who waits for a value sleeps here.
    changed: Condvar,
}

impl Watch {
    pub(super) fn new(processes: usize) -> Self {
        Self { processes, state: Mutex::default(), changed: Condvar::new() }
    }
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Prepares a run, after one without errors or none.
    pub(super) fn begin(&self, transit: Transit) {
        let mut state = self.lock();
        state.ended.clear();
        state.asleep.clear();
        state.stuck = false;
        state.transit = transit;
    }
    /// A place where processes sleep that are to hear of a deadlock.
    pub(super) fn add_bed(&self, bed: Arc<Condvar>) {
        self.lock().beds.push(bed);
    }
    /// Finds out whether processes wait for each other forever, and lets those that sleep look.
    pub(super) fn check(&self, state: &mut State) {
        if !state.stuck
            && !state.asleep.is_empty()
            && state.asleep.len() + state.ended.len() >= self.processes
        {
            state.stuck = true;
            self.alarm(state);
        }
    }
    fn alarm(&self, state: &State) {
        state.beds.iter().for_each(|bed| bed.notify_all());
        self.changed.notify_all();
    }
    pub(super) fn send(&self, port: Port, arrays: Brought) {
        let mut state = self.lock();
        let queue = state.transit.ports.entry(port).or_default();
        queue.arrays.push_back(arrays);
        if let Some(receiver) = queue.blocked.pop_front() {
            // One receiver is granted the value, which belongs to it from now on.
            queue.granted.push(receiver);
            state.asleep.remove(&receiver);
        }
        self.changed.notify_all();
    }
    pub(super) fn receive(&self, number: usize, port: &Port) -> Result<Brought, Failure> {
        let mut state = self.lock();
        let queue = state.transit.ports.entry(port.clone()).or_default();
        if queue.arrays.len() > queue.granted.len()
            && let Some(arrays) = queue.arrays.pop_front()
        {
            return Ok(arrays);
        }
        queue.blocked.push_back(number);
        state.sleep(number, Asleep { routine: "strata_recv".into(), id: 0, meeting: 0 });
        self.check(&mut state);
        loop {
            let stuck = state.stuck;
            let queue = state.transit.ports.entry(port.clone()).or_default();
            if let Some(at) = queue.granted.iter().position(|&granted| granted == number) {
                queue.granted.remove(at);
                return queue.arrays.pop_front().ok_or_else(|| "a value was lost".into());
            }
            if stuck {
                queue.blocked.retain(|&blocked| blocked != number);
                state.give_up(number);
                return Err("it waits forever for a value".into());
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
    /// Records that a process has ended; processes that wait for it get an error.
    pub(super) fn leave(&self, number: usize, end: End) {
        let mut state = self.lock();
        state.asleep.remove(&number);
        state.ended.insert(number, end);
        if !state.asleep.is_empty() {
            self.check(&mut state);
            self.alarm(&state);
        }
    }
}
