//! Runs of programs on blocks of memory, of the host or of a GPU.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use strata_driver::{DeviceBlock, Transport};

use crate::cluster::{Placement, Program};
use crate::error::{Error, Result};
use crate::event::Outcome;
use crate::executable::{ArrayType, Executable};
use crate::execution::Executions;
use crate::marked;
use crate::memory::{Block, Memory};
use crate::process::{List, PerProcess, Process};
use crate::profiler::{self, span};
use crate::queue::while_blocked;

/// Runs the processes of a call that are here, and tells their events.
pub(crate) fn run(executable: &Executable, placement: Option<&Placement>, processes: PerProcess<Process>) {
    let work = || work(executable, placement, &processes);
    let describe = || executable.describe();
    let program = Program { name: &executable.name, hash: &executable.common, describe: &describe };
    let outcome = match placement {
        Some(placement) => placement.run(&program, work),
        None => work(),
    };
    for process in processes {
        // Arguments that were donated are gone before the caller hears of the end.
        drop(process.memory);
        drop(process.inputs);
        process.done.set(outcome.clone());
    }
}

fn work(executable: &Executable, placement: Option<&Placement>, processes: &[Process]) -> Outcome {
    let waiting = span(|| "wait for arguments".to_owned());
    match processes.iter().all(Process::is_ready) {
        true => processes.iter().try_for_each(Process::wait),
        // They may wait for a later task of the queue.
        false => while_blocked(|| processes.iter().try_for_each(Process::wait)),
    }?;
    drop(waiting);
    let _span = span(|| format!("run {}", executable.name));
    match processes {
        // It was made to fail before it began.
        all if all.iter().all(|process| process.done.outcome().is_some()) => Ok(()),
        [process] if executable.channels.is_empty() && placement.is_none() => run_one(executable, process),
        many if executable.is_on_gpu => run_grid_on_gpus(executable, placement, many),
        many => run_grid(executable, placement, many),
    }
}

fn run_one(executable: &Executable, process: &Process) -> Outcome {
    let start = Instant::now();
    let outcome =
        if executable.is_on_gpu { run_on_gpu(executable, process) } else { run_on_host(executable, process) };
    if profiler::is_active() {
        // Marks take time, too.
        return outcome;
    }
    let took = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX).max(1);
    let before = executable.time.load(Ordering::Relaxed);
    let mean = if before == 0 { took } else { before - before / 4 + took / 4 };
    executable.time.store(mean.max(1), Ordering::Relaxed);
    outcome
}

fn run_on_host(executable: &Executable, process: &Process) -> Outcome {
    let given = process.memory.iter().zip(&process.in_place).zip(&executable.inputs);
    let inputs = given.filter(|(_, ty)| !ty.is_token()).map(|((block, in_place), _)| match in_place {
        true => Ok(None),
        false => block.bytes().map(Some),
    });
    let inputs = inputs.collect::<Result<List<_>>>()?;
    let outputs = arrays(&process.outputs, &executable.outputs);
    let mut outputs = outputs.map(|block| results(block)).collect::<Result<List<_>>>()?;
    process.run(|| marked::run(executable, process.device, |code| code.run_in_place(&inputs, &mut outputs)))
}

/// The arguments and results of a process on its GPU. Those that are in memory of the host are copied.
struct OnGpu<'a> {
    inputs: Vec<(&'a Arc<Block>, Option<DeviceBlock>)>,
    outputs: Vec<(&'a Arc<Memory>, Option<DeviceBlock>)>,
}

impl<'a> OnGpu<'a> {
    fn new(executable: &'a Executable, process: &'a Process) -> Result<Self> {
        let Some(gpu) = &process.gpu else { return Err(Error::internal("the device is no GPU")) };
        let copy = |block: &Memory| match block.device() {
            Some(_) => Ok(None),
            None => DeviceBlock::new(gpu, block.len()).map(Some).map_err(|e| Error::exhausted(e.to_string())),
        };
        let mut inputs = Vec::new();
        for block in arrays(&process.memory, &executable.inputs) {
            let copy = copy(block)?;
            if let Some(copy) = &copy {
                copy.write(0, block.bytes()?)?;
            }
            inputs.push((block, copy));
        }
        let outputs = arrays(&process.outputs, &executable.outputs);
        let outputs = outputs.map(|block| Ok((block, copy(block)?))).collect::<Result<_>>()?;
        Ok(Self { inputs, outputs })
    }
    fn inputs(&self) -> Vec<&DeviceBlock> {
        self.inputs.iter().filter_map(|(block, copy)| on_gpu(block, copy)).collect()
    }
    fn outputs(&self) -> Vec<&DeviceBlock> {
        self.outputs.iter().filter_map(|(block, copy)| on_gpu(block, copy)).collect()
    }
    /// Brings results to memory of the host.
    fn finish(&self) -> Outcome {
        for (block, copy) in &self.outputs {
            if let Some(copy) = copy {
                copy.read(0, results(block)?)?;
            }
        }
        Ok(())
    }
}

/// Runs a program on a GPU, where its arguments and results stay.
fn run_on_gpu(executable: &Executable, process: &Process) -> Outcome {
    let arrays = OnGpu::new(executable, process)?;
    let (inputs, outputs, number) = (arrays.inputs(), arrays.outputs(), process.local);
    process.run(|| {
        marked::run(executable, process.device, |code| code.run_on_device(number, &inputs, &outputs))
    })?;
    arrays.finish()
}

/// Runs the processes of a program on their GPUs.
fn run_grid_on_gpus(
    executable: &Executable,
    placement: Option<&Placement>,
    processes: &[Process],
) -> Outcome {
    let arrays: Vec<OnGpu<'_>> =
        processes.iter().map(|process| OnGpu::new(executable, process)).collect::<Result<_>>()?;
    let inputs: Vec<Vec<&DeviceBlock>> = arrays.iter().map(OnGpu::inputs).collect();
    let outputs: Vec<Vec<&DeviceBlock>> = arrays.iter().map(OnGpu::outputs).collect();
    let devices: Vec<usize> = processes.iter().map(|process| process.local).collect();
    let (executions, world) = surroundings(placement, processes);
    let size = (executable.replicas, executable.partitions);
    let outcome = marked::run(executable, processes.first().map_or(0, |process| process.device), |code| {
        code.set_world(world)?;
        code.run_grid_on_devices(size, executions.host(), &devices, &inputs, &outputs)
    });
    outcome.map_err(|error| executions.take_failure().unwrap_or_else(|| Error::from(error)))?;
    arrays.iter().try_for_each(OnGpu::finish)
}

/// The block on the GPU: a copy, or the block itself.
fn on_gpu<'a>(block: &'a Memory, copy: &'a Option<DeviceBlock>) -> Option<&'a DeviceBlock> {
    copy.as_ref().or_else(|| block.device())
}

/// The memory of the arguments or results that are no tokens.
fn arrays<'a, T>(blocks: &'a [Arc<T>], types: &'a [ArrayType]) -> impl Iterator<Item = &'a Arc<T>> {
    blocks.iter().zip(types).filter(|(_, ty)| !ty.is_token()).map(|(block, _)| block)
}

/// The bytes of a block that the program writes.
#[expect(clippy::mut_from_ref, reason = "a buffer knows its memory before a program has written it")]
fn results(block: &Memory) -> Result<&mut [u8]> {
    let start = block.start()?;
    if block.len() == 0 {
        return Ok(&mut []);
    }
    // SAFETY: the block was made for this call or given to it; nobody reads it before the event of the call.
    Ok(unsafe { std::slice::from_raw_parts_mut(start, block.len()) })
}

/// The bytes of the arguments of a process.
fn contents<'a>(executable: &'a Executable, process: &'a Process) -> Result<Vec<Cow<'a, [u8]>>> {
    arrays(&process.memory, &executable.inputs).map(|block| block.contents()).collect()
}

/// The host of processes, and how they reach those that are elsewhere.
fn surroundings(
    placement: Option<&Placement>,
    processes: &[Process],
) -> (Arc<Executions>, Option<Arc<dyn Transport>>) {
    let all = processes.iter().map(|process| process.execution.clone()).collect();
    let executions = Executions::new(all, placement.map(|placement| placement.here.clone()));
    (executions, placement.map(|placement| Arc::clone(&placement.transport)))
}

fn run_grid(executable: &Executable, placement: Option<&Placement>, processes: &[Process]) -> Outcome {
    let contents =
        processes.iter().map(|process| contents(executable, process)).collect::<Result<Vec<_>>>()?;
    let inputs: Vec<Vec<&[u8]>> =
        contents.iter().map(|list| list.iter().map(|bytes| &**bytes).collect()).collect();
    let device = processes.first().map_or(0, |process| process.device);
    let (replicas, partitions) = (executable.replicas, executable.partitions);
    let (executions, world) = surroundings(placement, processes);
    let failed =
        |error: strata_driver::Error| executions.take_failure().unwrap_or_else(|| Error::from(error));
    let blocks = || processes.iter().map(|process| arrays(&process.outputs, &executable.outputs));
    let is_apart = |process: &Process| process.in_place.iter().all(|&in_place| !in_place);
    if processes.iter().all(is_apart) && blocks().flatten().all(|block| block.device().is_none()) {
        let places = blocks().map(|list| list.map(|block| results(block)).collect());
        let mut outputs = places.collect::<Result<Vec<Vec<&mut [u8]>>>>()?;
        let outcome = marked::run(executable, device, |code| {
            code.set_world(world)?;
            code.run_grid_into(replicas, partitions, executions.host(), &inputs, &mut outputs)
        });
        return outcome.map_err(failed);
    }
    let outcome = marked::run(executable, device, |code| {
        code.set_world(world)?;
        code.run_with_host(replicas, partitions, executions.host(), &inputs)
    });
    for (list, made) in blocks().zip(outcome.map_err(failed)?.0) {
        for (block, bytes) in list.zip(made) {
            let bytes = bytes.get(..block.len()).ok_or_else(|| Error::internal("a result is short"))?;
            // SAFETY: the block was made for this call; nobody reads it before the event of the call.
            unsafe { block.write(0, bytes) }?;
        }
    }
    Ok(())
}
