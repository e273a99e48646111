//! The C functions through which compiled code uses the device of its context.
//!
//! ```c
//! void   *strata_rt_gpu_alloc(strata_rt_context *ctx, int64_t size);   // NULL after an error; freed at the end of the call at the latest
//! int32_t strata_rt_gpu_free(strata_rt_context *ctx, void *block);
//! int32_t strata_rt_gpu_memcpy(strata_rt_context *ctx, void *to, const void *from, int64_t bytes);  // host or device, each
//! int32_t strata_rt_gpu_memset(strata_rt_context *ctx, void *to, const void *pattern, int64_t pattern_bytes, int64_t count);
//! int32_t strata_rt_gpu_launch(strata_rt_context *ctx, const char *kernel, const int64_t sizes[9], int64_t shared_bytes,
//!                              const uint64_t *slots, int64_t n_slots);          // sizes: grid, block, cluster
//! int32_t strata_rt_gpu_synchronize(strata_rt_context *ctx);
//! void   *strata_rt_gpu_tensor_map(strata_rt_context *ctx, const void *address, const int64_t *numbers);
//! ```
//!
//! Functions that return a code return the error code of the context, which is zero without an error. The numbers of a tensor map are the
//! rank, the type of elements, their bytes, the modes of interleaving, swizzling, promotion in the second-level cache and filling, and
//! then sizes, strides in elements and sizes of the box, beginning with the outermost dimension.
//!
//! # Safety
//! For all functions: `ctx` is null or a live context; null is the context whose chunk this thread runs.

use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Launch, TensorMap, required};
use crate::alloc::Owner;
use crate::context::{Context, OUT_OF_MEMORY};

/// The code of errors of a device.
const FAILED: i32 = 3;
/// The most dimensions of a tensor map.
const MOST_DIMENSIONS: usize = 5;

/// The given context, or, for null, the one whose chunk this thread runs.
///
/// # Safety
/// `ctx` is null or a live context.
unsafe fn own<'a>(ctx: *const Context) -> Option<&'a Context> {
    let ctx = if ctx.is_null() { Context::current() } else { ctx };
    // SAFETY: guaranteed by the caller; a context outlives its loops.
    unsafe { ctx.as_ref() }
}

/// Runs a function on a context, and records its error.
fn attempt<T>(ctx: Option<&Context>, what: impl FnOnce(&Context) -> Result<T, String>) -> Result<T, i32> {
    let Some(ctx) = ctx else { return Err(FAILED) };
    let outcome = catch_unwind(AssertUnwindSafe(|| what(ctx)))
        .unwrap_or_else(|_| Err("the device panicked".to_owned()));
    outcome.map_err(|why| {
        let code = if why.starts_with("out of memory") { OUT_OF_MEMORY } else { FAILED };
        ctx.set_error(code, &why);
        ctx.error_code()
    })
}

fn code(outcome: Result<(), i32>) -> i32 {
    outcome.err().unwrap_or(0)
}

/// A number of bytes or elements. It is negative if its computation overflowed.
fn size(n: i64) -> Result<usize, String> {
    usize::try_from(n).map_err(|_| "out of memory: the size of a buffer is beyond all limits".to_owned())
}

/// Memory of the device; null, with the error recorded, on failure.
///
/// # Safety
/// See the module documentation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_gpu_alloc(ctx: *const Context, bytes: i64) -> *mut c_void {
    // SAFETY: guaranteed by the caller.
    let ctx = unsafe { own(ctx) };
    let address = attempt(ctx, |ctx| ctx.device_allocate_for(size(bytes)?, Owner::Program));
    address.unwrap_or(0) as *mut c_void
}

/// Frees memory of [`strata_rt_gpu_alloc`]; null is ignored.
///
/// # Safety
/// See the module documentation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_gpu_free(ctx: *const Context, block: *mut c_void) -> i32 {
    // SAFETY: guaranteed by the caller.
    let ctx = unsafe { own(ctx) };
    code(attempt(ctx, |ctx| match block.is_null() || ctx.device_free(block as u64)? {
        true => Ok(()),
        false => Err("the program frees memory of the device that it does not have".to_owned()),
    }))
}

/// Copies bytes between host and device, inside of the device, or inside of the host; the addresses determine which.
///
/// # Safety
/// Addresses that are not the device's are valid for so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_gpu_memcpy(
    ctx: *const Context,
    to: *mut c_void,
    from: *const c_void,
    bytes: i64,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    let ctx = unsafe { own(ctx) };
    code(attempt(ctx, |ctx| {
        let n = size(bytes)?;
        if n == 0 {
            return Ok(());
        }
        let device = required(ctx.device())?;
        let on_device = |address: u64| {
            // The address after a block of the device may be an address of the host.
            let there = ctx.device_bytes_from(address).filter(|&left| left > 0);
            match there {
                Some(left) if left < n => Err(format!("a copy of {n} bytes leaves its buffer after {left}")),
                there => Ok(there.is_some()),
            }
        };
        match (on_device(to as u64)?, on_device(from as u64)?) {
            (true, true) => device.copy(to as u64, from as u64, n),
            // SAFETY: guaranteed by the caller.
            (true, false) => device.upload(to as u64, unsafe { std::slice::from_raw_parts(from.cast(), n) }),
            (false, true) => {
                // SAFETY: guaranteed by the caller.
                let to = unsafe { std::slice::from_raw_parts_mut(to.cast(), n) };
                device.download(to, from as u64)
            }
            // SAFETY: guaranteed by the caller.
            (false, false) => unsafe {
                std::ptr::copy(from.cast::<u8>(), to.cast::<u8>(), n);
                Ok(())
            },
        }
    }))
}

/// Writes a pattern `count` times to memory of the device.
///
/// # Safety
/// `pattern` has so many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_gpu_memset(
    ctx: *const Context,
    to: *mut c_void,
    pattern: *const c_void,
    pattern_bytes: i64,
    count: i64,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    let ctx = unsafe { own(ctx) };
    code(attempt(ctx, |ctx| {
        let (count, width) = (size(count)?, size(pattern_bytes)?);
        if count == 0 {
            return Ok(());
        }
        let bytes = count.checked_mul(width).ok_or("a size overflows")?;
        if ctx.device_bytes_from(to as u64).is_none_or(|left| left < bytes) {
            return Err(format!("a fill of {bytes} bytes leaves its buffer"));
        }
        // SAFETY: guaranteed by the caller.
        let pattern = unsafe { std::slice::from_raw_parts(pattern.cast(), width) };
        required(ctx.device())?.fill(to as u64, pattern, count)
    }))
}

/// Starts a kernel.
///
/// # Safety
/// `kernel` is NUL-terminated, `sizes` has nine numbers, `slots` as many as `n_slots` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_gpu_launch(
    ctx: *const Context,
    kernel: *const c_char,
    sizes: *const i64,
    shared_bytes: i64,
    slots: *const u64,
    n_slots: i64,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    let ctx = unsafe { own(ctx) };
    code(attempt(ctx, |ctx| {
        // SAFETY: guaranteed by the caller.
        let (kernel, sizes) = unsafe { (CStr::from_ptr(kernel), &*sizes.cast::<[i64; 9]>()) };
        let kernel = kernel.to_string_lossy();
        let narrow = |n: i64| {
            u32::try_from(n).map_err(|_| format!("kernel '{kernel}' cannot be started with a size of {n}"))
        };
        let three =
            |at: usize| Ok::<_, String>([narrow(sizes[at])?, narrow(sizes[at + 1])?, narrow(sizes[at + 2])?]);
        let n = size(n_slots)?;
        // SAFETY: guaranteed by the caller.
        let slots = if n == 0 { &[] } else { unsafe { std::slice::from_raw_parts(slots, n) } };
        let launch = Launch {
            kernel: &kernel,
            grid: three(0)?,
            block: three(3)?,
            cluster: three(6)?,
            shared_bytes: narrow(shared_bytes)?,
            slots,
        };
        // A grid without blocks has nothing to do, and drivers reject it.
        if launch.grid.contains(&0) {
            return Ok(());
        }
        required(ctx.device())?.launch(&launch)
    }))
}

/// Waits for all earlier requests to the device.
///
/// # Safety
/// See the module documentation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_gpu_synchronize(ctx: *const Context) -> i32 {
    // SAFETY: guaranteed by the caller.
    let ctx = unsafe { own(ctx) };
    code(attempt(ctx, |ctx| required(ctx.device())?.synchronize()))
}

/// A tensor map in memory of the device; null, with the error recorded, on failure. The context owns it.
///
/// # Safety
/// `numbers` has five more than three for each dimension, whose number comes first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_gpu_tensor_map(
    ctx: *const Context,
    address: *const c_void,
    numbers: *const i64,
) -> *mut c_void {
    // SAFETY: guaranteed by the caller.
    let ctx = unsafe { own(ctx) };
    let map = attempt(ctx, |ctx| {
        // SAFETY: guaranteed by the caller.
        let rank = size(unsafe { *numbers })?;
        if !(1..=MOST_DIMENSIONS).contains(&rank) {
            return Err(format!("a tensor map has 1 to {MOST_DIMENSIONS} dimensions, not {rank}"));
        }
        // SAFETY: guaranteed by the caller.
        let numbers = unsafe { std::slice::from_raw_parts(numbers, 7 + 3 * rank) };
        let wrong = |_| "a number of a tensor map is out of range".to_owned();
        let mode = |i: usize| u32::try_from(numbers[i]).map_err(wrong);
        let list = |group: usize| numbers[7 + group * rank..][..rank].iter().rev();
        let bytes = u64::try_from(numbers[2]).map_err(wrong)?;
        let stride = |&n: &i64| {
            u64::try_from(n).map_err(wrong)?.checked_mul(bytes).ok_or_else(|| "a stride overflows".to_owned())
        };
        let map = TensorMap {
            element: mode(1)?,
            address: address as u64,
            sizes: list(0).map(|&n| u64::try_from(n).map_err(wrong)).collect::<Result<_, _>>()?,
            strides: list(1).skip(1).map(stride).collect::<Result<_, _>>()?,
            box_sizes: list(2).map(|&n| u32::try_from(n).map_err(wrong)).collect::<Result<_, _>>()?,
            interleave: mode(3)?,
            swizzle: mode(4)?,
            l2_promotion: mode(5)?,
            fill: mode(6)?,
        };
        ctx.device_tensor_map(&map)
    });
    map.unwrap_or(0) as *mut c_void
}
