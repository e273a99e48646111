//! Executions: what a run of a program on a device may ask its host for, and the first error of the host in it.

use std::cell::RefCell;
use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use strata_driver::{Host, LiveHost};

use crate::abi::PJRT_ExecuteOptions;
use crate::callbacks::Callbacks;
use crate::error::{Error, Result};
use crate::executable::Executable;
use crate::ffi::{USER_DATA, UserData};
use crate::queue::Running;

/// The common part of the executions of a call.
pub(crate) struct Call {
    run: i64,
    /// The number that its caller gives it.
    pub launch: i32,
    user_data: Option<Arc<UserData>>,
    /// The callbacks of each process, if the program sends to its host or receives from it.
    callbacks: Vec<Arc<Callbacks>>,
}

impl Call {
    pub(crate) fn new(
        executable: &Executable,
        processes: usize,
        options: Option<&PJRT_ExecuteOptions>,
    ) -> Result<Self> {
        static RUNS: AtomicI64 = AtomicI64::new(1);
        let context = options.map_or(std::ptr::null_mut(), |o| o.context);
        Ok(Self {
            run: if executable.has_handlers { RUNS.fetch_add(1, Ordering::Relaxed) } else { 0 },
            launch: options.map_or(0, |o| o.launch_id),
            user_data: if context.is_null() { None } else { Some(USER_DATA.get(context)?) },
            callbacks: Callbacks::of_call(executable, processes, options)?,
        })
    }

    /// The execution on a device, if the program asks for anything.
    pub(crate) fn execution(
        &self,
        executable: &Executable,
        process: usize,
        device: i32,
    ) -> Option<Arc<Execution>> {
        let callbacks = self.callbacks.get(process).cloned();
        let asks = executable.has_handlers || callbacks.is_some();
        asks.then(|| {
            let user_data = self.user_data.clone();
            Arc::new(Execution { run: self.run, device, user_data, callbacks, failure: Mutex::default() })
        })
    }
}

/// A run of a program on a device.
pub(crate) struct Execution {
    /// The number of the call; no calls at the same time have the same one.
    pub run: i64,
    pub device: i32,
    pub user_data: Option<Arc<UserData>>,
    callbacks: Option<Arc<Callbacks>>,
    /// The first error that a handler or a callback returned.
    failure: Mutex<Option<Error>>,
}

thread_local! {
    /// The run that this thread is in.
    static CURRENT: RefCell<Option<Arc<Execution>>> = const { RefCell::new(None) };
}

impl Execution {
    /// Runs a program, or a process of it, on this thread.
    pub(crate) fn enter<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> T {
        let before = CURRENT.replace(Some(Arc::clone(self)));
        let outcome = work();
        CURRENT.set(before);
        outcome
    }

    /// The run that this thread is in, if any.
    pub(crate) fn current() -> Option<Arc<Self>> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Keeps the error of a handler or a callback.
    pub(crate) fn fail(&self, error: &Error) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert_with(|| error.clone());
    }

    /// The error of a run, which is the first one of a handler or a callback if there was any.
    pub(crate) fn take_failure(&self) -> Option<Error> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The host of the processes of a run.
pub(crate) struct Executions {
    all: Vec<Option<Arc<Execution>>>,
    /// The number of each of them among the processes of the program, if they are not all of those.
    numbers: Option<Vec<usize>>,
    /// The task of a queue that the run is, which a process that waits for the host holds up.
    task: Option<Arc<Running>>,
}

impl Executions {
    /// The host of processes with these executions, for a run in the task of this thread.
    pub(crate) fn new(all: Vec<Option<Arc<Execution>>>, numbers: Option<Vec<usize>>) -> Arc<Self> {
        Arc::new(Self { all, numbers, task: Running::current() })
    }

    pub(crate) fn host(self: &Arc<Self>) -> Host {
        Host { live: Some(Arc::<Self>::clone(self)), ..Host::default() }
    }

    /// The first error of a handler or a callback.
    pub(crate) fn take_failure(&self) -> Option<Error> {
        self.all.iter().flatten().find_map(|execution| execution.take_failure())
    }

    fn execution(&self, process: usize) -> Option<&Arc<Execution>> {
        let place = match &self.numbers {
            Some(numbers) => numbers.iter().position(|&number| number == process)?,
            None => process,
        };
        self.all.get(place)?.as_ref()
    }

    /// Works with the callbacks of a process.
    fn with(&self, process: usize, work: impl FnOnce(&Callbacks) -> Result<()>) -> Result<(), String> {
        let execution = self.execution(process).ok_or("the process has no callbacks")?;
        let callbacks = execution.callbacks.as_ref().ok_or("the process has no callbacks")?;
        work(callbacks).map_err(|error| {
            execution.fail(&error);
            error.message().to_owned()
        })
    }
}

impl fmt::Debug for Executions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executions").field("processes", &self.all.len()).finish_non_exhaustive()
    }
}

impl LiveHost for Executions {
    fn run(&self, process: usize, work: &mut dyn FnMut()) {
        Running::enter(self.task.clone(), || match self.execution(process) {
            Some(execution) => execution.enter(work),
            None => work(),
        });
    }

    fn send(&self, process: usize, channel: i64, arrays: &[&[u8]]) -> Result<(), String> {
        self.with(process, |callbacks| callbacks.send(channel, arrays))
    }

    fn receive(&self, process: usize, channel: i64, arrays: &mut [&mut [u8]]) -> Result<(), String> {
        self.with(process, |callbacks| callbacks.receive(channel, arrays))
    }
}
