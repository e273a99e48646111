//! The threads that run tasks of handlers.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};

use super::abi::FfiTask;
use crate::error::{Error, Result};

/// The stack of a thread, as large as that of a main thread.
const STACK: usize = 8 << 20;

struct Task {
    function: FfiTask,
    data: *mut c_void,
}

// SAFETY: the interface runs tasks on any thread.
unsafe impl Send for Task {}

/// The tasks that wait.
struct Pool {
    tasks: Mutex<VecDeque<Task>>,
    added: Condvar,
    threads: usize,
}

/// How many threads there are.
pub(super) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Pool {
    /// Starts threads, which run as long as the process.
    fn start() -> Self {
        let mut started = 0;
        for number in 0..threads() {
            let thread = std::thread::Builder::new().name(format!("strata-ffi-{number}")).stack_size(STACK);
            started += usize::from(thread.spawn(work).is_ok());
        }
        Self { tasks: Mutex::default(), added: Condvar::new(), threads: started }
    }
}

fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(Pool::start)
}

fn work() {
    let pool = pool();
    loop {
        let mut tasks = pool.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        let task = loop {
            match tasks.pop_front() {
                Some(task) => break task,
                None => tasks = pool.added.wait(tasks).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(tasks);
        // SAFETY: the handler gave function and data for this.
        unsafe { (task.function)(task.data) };
    }
}

/// Adds a task.
///
/// # Errors
/// If there are no threads; the handler runs the task itself then.
pub(super) fn schedule(function: FfiTask, data: *mut c_void) -> Result<()> {
    let pool = pool();
    if pool.threads == 0 {
        return Err(Error::exhausted("there are no threads for tasks of handlers"));
    }
    pool.tasks.lock().unwrap_or_else(PoisonError::into_inner).push_back(Task { function, data });
    pool.added.notify_one();
    Ok(())
}
