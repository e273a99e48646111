//! The context that a compiled program runs in.

use std::ffi::{CString, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::alloc::{self, Usage};
use crate::call::{Routine, Routines};
use crate::collective::Process;
use crate::fourier::Planners;
use crate::pool::{ChunkFn, Pool};
use crate::random;
use crate::threads::thread_count;

/// Threads, memory accounting and the error slot of one user of compiled programs.
pub struct Context {
    pool: Pool,
    usage: Usage,
    /// Zero is no error. The first error stays until it is cleared.
    code: AtomicI32,
    message: Mutex<CString>,
    routines: Routines,
    planners: Planners,
    random: random::State,
    process: Mutex<Option<Arc<Process>>>,
}

impl Context {
    /// Creates a context. `threads` counts the caller; zero or less means [`thread_count`]'s choice.
    #[must_use]
    pub fn new(threads: i32) -> Self {
        Self {
            pool: Pool::new(thread_count(threads)),
            usage: Usage::default(),
            code: AtomicI32::new(0),
            message: Mutex::default(),
            routines: Routines::default(),
            planners: Planners::default(),
            random: random::State::default(),
            process: Mutex::default(),
        }
    }

    /// The number of threads, counting the caller.
    #[must_use]
    pub fn n_threads(&self) -> usize {
        self.pool.n_threads()
    }

    /// Runs `body` for every chunk number below `n_chunks`, on all threads. A panic in a chunk becomes `Err` once all chunks are done.
    pub fn parallel_for<F: Fn(u64) + Sync>(&self, n_chunks: u64, body: F) -> Result<(), String> {
        struct Loop<F> {
            body: F,
            panicked: AtomicBool,
        }
        unsafe extern "C" fn chunk<F: Fn(u64) + Sync>(args: *mut c_void, chunk: i64) {
            // SAFETY: `args` is the `Loop` below, which outlives the loop; chunks only share it.
            let state = unsafe { &*args.cast::<Loop<F>>() };
            if catch_unwind(AssertUnwindSafe(|| (state.body)(chunk as u64))).is_err() {
                state.panicked.store(true, Ordering::Relaxed);
            }
        }
        let state = Loop { body, panicked: AtomicBool::new(false) };
        // SAFETY: `chunk` may be called from any thread, because `F` is `Sync`; `state` lives until the loop is over.
        unsafe { self.pool.run(chunk::<F>, n_chunks, (&raw const state).cast_mut().cast()) };
        if state.panicked.into_inner() {
            Err("a chunk of a parallel loop panicked".to_owned())
        } else {
            Ok(())
        }
    }

    /// Runs `function(args, chunk)` for every chunk number below `n_chunks`.
    ///
    /// # Safety
    /// `function` may be called with `args` for every chunk, from several threads at once.
    pub unsafe fn run_chunks(&self, function: ChunkFn, n_chunks: u64, args: *mut c_void) {
        // SAFETY: guaranteed by the caller.
        unsafe { self.pool.run(function, n_chunks, args) }
    }

    /// Allocates memory; where there is none, the result is null and the error slot says so.
    pub fn allocate(&self, size: usize) -> *mut u8 {
        let block = alloc::allocate(&self.usage, size);
        if block.is_null() {
            self.set_error(1, &format!("out of memory: {size} bytes"));
        }
        block
    }

    /// Frees memory of [`Context::allocate`]; null is ignored.
    ///
    /// # Safety
    /// `block` is null, or came from this context's `allocate` and has not been freed.
    pub unsafe fn free(&self, block: *mut u8) {
        // SAFETY: guaranteed by the caller.
        unsafe { alloc::free(&self.usage, block) }
    }

    /// The bytes in use through [`Context::allocate`], and the most that ever were.
    #[must_use]
    pub fn memory(&self) -> (u64, u64) {
        self.usage.bytes()
    }

    /// Registers a routine that programs may call by name.
    pub fn register(&self, name: &str, routine: Arc<Routine>) {
        self.routines.insert(name, routine);
    }

    pub(crate) fn routines(&self) -> &Routines {
        &self.routines
    }

    /// Makes programs that run in this context a process of a grid, or end that.
    pub fn join(&self, process: Option<Process>) {
        *self.process.lock().unwrap_or_else(PoisonError::into_inner) = process.map(Arc::new);
    }

    pub(crate) fn process(&self) -> Option<Arc<Process>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn random(&self) -> &random::State {
        &self.random
    }

    pub(crate) fn planners(&self) -> &Planners {
        &self.planners
    }

    /// Records an error, unless there is one already. A `code` of zero is recorded as 1.
    pub fn set_error(&self, code: i32, message: &str) {
        let mut slot = self.message.lock().unwrap_or_else(PoisonError::into_inner);
        if self.code.load(Ordering::Relaxed) == 0 {
            // A NUL would cut the message off, so there is none in it.
            *slot = CString::new(message.replace('\0', "?")).unwrap_or_default();
            self.code.store(if code == 0 { 1 } else { code }, Ordering::Release);
        }
    }

    /// The code of the first error since the last clear, zero for none.
    #[must_use]
    pub fn error_code(&self) -> i32 {
        self.code.load(Ordering::Acquire)
    }

    /// The first error since the last clear.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        let slot = self.message.lock().unwrap_or_else(PoisonError::into_inner);
        (self.error_code() != 0).then(|| slot.to_string_lossy().into_owned())
    }

    /// The message's address; valid until the error is cleared and another one is recorded.
    pub(crate) fn message_address(&self) -> *const std::ffi::c_char {
        self.message.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
    }

    /// Makes room for the next error.
    pub fn clear_error(&self) {
        let _slot = self.message.lock().unwrap_or_else(PoisonError::into_inner);
        self.code.store(0, Ordering::Release);
    }
}
