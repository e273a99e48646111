//! The calls on a device that have not ended, by the numbers that their callers gave them.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::error::Error;
use crate::event::Event;

/// Ended calls are forgotten once there are so many, and whenever there are twice as many as were left then.
const FEW: usize = 32;

/// The numbers of the calls with the events of their ends, in the order of the calls.
#[derive(Default)]
pub(crate) struct Launches(Mutex<List>);

#[derive(Default)]
struct List {
    calls: Vec<(i32, Weak<Event>)>,
    /// How many calls were left when those that had ended were forgotten last.
    left: usize,
}

/// The event of a call that has not ended.
fn open(done: &Weak<Event>) -> Option<Arc<Event>> {
    done.upgrade().filter(|done| done.outcome().is_none())
}

impl Launches {
    pub(crate) fn add(&self, launch: i32, done: &Arc<Event>) {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if list.calls.len() >= FEW.max(2 * list.left) {
            list.calls.retain(|(_, done)| open(done).is_some());
            list.left = list.calls.len();
        }
        list.calls.push((launch, Arc::downgrade(done)));
    }

    /// Lets the earliest call with this number fail that has not ended; false if there is none.
    pub(crate) fn poison(&self, launch: i32, error: &Error) -> bool {
        let calls = self.0.lock().unwrap_or_else(PoisonError::into_inner).calls.clone();
        let mut named = calls.iter().filter(|(number, _)| *number == launch);
        // The first one may have ended after it was looked at.
        named.any(|(_, done)| open(done).is_some_and(|done| done.set(Err(error.clone()))))
    }
}
