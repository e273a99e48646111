//! Parts of a routine that may run at the same time. Callers say on what: [`with`] makes threads available to the routines that it calls.
//!
//! How a routine is divided does not depend on the number of threads, and results do not depend on whether it is.

use std::cell::Cell;
use std::mem::transmute;
use std::sync::{Mutex, PoisonError};

use crate::memory::Collected;

/// Runs parts of a routine, on threads or one after the other.
pub trait Parallel {
    /// Calls `part` with all numbers below `count`, in any order, and returns when all calls have. They have about `operations` operations
    /// together. An allocation that a part was refused is refused to the caller.
    fn run(&self, count: usize, operations: usize, part: &(dyn Fn(usize) + Sync));
}

thread_local! {
    /// The threads that the routine of this thread may use.
    static CURRENT: Cell<Option<&'static dyn Parallel>> = const { Cell::new(None) };
}

/// Runs a routine that may divide its work.
pub fn with<R>(parallel: &dyn Parallel, routine: impl FnOnce() -> R) -> R {
    // SAFETY: the reference is removed when this function is left, in which way it may be, and `current` does not let it escape.
    let parallel = unsafe { transmute::<&dyn Parallel, &'static dyn Parallel>(parallel) };
    let _inside = Inside(CURRENT.replace(Some(parallel)));
    routine()
}

/// Restores what was there before.
struct Inside(Option<&'static dyn Parallel>);

impl Drop for Inside {
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}

/// Whether a routine may divide its work.
pub(crate) fn is_available() -> bool {
    CURRENT.get().is_some()
}

/// Calls `part` for all elements of a list, each with its number, as [`Parallel::run`] does; one after the other if nothing is available.
pub(crate) fn for_each<P: Send>(
    parts: impl ExactSizeIterator<Item = P>,
    operations: usize,
    part: impl Fn(usize, P) + Sync,
) {
    let Some(parallel) = CURRENT.get().filter(|_| parts.len() > 1) else {
        return parts.enumerate().for_each(|(i, p)| part(i, p));
    };
    let parts: Vec<Mutex<Option<P>>> = parts.map(|p| Mutex::new(Some(p))).collected();
    parallel.run(parts.len(), operations, &|i| {
        // Parts are not divided again.
        let _inside = Inside(CURRENT.replace(None));
        if let Some(p) = parts[i].lock().unwrap_or_else(PoisonError::into_inner).take() {
            part(i, p);
        }
    });
}

/// Runs all parts at the same time.
#[cfg(test)]
pub(crate) struct Threads;

#[cfg(test)]
impl Parallel for Threads {
    fn run(&self, count: usize, _: usize, part: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            (0..count).for_each(|i| drop(scope.spawn(move || part(i))));
        });
    }
}
