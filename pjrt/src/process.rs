//! The arguments and results of a process of a call.

use std::sync::Arc;

use smallvec::SmallVec;
use strata_driver::Device as Gpu;

use crate::abi::PJRT_Buffer;
use crate::buffer::{BUFFERS, Buffer, Place};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::event::{Event, Outcome};
use crate::executable::{ArrayType, Executable};
use crate::execution::Execution;
use crate::memory::{Block, Memory};

/// A list of arguments or results; short ones need no memory of their own.
pub(crate) type List<T> = SmallVec<[T; 4]>;
/// A list of processes, of which there is mostly one.
pub(crate) type PerProcess<T> = SmallVec<[T; 1]>;

/// The arguments and results of a process.
pub(crate) struct Process {
    pub inputs: List<Arc<Buffer>>,
    /// The memory of the arguments, which stays while the program runs.
    pub memory: List<Arc<Block>>,
    pub outputs: List<Arc<Memory>>,
    /// Whether each argument is in the memory of a result.
    pub in_place: List<bool>,
    pub done: Arc<Event>,
    /// The number of its device.
    pub device: i32,
    /// The number of the device among those of this process of the operating system.
    pub local: usize,
    /// The GPU that the device is.
    pub gpu: Option<Arc<dyn Gpu>>,
    /// The host of the program, if it asks for anything.
    pub execution: Option<Arc<Execution>>,
}

impl Process {
    pub(crate) fn new(
        executable: &Executable,
        arguments: &[*mut PJRT_Buffer],
        device: &Arc<Device>,
        execution: Option<Arc<Execution>>,
        kept: &[i64],
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
        let mut in_place = List::from_elem(false, inputs.len());
        let mut outputs = List::with_capacity(executable.outputs.len());
        for (ty, donor) in executable.outputs.iter().zip(&executable.in_place.donors) {
            let donor = donor.filter(|i| executable.donated[*i] && !kept.contains(&(*i as i64)));
            let donor = donor.filter(|&i| fits(&inputs[i], &memory[i], ty, device));
            outputs.push(match donor {
                Some(i) => {
                    in_place[i] = true;
                    memory[i].memory()
                }
                None => allocate(ty, device)?,
            });
        }
        let done = Event::pending();
        Ok(Self {
            inputs,
            memory,
            outputs,
            in_place,
            done,
            device: device.id,
            local: device.local.and_then(|n| usize::try_from(n).ok()).unwrap_or(0),
            gpu: device.gpu.clone(),
            execution,
        })
    }

    /// Deletes the arguments whose memory the program was given. A result is in the memory of an argument if nobody else uses that, which
    /// is known for good once the argument is deleted.
    pub(crate) fn donate(&mut self, executable: &Executable, kept: &[i64], device: &Device) -> Result<()> {
        for (i, (input, _)) in
            self.inputs.iter().zip(&executable.donated).enumerate().filter(|(_, (_, given))| **given)
        {
            if kept.contains(&(i as i64)) {
                continue;
            }
            let block = input.take();
            let Some(j) = executable.in_place.results[i].filter(|_| self.in_place[i]) else { continue };
            // The block that was taken is the only one if this call drops its own; where another call took it, both may read it until they end.
            let alone = block.map(|block| {
                self.memory[i] = Arc::new(Block::from_memory(block.memory()));
                Arc::try_unwrap(block)
            });
            match alone {
                Some(Ok(_)) => continue,
                Some(Err(shared)) => self.memory[i] = shared,
                None => {}
            }
            self.in_place[i] = false;
            self.outputs[j] = allocate(&executable.outputs[j], device)?;
        }
        Ok(())
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

/// Memory for a result.
fn allocate(ty: &ArrayType, device: &Device) -> Result<Arc<Memory>> {
    let bytes = if ty.is_dynamic() { 0 } else { ty.element.array_bytes(&ty.dims)? };
    Ok(device.allocate(ty.memory, bytes)?.memory())
}

/// Whether a result may be in the memory of an argument, as far as is known now: it belongs to the plugin and to the memory that the
/// result goes to.
fn fits(input: &Buffer, block: &Arc<Block>, ty: &ArrayType, device: &Device) -> bool {
    let place = device.memories.get(ty.memory).map(Place::new);
    // The buffer and this call use it.
    let is_alone = Arc::strong_count(block) == 2;
    is_alone
        && block.is_own()
        && place == Some(input.place)
        && ty.element.array_bytes(&ty.dims).ok() == Some(block.len())
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
