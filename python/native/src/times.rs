//! Times of runs.

use std::time::Instant;

use strata_driver::{CancelToken, Error, ErrorKind, Executable, TensorRef, TensorSpec};

use crate::{
    error::{Failure, Kind},
    work::Outcome,
};

/// Where arguments and results are during the runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    Host,
    /// That of the device, unless sizes are known at a call only.
    Device,
}

/// Seconds of each of `runs` runs, after some that are not counted.
pub(crate) fn measure(
    code: &Executable,
    inputs: &[TensorRef<'_>],
    memory: Memory,
    [warm_up, runs]: [u32; 2],
    cancel: &CancelToken,
) -> Outcome<Vec<f64>> {
    let specs = || code.signature.inputs.iter().chain(&code.signature.outputs);
    let is_dynamic = specs().any(TensorSpec::is_dynamic);
    let bytes: Vec<&[u8]> = inputs.iter().map(|tensor| tensor.bytes).collect();
    if is_dynamic {
        return repeat([warm_up, runs], cancel, || Ok(code.run_tensors(inputs).map(drop)?));
    }
    if memory == Memory::Host {
        let mut outputs = code.new_outputs()?;
        let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
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
