//! The border: work without Python's lock, that Ctrl-C cancels, and whose panics are errors.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use pyo3::prelude::*;
use strata_process::panic_message;

use crate::error::{Failure, Kind};

/// The stack of a thread that compiles; deeply nested programs need more than Python's threads may have.
const STACK: usize = 256 << 20;
/// The interval at which Python is asked for signals.
const TURN: Duration = Duration::from_millis(50);

/// The outcome of work.
pub(crate) type Outcome<T> = Result<T, Failure>;

/// Runs short work on this thread without Python's lock.
pub(crate) fn here<T: Send>(py: Python<'_>, work: impl FnOnce() -> Outcome<T> + Send) -> PyResult<T> {
    py.detach(|| catch(work)).map_err(|failure| failure.raise(py))
}

/// Runs work on a thread with a large stack, while this one looks for signals; the first that raises an exception, as Ctrl-C does, calls
/// `cancel`. The exception is raised when the work has ended.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    cancel: impl Fn() + Send + Sync,
    work: impl FnOnce() -> Outcome<T> + Send,
) -> PyResult<T> {
    let (outcome, interrupt) = py.detach(|| on_thread(&cancel, work));
    match interrupt {
        Some(interrupt) => Err(interrupt),
        None => outcome.map_err(|failure| failure.raise(py)),
    }
}

/// As [`watched`], for work that cannot be cancelled.
pub(crate) fn on_large_stack<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Outcome<T> + Send,
) -> PyResult<T> {
    watched(py, || (), work)
}

fn on_thread<T: Send>(
    cancel: &dyn Fn(),
    work: impl FnOnce() -> Outcome<T> + Send,
) -> (Outcome<T>, Option<PyErr>) {
    thread::scope(|scope| {
        let (done, wait) = channel::<()>();
        let thread = thread::Builder::new().name("strata".to_owned()).stack_size(STACK);
        let thread = thread.spawn_scoped(scope, move || {
            let outcome = catch(work);
            // The other side waits until this one is dropped.
            drop(done);
            outcome
        });
        let thread = match thread {
            Ok(thread) => thread,
            Err(e) => return (Err(Failure::new(Kind::Run, format!("no thread: {e}"))), None),
        };
        let mut interrupt = None;
        while wait.recv_timeout(TURN) == Err(RecvTimeoutError::Timeout) {
            if interrupt.is_none()
                && let Err(raised) = Python::attach(|py| py.check_signals())
            {
                cancel();
                interrupt = Some(raised);
            }
        }
        (thread.join().unwrap_or_else(|payload| Err(panicked(&*payload))), interrupt)
    })
}

fn catch<T>(work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(panicked(&*payload)))
}

fn panicked(payload: &(dyn Any + Send)) -> Failure {
    Failure::new(Kind::Internal, format!("internal error: {}", panic_message(payload)))
}
