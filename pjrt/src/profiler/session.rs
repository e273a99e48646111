//! A recording: the events between start and stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::thread::ThreadId;
use std::time::{Duration, Instant, SystemTime};

use strata_driver::Executable as Code;
use strata_driver::profile::{self, Part, Recorder, Span};

use super::host_event::{HostEvent, thread_name};
use crate::error::{Error, Result};

/// The most events of programs in a recording, so that a long one does not exhaust memory.
const MOST_SPANS: usize = 1 << 21;

/// Whether there is a session; what is not recorded costs no more than a look at it.
static ACTIVE: AtomicBool = AtomicBool::new(false);
static CURRENT: RwLock<Option<Arc<Session>>> = RwLock::new(None);

/// Whether there is a recording.
pub(crate) fn is_active() -> bool {
    ACTIVE.load(Ordering::Relaxed)
}

/// The session that records now.
pub(crate) fn current() -> Option<Arc<Session>> {
    if !is_active() {
        return None;
    }
    CURRENT.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// A program that is run.
#[derive(Clone, Copy)]
pub(crate) struct Program<'a> {
    pub name: &'a str,
    /// A number for the program.
    pub number: i64,
    pub device: i32,
    /// Its code without marks.
    pub code: &'a Code,
}

/// A run of a program.
pub(super) struct Run {
    /// The name of the program, and a number for it.
    pub module: String,
    pub program: i64,
    pub device: i32,
    pub start: Instant,
    pub end: Instant,
    /// The thread that ran the program, and the others that helped.
    pub thread: ThreadId,
    pub threads: Vec<(ThreadId, String)>,
    /// When the spans' time is zero.
    pub base: Instant,
    pub parts: Arc<[Part]>,
    /// In the order of their beginnings on each thread.
    pub spans: Vec<Span>,
    /// When the parallel loops began and ended.
    pub loops: Vec<(Duration, Duration)>,
}

/// The events of a session.
#[derive(Default)]
pub(super) struct Recorded {
    pub host: Vec<HostEvent>,
    pub threads: Vec<(ThreadId, String)>,
    pub runs: Vec<Run>,
    pub warnings: Vec<String>,
    pub spans: usize,
}

/// A recording of a caller.
#[derive(Default)]
pub(crate) struct Session {
    /// When it began, by the clock of this process and in nanoseconds of the Unix epoch, which is the clock of other planes.
    began: OnceLock<(Instant, u64)>,
    recorded: Mutex<Recorded>,
    /// The serialized form, once it was collected.
    data: OnceLock<Vec<u8>>,
}

impl Session {
    /// Begins to record.
    pub(super) fn start(self: &Arc<Self>) -> Result<()> {
        let mut current = CURRENT.write().unwrap_or_else(PoisonError::into_inner);
        if current.is_some() {
            return Err(Error::precondition("another profile is being recorded"));
        }
        let unix = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        _ = self.began.set((Instant::now(), u64::try_from(unix.as_nanos()).unwrap_or(u64::MAX)));
        *current = Some(Arc::clone(self));
        ACTIVE.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Ends the recording, if it is the current one.
    pub(super) fn stop(self: &Arc<Self>) {
        let mut current = CURRENT.write().unwrap_or_else(PoisonError::into_inner);
        if current.as_ref().is_some_and(|session| Arc::ptr_eq(session, self)) {
            ACTIVE.store(false, Ordering::Relaxed);
            *current = None;
        }
    }

    /// The serialized form; empty if nothing was recorded.
    pub(super) fn data(&self) -> &[u8] {
        self.data.get_or_init(|| match self.began.get() {
            Some(&began) => super::planes::serialize(&self.lock(), began),
            None => Vec::new(),
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Recorded> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an event of this thread.
    pub(super) fn add(&self, event: HostEvent) {
        let mut recorded = self.lock();
        if recorded.threads.iter().all(|(known, _)| *known != event.thread) {
            recorded.threads.push((event.thread, thread_name()));
        }
        recorded.host.push(event);
    }

    /// Runs a program in its form with marks, or without if there is none, which is a warning.
    pub(crate) fn run<T>(
        &self,
        program: Program<'_>,
        marked: Result<(&Code, Arc<[Part]>), String>,
        work: impl FnOnce(&Code) -> T,
    ) -> T {
        let full = self.lock().spans >= MOST_SPANS;
        let (code, parts) = match marked {
            Ok((code, parts)) if !full => (code, parts),
            Ok(_) => (program.code, Arc::default()),
            Err(warning) => {
                let mut recorded = self.lock();
                if !recorded.warnings.contains(&warning) {
                    recorded.warnings.push(warning);
                }
                (program.code, Arc::default())
            }
        };
        let recorder = Recorder::new();
        let start = Instant::now();
        let result = recorder.record(|| work(code));
        let end = Instant::now();
        let spans = profile::spans(&recorder.marks());
        let loops = recorder.loops().iter().map(|l| (l.start, l.end)).collect();
        let mut recorded = self.lock();
        recorded.spans += spans.len();
        recorded.runs.push(Run {
            module: program.name.to_owned(),
            program: program.number,
            device: program.device,
            start,
            end,
            thread: std::thread::current().id(),
            threads: recorder.threads(),
            base: recorder.start(),
            parts,
            spans,
            loops,
        });
        result
    }
}

/// The time from the beginning of a session in picoseconds, which is how events are written.
pub(super) fn picoseconds(from: Instant, to: Instant) -> u64 {
    let time = to.saturating_duration_since(from);
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).saturating_mul(1000)
}

impl Run {
    /// When a time of its spans was.
    pub(super) fn at(&self, time: Duration) -> Instant {
        self.base.checked_add(time).unwrap_or(self.base)
    }
}
