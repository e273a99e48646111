//! Routines that compiled programs call by name: those of this crate, and those that the host registered in a context.

use std::ffi::{CStr, c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use strata_runtime_kernels::memory;

use crate::collective::{Arrays, Given};
use crate::context::Context;
use crate::reservation::{self, Reservation};
pub use crate::routine::{Call, ElementType, Input, Output, Routine};
use crate::tensor::WRONG_SIZE;
use crate::{collective, dense, fourier, lapack, random, sort};

/// The routine that is called if an assertion about sizes does not hold.
const SHAPE_ASSERTION: &str = "strata_shape_assertion";

/// Whether a routine of this crate is one in which several processes take part.
#[must_use]
pub fn is_collective(name: &str) -> bool {
    collective::ROUTINES.contains(&name)
}

/// The message of an assertion with its operands inserted.
fn failed_assertion(call: &Call<'_>) -> String {
    let number = |input: &Input<'_>| match *input.bytes {
        [a, b, c, d] => Some(i32::from_le_bytes([a, b, c, d]).into()),
        _ => input.bytes.try_into().ok().map(i64::from_le_bytes),
    };
    let numbers: Option<Vec<i64>> = call.inputs.iter().map(number).collect();
    strata_runtime_kernels::message::filled(call.config, &numbers.unwrap_or_default())
}

/// Whether a routine computes in the memory of an argument; another one gets a copy of it.
fn overwrites(ctx: Option<&Context>, name: &str, inputs: &[Given]) -> bool {
    let replaced = ctx.is_some_and(|c| c.routines().get(name).is_some());
    let element = inputs.first().map(|i| i.element);
    !replaced && (["strata_fft", "strata_sort"].contains(&name) || dense::overwrites(name, element))
}

/// Runs the routine with this name; those of the host take precedence.
fn dispatch(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Result<(), String> {
    if let Some(routine) = ctx.and_then(|c| c.routines().get(name)) {
        return routine(call);
    }
    if name == "strata_fft" {
        return fourier::run(ctx, call);
    }
    if name == "strata_sort" {
        return sort::run(ctx, call);
    }
    if is_collective(name) {
        return collective::run(ctx, name, call);
    }
    if name == "strata_rng" {
        return random::run(ctx, call);
    }
    if name == "strata_rng_bit_generator" {
        return random::run_generator(ctx, call);
    }
    if name == SHAPE_ASSERTION {
        return Err(failed_assertion(call));
    }
    if let Some(outcome) = dense::run(ctx, name, call) {
        return outcome;
    }
    if strata_runtime_kernels::lapack::is_known(name) {
        return lapack::run(ctx, name, call);
    }
    Err("no routine of this name is registered".to_owned())
}

/// The same, with failed allocations of the routine as errors, which are also recorded in the context.
fn run_in(ctx: Option<&Context>, name: &str, call: &mut Call<'_>) -> Result<(), String> {
    reservation::caught(ctx, || dispatch(ctx, name, call))
}

/// Runs a routine of this crate for a host without a compiled program, without a context.
///
/// # Errors
/// If there is no such routine, or it needs a context, or it fails.
pub fn run(name: &str, call: &mut Call<'_>) -> Result<(), String> {
    run_in(None, name, call)
}

/// Calls the routine `target`; returns the error code of the context, or 1 without one, if it fails.
///
/// # Safety
/// `ctx` is null or a live context. `target` and `config` are NUL-terminated. `specs` has the numbers of inputs and of outputs, then for each
/// buffer its type code, width, rank and sizes; `buffers` has their addresses, which are valid for as many bytes, for writing where they are
/// outputs; no output overlaps another buffer, but the memory of an input of its type and sizes, from which the routine computes it, may be its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_call(
    ctx: *const Context,
    target: *const c_char,
    config: *const c_char,
    specs: *const i64,
    buffers: *const *mut c_void,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    let (ctx, name, config) =
        unsafe { (ctx.as_ref(), CStr::from_ptr(target).to_string_lossy(), CStr::from_ptr(config)) };
    let config = config.to_string_lossy();
    // SAFETY: guaranteed by the caller.
    let outcome = unsafe { given(specs, buffers) }.and_then(|(inputs, outputs)| {
        let work = || {
            let known = ctx.filter(|_| collective::may_be_on_device(&name));
            let there = known.map(|ctx| Arrays::on_device(ctx, &inputs, &outputs)).transpose()?.flatten();
            match there {
                Some(arrays) => reservation::caught(ctx, || collective::run_on(ctx, &name, &config, arrays)),
                // SAFETY: guaranteed by the caller; the arrays are in memory of the host.
                None => unsafe { run_given(ctx, &name, &config, inputs, outputs) },
            }
        };
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err("the routine panicked".to_owned()))
    });
    match (outcome, ctx) {
        (Ok(()), _) => 0,
        (Err(_), None) => 1,
        (Err(why), Some(ctx)) if name == SHAPE_ASSERTION => {
            ctx.set_error(WRONG_SIZE, &why);
            ctx.error_code()
        }
        (Err(why), Some(ctx)) => {
            ctx.set_error(1, &format!("the call of '{name}' failed: {why}"));
            ctx.error_code()
        }
    }
}

/// Reads the inputs and outputs of a call from their C form.
///
/// # Safety
/// As for [`strata_rt_call`].
unsafe fn given(specs: *const i64, buffers: *const *mut c_void) -> Result<(Vec<Given>, Vec<Given>), String> {
    let mut at = specs;
    let mut next = || {
        // SAFETY: the caller guarantees that the numbers are there.
        unsafe {
            let value = *at;
            at = at.add(1);
            value
        }
    };
    let size = |n: i64| usize::try_from(n).map_err(|_| "a size is negative".to_owned());
    let (n_inputs, n_outputs) = (size(next())?, size(next())?);
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for i in 0..n_inputs + n_outputs {
        let element = ElementType { code: next(), bits: next() };
        let rank = size(next())?;
        let shape = (0..rank).map(|_| size(next())).collect::<Result<Vec<usize>, String>>()?;
        let bytes =
            shape.iter().try_fold(element.bytes(), |n, &d| n.checked_mul(d)).ok_or("a size overflows")?;
        // SAFETY: the caller guarantees an address for each buffer.
        let start = unsafe { *buffers.add(i) }.cast::<u8>();
        if start.is_null() && bytes != 0 {
            return Err("a buffer has no address".to_owned());
        }
        let list = if i < n_inputs { &mut inputs } else { &mut outputs };
        list.push(Given { element, shape, bytes, start });
    }
    Ok((inputs, outputs))
}

/// Runs a routine on arrays in memory of the host.
///
/// # Safety
/// As for [`strata_rt_call`].
unsafe fn run_given(
    ctx: Option<&Context>,
    name: &str,
    config: &str,
    inputs: Vec<Given>,
    outputs: Vec<Given>,
) -> Result<(), String> {
    let written: Vec<*mut u8> = outputs.iter().map(|o| o.start).collect();
    let is_in_result = |i: &Given| i.bytes > 0 && written.contains(&i.start);
    if overwrites(ctx, name, &inputs) || !inputs.iter().any(is_in_result) {
        // SAFETY: guaranteed by the caller.
        return run_in(ctx, name, &mut unsafe { call_of(config, inputs, outputs) });
    }
    let bytes = inputs.iter().filter(|i| is_in_result(i)).map(|i| i.bytes).sum();
    let _reservation = Reservation::new(ctx, Some(bytes))?;
    let copy = |mut input: Given| {
        // SAFETY: guaranteed by the caller; nothing writes the array before the call.
        let own = is_in_result(&input).then(|| unsafe { copied(input.start, input.bytes) });
        input.start = own.as_ref().map_or(input.start, |own| own.as_ptr().cast_mut());
        (input, own)
    };
    reservation::caught(ctx, || {
        let (inputs, _copies): (Vec<Given>, Vec<Option<Vec<u8>>>) = inputs.into_iter().map(copy).unzip();
        // SAFETY: guaranteed by the caller; the copies live as long as the call.
        dispatch(ctx, name, &mut unsafe { call_of(config, inputs, outputs) })
    })
}

/// A copy of an array.
///
/// # Safety
/// It has so many bytes, which nobody writes meanwhile.
unsafe fn copied(start: *const u8, bytes: usize) -> Vec<u8> {
    // SAFETY: guaranteed by the caller.
    memory::copied(unsafe { std::slice::from_raw_parts(start, bytes) })
}

/// A call with its arrays in memory of the host.
///
/// # Safety
/// The arrays are valid for so many bytes, outputs for writing, and no output overlaps another array, but an input that begins where it does.
unsafe fn call_of(config: &str, inputs: Vec<Given>, outputs: Vec<Given>) -> Call<'_> {
    let written: Vec<*mut u8> = outputs.iter().map(|o| o.start).collect();
    let input = |Given { element, shape, bytes, start }| Input {
        element,
        shape,
        bytes: match bytes {
            0 => &[],
            // It is only in the result.
            _ if written.contains(&start) => &[],
            // SAFETY: guaranteed by the caller.
            _ => unsafe { std::slice::from_raw_parts(start, bytes) },
        },
    };
    let output = |Given { element, shape, bytes, start }| Output {
        element,
        shape,
        bytes: match bytes {
            0 => &mut [],
            // SAFETY: guaranteed by the caller.
            _ => unsafe { std::slice::from_raw_parts_mut(start, bytes) },
        },
    };
    let inputs = inputs.into_iter().map(input).collect();
    Call { config, inputs, outputs: outputs.into_iter().map(output).collect() }
}

/// A routine of a C host. Its arguments are the data that it was registered with, the configuration, and specs and buffers as those of
/// [`strata_rt_call`]. It returns 0, or an error code.
pub type ForeignRoutine = unsafe extern "C" fn(
    data: *mut c_void,
    config: *const c_char,
    specs: *const i64,
    buffers: *const *mut c_void,
) -> i32;

/// A registered foreign routine and its data.
struct Foreign {
    routine: ForeignRoutine,
    data: *mut c_void,
}

// SAFETY: whoever registers a routine promises that it may be called from any thread.
unsafe impl Send for Foreign {}
// SAFETY: as above.
unsafe impl Sync for Foreign {}

impl Foreign {
    fn run(&self, call: &mut Call<'_>) -> Result<(), String> {
        let config = std::ffi::CString::new(call.config).map_err(|_| "the configuration has a NUL")?;
        let mut specs = vec![call.inputs.len() as i64, call.outputs.len() as i64];
        let mut buffers = Vec::new();
        let mut add = |element: ElementType, shape: &[usize]| {
            specs.extend([element.code, element.bits, shape.len() as i64]);
            specs.extend(shape.iter().map(|&d| d as i64));
        };
        for input in &call.inputs {
            add(input.element, &input.shape);
            buffers.push(input.bytes.as_ptr().cast_mut().cast::<c_void>());
        }
        for output in &mut call.outputs {
            add(output.element, &output.shape);
            buffers.push(output.bytes.as_mut_ptr().cast());
        }
        // SAFETY: whoever registered the routine promised that it takes such arguments and only reads inputs.
        let code = unsafe { (self.routine)(self.data, config.as_ptr(), specs.as_ptr(), buffers.as_ptr()) };
        if code == 0 { Ok(()) } else { Err(format!("it returned error {code}")) }
    }
}

/// Registers a routine that programs may call by name, and the data that is passed to it at each call. Returns 0, or 1 if the context,
/// the name or the routine is missing.
///
/// # Safety
/// `ctx` is null or a live context; `name` is null or NUL-terminated. The routine may be called with `data` from any thread as long as the
/// context lives, writes nothing but outputs, and does not unwind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn strata_rt_register(
    ctx: *const Context,
    name: *const c_char,
    routine: Option<ForeignRoutine>,
    data: *mut c_void,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    let (Some(ctx), Some(routine), false) = (unsafe { ctx.as_ref() }, routine, name.is_null()) else {
        return 1;
    };
    // SAFETY: guaranteed by the caller.
    let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
    let foreign = Foreign { routine, data };
    ctx.register(&name, Arc::new(move |call: &mut Call<'_>| foreign.run(call)));
    0
}
