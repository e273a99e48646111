//! Tensors with sizes known only at run time, at the interface between a program and its host.
//!
//! ```c
//! typedef struct { void *data; int64_t *sizes; } strata_tensor;     // row-major; as many sizes as the rank
//! int32_t strata_rt_check_tensor(strata_rt_context *ctx, int64_t number, const int64_t *spec, const strata_tensor *input);
//! int32_t strata_rt_give_tensor(strata_rt_context *ctx, int64_t number, const int64_t *spec, strata_tensor *output,
//!                               const void *data, const int64_t *sizes);
//! void    strata_rt_tensor_free(void *data);
//! ```
//! A spec is that of `llvm-emit-entry`: type code, bits of an element, rank, and sizes, with -1 for unknown ones. The entry of a program
//! checks the host's inputs, and returns outputs of unknown size in memory that it allocates for the host.

use std::ffi::c_void;

use crate::{ALIGNMENT, context::Context};

/// The code of errors about sizes, which is also that of failed assertions.
pub(crate) const WRONG_SIZE: i32 = 2;

/// A tensor with its sizes.
#[repr(C)]
pub struct Tensor {
    /// The elements, row-major.
    pub data: *mut c_void,
    /// One size for each dimension.
    pub sizes: *mut i64,
}

/// The parts of a spec: bytes of an element, and sizes.
///
/// # Safety
/// `spec` is null or the address of a spec.
unsafe fn parts<'a>(spec: *const i64) -> Option<(i64, &'a [i64])> {
    if spec.is_null() {
        return None;
    }
    // SAFETY: guaranteed by the caller.
    let (bits, rank) = unsafe { (*spec.add(1), usize::try_from(*spec.add(2)).ok()?) };
    // SAFETY: a spec has as many sizes as its rank says.
    Some(((bits + 7) / 8, unsafe { std::slice::from_raw_parts(spec.add(3), rank) }))
}

/// The sizes at an address, of which there are `n`.
///
/// # Safety
/// `sizes` is null or the address of `n` sizes.
unsafe fn sizes_at<'a>(sizes: *const i64, n: usize) -> Option<&'a [i64]> {
    if n == 0 {
        return Some(&[]);
    }
    // SAFETY: guaranteed by the caller.
    (!sizes.is_null()).then(|| unsafe { std::slice::from_raw_parts(sizes, n) })
}

/// The most elements of a tensor, with sizes of 0 counted as 1: programs rely on it in computations with sizes. The compiler has the same
/// number, as `Limits::ELEMENTS`.
const MOST_ELEMENTS: i64 = 1 << 58;

/// Bytes of a tensor of these sizes; `None` where a size is negative or there are too many.
fn bytes(elem: i64, sizes: &[i64]) -> Option<usize> {
    let others = sizes.iter().try_fold(1i64, |n, &d| n.checked_mul(d.max(1)));
    if sizes.iter().any(|&n| n < 0) || others.is_none_or(|n| n > MOST_ELEMENTS) {
        return None;
    }
    if sizes.contains(&0) {
        return Some(0);
    }
    let bytes = sizes.iter().try_fold(elem, |n, &d| n.checked_mul(d))?;
    usize::try_from(bytes).ok()
}

fn shown(sizes: &[i64]) -> String {
    let one = |&n: &i64| if n == -1 { "?".to_owned() } else { n.to_string() };
    format!("[{}]", sizes.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// Checks the sizes of input `number`; returns zero if they fit its spec.
///
/// # Safety
/// `ctx` is null or a live context, `spec` the address of a spec, `input` null or a tensor of its rank.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_check_tensor(
    ctx: *const Context,
    number: i64,
    spec: *const i64,
    input: *const Tensor,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    let (ctx, spec, input) = unsafe { (ctx.as_ref(), parts(spec), input.as_ref()) };
    let fail = |message: String| {
        if let Some(ctx) = ctx {
            ctx.set_error(WRONG_SIZE, &message);
        }
        WRONG_SIZE
    };
    let Some((elem, wanted)) = spec else { return fail(format!("input #{number} is not known")) };
    // SAFETY: a tensor has as many sizes as its rank.
    let given = input.and_then(|t| unsafe { sizes_at(t.sizes, wanted.len()) });
    let (Some(given), Some(input)) = (given, input) else {
        return fail(format!("input #{number} has no sizes"));
    };
    let fits = wanted.iter().zip(given).all(|(&w, &g)| w < 0 || w == g);
    match bytes(elem, given) {
        Some(n) if fits && (n == 0 || !input.data.is_null()) => 0,
        Some(_) if fits => fail(format!("input #{number} has no data")),
        _ => {
            fail(format!("input #{number} has sizes {}, the program expects {}", shown(given), shown(wanted)))
        }
    }
}

/// Returns output `number` to the host: a copy of `data` in memory that [`strata_rt_tensor_free`] frees, and its sizes. After an error of
/// the program the host gets null. The result is zero, or an error code.
///
/// # Safety
/// `ctx` is null or a live context, `spec` the address of a spec, `output` null or a tensor with room for sizes of its rank;
/// `data` has `sizes`, unless there was an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_give_tensor(
    ctx: *const Context,
    number: i64,
    spec: *const i64,
    output: *mut Tensor,
    data: *const c_void,
    sizes: *const i64,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    let (ctx, spec, output) = unsafe { (ctx.as_ref(), parts(spec), output.as_mut()) };
    let fail = |message: String| {
        if let Some(ctx) = ctx {
            ctx.set_error(WRONG_SIZE, &message);
        }
        WRONG_SIZE
    };
    let Some(output) = output else { return fail(format!("there is no place for output #{number}")) };
    output.data = std::ptr::null_mut();
    if let Some(code) = ctx.map(Context::error_code).filter(|&code| code != 0) {
        return code;
    }
    let Some((elem, wanted)) = spec else { return fail(format!("output #{number} is not known")) };
    // SAFETY: guaranteed by the caller.
    let Some(given) = (unsafe { sizes_at(sizes, wanted.len()) }) else {
        return fail(format!("output #{number} has no sizes"));
    };
    let Some(n) = bytes(elem, given) else {
        return fail(format!("output #{number} has sizes {}", shown(given)));
    };
    if output.sizes.is_null() && !given.is_empty() {
        return fail(format!("there is no place for the sizes of output #{number}"));
    }
    // SAFETY: the alignment is a power of two, the size a multiple of it and not zero.
    let block = unsafe { libc::aligned_alloc(ALIGNMENT, n.max(1).next_multiple_of(ALIGNMENT)) };
    if block.is_null() {
        return fail(format!("out of memory: {n} bytes for output #{number}"));
    }
    let device = ctx.and_then(|ctx| ctx.device().filter(|_| ctx.device_bytes_from(data as u64).is_some()));
    if let Some(device) = &device {
        // SAFETY: the block is new and has `n` bytes.
        let to = unsafe { std::slice::from_raw_parts_mut(block.cast::<u8>(), n) };
        if let Err(why) = device.download(to, data as u64) {
            // SAFETY: the block is new, and nobody knows it.
            unsafe { libc::free(block) };
            return fail(why);
        }
    }
    // SAFETY: the block is new and has `n` bytes, as `data` has; the host has room for the sizes.
    unsafe {
        if n > 0 && device.is_none() {
            std::ptr::copy_nonoverlapping(data.cast::<u8>(), block.cast::<u8>(), n);
        }
        if !given.is_empty() {
            std::ptr::copy_nonoverlapping(given.as_ptr(), output.sizes, given.len());
        }
    }
    output.data = block;
    0
}

/// Frees the data of an output; null is ignored.
///
/// # Safety
/// `data` is null, or came from [`strata_rt_give_tensor`] and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_tensor_free(data: *mut c_void) {
    // SAFETY: guaranteed by the caller.
    unsafe { libc::free(data) }
}
