//! The time limit of a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The time for work to end by itself after it was cancelled.
const GRACE: Duration = Duration::from_millis(500);

/// Cancels work when its time is over, and ends the process if it does not end.
pub struct Timeout {
    over: Arc<AtomicBool>,
    /// Dropped when the work is done.
    _done: Sender<()>,
}

impl Timeout {
    /// Starts the clock. After `time`, `cancel` is called; if the work has not ended soon after that, `message` is written to the
    /// standard error output and the process ends with [`TIMED_OUT`](crate::TIMED_OUT).
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn start(
        time: Duration,
        message: String,
        cancel: impl FnOnce() + Send + 'static,
    ) -> std::io::Result<Self> {
        let (done, wait) = channel::<()>();
        let over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&over);
        let clock = move || {
            if wait.recv_timeout(time) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            flag.store(true, Ordering::Release);
            cancel();
            if wait.recv_timeout(GRACE) == Err(RecvTimeoutError::Timeout) {
                eprint!("{message}");
                // SAFETY: the call ends the process. Nothing of it is run, as destructors are: other threads still use everything.
                unsafe { libc::_exit(crate::TIMED_OUT.into()) }
            }
        };
        std::thread::Builder::new().stack_size(1 << 20).spawn(clock)?;
        Ok(Self { over, _done: done })
    }

    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_ends_in_time_is_not_cancelled() {
        let asked = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&asked);
        let timeout = Timeout::start(Duration::from_secs(3600), String::new(), move || {
            flag.store(true, Ordering::Relaxed);
        });
        let timeout = timeout.expect("a thread");
        assert!(!timeout.is_over());
        drop(timeout);
        assert!(!asked.load(Ordering::Relaxed));
    }

    #[test]
    fn work_that_takes_longer_is_asked_to_end() {
        let (asked, hear) = channel();
        let timeout = Timeout::start(Duration::from_millis(1), String::new(), move || {
            asked.send(()).expect("somebody listens");
        });
        let timeout = timeout.expect("a thread");
        hear.recv().expect("the time is over");
        assert!(timeout.is_over());
    }
}
