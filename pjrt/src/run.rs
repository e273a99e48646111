//! Runs of programs on blocks of memory, of the host or of a GPU.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use strata_driver::DeviceBlock;

use crate::cluster::Placement;
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
    let outcome = match placement {
        Some(placement) => placement.run(executable, work),
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
        many => run_grid(executable, placement, many),
    }
}

fn run_one(executable: &Executable, process: &Process) -> Outcome {
    let start = Instant::now();
    let outcome = if executable.gpu.is_some() {
        run_on_gpu(executable, process)
    } else {
        run_on_host(executable, process)
    };
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

/// Runs a program on a GPU, where its arguments and results stay. Those that are in memory of the host are copied.
fn run_on_gpu(executable: &Executable, process: &Process) -> Outcome {
    let inputs: Vec<&Arc<Block>> = arrays(&process.memory, &executable.inputs).collect();
    let outputs: Vec<&Arc<Memory>> = arrays(&process.outputs, &executable.outputs).collect();
    let Some(gpu) = &executable.gpu else { return Err(Error::internal("the program has no GPU")) };
    let copy = |block: &Memory| match block.device() {
        Some(_) => Ok(None),
        None => DeviceBlock::new(gpu, block.len()).map(Some).map_err(|e| Error::exhausted(e.to_string())),
    };
    let copies_in = inputs.iter().map(|block| copy(block)).collect::<Result<Vec<_>>>()?;
    let copies_out = outputs.iter().map(|block| copy(block)).collect::<Result<Vec<_>>>()?;
    for (block, copy) in inputs.iter().zip(&copies_in) {
        if let Some(copy) = copy {
            copy.write(0, block.bytes()?)?;
        }
    }
    let inputs: Vec<&DeviceBlock> =
        inputs.iter().zip(&copies_in).filter_map(|(block, copy)| on_gpu(block, copy)).collect();
    let places: Vec<&DeviceBlock> =
        outputs.iter().zip(&copies_out).filter_map(|(block, copy)| on_gpu(block, copy)).collect();
    process.run(|| marked::run(executable, process.device, |code| code.run_on_device(&inputs, &places)))?;
    for (block, copy) in outputs.iter().zip(&copies_out) {
        if let Some(copy) = copy {
            copy.read(0, results(block)?)?;
        }
    }
    Ok(())
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

fn run_grid(executable: &Executable, placement: Option<&Placement>, processes: &[Process]) -> Outcome {
    let contents =
        processes.iter().map(|process| contents(executable, process)).collect::<Result<Vec<_>>>()?;
    let inputs: Vec<Vec<&[u8]>> =
        contents.iter().map(|list| list.iter().map(|bytes| &**bytes).collect()).collect();
    let device = processes.first().map_or(0, |process| process.device);
    let (replicas, partitions) = (executable.replicas, executable.partitions);
    let all = processes.iter().map(|process| process.execution.clone()).collect();
    let executions = Executions::new(all, placement.map(|placement| placement.here.clone()));
    let world = placement.map(|placement| Arc::clone(&placement.transport));
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
