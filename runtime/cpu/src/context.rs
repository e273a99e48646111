//! The context that a compiled program runs in.

use std::cell::Cell;
use std::ffi::{CString, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::alloc::{Heap, MemoryUse, Owner};
use crate::collective::Process;
use crate::device::{Device, DeviceMemory, DeviceUse, TensorMap};
use crate::guard::Guard;
use crate::pool::{Pool, Threads};
use crate::profile;
use crate::routine::{Routine, Routines};
use crate::sequence;
use crate::slot::ChunkFn;
use crate::sort_memory::Memories;
use strata_runtime_fft::Planners;

/// The error code for failed allocations.
pub const OUT_OF_MEMORY: i32 = 2;
/// The error code of a cancelled run.
pub const CANCELLED: i32 = 4;

thread_local! {
    /// The context whose chunk this thread runs.
    static CURRENT: Cell<*const Context> = const { Cell::new(std::ptr::null()) };
}

/// The threads, memory and error slot of one user of compiled programs.
pub struct Context {
    pool: Arc<Pool>,
    heap: Heap,
    device: DeviceMemory,
    /// The number of running calls of programs.
    calls: AtomicUsize,
    /// Zero is no error. The first error stays until it is cleared.
    code: AtomicI32,
    message: Mutex<CString>,
    routines: Routines,
    planners: Planners,
    sorting: Memories,
    random: sequence::State,
    process: Mutex<Option<Arc<Process>>>,
    cancel: Mutex<Option<Arc<AtomicBool>>>,
    /// The address of the flag in `cancel`, for loops that check it in each iteration; null without one.
    cancel_flag: AtomicPtr<AtomicBool>,
}

impl Context {
    /// Creates a context. `threads` counts the caller; zero or less means [`thread_count`](crate::thread_count)'s choice.
    #[must_use]
    pub fn new(threads: i32) -> Self {
        Self::with_threads(&Threads::new(threads))
    }

    /// Creates a context that runs its loops on threads that it shares with other contexts.
    #[must_use]
    pub fn with_threads(threads: &Threads) -> Self {
        // Programs for processors that have them may use them; for others the answer means nothing.
        let _ = crate::request_tile_registers();
        Self {
            pool: Arc::clone(&threads.0),
            heap: Heap::new(Guard::of_environment(), memory_limit()),
            device: DeviceMemory::default(),
            calls: AtomicUsize::new(0),
            code: AtomicI32::new(0),
            message: Mutex::default(),
            routines: Routines::default(),
            planners: Planners::default(),
            sorting: Memories::default(),
            random: sequence::State::default(),
            process: Mutex::default(),
            cancel: Mutex::default(),
            cancel_flag: AtomicPtr::default(),
        }
    }

    /// The number of threads, counting the caller.
    #[must_use]
    pub fn n_threads(&self) -> usize {
        self.pool.n_threads()
    }

    /// Whether routines divide their work: there are threads to share it, or a recording is to have the parts that several threads would share.
    pub(crate) fn divides(&self) -> bool {
        self.n_threads() > 1 || profile::current().is_some()
    }

    /// Runs `body` for every chunk number below `n_chunks`, on all threads. A panic in a chunk becomes `Err` once all chunks are done.
    pub fn parallel_for<F: Fn(u64) + Sync>(&self, n_chunks: u64, body: F) -> Result<(), String> {
        self.parallel_for_key(n_chunks, None, body)
    }

    /// As [`Context::parallel_for`]. Loops of the same body with the same number of chunks and the same `size` have about the same work, so that
    /// other threads need not help if there is little.
    pub(crate) fn parallel_for_sized<F: Fn(u64) + Sync>(
        &self,
        n_chunks: u64,
        size: usize,
        body: F,
    ) -> Result<(), String> {
        let sizes = size.wrapping_mul(31).wrapping_add(n_chunks as usize);
        self.parallel_for_key(n_chunks, Some(sizes), body)
    }

    /// As [`Context::parallel_for`]; with `sizes`, the loop is measured.
    fn parallel_for_key<F: Fn(u64) + Sync>(
        &self,
        n_chunks: u64,
        sizes: Option<usize>,
        body: F,
    ) -> Result<(), String> {
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
        // Each body has its own function.
        let key = sizes
            .map(|sizes| (chunk::<F> as *const () as usize).wrapping_add(sizes.wrapping_mul(0x9e37_79b1)));
        // SAFETY: `chunk` may be called from any thread, because `F` is `Sync`; `state` lives until the loop is over.
        unsafe { self.run_loop(chunk::<F>, n_chunks, (&raw const state).cast_mut().cast(), key) };
        if state.panicked.into_inner() {
            Err("a chunk of a parallel loop panicked".to_owned())
        } else {
            Ok(())
        }
    }

    /// Runs `function(args, chunk)` for every chunk number below `n_chunks`. The work of a function is about the same each time.
    ///
    /// # Safety
    /// `function` may be called with `args` for every chunk, from several threads at once.
    pub unsafe fn run_chunks(&self, function: ChunkFn, n_chunks: u64, args: *mut c_void) {
        /// The function and arguments of the chunks.
        struct Chunks {
            function: ChunkFn,
            args: *mut c_void,
            context: *const Context,
            recorder: Option<Arc<profile::Recorder>>,
        }
        unsafe extern "C" fn chunk(args: *mut c_void, chunk: i64) {
            // SAFETY: `args` is the value below, which outlives the loop; chunks only read it.
            let chunks = unsafe { &*args.cast::<Chunks>() };
            let _inside = profile::Inside::enter(chunks.recorder.as_ref());
            let before = CURRENT.replace(chunks.context);
            // SAFETY: guaranteed by the caller of `run_chunks`.
            unsafe { (chunks.function)(chunks.args, chunk) };
            CURRENT.set(before);
        }
        let chunks =
            Chunks { function, args, context: std::ptr::from_ref(self), recorder: profile::current() };
        // SAFETY: guaranteed by the caller; `chunks` lives until the loop is over.
        unsafe {
            self.run_loop(chunk, n_chunks, (&raw const chunks).cast_mut().cast(), Some(function as usize))
        }
    }

    /// Runs the chunks of a loop, and records their times if this thread has a recorder. `key` is that of [`Pool::run`].
    ///
    /// # Safety
    /// As for [`Context::run_chunks`].
    unsafe fn run_loop(&self, function: ChunkFn, n_chunks: u64, args: *mut c_void, key: Option<usize>) {
        /// A loop and its function.
        struct Recorded {
            function: ChunkFn,
            args: *mut c_void,
            timed: profile::Timed,
        }
        unsafe extern "C" fn chunk(args: *mut c_void, chunk: i64) {
            // SAFETY: `args` is the value below, which outlives the loop; chunks only share it.
            let recorded = unsafe { &*args.cast::<Recorded>() };
            // SAFETY: guaranteed by the caller of `run_loop`.
            recorded.timed.chunk(chunk, || unsafe { (recorded.function)(recorded.args, chunk) });
        }
        let Some(timed) = profile::Timed::begin(n_chunks) else {
            // SAFETY: guaranteed by the caller.
            return unsafe { self.pool.run(function, n_chunks, args, key) };
        };
        let recorded = Recorded { function, args, timed };
        // SAFETY: guaranteed by the caller; `recorded` lives until the loop is over.
        unsafe { self.pool.run(chunk, n_chunks, (&raw const recorded).cast_mut().cast(), key) };
        recorded.timed.end();
    }

    /// The context whose chunk of a parallel loop this thread runs; null outside of a chunk.
    pub(crate) fn current() -> *const Self {
        CURRENT.get()
    }

    /// Allocates memory; on failure, the result is null and the error is recorded.
    pub fn allocate(&self, size: usize) -> *mut u8 {
        self.allocate_for(size, Owner::Host)
    }

    /// As [`Context::allocate`]; blocks that a program does not free because of an error are freed when its call ends.
    pub(crate) fn allocate_for(&self, size: usize, owner: Owner) -> *mut u8 {
        let block = self.heap.allocate(size, owner);
        if block.is_null() {
            self.set_error(OUT_OF_MEMORY, &format!("out of memory: {size} bytes"));
        }
        block
    }

    pub(crate) fn heap(&self) -> &Heap {
        &self.heap
    }

    /// Frees memory of [`Context::allocate`]; null is ignored.
    ///
    /// # Safety
    /// `block` is null, or came from this context's `allocate` and is not used any more.
    pub unsafe fn free(&self, block: *mut u8) {
        self.heap.free(block);
    }

    /// The memory allocated by [`Context::allocate`] and by programs.
    #[must_use]
    pub fn memory(&self) -> MemoryUse {
        self.heap.figures()
    }

    /// Limits the bytes that this context uses at a time. `STRATA_MEMORY_LIMIT` is the limit of a new context.
    pub fn set_memory_limit(&self, bytes: Option<usize>) {
        self.heap.set_limit(bytes);
    }

    /// Returns memory that is kept for the next call to the system.
    pub fn trim(&self) {
        self.heap.trim();
        self.sorting.trim();
        if let Some(device) = self.device() {
            device.trim();
        }
    }

    /// The position of guard pages of this context's blocks.
    #[must_use]
    pub fn guard(&self) -> Option<Guard> {
        self.heap.guard()
    }

    /// Makes a block of [`Context::allocate`] read-only, if blocks have guard pages.
    pub fn protect(&self, block: *mut u8) {
        self.heap.protect(block);
    }

    /// Records the begin of a call of a program.
    pub fn begin_call(&self) {
        self.calls.fetch_add(1, Ordering::AcqRel);
        self.pool.begin_call();
    }

    /// Records the end of a call of a program, and frees its blocks if there was an error. Returns the error code.
    pub fn end_call(&self) -> i32 {
        self.pool.end_call();
        let code = self.error_code();
        if let Some(process) = self.process().filter(|_| code != 0) {
            // Others may wait for it.
            process.leave(true);
        }
        if self.calls.fetch_sub(1, Ordering::AcqRel) == 1 {
            if code != 0 {
                self.heap.free_left_over();
            }
            self.device.free_left_over(&self.heap);
        }
        code
    }

    /// Sets or removes the device that runs the kernels of programs; memory of the previous device is freed.
    pub fn set_device(&self, device: Option<Arc<dyn Device>>) {
        self.device.set_device(&self.heap, device);
    }

    /// The device that runs the kernels of programs.
    #[must_use]
    pub fn device(&self) -> Option<Arc<dyn Device>> {
        self.device.device()
    }

    /// Allocates memory of the device, which stays allocated until [`Context::device_free`].
    ///
    /// # Errors
    /// If there is no device, or not enough memory.
    pub fn device_allocate(&self, bytes: usize) -> Result<u64, String> {
        self.device_allocate_for(bytes, Owner::Host)
    }

    /// As [`Context::device_allocate`]; memory that a program has not freed is freed when its call ends.
    pub(crate) fn device_allocate_for(&self, bytes: usize, owner: Owner) -> Result<u64, String> {
        self.device.allocate(&self.heap, bytes, owner)
    }

    /// Frees memory of the device; returns false if the address is not that of one of its blocks.
    ///
    /// # Errors
    /// If the device fails.
    pub fn device_free(&self, address: u64) -> Result<bool, String> {
        self.device.free(&self.heap, address)
    }

    /// Lets programs use blocks of the device that somebody else allocated, by address and size, until [`Context::device_give_back`].
    pub fn device_lend(&self, blocks: impl Iterator<Item = (u64, usize)>) {
        self.device.lend(blocks);
    }

    /// Ends the use of all blocks that were lent.
    pub fn device_give_back(&self) {
        self.device.give_back();
    }

    /// The number of bytes from an address to the end of its block on the device; `None` if it is no address of the device.
    pub(crate) fn device_bytes_from(&self, address: u64) -> Option<usize> {
        self.device.bytes_from(address)
    }

    /// The address of a tensor map on the device.
    pub(crate) fn device_tensor_map(&self, map: &TensorMap) -> Result<u64, String> {
        self.device.tensor_map(&self.heap, map)
    }

    /// The statistics of the device memory.
    #[must_use]
    pub fn device_memory(&self) -> DeviceUse {
        self.device.figures()
    }

    /// Registers a routine that programs may call by name.
    pub fn register(&self, name: &str, routine: Arc<Routine>) {
        self.routines.insert(name, routine);
    }

    pub(crate) fn routines(&self) -> &Routines {
        &self.routines
    }

    /// Makes programs that run in this context a process of a grid, or removes them from it.
    pub fn join(&self, process: Option<Arc<Process>>) {
        *self.process.lock().unwrap_or_else(PoisonError::into_inner) = process;
    }

    pub(crate) fn process(&self) -> Option<Arc<Process>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn random(&self) -> &sequence::State {
        &self.random
    }

    pub(crate) fn sorting(&self) -> &Memories {
        &self.sorting
    }

    pub(crate) fn planners(&self) -> &Planners {
        &self.planners
    }

    /// Sets a flag that cancels loops of programs that check it, and kernels if the device supports that. Must not be called while a
    /// program runs in this context.
    pub fn set_cancel(&self, flag: Option<Arc<AtomicBool>>) {
        if let Some(device) = self.device() {
            device.cancel_with(flag.clone());
        }
        let mut slot = self.cancel.lock().unwrap_or_else(PoisonError::into_inner);
        let address = flag.as_ref().map_or(std::ptr::null(), Arc::as_ptr);
        self.cancel_flag.store(address.cast_mut(), Ordering::Release);
        *slot = flag;
    }

    /// Records an error if the run was cancelled. Returns the error code of this context.
    pub(crate) fn check_cancel(&self) -> i32 {
        let flag = self.cancel_flag.load(Ordering::Acquire);
        // SAFETY: `cancel` keeps what the address is of, and no program runs when that changes.
        if !flag.is_null() && unsafe { (*flag).load(Ordering::Relaxed) } {
            self.set_error(CANCELLED, "the run was cancelled");
        }
        self.error_code()
    }

    /// Records an error, unless there is one already. A `code` of zero is recorded as 1.
    pub fn set_error(&self, code: i32, message: &str) {
        let mut slot = self.message.lock().unwrap_or_else(PoisonError::into_inner);
        if self.code.load(Ordering::Relaxed) == 0 {
            // Messages are NUL-terminated, so a NUL inside is replaced.
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

    /// Clears the error, so that the next one is recorded.
    pub fn clear_error(&self) {
        let _slot = self.message.lock().unwrap_or_else(PoisonError::into_inner);
        self.code.store(0, Ordering::Release);
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        self.device.release(&self.heap);
    }
}

/// The memory limit in `STRATA_MEMORY_LIMIT`, in bytes.
#[must_use]
pub fn memory_limit() -> Option<usize> {
    std::env::var("STRATA_MEMORY_LIMIT").ok()?.trim().parse().ok()
}
