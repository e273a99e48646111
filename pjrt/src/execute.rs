//! Calls of programs: short ones run on the thread of the caller, long ones on the queue of the device.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use strata_driver::TensorRef;

use crate::abi::*;
use crate::border::{slice, write};
use crate::buffer::{BUFFERS, Buffer, Place};
use crate::device::{DEVICES, Device};
use crate::error::{Error, Result};
use crate::event::{Event, Outcome};
use crate::executable::{ArrayType, Executable, LOADED, Loaded};
use crate::memory::Block;

/// A program whose runs take less, in nanoseconds, runs on the thread of its caller: handing it over takes about as long.
const SHORT: u64 = 30_000;

/// The arguments and results of a process.
struct Process {
    inputs: Vec<Arc<Buffer>>,
    /// The memory of the arguments, which stays while the program runs.
    memory: Vec<Arc<Block>>,
    outputs: Vec<Arc<Block>>,
    done: Arc<Event>,
}

pub(crate) fn execute(args: &mut PJRT_LoadedExecutable_Execute_Args) -> Result<()> {
    let loaded = LOADED.get(args.executable)?;
    loaded.check()?;
    let executable = &loaded.executable;
    let processes = executable.replicas * executable.partitions;
    if args.num_devices != processes {
        let message =
            format!("the program runs on {processes} devices, arguments are given for {}", args.num_devices);
        return Err(Error::invalid(message));
    }
    if args.num_args != executable.inputs.len() {
        let message = format!(
            "Execution supplied {} buffers but compiled program expected {} buffers",
            args.num_args,
            executable.inputs.len()
        );
        return Err(Error::invalid(message));
    }
    // SAFETY: the caller gives lists for as many devices, and options or null.
    let (arguments, results, kept) = unsafe {
        let arguments = slice(
            args.argument_lists,
            if args.num_args == 0 { 0 } else { processes },
            "the lists of arguments",
        )?;
        let results = slice(
            args.output_lists,
            if executable.outputs.is_empty() { 0 } else { processes },
            "the lists of results",
        )?;
        let options = if args.options.is_null() { None } else { Some(args.options.read_unaligned()) };
        let kept = options.map_or(Ok(&[][..]), |o| {
            slice(
                o.non_donatable_input_indices,
                o.num_non_donatable_input_indices,
                "the arguments that are kept",
            )
        })?;
        (arguments, results, kept)
    };
    let mut all = Vec::with_capacity(processes);
    let mut places = Vec::with_capacity(processes);
    for process in 0..processes {
        let device = if args.execute_device.is_null() {
            loaded.devices.get(process)
        } else {
            Some(args.execute_device)
        };
        let device = DEVICES.get(device.unwrap_or(std::ptr::null_mut()))?;
        let list = arguments.get(process).map_or(std::ptr::null(), |&list| list);
        // SAFETY: the caller gives as many arguments.
        let list = unsafe { slice(list, args.num_args, "a list of arguments") }?;
        all.push(Process::new(executable, list, &device)?);
        places.push(device);
    }
    all.iter().for_each(|process| process.donate(executable, kept));
    if executable.outputs.iter().any(ArrayType::is_dynamic) {
        return execute_dynamic(&loaded, args, &all, &places, results);
    }
    let events: Vec<Arc<Event>> = all.iter().map(|process| Arc::clone(&process.done)).collect();
    let mut buffers: Vec<Vec<Arc<Buffer>>> = Vec::with_capacity(processes);
    for (process, device) in all.iter().zip(&places) {
        let place = Place::new(device.memories.get(0).unwrap_or(std::ptr::null_mut()));
        let made = executable.outputs.iter().zip(&process.outputs).map(|(ty, block)| {
            Arc::new(Buffer::new(
                ty.element,
                &ty.dims,
                place,
                Some(Arc::clone(block)),
                Arc::clone(&process.done),
            ))
        });
        buffers.push(made.collect());
    }
    let inline = executable.time.load(Ordering::Relaxed);
    let is_short = inline != 0 && inline < SHORT;
    let ready = |process: &Process| process.inputs.iter().all(|input| input.ready.outcome().is_some());
    if processes == 1 && is_short && all.iter().all(ready) {
        run(executable, all);
    } else {
        let device = places.first().ok_or_else(|| Error::internal("a program has no device"))?;
        let code = Arc::clone(executable);
        device.queue.push(move || run(&code, all))?;
    }
    for (list, made) in results.iter().zip(buffers) {
        give(*list, made)?;
    }
    give_events(args.device_complete_events, &events)
}

/// Writes the addresses of results where the caller has space for them.
fn give(list: *mut *mut PJRT_Buffer, buffers: Vec<Arc<Buffer>>) -> Result<()> {
    if list.is_null() && !buffers.is_empty() {
        return Err(Error::invalid("a list of results is null"));
    }
    for (i, buffer) in buffers.into_iter().enumerate() {
        let handle = BUFFERS.insert(buffer)?;
        // SAFETY: the caller has space for all results.
        unsafe { write(list.wrapping_add(i), handle, "a list of results") }?;
    }
    Ok(())
}

fn give_events(list: *mut *mut PJRT_Event, events: &[Arc<Event>]) -> Result<()> {
    if list.is_null() {
        return Ok(());
    }
    for (i, event) in events.iter().enumerate() {
        let handle = Arc::clone(event).into_handle()?;
        // SAFETY: the caller has space for an event for each device.
        unsafe { write(list.wrapping_add(i), handle, "the list of events") }?;
    }
    Ok(())
}

impl Process {
    fn new(executable: &Executable, arguments: &[*mut PJRT_Buffer], device: &Arc<Device>) -> Result<Self> {
        let inputs = arguments.iter().map(|&a| BUFFERS.get(a)).collect::<Result<Vec<_>>>()?;
        let mut memory = Vec::with_capacity(inputs.len());
        for (i, (input, ty)) in inputs.iter().zip(&executable.inputs).enumerate() {
            check(&executable.name, i, input, ty)?;
            let block = input.block().map_err(|error| {
                Error::invalid(format!("{}: argument {i}: {}", executable.name, error.message()))
            })?;
            memory.push(block);
        }
        let output = |ty: &ArrayType| {
            let bytes = if ty.is_dynamic() { 0 } else { ty.element.array_bytes(&ty.dims)? };
            Block::new(bytes, &device.account).map(Arc::new)
        };
        let outputs = executable.outputs.iter().map(output).collect::<Result<Vec<_>>>()?;
        Ok(Self { inputs, memory, outputs, done: Event::pending() })
    }

    /// Deletes the arguments whose memory the program was given.
    fn donate(&self, executable: &Executable, kept: &[i64]) {
        for (i, (input, _)) in
            self.inputs.iter().zip(&executable.donated).enumerate().filter(|(_, (_, given))| **given)
        {
            if !kept.contains(&(i as i64)) {
                input.delete();
            }
        }
    }

    /// Waits for the arguments. An error of one is that of the call.
    fn wait(&self) -> Outcome {
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
        && input.dims.iter().zip(&ty.dims).all(fits);
    if same {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "Executable({name}) expected parameter {i} of type {}{:?} but got buffer with incompatible type {}{:?}",
        ty.element.name, ty.dims, input.element.name, input.dims
    )))
}

/// Runs the processes of a call, and tells their events.
fn run(executable: &Executable, processes: Vec<Process>) {
    let outcome = processes.iter().try_for_each(Process::wait);
    let outcome = outcome.and_then(|()| match &processes[..] {
        [process] => run_one(executable, process),
        many => run_grid(executable, many),
    });
    for process in processes {
        // Arguments that were donated are gone before the caller hears of the end.
        drop(process.memory);
        drop(process.inputs);
        process.done.set(outcome.clone());
    }
}

fn run_one(executable: &Executable, process: &Process) -> Outcome {
    let inputs: Vec<&[u8]> = arrays(&process.memory, &executable.inputs).map(|block| block.bytes()).collect();
    let mut outputs: Vec<&mut [u8]> =
        arrays(&process.outputs, &executable.outputs).map(|block| results(block)).collect();
    let start = Instant::now();
    let outcome = executable.code.run_into(&inputs, &mut outputs);
    let took = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX).max(1);
    let before = executable.time.load(Ordering::Relaxed);
    let mean = if before == 0 { took } else { before - before / 4 + took / 4 };
    executable.time.store(mean.max(1), Ordering::Relaxed);
    Ok(outcome?)
}

/// The memory of the arguments or results that are no tokens.
fn arrays<'a>(blocks: &'a [Arc<Block>], types: &'a [ArrayType]) -> impl Iterator<Item = &'a Arc<Block>> {
    blocks.iter().zip(types).filter(|(_, ty)| !ty.is_token()).map(|(block, _)| block)
}

/// The bytes of a block that the program writes.
#[expect(clippy::mut_from_ref, reason = "a buffer knows its memory before a program has written it")]
fn results(block: &Block) -> &mut [u8] {
    if block.len() == 0 {
        return &mut [];
    }
    // SAFETY: the block was made for this call; nobody reads it before the event of the call.
    unsafe { std::slice::from_raw_parts_mut(block.start(), block.len()) }
}

fn run_grid(executable: &Executable, processes: &[Process]) -> Outcome {
    let inputs: Vec<Vec<&[u8]>> = processes
        .iter()
        .map(|process| arrays(&process.memory, &executable.inputs).map(|block| block.bytes()).collect())
        .collect();
    let outputs = executable.code.run_on_grid(executable.replicas, executable.partitions, &inputs)?;
    for (process, made) in processes.iter().zip(outputs) {
        for (block, bytes) in arrays(&process.outputs, &executable.outputs).zip(made) {
            results(block).copy_from_slice(
                bytes.get(..block.len()).ok_or_else(|| Error::internal("a result is short"))?,
            );
        }
    }
    Ok(())
}

/// Runs a program whose results have sizes that it finds itself, so that the caller waits.
fn execute_dynamic(
    loaded: &Loaded,
    args: &PJRT_LoadedExecutable_Execute_Args,
    processes: &[Process],
    devices: &[Arc<Device>],
    results: &[*mut *mut PJRT_Buffer],
) -> Result<()> {
    let ([process], [device]) = (processes, devices) else {
        return Err(Error::unimplemented("results of dynamic sizes on several devices"));
    };
    let executable = &loaded.executable;
    process.wait()?;
    let tensor = |(block, input): (&Arc<Block>, &Arc<Buffer>)| (Arc::clone(block), input.dims.clone());
    let inputs: Vec<_> = process.memory.iter().zip(&process.inputs).map(tensor).collect();
    let inputs: Vec<TensorRef<'_>> =
        inputs.iter().map(|(block, sizes)| TensorRef { bytes: block.bytes(), sizes }).collect();
    let made = executable.code.run_tensors(&inputs)?;
    let place = Place::new(device.memories.get(0).unwrap_or(std::ptr::null_mut()));
    let mut buffers = Vec::with_capacity(made.len());
    for ((bytes, dims), ty) in made.iter().zip(&executable.outputs) {
        let mut block = Block::new(bytes.len(), &device.account)?;
        block.bytes_mut().copy_from_slice(bytes);
        let done = Event::ready(Ok(()));
        buffers.push(Arc::new(Buffer::new(ty.element, dims, place, Some(Arc::new(block)), done)));
    }
    if let Some(&list) = results.first() {
        give(list, buffers)?;
    }
    process.done.set(Ok(()));
    give_events(args.device_complete_events, &[Arc::clone(&process.done)])
}
