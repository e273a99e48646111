//! Programs that the interpreter runs, on bytes as compiled ones.

use std::sync::{Arc, Mutex, PoisonError, atomic::AtomicBool};

use strata_interp::{GridSize, Interpreter, Options, Outcome, Run, Value};
use strata_runtime_exec::{BufferSizes, RunError, TensorRef};

use crate::{
    error::{Error, ErrorKind, Result},
    program::Program,
    signature::{Signature, TensorSpec},
    value::{from_value, to_value},
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
        let results = self.run(GridSize::ONE, vec![self.arguments(signature, inputs)?])?;
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
        let results = self.run(GridSize::ONE, vec![self.arguments(signature, &tensors(inputs))?])?;
        for ((bytes, _), output) in results.into_iter().flatten().zip(outputs) {
            if bytes.len() != output.len() {
                let message = format!("a result has {} bytes, not {}", bytes.len(), output.len());
                return Err(Error::new(ErrorKind::Run, message));
            }
            output.copy_from_slice(&bytes);
        }
        Ok(())
    }
    /// Runs the program in several processes at once.
    pub(crate) fn call_on_grid(
        &self,
        signature: &Signature,
        size: GridSize,
        inputs: &[Vec<&[u8]>],
    ) -> Result<Vec<Vec<Vec<u8>>>> {
        let one = |inputs: &Vec<&[u8]>| {
            self.sizes.check_inputs(inputs).map_err(unfit)?;
            self.arguments(signature, &tensors(inputs))
        };
        let args = inputs.iter().map(one).collect::<Result<_>>()?;
        let results = self.run(size, args)?;
        Ok(results.into_iter().map(|list| list.into_iter().map(|(bytes, _)| bytes).collect()).collect())
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

    fn run(&self, size: GridSize, args: Vec<Vec<Value>>) -> Result<Vec<Vec<TensorResult>>> {
        let module = self.program.module();
        let cancel = self.cancel.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let interpreter =
            Interpreter::new(module.cx()).with_options(Options { cancel, ..self.options.clone() });
        let run = Run { size, args, infeed: Vec::new(), from_host: Vec::new() };
        let outcomes = interpreter.run_grid(module, self.program.entry(), run);
        let outcomes = outcomes.map_err(|d| Error::diagnostics(module.cx(), ErrorKind::Run, &[d]))?;
        let results = |outcome: Outcome| outcome.results.iter().map(from_value).collect();
        outcomes.into_iter().map(results).collect()
    }
}

fn tensors<'a>(inputs: &[&'a [u8]]) -> Vec<TensorRef<'a>> {
    inputs.iter().map(|&bytes| TensorRef { bytes, sizes: &[] }).collect()
}

/// An error about buffers.
fn unfit(error: RunError) -> Error {
    Error::new(ErrorKind::Run, error)
}
