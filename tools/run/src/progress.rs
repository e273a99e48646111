//! A progress line on a terminal for long operations, and no output otherwise.

use std::{
    io::{IsTerminal, Write},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// The time after which an operation counts as long.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between updates of the line.
const TURN: Duration = Duration::from_millis(200);
/// The width of a full bar in characters.
const WIDTH: u64 = 30;

/// Shows progress from two seconds after its beginning until it is dropped.
pub(crate) struct Progress {
    done: Arc<AtomicU32>,
    shown: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Begins an operation of `steps` steps; of 1 where its progress is not known.
    pub(crate) fn new(what: &'static str, steps: u32) -> Self {
        let done = Arc::new(AtomicU32::new(0));
        if !std::io::stderr().is_terminal() {
            return Self { done, shown: None };
        }
        let (sender, receiver) = channel::<()>();
        let (start, counter) = (Instant::now(), Arc::clone(&done));
        let show = move || {
            let mut wait = PATIENCE;
            let mut error = std::io::stderr();
            while receiver.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = TURN;
                let line = line(what, counter.load(Ordering::Relaxed), steps, start.elapsed());
                // The line is not essential, so errors are ignored.
                _ = write!(error, "\r\x1b[K{line}").and_then(|()| error.flush());
            }
            if wait == TURN {
                _ = write!(error, "\r\x1b[K").and_then(|()| error.flush());
            }
        };
        // The line is omitted if no thread can be started.
        let thread = std::thread::Builder::new().spawn(show).ok();
        Self { done, shown: thread.map(|thread| (sender, thread)) }
    }
    /// Records that another step is done.
    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.shown.take() {
            drop(sender);
            // A panic of the thread only affects the display.
            _ = thread.join();
        }
    }
}

fn line(what: &str, done: u32, steps: u32, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if steps < 2 {
        return format!("{what} {seconds:.1} s");
    }
    let full = WIDTH * u64::from(done.min(steps)) / u64::from(steps);
    let bar: String = (0..WIDTH).map(|i| if i < full { '█' } else { '·' }).collect();
    format!("{what} {bar} {done}/{steps} {seconds:.1} s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows() {
        let at = |done| line("running", done, 4, Duration::from_millis(2500));
        assert_eq!(at(0), format!("running {} 0/4 2.5 s", "·".repeat(30)));
        assert_eq!(at(2), format!("running {}{} 2/4 2.5 s", "█".repeat(15), "·".repeat(15)));
        assert_eq!(at(9), format!("running {} 9/4 2.5 s", "█".repeat(30)));
        assert_eq!(line("compiling", 0, 1, Duration::from_secs(3)), "compiling 3.0 s");
    }
}
