//! Calls of programs: short ones run on the thread of the caller, long ones on the queue of the device.
//!
//! Programs that call functions of the host run on the thread of the caller, too, as XLA:CPU runs them: what the functions print is
//! there when the call returns.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use strata_driver::TensorRef;

use crate::abi::*;
use crate::border::{copied, slice, write};
use crate::buffer::{BUFFERS, Buffer, Place};
use crate::device::{DEVICES, Device};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::executable::{ArrayType, LOADED, Loaded};
use crate::execution::Call;
use crate::marked;
use crate::memory::Block;
use crate::process::{List, PerProcess, Process};
use crate::profiler::span;
use crate::run::run;

/// A program whose runs take less, in nanoseconds, runs on the thread of its caller: handing it over takes about as long.
const SHORT: u64 = 30_000;

pub(crate) fn execute(args: &mut PJRT_LoadedExecutable_Execute_Args) -> Result<()> {
    let loaded = LOADED.get(args.executable)?;
    loaded.check()?;
    let executable = &loaded.executable;
    let _span = span(|| format!("execute {}", executable.name));
    let processes = loaded.here.len();
    if args.num_devices != processes {
        let elsewhere = if loaded.placement.is_some() { " of this process" } else { "" };
        let message = format!(
            "the program runs on {processes} devices{elsewhere}, arguments are given for {}",
            args.num_devices
        );
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
    let (arguments, results, kept, options) = unsafe {
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
        let options: Option<PJRT_ExecuteOptions> = copied(args.options)?;
        let kept = options.map_or(Ok(&[][..]), |o| {
            slice(
                o.non_donatable_input_indices,
                o.num_non_donatable_input_indices,
                "the arguments that are kept",
            )
        })?;
        (arguments, results, kept, options)
    };
    let call = Call::new(executable, processes, options.as_ref())?;
    let mut all = PerProcess::with_capacity(processes);
    let mut places = PerProcess::with_capacity(processes);
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
        let execution = call.execution(executable, process, device.id);
        all.push(Process::new(executable, list, &device, execution, kept)?);
        places.push(device);
    }
    for (process, device) in all.iter_mut().zip(&places) {
        process.donate(executable, kept, device)?;
    }
    let inline = executable.time.load(Ordering::Relaxed);
    let is_alone = processes == 1 && loaded.placement.is_none();
    let is_short = inline != 0 && inline < SHORT && is_alone && !executable.calls_host;
    let is_short = is_short && all.iter().all(Process::is_ready);
    if !is_short {
        all.iter().zip(&places).for_each(|(process, device)| device.launches.add(call.launch, &process.done));
    }
    if executable.outputs.iter().any(ArrayType::is_dynamic) {
        return execute_dynamic(&loaded, args, &all, &places, results);
    }
    let events: PerProcess<Arc<Event>> = all.iter().map(|process| Arc::clone(&process.done)).collect();
    let mut buffers: PerProcess<List<Arc<Buffer>>> = PerProcess::with_capacity(processes);
    for (process, device) in all.iter().zip(&places) {
        let made = executable.outputs.iter().zip(&process.outputs).map(|(ty, block)| {
            result(device, ty, Arc::clone(&ty.dims), Block::from_memory(Arc::clone(block)), &process.done)
        });
        buffers.push(made.collect());
    }
    if is_short || is_alone && executable.calls_host && executable.channels.is_empty() {
        run(executable, None, all);
    } else if let Some(placement) = &loaded.placement {
        let (code, place) = (Arc::clone(executable), Arc::clone(placement));
        placement.queue().push(move || run(&code, Some(&place), all))?;
    } else {
        let device = places.first().ok_or_else(|| Error::internal("a program has no device"))?;
        let code = Arc::clone(executable);
        device.queue.push(move || run(&code, None, all))?;
    }
    for (list, made) in results.iter().zip(buffers) {
        give(*list, made)?;
    }
    give_events(args.device_complete_events, &events)
}

/// The buffer of a result, which has these sizes.
fn result(device: &Device, ty: &ArrayType, dims: Arc<[i64]>, block: Block, done: &Arc<Event>) -> Arc<Buffer> {
    let place = Place::new(device.memories.get(ty.memory).unwrap_or(std::ptr::null_mut()));
    let shape = [dims, Arc::clone(&ty.minor_to_major)];
    Arc::new(Buffer::laid_out(ty.element, shape, place, Some(Arc::new(block)), Arc::clone(done)))
}

/// Writes the addresses of results where the caller has space for them.
fn give(list: *mut *mut PJRT_Buffer, buffers: List<Arc<Buffer>>) -> Result<()> {
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
    if loaded.placement.is_some() {
        return Err(Error::unimplemented("results of dynamic sizes on devices of several processes"));
    }
    if !executable.channels.is_empty() {
        let message = "results of dynamic sizes of a program that sends to its host or receives from it";
        return Err(Error::unimplemented(message));
    }
    process.wait()?;
    let contents = process.memory.iter().map(|block| block.contents()).collect::<Result<Vec<_>>>()?;
    let inputs: Vec<TensorRef<'_>> = contents
        .iter()
        .zip(&process.inputs)
        .map(|(bytes, input)| TensorRef { bytes, sizes: &input.dims })
        .collect();
    let mut made = Vec::new();
    process.run(|| {
        let results = marked::run(executable, device.id, |code| code.run_tensors(&inputs));
        results.map(|results| made = results)
    })?;
    // Somebody may have let it fail.
    process.done.set(Ok(()));
    process.done.wait()?;
    let done = Event::ready(Ok(()));
    let mut buffers = List::with_capacity(made.len());
    for ((bytes, dims), ty) in made.iter().zip(&executable.outputs) {
        let block = device.allocate(ty.memory, bytes.len())?;
        // SAFETY: the block is new.
        unsafe { block.write(0, bytes) }?;
        buffers.push(result(device, ty, dims.as_slice().into(), block, &done));
    }
    if let Some(&list) = results.first() {
        give(list, buffers)?;
    }
    give_events(args.device_complete_events, &[Arc::clone(&process.done)])
}
