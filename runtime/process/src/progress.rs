//! Progress of long operations: a line on a terminal, and no output otherwise.

use std::{
    io::Write,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{Ticker, error_terminal};

/// The time after which an operation counts as long.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time between updates of the line.
const TURN: Duration = Duration::from_millis(200);
/// The width of a full bar in characters.
const WIDTH: u64 = 30;
/// Removes the line of a terminal, without any color.
const CLEAR: &str = "\r\x1b[K";

/// The stage that an operation is in, as the name of a pass. Copies are one and the same; threads may share them.
#[derive(Clone, Debug, Default)]
pub struct Stage(Arc<Mutex<&'static str>>);

impl Stage {
    /// Enters a stage.
    pub fn set(&self, name: &'static str) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = name;
    }
    /// The name of the stage; empty before the first.
    #[must_use]
    pub fn get(&self) -> &'static str {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows progress from two seconds after its beginning until it is dropped, if standard error is a terminal that can remove a line.
#[derive(Debug)]
pub struct Progress {
    done: Arc<AtomicU32>,
    stage: Stage,
    shown: Option<Ticker>,
}

impl Progress {
    /// Begins an operation of `steps` steps; of 1 where its progress is not known.
    #[must_use]
    pub fn new(what: &'static str, steps: u32) -> Self {
        let (done, stage) = (Arc::new(AtomicU32::new(0)), Stage::default());
        if error_terminal().is_none() {
            return Self { done, stage, shown: None };
        }
        let (start, counter, current) = (Instant::now(), Arc::clone(&done), stage.clone());
        let show = move |goes_on: bool| {
            let line = match goes_on {
                true => line(what, current.get(), counter.load(Ordering::Relaxed), steps, start.elapsed()),
                false => String::new(),
            };
            let mut error = std::io::stderr();
            // The line is not essential, so errors are ignored.
            _ = write!(error, "{CLEAR}{line}").and_then(|()| error.flush());
        };
        // The line is omitted if no thread can be started.
        Self { done, stage, shown: Ticker::start(PATIENCE, TURN, show).ok() }
    }
    /// Records that another step is done.
    pub fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
    /// The stage that is shown.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage.clone()
    }
    /// Whether a line may be shown.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.shown.is_some()
    }
}

fn line(what: &str, stage: &str, done: u32, steps: u32, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let stage = if stage.is_empty() { String::new() } else { format!(" ({stage})") };
    if steps < 2 {
        return format!("{what} {seconds:.1} s{stage}");
    }
    let full = WIDTH * u64::from(done.min(steps)) / u64::from(steps);
    let bar: String = (0..WIDTH).map(|i| if i < full { '█' } else { '·' }).collect();
    format!("{what} {bar} {done}/{steps} {seconds:.1} s{stage}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_grows() {
        let at = |done| line("running", "", done, 4, Duration::from_millis(2500));
        assert_eq!(at(0), format!("running {} 0/4 2.5 s", "·".repeat(30)));
        assert_eq!(at(2), format!("running {}{} 2/4 2.5 s", "█".repeat(15), "·".repeat(15)));
        assert_eq!(at(9), format!("running {} 9/4 2.5 s", "█".repeat(30)));
    }

    #[test]
    fn the_line_names_the_stage() {
        let stage = Stage::default();
        let shown = |stage: &Stage| line("compiling", stage.get(), 0, 1, Duration::from_secs(3));
        assert_eq!(shown(&stage), "compiling 3.0 s");
        stage.clone().set("bufferize-program");
        assert_eq!(shown(&stage), "compiling 3.0 s (bufferize-program)");
    }
}
