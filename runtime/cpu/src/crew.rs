//! [`Crew`]: threads for the processes of a grid, which run at the same time and wait for each other. They are kept for the next call.
//!
//! A thread of a crew belongs to one call at a time. Between calls it sleeps.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, Thread};

use crate::profile;

/// The work of a call, which is on the stack of its caller.
struct Shared<'a> {
    work: &'a (dyn Fn(usize) + Sync),
    /// The number of threads that are at work.
    left: AtomicUsize,
    panicked: AtomicBool,
    caller: Thread,
    recorder: Option<Arc<profile::Recorder>>,
}

/// A part of the work, for one thread.
struct Part {
    shared: *const Shared<'static>,
    number: usize,
}

// SAFETY: what it points to may be used by any thread, and lives until the part is done.
unsafe impl Send for Part {}

#[derive(Default)]
struct Mailbox {
    part: Mutex<Option<Part>>,
    stop: AtomicBool,
}

/// A thread that waits for work.
struct Worker {
    mailbox: Arc<Mailbox>,
    thread: JoinHandle<()>,
}

/// The threads that have no work now.
#[derive(Default)]
pub(crate) struct Crew {
    idle: Mutex<Vec<Worker>>,
}

impl Crew {
    /// Calls `work` with all numbers below `count` at the same time, each on a thread of its own, of which this is the first. Returns when
    /// all calls have.
    ///
    /// # Errors
    /// If there are not so many threads, before anything is called; or if a call panicked.
    pub(crate) fn run(&self, count: usize, work: &(dyn Fn(usize) + Sync)) -> Result<(), String> {
        let Some(others) = count.checked_sub(1) else { return Ok(()) };
        let mut crew = Vec::with_capacity(others);
        {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = idle.len().saturating_sub(others);
            crew.extend(idle.drain(kept..));
        }
        while crew.len() < others {
            match Worker::start(crew.len() + 1) {
                Ok(worker) => crew.push(worker),
                Err(why) => {
                    let number = crew.len() + 1;
                    self.keep(crew);
                    return Err(format!("out of memory: no thread for process {number}: {why}"));
                }
            }
        }
        let shared = Shared {
            work,
            left: AtomicUsize::new(others),
            panicked: AtomicBool::new(false),
            caller: std::thread::current(),
            recorder: profile::current(),
        };
        for (i, worker) in crew.iter().enumerate() {
            let part = Part { shared: (&raw const shared).cast(), number: i + 1 };
            *worker.mailbox.part.lock().unwrap_or_else(PoisonError::into_inner) = Some(part);
            worker.thread.thread().unpark();
        }
        shared.part(0);
        while shared.left.load(Ordering::Acquire) > 0 {
            std::thread::park();
        }
        self.keep(crew);
        if shared.panicked.into_inner() { Err("a process panicked".to_owned()) } else { Ok(()) }
    }

    fn keep(&self, crew: Vec<Worker>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).extend(crew);
    }
}

impl Shared<'_> {
    /// Does a part; nothing unwinds out of it.
    fn part(&self, number: usize) {
        let _inside = profile::Inside::enter(self.recorder.as_ref());
        if catch_unwind(AssertUnwindSafe(|| (self.work)(number))).is_err() {
            self.panicked.store(true, Ordering::Relaxed);
        }
    }
}

impl Worker {
    fn start(number: usize) -> std::io::Result<Self> {
        let mailbox = Arc::new(Mailbox::default());
        let own = Arc::clone(&mailbox);
        let name = format!("strata-process-{number}");
        let thread = std::thread::Builder::new().name(name).spawn(move || own.serve())?;
        Ok(Self { mailbox, thread })
    }
}

impl Mailbox {
    /// Does the parts that come in.
    fn serve(&self) {
        while !self.stop.load(Ordering::Acquire) {
            let part = self.part.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(part) = part else {
                std::thread::park();
                continue;
            };
            // SAFETY: the caller waits until `left` is zero.
            let shared = unsafe { &*part.shared };
            shared.part(part.number);
            let caller = shared.caller.clone();
            // After this, `shared` may be gone.
            if shared.left.fetch_sub(1, Ordering::AcqRel) == 1 {
                caller.unpark();
            }
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        let idle = std::mem::take(self.idle.get_mut().unwrap_or_else(PoisonError::into_inner));
        for worker in &idle {
            worker.mailbox.stop.store(true, Ordering::Release);
            worker.thread.thread().unpark();
        }
        for worker in idle {
            drop(worker.thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn all_run_at_the_same_time_and_again() {
        let crew = Crew::default();
        for count in [0, 1, 3, 5, 2] {
            let (barrier, sum) = (Barrier::new(count.max(1)), AtomicUsize::new(0));
            let work = |number: usize| {
                barrier.wait();
                sum.fetch_add(number + 1, Ordering::Relaxed);
            };
            crew.run(count, &work).expect("there are threads");
            assert_eq!(sum.into_inner(), count * (count + 1) / 2);
        }
        assert_eq!(crew.idle.lock().expect("nobody panicked").len(), 4);
    }

    #[test]
    fn calls_inside_of_calls_have_other_threads() {
        let crew = Crew::default();
        let sum = AtomicUsize::new(0);
        let inner = |_| {
            sum.fetch_add(1, Ordering::Relaxed);
        };
        crew.run(3, &|_| crew.run(2, &inner).expect("there are threads")).expect("there are threads");
        assert_eq!(sum.into_inner(), 6);
    }
}
