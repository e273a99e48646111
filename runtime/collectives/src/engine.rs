//! The interface of engines.

use std::sync::{Arc, Mutex, PoisonError};

use crate::collective::{Job, Member};

/// Carries out collectives.
pub trait Engine: Send + Sync {
    /// Does the job for `members`, which are all members of its group in this process of the operating system. They wait meanwhile, so
    /// that their memory is the engine's.
    ///
    /// # Errors
    /// If the arrays do not fit the collective, or members elsewhere are not reached.
    fn run(&self, job: &Job, members: &mut [Member<'_>], workers: &dyn Workers) -> Result<(), String>;
}

impl<E: Engine + ?Sized> Engine for Arc<E> {
    fn run(&self, job: &Job, members: &mut [Member<'_>], workers: &dyn Workers) -> Result<(), String> {
        (**self).run(job, members, workers)
    }
}

/// Threads that do parts of a job.
pub trait Workers {
    /// Calls `part` with all numbers below `count`, in any order, and returns when all calls have.
    ///
    /// # Errors
    /// If a call panicked.
    fn run(&self, count: usize, part: &(dyn Fn(usize) + Sync)) -> Result<(), String>;
}

/// The calling thread alone.
#[derive(Clone, Copy, Debug)]
pub struct Serial;

impl Workers for Serial {
    fn run(&self, count: usize, part: &(dyn Fn(usize) + Sync)) -> Result<(), String> {
        (0..count).for_each(part);
        Ok(())
    }
}

/// Does the parts of a job.
pub(crate) fn spread<T: Send>(
    parts: Vec<T>,
    work: impl Fn(T) + Sync,
    workers: &dyn Workers,
) -> Result<(), String> {
    if parts.len() <= 1 {
        parts.into_iter().for_each(work);
        return Ok(());
    }
    let parts: Vec<Mutex<Option<T>>> = parts.into_iter().map(|part| Mutex::new(Some(part))).collect();
    workers.run(parts.len(), &|i| {
        let part = parts.get(i).and_then(|p| p.lock().unwrap_or_else(PoisonError::into_inner).take());
        part.into_iter().for_each(&work);
    })
}
