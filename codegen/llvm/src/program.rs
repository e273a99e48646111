//! A compiled program with a safe interface for calls.

use std::{
    ffi::c_void,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
};

use strata_ir::prelude::Body;
use strata_runtime_cpu::{
    Context, MemoryUse,
    call::Routine,
    collective::{Grid, Host, Process, Sent},
    device::{Device, DeviceUse},
    tensor::{Tensor, strata_rt_tensor_free},
};

use crate::{
    compile::load_objects,
    error::{CodegenError, Result},
    jit::JitSymbol,
    on_device::Copies,
    parallel::{Threads, compile_objects},
    target::Target,
};

/// `int32_t m_main(const void *const *inputs, void *const *outputs, m_context *ctx)`
type Entry = unsafe extern "C" fn(*const *const c_void, *const *mut c_void, *mut c_void) -> i32;

/// Sizes in bytes of a program's buffers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BufferSizes {
    /// Of the inputs.
    pub inputs: Vec<usize>,
    /// Of the outputs.
    pub outputs: Vec<usize>,
    /// The inputs of dynamic size; their entries in `inputs` are ignored.
    pub open_inputs: Vec<OpenTensor>,
    /// The outputs of dynamic size; their entries in `outputs` are ignored.
    pub open_outputs: Vec<OpenTensor>,
}

/// An input or output with dynamic sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTensor {
    /// Its index among the inputs or outputs.
    pub number: usize,
    /// Its rank.
    pub rank: usize,
    /// Bytes of an element.
    pub elem_bytes: usize,
}

/// An input of [`Program::call_tensors`]: its elements, row-major, and its sizes.
#[derive(Clone, Copy, Debug)]
pub struct TensorRef<'a> {
    /// The elements.
    pub bytes: &'a [u8],
    /// The sizes; ignored for an input of static size.
    pub sizes: &'a [i64],
}

/// An output of [`Program::call_tensors`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorBuf {
    /// The elements, row-major.
    pub bytes: Vec<u8>,
    /// The sizes, if they are dynamic.
    pub sizes: Option<Vec<i64>>,
}

/// The C entry of a program, compiled for this process.
pub struct Program {
    entry: JitSymbol,
    sizes: BufferSizes,
    /// Contexts that no call is using: each call has one of its own, so that errors belong to the call.
    idle: Mutex<Vec<Box<Context>>>,
    /// The threads of parallel loops, shared by concurrent calls.
    threads: strata_runtime_cpu::Threads,
    routines: Vec<(String, Arc<Routine>)>,
    /// The device that runs the kernels; arguments and results are in its memory.
    device: Option<Arc<dyn Device>>,
    /// The flag that cancels calls which begin after it was set here.
    cancel: Mutex<Option<Arc<AtomicBool>>>,
}

impl Program {
    /// Compiles a module of the `llvm` dialect whose C entry is `symbol`.
    ///
    /// `sizes` are the sizes of the entry's memrefs: the program is trusted to stay inside of them, as it is trusted to be the compiled
    /// form of its verified module.
    pub fn compile(
        module: &Body,
        target: &Target,
        symbols: &[(String, *const ())],
        symbol: &str,
        sizes: BufferSizes,
    ) -> Result<Arc<Self>> {
        let objects = compile_objects(module, target, Threads::default())?;
        Self::load(objects, symbols, symbol, sizes, Vec::new(), 0)
    }
    /// Loads a program from object files, possibly from a cache; it may call `routines` of the host by name, and runs on `threads` threads,
    /// or on as many as there are processors for 0.
    pub fn load(
        objects: Vec<Vec<u8>>,
        symbols: &[(String, *const ())],
        symbol: &str,
        sizes: BufferSizes,
        routines: Vec<(String, Arc<Routine>)>,
        threads: i32,
    ) -> Result<Arc<Self>> {
        Self::load_on(objects, symbols, symbol, sizes, routines, threads, None)
    }
    /// The same as [`Self::load`], for a program whose kernels run on a device.
    pub fn load_on(
        objects: Vec<Vec<u8>>,
        symbols: &[(String, *const ())],
        symbol: &str,
        sizes: BufferSizes,
        routines: Vec<(String, Arc<Routine>)>,
        threads: i32,
        device: Option<Arc<dyn Device>>,
    ) -> Result<Arc<Self>> {
        let jit = load_objects(objects, symbols)?;
        Ok(Arc::new(Self {
            entry: jit.lookup(symbol)?,
            sizes,
            idle: Mutex::default(),
            threads: strata_runtime_cpu::Threads::new(threads),
            routines,
            device,
            cancel: Mutex::default(),
        }))
    }
    /// Takes a context that no other call is using.
    pub(crate) fn context(&self) -> Box<Context> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let context = idle.unwrap_or_else(|| {
            let context = Context::with_threads(&self.threads);
            for (name, routine) in &self.routines {
                context.register(name, Arc::clone(routine));
            }
            context.set_device(self.device.clone());
            Box::new(context)
        });
        context.set_cancel(self.cancel.lock().unwrap_or_else(PoisonError::into_inner).clone());
        context
    }
    /// Sets a flag that cancels calls which begin from now on, if the program was compiled with cancellation checks.
    pub fn set_cancel(&self, flag: Option<Arc<AtomicBool>>) {
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = flag;
    }
    /// Returns a context for the next call, without the error of this one.
    pub(crate) fn give_back(&self, context: Box<Context>) {
        context.clear_error();
        context.join(None);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(context);
    }
    /// The device memory of the contexts that no call is using.
    pub fn device_memory(&self) -> Vec<DeviceUse> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|c| c.device_memory()).collect()
    }
    /// The host memory of the contexts that no call is using, which is kept for the next calls.
    pub fn memory(&self) -> Vec<MemoryUse> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|c| c.memory()).collect()
    }
    /// The sizes of the buffers.
    pub fn sizes(&self) -> &BufferSizes {
        &self.sizes
    }
    /// Runs the program.
    ///
    /// # Errors
    /// If the number or a size of the buffers is wrong, or the program reports an error.
    pub fn call(&self, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<()> {
        self.call_as(None, inputs, outputs)
    }
    /// Runs the program in several processes at once, each on a thread of its own; `inputs` and `outputs` are those of each process.
    /// Process `p` of replica `r` has the index `r * partitions + p`. The result is the data that the processes sent to the host.
    ///
    /// # Errors
    /// As for [`Self::call`]; of several errors the first one that is not caused by the end of another process.
    pub fn call_on_grid(
        &self,
        replicas: usize,
        partitions: usize,
        host: Host,
        inputs: &[Vec<&[u8]>],
        outputs: &mut [Vec<Vec<u8>>],
    ) -> Result<Vec<Sent>> {
        let grid = Grid::new(replicas, partitions);
        grid.feed(host);
        let n = grid.processes();
        if inputs.len() != n || outputs.len() != n {
            return Err(CodegenError::Jit(format!("{n} processes need the arguments of each")));
        }
        let grid = &grid;
        let outcomes: Vec<Result<()>> = std::thread::scope(|scope| {
            let one = |(number, (inputs, outputs)): (usize, (&Vec<&[u8]>, &mut Vec<Vec<u8>>))| {
                let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
                let outcome = self.call_as(Some(Process::new(grid.clone(), number)), inputs, &mut slices);
                grid.leave(number);
                outcome
            };
            let all = inputs.iter().zip(outputs).enumerate();
            let mut threads = Vec::with_capacity(n);
            for process in all {
                let number = process.0;
                let thread = std::thread::Builder::new().spawn_scoped(scope, move || one(process));
                threads.push(thread.map_err(|e| {
                    // The other processes must not wait for this one.
                    grid.leave(number);
                    CodegenError::Jit(format!("out of memory: no thread for process {number}: {e}"))
                }));
            }
            let lost = |_| Err(CodegenError::Jit("a process panicked".to_owned()));
            threads.into_iter().map(|t| t?.join().unwrap_or_else(lost)).collect()
        });
        let waits = |e: &CodegenError| e.to_string().contains("it waits for");
        let mut errors: Vec<CodegenError> = outcomes.into_iter().filter_map(Result::err).collect();
        let first = errors.iter().position(|e| !waits(e)).unwrap_or(0);
        if errors.is_empty() { Ok(grid.take_sent()) } else { Err(errors.swap_remove(first)) }
    }
    fn call_as(&self, process: Option<Process>, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<()> {
        if !self.sizes.open_inputs.is_empty() || !self.sizes.open_outputs.is_empty() {
            return Err(CodegenError::Jit("the program has tensors of unknown sizes".to_owned()));
        }
        let given: Vec<usize> = inputs.iter().map(|b| b.len()).collect();
        check("input", &self.sizes.inputs, &given)?;
        let given: Vec<usize> = outputs.iter().map(|b| b.len()).collect();
        check("output", &self.sizes.outputs, &given)?;
        // SAFETY: the buffers have the sizes that the program was compiled for, were borrowed for the call, and outputs are
        // borrowed exclusively.
        unsafe { self.enter(process, inputs, outputs, |g| (g.inputs.clone(), g.outputs.clone())) }
    }
    /// Runs the program on tensors whose sizes may be dynamic.
    ///
    /// # Errors
    /// If the number or a size of the inputs is wrong, or the program reports an error.
    pub fn call_tensors(&self, inputs: &[TensorRef<'_>]) -> Result<Vec<TensorBuf>> {
        let open = |list: &[OpenTensor], i: usize| list.iter().find(|t| t.number == i).copied();
        let mut expected = self.sizes.inputs.clone();
        for (i, input) in inputs.iter().enumerate() {
            let (Some(t), Some(bytes)) = (open(&self.sizes.open_inputs, i), expected.get_mut(i)) else {
                continue;
            };
            let n =
                input.sizes.iter().try_fold(t.elem_bytes, |n, &d| n.checked_mul(usize::try_from(d).ok()?));
            let n = n.filter(|_| input.sizes.len() == t.rank).ok_or_else(|| {
                CodegenError::Jit(format!("input #{i} has sizes {:?}, not {} of them", input.sizes, t.rank))
            })?;
            *bytes = n;
        }
        check("input", &expected, &inputs.iter().map(|t| t.bytes.len()).collect::<Vec<_>>())?;
        let mut results: Vec<TensorBuf> = (0..self.sizes.outputs.len())
            .map(|i| match open(&self.sizes.open_outputs, i) {
                Some(t) => TensorBuf { bytes: Vec::new(), sizes: Some(vec![0; t.rank]) },
                None => TensorBuf { bytes: vec![0; self.sizes.outputs[i]], sizes: None },
            })
            .collect();
        // The arguments for tensors of dynamic sizes, and the places for such results.
        let (mut tensors, mut places): (Vec<Tensor>, Vec<Tensor>) = (Vec::new(), Vec::new());
        let (mut outputs, mut room): (Vec<&mut [u8]>, Vec<*mut i64>) = (Vec::new(), Vec::new());
        for result in &mut results {
            room.push(result.sizes.as_mut().map_or(std::ptr::null_mut(), |sizes| sizes.as_mut_ptr()));
            outputs.push(&mut result.bytes);
        }
        let bytes: Vec<&[u8]> = inputs.iter().map(|t| t.bytes).collect();
        let arrange = |g: &Guarded| {
            let sizes = inputs.iter().map(|t| t.sizes.as_ptr().cast_mut());
            tensors.extend(g.inputs.iter().zip(sizes).map(|(d, sizes)| Tensor { data: d.cast_mut(), sizes }));
            places.extend(room.iter().map(|&sizes| Tensor { data: std::ptr::null_mut(), sizes }));
            let input = |(i, t): (usize, &Tensor)| match open(&self.sizes.open_inputs, i) {
                Some(_) => (&raw const *t).cast::<c_void>(),
                None => t.data.cast_const(),
            };
            let output = |(i, t): (usize, &mut Tensor)| match open(&self.sizes.open_outputs, i) {
                Some(_) => (&raw mut *t).cast::<c_void>(),
                None => g.outputs[i],
            };
            let addresses: Vec<*const c_void> = tensors.iter().enumerate().map(input).collect();
            (addresses, places.iter_mut().enumerate().map(output).collect::<Vec<*mut c_void>>())
        };
        // SAFETY: buffers of known size have it; the others come with the sizes that their bytes were checked against, which
        // the entry checks against its types, and with room for as many sizes as the rank of results.
        let outcome = unsafe { self.enter(None, &bytes, &mut outputs, arrange) };
        drop(outputs);
        for (i, place) in places.iter().enumerate() {
            let Some(t) = open(&self.sizes.open_outputs, i) else { continue };
            let Some(sizes) = results[i].sizes.as_ref().filter(|_| !place.data.is_null()) else { continue };
            let n = sizes.iter().fold(t.elem_bytes, |n, &d| n * usize::try_from(d).unwrap_or(0));
            let mut bytes = vec![0u8; n];
            // SAFETY: the entry gave a block of as many bytes as its sizes say, which is freed once.
            unsafe {
                std::ptr::copy_nonoverlapping(place.data.cast::<u8>(), bytes.as_mut_ptr(), n);
                strata_rt_tensor_free(place.data);
            }
            results[i].bytes = bytes;
        }
        outcome.map(|()| results)
    }
    /// Calls the entry in a context of its own, with the addresses that `arrange` makes from those of the buffers.
    ///
    /// # Safety
    /// The addresses are those that the program expects, of memory that is borrowed for the call, exclusively for outputs.
    unsafe fn enter(
        &self,
        process: Option<Process>,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
        arrange: impl FnOnce(&Guarded) -> (Vec<*const c_void>, Vec<*mut c_void>),
    ) -> Result<()> {
        let context = self.context();
        context.join(process);
        let mut guarded = Guarded::new(&context, inputs, outputs)?;
        let (first, second) = arrange(&guarded);
        // SAFETY: the caller vouches for the addresses.
        let outcome = unsafe { self.run(&context, &first, &second) };
        let outcome = guarded.end(&context, outputs, outcome);
        self.give_back(context);
        outcome
    }
    /// Calls the entry on buffers in device memory.
    ///
    /// # Safety
    /// The buffers have the sizes of those of the program, and nobody else uses them.
    pub(crate) unsafe fn enter_with(&self, context: &Context, copies: &Copies) -> Result<()> {
        let first: Vec<*const c_void> = copies.inputs.iter().map(|&a| a as *const c_void).collect();
        let second: Vec<*mut c_void> = copies.outputs.iter().map(|&a| a as *mut c_void).collect();
        // SAFETY: the caller vouches for the buffers.
        let outcome = unsafe { self.run(context, &first, &second) };
        context.clear_error();
        outcome
    }
    /// Calls the entry.
    ///
    /// # Safety
    /// The addresses are those that the program expects.
    unsafe fn run(&self, context: &Context, first: &[*const c_void], second: &[*mut c_void]) -> Result<()> {
        // SAFETY: the symbol is a C entry of this type; the caller vouches for the addresses. The context is alive and
        // shared, not written.
        let code = unsafe {
            let entry: Entry = self.entry.function();
            entry(first.as_ptr(), second.as_ptr(), std::ptr::from_ref(context).cast_mut().cast())
        };
        match (code, context.error()) {
            (0, _) => Ok(()),
            (_, Some(why)) => Err(CodegenError::Jit(why)),
            (_, None) => Err(CodegenError::Jit(format!("the program returned error {code}"))),
        }
    }
}

/// The buffers of a call: those of the caller, or copies of them, in device memory if there is a device, or with guard pages if the context
/// uses these.
struct Guarded {
    inputs: Vec<*const c_void>,
    outputs: Vec<*mut c_void>,
    guarded: bool,
    copies: Option<Copies>,
}

impl Guarded {
    fn new(context: &Context, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<Self> {
        let mut buffers = Self {
            inputs: inputs.iter().map(|b| b.as_ptr().cast()).collect(),
            outputs: outputs.iter_mut().map(|b| b.as_mut_ptr().cast()).collect(),
            guarded: context.guard().is_some() && context.device().is_none(),
            copies: None,
        };
        if context.device().is_some() {
            let rooms: Vec<usize> = outputs.iter().map(|b| b.len()).collect();
            let copies = Copies::new(context, inputs, &rooms)?;
            buffers.inputs = copies.inputs.iter().map(|&a| a as *const c_void).collect();
            buffers.outputs = copies.outputs.iter().map(|&a| a as *mut c_void).collect();
            buffers.copies = Some(copies);
        }
        if buffers.guarded {
            let allocate = |n: usize| {
                let block = context.allocate(n);
                if block.is_null() {
                    Err(CodegenError::Jit("no memory with guard pages".into()))
                } else {
                    Ok(block)
                }
            };
            for (at, bytes) in buffers.inputs.iter_mut().zip(inputs) {
                let block = allocate(bytes.len())?;
                // SAFETY: the block is new and has as many bytes.
                unsafe { block.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
                context.protect(block);
                *at = block.cast_const().cast();
            }
            for (at, bytes) in buffers.outputs.iter_mut().zip(outputs) {
                *at = allocate(bytes.len())?.cast();
            }
        }
        Ok(buffers)
    }

    /// Copies the results to the caller.
    fn end(&mut self, context: &Context, outputs: &mut [&mut [u8]], outcome: Result<()>) -> Result<()> {
        if let Some(copies) = &self.copies {
            let outcome = outcome.and_then(|()| copies.download(context, outputs));
            copies.free(context);
            return outcome;
        }
        if !self.guarded {
            return outcome;
        }
        for (at, bytes) in self.outputs.iter().zip(outputs) {
            // SAFETY: the blocks were made with these sizes, and nobody else knows them.
            unsafe {
                bytes.as_mut_ptr().copy_from_nonoverlapping(at.cast(), bytes.len());
                context.free(at.cast());
            }
        }
        for at in &self.inputs {
            // SAFETY: as above.
            unsafe { context.free(at.cast_mut().cast()) };
        }
        outcome
    }
}

pub(crate) fn check(what: &str, expected: &[usize], given: &[usize]) -> Result<()> {
    if expected.len() != given.len() {
        let (n, m) = (expected.len(), given.len());
        return Err(CodegenError::Jit(format!("the program takes {n} {what}s, got {m}")));
    }
    match expected.iter().zip(given).position(|(e, g)| e != g) {
        Some(i) => Err(CodegenError::Jit(format!(
            "{what} #{i} has {} bytes, the program expects {}",
            given[i], expected[i]
        ))),
        None => Ok(()),
    }
}
