//! Times of runs.

use std::time::Instant;

use strata_driver::{CancelToken, Error, ErrorKind, Executable, TensorRef, TensorSpec};

use crate::{
    error::{Failure, Kind},
    work::Outcome,
};

/// Seconds of each of `runs` runs, after some that are not counted. Where the program has a device, arguments and results stay there.
pub(crate) fn measure(
    code: &Executable,
    inputs: &[TensorRef<'_>],
    [warm_up, runs]: [u32; 2],
    cancel: &CancelToken,
) -> Outcome<Vec<f64>> {
    let specs = || code.signature.inputs.iter().chain(&code.signature.outputs);
    let is_dynamic = specs().any(TensorSpec::is_dynamic);
    let bytes: Vec<&[u8]> = inputs.iter().map(|tensor| tensor.bytes).collect();
    if is_dynamic {
        return repeat([warm_up, runs], cancel, || Ok(code.run_tensors(inputs).map(drop)?));
    }
    let mut outputs = code.new_outputs()?;
    let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
    // A run tells whether there is a device.
    code.run_into(&bytes, &mut slices)?;
    if code.device_memory().is_empty() {
        return repeat([warm_up, runs], cancel, || Ok(code.run_into(&bytes, &mut slices)?));
    }
    let mut resident = code.resident(&bytes, true)?;
    let failed = |e| Failure::new(Kind::Run, e);
    repeat([warm_up, runs], cancel, || {
        resident.call().map_err(failed)?;
        resident.synchronize().map_err(failed)
    })
}

fn repeat(
    [warm_up, runs]: [u32; 2],
    cancel: &CancelToken,
    mut run: impl FnMut() -> Outcome<()>,
) -> Outcome<Vec<f64>> {
    let mut times = Vec::new();
    for i in 0..warm_up.saturating_add(runs) {
        if cancel.is_cancelled() {
            return Err(Error::new(ErrorKind::Cancelled, "the measurement was cancelled").into());
        }
        let start = Instant::now();
        run()?;
        if i >= warm_up {
            times.push(start.elapsed().as_secs_f64());
        }
    }
    Ok(times)
}
