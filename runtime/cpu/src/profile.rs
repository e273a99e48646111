//! Profiles: programs mark the beginnings and ends of their parts, and a recorder collects the marks.
//!
//! Only programs that are compiled with marks have them (`insert-profile-marks`). Marks go to the recorder of the thread that called the
//! program; its parallel loops pass the recorder on to the threads that run their chunks. The times of the chunks are recorded too, of all
//! parallel loops, those of the runtime's own routines included.

use std::{
    cell::{Cell, RefCell},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread::ThreadId,
    time::{Duration, Instant},
};

/// The most marks of a recording, so that a long loop does not exhaust memory.
const MOST_MARKS: usize = 1 << 20;
/// The most chunks of a recording.
const MOST_CHUNKS: usize = 1 << 22;

thread_local! {
    static CURRENT: RefCell<Option<Arc<Recorder>>> = const { RefCell::new(None) };
    /// Whether this thread runs a chunk whose time is recorded. Loops inside of it are a part of the chunk.
    static IN_CHUNK: Cell<bool> = const { Cell::new(false) };
}

/// A beginning or an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The number of the part that begins; negative for the end of the part that began last on this thread.
    pub id: i64,
    /// The time since the beginning of the recording.
    pub at: Duration,
    /// The thread.
    pub thread: ThreadId,
}

/// A parallel loop that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// When it began and ended, since the beginning of the recording.
    pub start: Duration,
    /// See `start`.
    pub end: Duration,
    /// How long each chunk took, by their numbers.
    pub chunks: Vec<Duration>,
}

/// The marks of programs that run on a thread.
#[derive(Debug)]
pub struct Recorder {
    start: Instant,
    recorded: Mutex<Recorded>,
}

#[derive(Debug, Default)]
struct Recorded {
    marks: Vec<Mark>,
    loops: Vec<Loop>,
    /// The chunks of all loops.
    n_chunks: usize,
    /// The names of the threads that have marks.
    threads: Vec<(ThreadId, String)>,
}

impl Recorded {
    fn push(&mut self, mark: Mark) {
        if self.marks.last().is_none_or(|last| last.thread != mark.thread)
            && self.threads.iter().all(|(known, _)| *known != mark.thread)
        {
            let name = std::thread::current().name().unwrap_or_default().to_owned();
            self.threads.push((mark.thread, name));
        }
        self.marks.push(mark);
    }
}

impl Recorder {
    /// A recording that begins now.
    #[must_use]
    pub fn new() -> Arc<Self> {
        Arc::new(Self { start: Instant::now(), recorded: Mutex::default() })
    }
    /// Runs `work` and records the marks on this thread and on those of its parallel loops.
    pub fn record<T>(self: &Arc<Self>, work: impl FnOnce() -> T) -> T {
        let _inside = Inside::enter(Some(self));
        work()
    }
    /// When the recording began.
    #[must_use]
    pub fn start(&self) -> Instant {
        self.start
    }
    /// The marks so far, ordered by time on each thread.
    #[must_use]
    pub fn marks(&self) -> Vec<Mark> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).marks.clone()
    }
    /// The parallel loops so far, in the order of their ends.
    #[must_use]
    pub fn loops(&self) -> Vec<Loop> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).loops.clone()
    }
    /// The threads with marks in the order of their first ones, and their names; the name is empty where a thread has none.
    #[must_use]
    pub fn threads(&self) -> Vec<(ThreadId, String)> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).threads.clone()
    }
}

/// The recorder of this thread.
pub(crate) fn current() -> Option<Arc<Recorder>> {
    CURRENT.with_borrow(Clone::clone)
}

/// Sets the recorder of this thread while it lives; without a recorder, nothing changes.
pub(crate) struct Inside(Option<Option<Arc<Recorder>>>);

impl Inside {
    pub(crate) fn enter(recorder: Option<&Arc<Recorder>>) -> Self {
        Self(recorder.map(|r| CURRENT.replace(Some(Arc::clone(r)))))
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        if let Some(before) = self.0.take() {
            CURRENT.set(before);
        }
    }
}

/// A parallel loop that runs while a recorder of its thread records it.
pub(crate) struct Timed {
    recorder: Arc<Recorder>,
    start: Duration,
    nanoseconds: Box<[AtomicU64]>,
}

impl Timed {
    /// Begins a loop, if there is a recorder with space for its chunks.
    pub(crate) fn begin(n_chunks: u64) -> Option<Self> {
        let recorder = current().filter(|_| !IN_CHUNK.get())?;
        let n = usize::try_from(n_chunks).ok().filter(|n| (1..=MOST_CHUNKS).contains(n))?;
        {
            let mut recorded = recorder.recorded.lock().unwrap_or_else(PoisonError::into_inner);
            recorded.n_chunks = recorded.n_chunks.checked_add(n).filter(|&all| all <= MOST_CHUNKS)?;
        }
        let start = recorder.start.elapsed();
        Some(Self { recorder, start, nanoseconds: (0..n).map(|_| AtomicU64::new(0)).collect() })
    }
    /// Runs a chunk.
    pub(crate) fn chunk(&self, chunk: i64, run: impl FnOnce()) {
        let start = Instant::now();
        let before = IN_CHUNK.replace(true);
        run();
        IN_CHUNK.set(before);
        let time = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        if let Some(slot) = usize::try_from(chunk).ok().and_then(|at| self.nanoseconds.get(at)) {
            slot.store(time, Ordering::Relaxed);
        }
    }
    /// Ends the loop, when all chunks are done.
    pub(crate) fn end(self) {
        let Self { recorder, start, nanoseconds } = self;
        let end = recorder.start.elapsed();
        let chunks = nanoseconds.into_iter().map(|time| Duration::from_nanos(time.into_inner())).collect();
        let mut recorded = recorder.recorded.lock().unwrap_or_else(PoisonError::into_inner);
        recorded.loops.push(Loop { start, end, chunks });
    }
}

/// Records the begin of part `id` of a program, or, for a negative number, the end of the part that began last on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn strata_rt_profile_mark(id: i64) {
    CURRENT.with_borrow(|recorder| {
        let Some(recorder) = recorder else { return };
        let at = recorder.start.elapsed();
        let mut recorded = recorder.recorded.lock().unwrap_or_else(PoisonError::into_inner);
        if recorded.marks.len() < MOST_MARKS {
            recorded.push(Mark { id, at, thread: std::thread::current().id() });
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_count_while_they_are_recorded() {
        let recorder = Recorder::new();
        strata_rt_profile_mark(1);
        recorder.record(|| {
            strata_rt_profile_mark(2);
            strata_rt_profile_mark(-1);
        });
        strata_rt_profile_mark(3);
        let marks = recorder.marks();
        assert_eq!(marks.iter().map(|m| m.id).collect::<Vec<_>>(), [2, -1]);
        assert!(marks[0].at <= marks[1].at && marks[0].thread == std::thread::current().id());
    }

    #[test]
    fn parallel_loops_pass_the_recorder_on() {
        unsafe extern "C" fn chunk(_: *mut std::ffi::c_void, chunk: i64) {
            strata_rt_profile_mark(chunk);
        }
        let context = crate::Context::new(3);
        let recorder = Recorder::new();
        // SAFETY: the function may be called from any thread and does not look at its argument.
        let run = || unsafe { context.run_chunks(chunk, 50, std::ptr::null_mut()) };
        recorder.record(run);
        run();
        let mut ids: Vec<i64> = recorder.marks().iter().map(|m| m.id).collect();
        ids.sort_unstable();
        assert_eq!(ids, (0..50).collect::<Vec<_>>());
        let loops = recorder.loops();
        assert_eq!(loops.iter().map(|l| l.chunks.len()).collect::<Vec<_>>(), [50]);
        assert!(loops[0].start <= loops[0].end);
        let threads = recorder.threads();
        let own = std::thread::current();
        assert!((1..=3).contains(&threads.len()), "{threads:?}");
        for (thread, name) in threads {
            let expected = if thread == own.id() { own.name().unwrap_or_default() } else { "strata-" };
            assert!(name.starts_with(expected), "{name}");
        }
    }

    #[test]
    fn loops_inside_of_chunks_are_a_part_of_these() {
        for threads in [1, 3] {
            let context = crate::Context::new(threads);
            let recorder = Recorder::new();
            let inner = |_| context.parallel_for(5, |_| ()).expect("nothing panics");
            recorder.record(|| context.parallel_for(7, inner)).expect("nothing panics");
            let counts: Vec<usize> = recorder.loops().iter().map(|l| l.chunks.len()).collect();
            assert_eq!(counts, [7], "{threads} threads");
        }
    }

    #[test]
    fn routines_have_the_parts_of_several_threads_while_they_are_recorded() {
        let context = crate::Context::new(1);
        let recorder = Recorder::new();
        let run = || crate::parts::for_each(Some(&context), 0..7, 0, |_, _| ()).expect("nothing fails");
        recorder.record(run);
        run();
        assert_eq!(recorder.loops().iter().map(|l| l.chunks.len()).collect::<Vec<_>>(), [7]);
    }
}
