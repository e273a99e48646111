//! The C functions that compiled programs and their users call.
//!
//! ```c
//! typedef struct strata_rt_context strata_rt_context;
//! strata_rt_context *strata_rt_context_new(int32_t threads);        // 0: automatic
//! void        strata_rt_context_free(strata_rt_context *ctx);
//! int32_t     strata_rt_num_threads(const strata_rt_context *ctx);
//! int32_t     strata_rt_parallel_for(strata_rt_context *ctx, void (*fn)(void *args, int64_t chunk), int64_t n_chunks, void *args);
//! void       *strata_rt_alloc(strata_rt_context *ctx, int64_t size); // 64-byte aligned, NULL when out of memory
//! void        strata_rt_free(strata_rt_context *ctx, void *block);
//! void       *strata_rt_buffer(strata_rt_context *ctx, int64_t size); // for programs: freed after an error at the end of the call
//! void        strata_rt_buffer_free(strata_rt_context *ctx, void *block);
//! int32_t     strata_rt_check_stack(strata_rt_context *ctx);         // for programs: an error where little of the stack is left
//! int32_t     strata_rt_check_cancel(strata_rt_context *ctx);        // for programs: an error where the run was cancelled
//! void        strata_rt_set_error(strata_rt_context *ctx, int32_t code, const char *message);
//! int32_t     strata_rt_error_code(const strata_rt_context *ctx);    // 0: no error
//! const char *strata_rt_last_error(const strata_rt_context *ctx);    // NULL: no error
//! void        strata_rt_clear_error(strata_rt_context *ctx);
//! strata_rt_context *strata_rt_begin(strata_rt_context *given);     // a context of its own for a program that gets none
//! int32_t     strata_rt_end(strata_rt_context *begun, strata_rt_context *given);
//! int32_t     strata_rt_call(strata_rt_context *ctx, const char *target, const char *config, const int64_t *specs, void *const *buffers);
//! int32_t     strata_rt_register(strata_rt_context *ctx, const char *name, int32_t (*routine)(void *data, const char *config,
//!                                const int64_t *specs, void *const *buffers), void *data);
//! ```
//!
//! The last two are in [`call`](crate::call); functions that use a device are in [`device::api`](crate::device::api). Every function
//! accepts a null context where it can work without one: a parallel loop then runs on the calling thread.
//!
//! # Safety
//! For all functions: `ctx` is null or a live context of [`strata_rt_context_new`].

use std::ffi::{CStr, c_char, c_void};

use crate::alloc::Owner;
use crate::context::{Context, OUT_OF_MEMORY};
use crate::slot::ChunkFn;
use crate::stack;

/// Borrows the context behind a pointer.
///
/// # Safety
/// `ctx` is null or a live context.
unsafe fn context<'a>(ctx: *const Context) -> Option<&'a Context> {
    // SAFETY: guaranteed by the caller; contexts are only ever shared, never borrowed mutably, before they are freed.
    unsafe { ctx.as_ref() }
}

/// Creates a context with `threads` threads, counting the caller; zero or less is automatic.
#[unsafe(no_mangle)]
pub extern "C" fn strata_rt_context_new(threads: i32) -> *mut Context {
    Box::into_raw(Box::new(Context::new(threads)))
}

/// Ends the context's threads and frees it.
///
/// # Safety
/// `ctx` is null, or a live context that no thread uses and that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_context_free(ctx: *mut Context) {
    if !ctx.is_null() {
        // SAFETY: `ctx` came from `Box::into_raw` and the caller gives it up.
        drop(unsafe { Box::from_raw(ctx) });
    }
}

/// The context to run a program in: the given one, or, for null, a new one with one thread.
///
/// # Safety
/// See the module documentation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_begin(given: *mut Context) -> *mut Context {
    let begun = if given.is_null() { strata_rt_context_new(1) } else { given };
    // SAFETY: guaranteed by the caller.
    if let Some(ctx) = unsafe { context(begun) } {
        ctx.begin_call();
    }
    begun
}

/// The error code of a context of [`strata_rt_begin`], which is freed unless it is the given one.
///
/// # Safety
/// `begun` came from `strata_rt_begin(given)`, and nobody uses it afterwards if `given` is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_end(begun: *mut Context, given: *mut Context) -> i32 {
    // SAFETY: guaranteed by the caller.
    let code = unsafe { context(begun) }.map_or(0, Context::end_call);
    if given.is_null() {
        // SAFETY: the context was made by `strata_rt_begin`, and the caller gives it up.
        unsafe { strata_rt_context_free(begun) }
    }
    code
}

/// The number of threads, counting the caller.
///
/// # Safety
/// See the module documentation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_num_threads(ctx: *const Context) -> i32 {
    // SAFETY: guaranteed by the caller.
    unsafe { context(ctx) }.map_or(1, |c| i32::try_from(c.n_threads()).unwrap_or(i32::MAX))
}

/// Calls `function(args, chunk)` for every chunk from 0 to `n_chunks - 1` and returns the error code of the context when all are done.
/// Zero or fewer chunks, and a null function, do nothing.
///
/// # Safety
/// `function` may be called with `args` for every chunk from several threads at once, and does not unwind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_parallel_for(
    ctx: *const Context,
    function: Option<ChunkFn>,
    n_chunks: i64,
    args: *mut c_void,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    let ctx = unsafe { context(ctx) };
    if let (Some(function), Ok(n_chunks)) = (function, u64::try_from(n_chunks)) {
        match ctx {
            // SAFETY: guaranteed by the caller.
            Some(ctx) => unsafe { ctx.run_chunks(function, n_chunks, args) },
            // SAFETY: guaranteed by the caller.
            None => (0..n_chunks).for_each(|chunk| unsafe { function(args, chunk as i64) }),
        }
    }
    ctx.map_or(0, Context::error_code)
}

/// Memory for `owner`; null, with the error recorded, if there is none or `size` is negative.
fn allocate(ctx: Option<&Context>, size: i64, owner: Owner) -> *mut c_void {
    let Some(ctx) = ctx else { return std::ptr::null_mut() };
    match usize::try_from(size) {
        Ok(size) => ctx.allocate_for(size, owner).cast(),
        Err(_) => {
            ctx.set_error(OUT_OF_MEMORY, &format!("negative allocation size {size}"));
            std::ptr::null_mut()
        }
    }
}

/// Allocates `size` bytes, aligned to 64; null, with the error recorded, if there is no memory or `size` is negative.
///
/// # Safety
/// `ctx` is a live context; without one the result is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_alloc(ctx: *const Context, size: i64) -> *mut c_void {
    // SAFETY: guaranteed by the caller.
    allocate(unsafe { context(ctx) }, size, Owner::Host)
}

/// Frees a block of [`strata_rt_alloc`]; null is ignored.
///
/// # Safety
/// `block` is null, or came from the same live context and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_free(ctx: *const Context, block: *mut c_void) {
    // SAFETY: guaranteed by the caller.
    if let Some(ctx) = unsafe { context(ctx) } {
        // SAFETY: guaranteed by the caller.
        unsafe { ctx.free(block.cast()) }
    }
}

/// The given context, or, for null, the one whose chunk this thread runs.
///
/// # Safety
/// `ctx` is null or a live context.
unsafe fn own_context<'a>(ctx: *const Context) -> Option<&'a Context> {
    // SAFETY: guaranteed by the caller; a context outlives its loops.
    unsafe { context(if ctx.is_null() { Context::current() } else { ctx }) }
}

/// Allocates memory of a program: as [`strata_rt_alloc`], but blocks that the program does not free because of an error are freed at the
/// end of the call. In a chunk of a parallel loop `ctx` may be null. A size whose computation overflowed is -1.
///
/// # Safety
/// `ctx` is null or a live context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_buffer(ctx: *const Context, size: i64) -> *mut c_void {
    // SAFETY: guaranteed by the caller.
    let ctx = unsafe { own_context(ctx) };
    match ctx {
        Some(ctx) if size < 0 => {
            ctx.set_error(OUT_OF_MEMORY, "out of memory: the size of a buffer is beyond all limits");
            std::ptr::null_mut()
        }
        _ => allocate(ctx, size, Owner::Program),
    }
}

/// Frees a block of [`strata_rt_buffer`]; null is ignored.
///
/// # Safety
/// `ctx` is null or a live context; the block came from the same one and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_buffer_free(ctx: *const Context, block: *mut c_void) {
    // SAFETY: guaranteed by the caller.
    if let Some(ctx) = unsafe { own_context(ctx) } {
        // SAFETY: guaranteed by the caller.
        unsafe { ctx.free(block.cast()) }
    }
}

/// Records an error if little of the stack of this thread remains. Returns the error code of the context.
///
/// # Safety
/// See the module documentation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_check_stack(ctx: *const Context) -> i32 {
    // SAFETY: guaranteed by the caller.
    let Some(ctx) = (unsafe { context(ctx) }) else { return 0 };
    if stack::is_nearly_full() {
        ctx.set_error(1, "calls nest too deeply for the stack of this thread");
    }
    ctx.error_code()
}

/// Records an error if the run was cancelled. Returns the error code of the context. In a chunk of a parallel loop `ctx` may be null.
///
/// # Safety
/// `ctx` is null or a live context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_check_cancel(ctx: *const Context) -> i32 {
    // SAFETY: guaranteed by the caller.
    unsafe { own_context(ctx) }.map_or(0, Context::check_cancel)
}

/// Records an error, unless there is one already.
///
/// # Safety
/// `message` is null or NUL-terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_set_error(ctx: *const Context, code: i32, message: *const c_char) {
    // SAFETY: guaranteed by the caller.
    let Some(ctx) = (unsafe { context(ctx) }) else {
        return;
    };
    if message.is_null() {
        ctx.set_error(code, "error without a message");
    } else {
        // SAFETY: guaranteed by the caller.
        ctx.set_error(code, &unsafe { CStr::from_ptr(message) }.to_string_lossy());
    }
}

/// The code of the first error since the last clear; zero for none.
///
/// # Safety
/// See the module documentation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_error_code(ctx: *const Context) -> i32 {
    // SAFETY: guaranteed by the caller.
    unsafe { context(ctx) }.map_or(0, Context::error_code)
}

/// The first error since the last clear, null for none. The text is valid until the error is cleared.
///
/// # Safety
/// See the module documentation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_last_error(ctx: *const Context) -> *const c_char {
    // SAFETY: guaranteed by the caller.
    match unsafe { context(ctx) } {
        Some(ctx) if ctx.error_code() != 0 => ctx.message_address(),
        _ => std::ptr::null(),
    }
}

/// Clears the error, so that the next one is recorded.
///
/// # Safety
/// See the module documentation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_clear_error(ctx: *const Context) {
    // SAFETY: guaranteed by the caller.
    if let Some(ctx) = unsafe { context(ctx) } {
        ctx.clear_error();
    }
}
