//! The queue of a device: what it does in the order in which it was asked for, on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

use crate::error::{Error, Result};

type Task = Box<dyn FnOnce() + Send>;

/// The stack of the thread: programs may call routines of the host.
const STACK: usize = 8 << 20;

/// A queue. Its thread is started by the first task, and ends after the last one once the queue is dropped.
pub(crate) struct Queue {
    name: String,
    tasks: Mutex<Option<Sender<Task>>>,
}

impl Queue {
    pub(crate) fn new(name: String) -> Self {
        Self { name, tasks: Mutex::new(None) }
    }

    /// Adds a task.
    pub(crate) fn push(&self, task: impl FnOnce() + Send + 'static) -> Result<()> {
        let mut sender = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if sender.is_none() {
            let (to, from) = channel::<Task>();
            let work = move || {
                for task in from {
                    // A task reports its errors by events; those that it leaves pending would be a defect of its own.
                    _ = catch_unwind(AssertUnwindSafe(task));
                }
            };
            let thread = std::thread::Builder::new().name(self.name.clone()).stack_size(STACK).spawn(work);
            thread.map_err(|e| Error::exhausted(format!("no thread for {}: {e}", self.name)))?;
            *sender = Some(to);
        }
        let ended = || Error::internal(format!("{} has ended", self.name));
        sender.as_ref().ok_or_else(ended)?.send(Box::new(task)).map_err(|_| ended())
    }
}
