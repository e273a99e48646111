//! Programs that the interpreter runs, on bytes as compiled ones.

use std::sync::{Arc, Mutex, PoisonError, atomic::AtomicBool};

use strata_interp::{Feed, GridSize, Options, Outcome, Outfed, Run, Value};
use strata_runtime_cpu::collective::{Host, Sent};
use strata_runtime_exec::{BufferSizes, RunError, TensorRef};

use crate::{
    error::{Error, ErrorKind, Result},
    program::Program,
    signature::{Signature, TensorSpec},
    value::{GridResults, from_value, to_value},
};

/// The bytes and the sizes of a result.
pub(crate) type TensorResult = (Vec<u8>, Vec<i64>);

/// A program, and how the interpreter runs it.
pub(crate) struct Interpreted {
    program: Program,
    sizes: BufferSizes,
    options: Options,
    /// Ends runs that begin from now on, once it is set.
    cancel: Mutex<Option<Arc<AtomicBool>>>,
}

impl Interpreted {
    /// A program with its signature.
    pub(crate) fn new(program: Program, signature: &Signature, options: Options) -> Self {
        let cancel = Mutex::new(options.cancel.clone());
        Self { program, sizes: signature.buffer_sizes(), options, cancel }
    }
    /// Lets runs that begin from now on end with an error once the flag is set.
    pub(crate) fn set_cancel(&self, flag: Option<Arc<AtomicBool>>) {
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = flag;
    }
    /// Runs the program on tensors whose sizes may be known now only.
    pub(crate) fn call_tensors(
        &self,
        signature: &Signature,
        inputs: &[TensorRef<'_>],
    ) -> Result<Vec<TensorResult>> {
        self.sizes.check_tensors(inputs).map_err(unfit)?;
        let results = self.run(GridSize::ONE, Host::default(), vec![self.arguments(signature, inputs)?])?.0;
        Ok(results.into_iter().next().unwrap_or_default())
    }
    /// Runs the program into buffers of the sizes of its results.
    pub(crate) fn call(
        &self,
        signature: &Signature,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<()> {
        self.sizes.check_inputs(inputs).map_err(unfit)?;
        self.sizes.check_outputs(outputs).map_err(unfit)?;
        let args = vec![self.arguments(signature, &tensors(inputs))?];
        let results = self.run(GridSize::ONE, Host::default(), args)?.0;
        for ((bytes, _), output) in results.into_iter().flatten().zip(outputs) {
            if bytes.len() != output.len() {
                let message = format!("a result has {} bytes, not {}", bytes.len(), output.len());
                return Err(Error::new(ErrorKind::Run, message));
            }
            output.copy_from_slice(&bytes);
        }
        Ok(())
    }
    /// Runs the program in several processes at once, with the data of the host; also returns what left the processes.
    pub(crate) fn call_on_grid(
        &self,
        signature: &Signature,
        size: GridSize,
        host: Host,
        inputs: &[Vec<&[u8]>],
    ) -> Result<GridResults> {
        let one = |inputs: &Vec<&[u8]>| {
            self.sizes.check_inputs(inputs).map_err(unfit)?;
            self.arguments(signature, &tensors(inputs))
        };
        let args = inputs.iter().map(one).collect::<Result<_>>()?;
        let (results, sent) = self.run(size, host, args)?;
        let bytes = |list: Vec<TensorResult>| list.into_iter().map(|(bytes, _)| bytes).collect();
        Ok((results.into_iter().map(bytes).collect(), sent))
    }

    /// The values of inputs that were checked.
    fn arguments(&self, signature: &Signature, inputs: &[TensorRef<'_>]) -> Result<Vec<Value>> {
        let cx = self.program.module().cx();
        let one = |(input, spec): (&TensorRef<'_>, &TensorSpec)| {
            let shape = if spec.is_dynamic() { input.sizes } else { &spec.shape };
            to_value(cx, &spec.with_shape(shape), input.bytes.to_vec())
        };
        inputs.iter().zip(&signature.inputs).map(one).collect()
    }

    fn run(
        &self,
        size: GridSize,
        host: Host,
        args: Vec<Vec<Value>>,
    ) -> Result<(Vec<Vec<TensorResult>>, Vec<Sent>)> {
        if host.live.is_some() {
            let message = "the interpreter takes what the host sends before a run, and not during it";
            return Err(Error::new(ErrorKind::Run, message));
        }
        let cancel = self.cancel.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let options = Options { cancel, ..self.options.clone() };
        let infeed = host.infeed.into_iter().map(Feed::Bytes).collect();
        let from_host =
            host.channels.into_iter().map(|(channel, data)| (channel, Feed::Bytes(data))).collect();
        let outcomes = self.program.interpret_grid(options, Run { size, args, infeed, from_host });
        let cx = self.program.module().cx();
        let mut outcomes = outcomes.map_err(|d| Error::diagnostics(cx, ErrorKind::Run, &[d]))?;
        let outfeed =
            outcomes.first_mut().map(|first| std::mem::take(&mut first.outfeed)).unwrap_or_default();
        let results = |outcome: Outcome| outcome.results.iter().map(from_value).collect();
        let results = outcomes.into_iter().map(results).collect::<Result<_>>()?;
        Ok((results, outfeed.into_iter().map(sent).collect::<Result<_>>()?))
    }
}

/// The bytes of values that left a process.
fn sent(out: Outfed) -> Result<Sent> {
    let arrays = out.values.iter().map(|value| Ok(from_value(value)?.0)).collect::<Result<_>>()?;
    Ok(Sent { process: out.process, channel: out.channel, arrays })
}

fn tensors<'a>(inputs: &[&'a [u8]]) -> Vec<TensorRef<'a>> {
    inputs.iter().map(|&bytes| TensorRef { bytes, sizes: &[] }).collect()
}

/// An error about buffers.
fn unfit(error: RunError) -> Error {
    Error::new(ErrorKind::Run, error)
}
