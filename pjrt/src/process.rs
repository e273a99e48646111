//! The arguments and results of a process of a call.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::abi::PJRT_Buffer;
use crate::buffer::{BUFFERS, Buffer};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::event::{Event, Outcome};
use crate::executable::{ArrayType, Executable};
use crate::execution::Execution;
use crate::memory::Block;

/// A list of arguments or results; short ones need no memory of their own.
pub(crate) type List<T> = SmallVec<[T; 4]>;
/// A list of processes, of which there is mostly one.
pub(crate) type PerProcess<T> = SmallVec<[T; 1]>;

/// The arguments and results of a process.
pub(crate) struct Process {
    pub inputs: List<Arc<Buffer>>,
    /// The memory of the arguments, which stays while the program runs.
    pub memory: List<Arc<Block>>,
    pub outputs: List<Arc<Block>>,
    pub done: Arc<Event>,
    /// The number of its device.
    pub device: i32,
    /// The host of the program, if it asks for anything.
    pub execution: Option<Arc<Execution>>,
}

impl Process {
    pub(crate) fn new(
        executable: &Executable,
        arguments: &[*mut PJRT_Buffer],
        device: &Arc<Device>,
        execution: Option<Arc<Execution>>,
    ) -> Result<Self> {
        let inputs = arguments.iter().map(|&a| BUFFERS.get(a)).collect::<Result<List<_>>>()?;
        let mut memory = List::with_capacity(inputs.len());
        for (i, (input, ty)) in inputs.iter().zip(&executable.inputs).enumerate() {
            check(&executable.name, i, input, ty)?;
            let block = input.block().map_err(|error| {
                Error::invalid(format!("{}: argument {i}: {}", executable.name, error.message()))
            })?;
            memory.push(block);
        }
        let output = |ty: &ArrayType| {
            let bytes = if ty.is_dynamic() { 0 } else { ty.element.array_bytes(&ty.dims)? };
            device.allocate(ty.memory, bytes).map(Arc::new)
        };
        let outputs = executable.outputs.iter().map(output).collect::<Result<List<_>>>()?;
        Ok(Self { inputs, memory, outputs, done: Event::pending(), device: device.id, execution })
    }

    /// Deletes the arguments whose memory the program was given.
    pub(crate) fn donate(&self, executable: &Executable, kept: &[i64]) {
        for (i, (input, _)) in
            self.inputs.iter().zip(&executable.donated).enumerate().filter(|(_, (_, given))| **given)
        {
            if !kept.contains(&(i as i64)) {
                input.delete();
            }
        }
    }

    /// Runs the program. An error of a handler of the user is that of the call.
    pub(crate) fn run(&self, work: impl FnOnce() -> Result<(), strata_driver::Error>) -> Outcome {
        let Some(execution) = &self.execution else { return Ok(work()?) };
        let outcome = execution.enter(work);
        outcome.map_err(|error| execution.take_failure().unwrap_or_else(|| Error::from(error)))
    }

    /// Whether all arguments are there.
    pub(crate) fn is_ready(&self) -> bool {
        self.inputs.iter().all(|input| input.ready.outcome().is_some())
    }

    /// Waits for the arguments. An error of one is that of the call.
    pub(crate) fn wait(&self) -> Outcome {
        self.inputs.iter().try_for_each(|input| input.ready.wait())
    }
}

/// Checks the type of an argument.
fn check(name: &str, i: usize, input: &Buffer, ty: &ArrayType) -> Result<()> {
    if ty.is_token() {
        // Any array stands for a token.
        return Ok(());
    }
    let fits = |(&given, &known): (&i64, &i64)| known == given || known == strata_ir::prelude::DYNAMIC;
    let same = input.element == ty.element
        && input.dims.len() == ty.dims.len()
        && input.dims.iter().zip(&*ty.dims).all(fits);
    if !same {
        return Err(Error::invalid(format!(
            "Executable({name}) expected parameter {i} of type {}{:?} but got buffer with incompatible type {}{:?}",
            ty.element.name, ty.dims, input.element.name, input.dims
        )));
    }
    if input.minor_to_major == ty.minor_to_major || input.is_row_major() && ty.is_row_major() {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "Executable({name}) expected parameter {i} with minor-to-major dimensions {:?} but got buffer with {:?}",
        ty.minor_to_major, input.minor_to_major
    )))
}
