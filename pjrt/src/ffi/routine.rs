//! The routine by which compiled programs call a handler.

use std::ffi::c_void;

use strata_driver::Call;

use super::abi::{EXECUTE, FfiHandler, INITIALIZE, PREPARE, TOKEN};
use super::api::API;
use super::array_type::ArrayType;
use super::call_site::CallSite;
use super::context::{Context, Entered};
use super::frame::{self, Array, Buffers};
use super::registry::{Bundle, Handler};
use super::staging::Staged;
use super::untyped;
use crate::error::{Error, Result};
use crate::execution::Execution;

/// Calls the handler of a custom call.
///
/// # Errors
/// The text of an error, which is kept for the caller of the program with its code.
pub(super) fn call(site: &CallSite, call: &mut Call<'_>) -> Result<(), String> {
    run(site, call).map_err(|error| {
        if let Some(execution) = Execution::current() {
            execution.fail(&error);
        }
        format!("{}: {}", site.target, error.message())
    })
}

/// The sizes of an array; a token has none.
fn sizes(ty: &ArrayType, shape: &[usize]) -> Vec<i64> {
    if ty.dtype == TOKEN { Vec::new() } else { shape.iter().map(|&d| d as i64).collect() }
}

fn run(site: &CallSite, call: &mut Call<'_>) -> Result<()> {
    if call.inputs.len() != site.inputs.len() || call.outputs.len() != site.outputs.len() {
        return Err(Error::internal("the call has other arguments than the program"));
    }
    let inputs: Vec<Vec<i64>> =
        call.inputs.iter().zip(&site.inputs).map(|(input, ty)| sizes(ty, &input.shape)).collect();
    let outputs: Vec<Vec<i64>> =
        call.outputs.iter().zip(&site.outputs).map(|(output, ty)| sizes(ty, &output.shape)).collect();
    let types = (&site.inputs[..], &site.outputs[..]);
    let mut staged = Staged::new(call, types, (&inputs, &outputs), &site.aliases)?;
    match site.handler {
        Handler::Typed(bundle) => run_stages(site, &bundle, &staged, (&inputs, &outputs))?,
        Handler::Untyped(function) => {
            let mut places = std::mem::take(&mut staged.outputs);
            // SAFETY: the program says that the function is of this version; it has the memory of its arguments and results.
            unsafe { untyped::invoke(function, site.version, &staged.inputs, &mut places, &site.text) }?;
        }
    }
    staged.finish(call, &site.outputs, &outputs)
}

/// Arrays as a handler has them.
fn arrays<'a>(types: &[ArrayType], memory: &[*mut c_void], dims: &'a [Vec<i64>]) -> Vec<Array<'a>> {
    let all = types.iter().zip(memory).zip(dims);
    all.map(|((ty, &data), dims)| Array { dtype: ty.dtype, data, dims }).collect()
}

/// Calls the stages of a handler that a run has.
fn run_stages(
    site: &CallSite,
    bundle: &Bundle,
    staged: &Staged,
    dims: (&[Vec<i64>], &[Vec<i64>]),
) -> Result<()> {
    let inputs = arrays(&site.inputs, &staged.inputs, dims.0);
    let outputs = arrays(&site.outputs, &staged.outputs, dims.1);
    let mut buffers = Buffers::new(&inputs, &outputs);
    let entered = Entered::new(Context::new(&site.state))?;
    let stages: [(u32, Option<FfiHandler>); 3] =
        [(PREPARE, bundle.prepare), (INITIALIZE, bundle.initialize), (EXECUTE, Some(bundle.execute))];
    for (stage, handler) in stages {
        if let Some(handler) = handler {
            let mut frame = buffers.frame((API.address(), stage), site.attributes.root(), entered.address());
            // SAFETY: arguments, results, attributes and context stay until this returns.
            unsafe { frame::invoke(handler, &mut frame) }?;
        }
    }
    Ok(())
}
