//! Calls of routines by name with arrays as bytes.

use std::ffi::{CString, c_void};

use strata_runtime_cpu::Context;
use strata_runtime_cpu::call::strata_rt_call;

/// A type code, a width in bits, and sizes.
pub type Spec<'a> = (i64, i64, &'a [i64]);

/// The number of elements of an array.
pub fn count(spec: &Spec<'_>) -> usize {
    spec.2.iter().product::<i64>() as usize
}

/// Calls a routine; `arrays` has the bytes of the inputs and then those of the outputs. Returns its status.
pub fn call(
    ctx: &Context,
    target: &str,
    config: &str,
    specs: [&[Spec<'_>]; 2],
    arrays: &mut [Vec<u8>],
) -> i32 {
    call_in_place(ctx, target, config, specs, arrays, &[])
}

/// The same, with results in the memory of arguments: pairs of a result and an argument.
pub fn call_in_place(
    ctx: &Context,
    target: &str,
    config: &str,
    [inputs, outputs]: [&[Spec<'_>]; 2],
    arrays: &mut [Vec<u8>],
    places: &[(usize, usize)],
) -> i32 {
    let mut specs = vec![inputs.len() as i64, outputs.len() as i64];
    assert_eq!(inputs.len() + outputs.len(), arrays.len());
    for (spec, array) in inputs.iter().chain(outputs).zip(&*arrays) {
        let (code, bits, shape) = *spec;
        assert_eq!(count(spec) * bits as usize / 8, array.len());
        specs.extend([code, bits, shape.len() as i64]);
        specs.extend(shape);
    }
    let mut buffers: Vec<*mut c_void> = arrays.iter_mut().map(|a| a.as_mut_ptr().cast()).collect();
    places.iter().for_each(|&(to, from)| buffers[inputs.len() + to] = buffers[from]);
    let [name, config] = [target, config].map(|text| CString::new(text).unwrap());
    // SAFETY: the context is alive, the strings are terminated, and every array is as long as its description says.
    unsafe { strata_rt_call(ctx, name.as_ptr(), config.as_ptr(), specs.as_ptr(), buffers.as_ptr()) }
}
