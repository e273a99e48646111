//! Compiled programs in this process.

use std::sync::Arc;

use strata_codegen_llvm::{Threads, compile_objects, load_objects};
use strata_ir::{
    core::symbols::{SymbolTable, for_each_symbol_ref},
    prelude::*,
};
use strata_lowering_llvm::entry::c_name;
use strata_runtime_cpu::{
    MemoryUse,
    call::Routine,
    collective::{Host, Sent},
    device::{Device, DeviceUse},
};
use strata_runtime_exec::{
    BufferSizes, DynamicTensor, LoadedProgram, Resident, RunError, RunOptions, TensorRef,
};

use crate::{
    backend::Backend,
    buffer::{Buffer, HostBuffer},
    cache::CompileCache,
    cancel::CancelToken,
    entry,
    error::{Error, ErrorKind, Result},
    lower,
    options::CompileOptions,
    signature::{Signature, TensorSpec, signature},
};

/// Settings of code generation that do not change the behaviour of the code.
#[derive(Clone, Copy, Debug, Default)]
pub struct Codegen<'a> {
    /// The threads that compile.
    pub threads: Threads,
    /// The cache of compiled programs.
    pub cache: Option<&'a CompileCache>,
    /// The backend that runs kernels; without one, the program is compiled for the CPU.
    pub backend: Option<&'a dyn Backend>,
    /// The number of threads that run the program; 0 stands for `STRATA_NUM_THREADS`, or the number of processors.
    pub run_threads: i32,
    /// The token that cancels the compilation.
    pub cancel: Option<&'a CancelToken>,
}

/// Returns an error if there is no memory for `bytes` bytes; the allocation that follows could not report it.
pub fn has_room(bytes: usize, what: &str) -> Result<()> {
    let refused = Vec::<u8>::new().try_reserve_exact(bytes).is_err();
    let message = || format!("out of memory: {bytes} bytes for {what}");
    if refused { Err(Error::new(ErrorKind::Run, message())) } else { Ok(()) }
}

/// A program compiled for this process, with its signature. Threads may share one.
pub struct Executable {
    program: Arc<LoadedProgram>,
    /// Arguments and results.
    pub signature: Signature,
}

/// The outputs of each process, and the tensors that the processes sent to the host.
pub type GridResults = (Vec<Vec<Vec<u8>>>, Vec<Sent>);

/// Joins the files of kernels and of objects in one list, with the number of kernel files at its end.
fn pack(mut kernels: Vec<Vec<u8>>, objects: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let count = kernels.len() as u64;
    kernels.extend(objects);
    kernels.push(count.to_le_bytes().to_vec());
    kernels
}

/// Splits the list into the files of kernels, and those of objects.
fn unpack(mut files: Vec<Vec<u8>>) -> Result<(Vec<Vec<u8>>, Vec<Vec<u8>>)> {
    let count = files.pop().and_then(|bytes| Some(u64::from_le_bytes(bytes.try_into().ok()?) as usize));
    match count.filter(|&n| n <= files.len()) {
        Some(n) => {
            let objects = files.split_off(n);
            Ok((files, objects))
        }
        None => Err(Error::new(ErrorKind::Codegen, "an entry of the compile cache is none of a program")),
    }
}

/// An error of a run.
fn failed(error: RunError) -> Error {
    Error::new(ErrorKind::Run, error)
}

fn not_cancelled(cancel: Option<&CancelToken>) -> Result<()> {
    match cancel {
        Some(token) if token.is_cancelled() => {
            Err(Error::new(ErrorKind::Cancelled, "compilation was cancelled"))
        }
        _ => Ok(()),
    }
}

/// Removes the functions that describe the interface of the entry `symbol` to C programs: this process knows the signature, and LLVM
/// would spend time on each.
fn forget_interface(module: &mut Body, symbol: &str) {
    let table = SymbolTable::new(module);
    // The entry of a program of unknown sizes calls some of them itself.
    let mut called = Vec::new();
    let entry = table.get(module.cx().intern(symbol)).and_then(|entry| module.child(entry));
    if let Some(body) = entry {
        for op in body.all_ops() {
            for_each_symbol_ref(body, op, &mut |name| called.push(name.root));
        }
    }
    for suffix in ["_num_inputs", "_num_outputs", "_input_spec", "_output_spec"] {
        let name = module.cx().intern(&format!("{symbol}{suffix}"));
        if let Some(function) = table.get(name).filter(|_| !called.contains(&name)) {
            module.erase_forced(function);
        }
    }
}

impl Executable {
    /// Compiles a module on tensors.
    pub fn compile(module: &mut Body, options: &CompileOptions) -> Result<Self> {
        Self::with_routines(module, options, Vec::new())
    }
    /// As [`Self::compile`], with routines of the host as targets of custom calls.
    pub fn with_routines(
        module: &mut Body,
        options: &CompileOptions,
        routines: Vec<(String, Arc<Routine>)>,
    ) -> Result<Self> {
        Self::generate(module, options, routines, Codegen::default())
    }
    /// As [`Self::with_routines`], with settings of code generation.
    pub fn generate(
        module: &mut Body,
        options: &CompileOptions,
        routines: Vec<(String, Arc<Routine>)>,
        codegen: Codegen<'_>,
    ) -> Result<Self> {
        let targets: Vec<&str> = routines.iter().map(|r| r.0.as_str()).collect();
        let is_name = |t: &&str| t.chars().all(|c| c.is_ascii_alphanumeric() || "_.$-".contains(c));
        if let Some(name) = targets.iter().find(|t| !is_name(t)) {
            return Err(Error::new(ErrorKind::Program, format!("'{name}' cannot be the name of a routine")));
        }
        let cx = module.cx_arc().clone();
        entry::drop_unused_arguments(module, &options.entry);
        let signature = signature(module, &options.entry)
            .map_err(|d| Error::diagnostics(&cx, ErrorKind::Program, &[d]))?;
        let bytes = |specs: &[TensorSpec]| specs.iter().map(TensorSpec::bytes).collect();
        let open = |specs: &[TensorSpec]| {
            let one = |(number, spec): (usize, &TensorSpec)| {
                let (rank, elem_bytes) = (spec.shape.len(), spec.elem_bytes);
                spec.is_open().then_some(DynamicTensor { number, rank, elem_bytes })
            };
            specs.iter().enumerate().filter_map(one).collect()
        };
        let sizes = BufferSizes {
            inputs: bytes(&signature.inputs),
            outputs: bytes(&signature.outputs),
            dynamic_inputs: open(&signature.inputs),
            dynamic_outputs: open(&signature.outputs),
        };
        let symbol = c_name(&options.prefix, &options.entry);
        // A cache entry needs the kernels as well as the objects.
        let keeps = codegen.backend.and_then(Backend::keeps);
        let cache = codegen.cache.filter(|_| codegen.backend.is_none() || keeps.is_some());
        let key = cache.map(|_| lower::cache_key(module, options, &targets, "objects", codegen.backend));
        let key = key.transpose()?;
        let mut device: Option<Arc<dyn Device>> = None;
        let mut make = || {
            lower::lower_on(module, options, &targets, codegen.backend, codegen.cancel)?;
            not_cancelled(codegen.cancel)?;
            let refused = |why| Error::verbatim(ErrorKind::Codegen, why);
            let kernels = match (keeps, codegen.backend) {
                (Some(keeps), _) => keeps.code(module).map_err(refused)?,
                (None, backend) => {
                    device = backend.map(|backend| backend.device(module)).transpose().map_err(refused)?;
                    Vec::new()
                }
            };
            forget_interface(module, &symbol);
            let objects = compile_objects(module, &options.target, codegen.threads);
            Ok::<_, Error>(pack(kernels, objects.map_err(|e| Error::new(ErrorKind::Codegen, e))?))
        };
        let files = match (cache, key) {
            (Some(cache), Some(key)) => cache.load_or(&key, make)?,
            _ => make()?,
        };
        not_cancelled(codegen.cancel)?;
        let (kernels, objects) = unpack(files)?;
        if let Some(keeps) = keeps {
            let loaded = keeps.load(&kernels);
            device = Some(loaded.map_err(|why| Error::verbatim(ErrorKind::Codegen, why))?);
        }
        let symbols: Vec<_> =
            strata_runtime_cpu::symbols().into_iter().map(|(n, p)| (n.to_owned(), p)).collect();
        let loaded = load_objects(objects, &symbols).and_then(|jit| jit.entry_point(&symbol));
        let entry = loaded.map_err(|e| Error::new(ErrorKind::Codegen, e))?;
        let options = RunOptions { routines, threads: codegen.run_threads, device };
        Ok(Self { program: LoadedProgram::new(entry, sizes, options), signature })
    }
    /// Allocates memory for the outputs.
    pub fn new_outputs(&self) -> Result<Vec<Vec<u8>>> {
        let room = |&n: &usize| {
            // Zeroed memory from the system costs nothing until it is written, but its allocation cannot report failure.
            has_room(n, "a result")?;
            Ok(vec![0; n])
        };
        self.program.sizes().outputs.iter().map(room).collect()
    }
    /// Makes runs that begin from now on end with an error once the token is cancelled. A program that was compiled with
    /// [`CompileOptions::cancellable`] checks it in each iteration of its `while` loops; other programs do not check it. Kernels of a
    /// simulated device end too.
    pub fn set_cancel(&self, token: Option<&CancelToken>) {
        self.program.set_cancel(token.map(CancelToken::flag));
    }
    /// The memory use of completed calls, and the memory kept for later ones; one item for each context.
    pub fn memory(&self) -> Vec<MemoryUse> {
        self.program.memory()
    }
    /// The device memory use of these calls.
    pub fn device_memory(&self) -> Vec<DeviceUse> {
        self.program.device_memory()
    }
    /// Copies the inputs to the device of the program, where they and the results stay across calls; with `record`, the device repeats
    /// calls by itself if it can.
    pub fn resident(&self, inputs: &[&[u8]], record: bool) -> Result<Resident> {
        Resident::new(&self.program, inputs, record).map_err(failed)
    }
    /// Runs it on the bytes of the inputs, into the bytes of the outputs.
    pub fn run_into(&self, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<()> {
        self.program.call(inputs, outputs).map_err(failed)
    }
    /// Runs the program in several processes at once, on the inputs of each, and returns the outputs of each.
    pub fn run_on_grid(
        &self,
        replicas: usize,
        partitions: usize,
        inputs: &[Vec<&[u8]>],
    ) -> Result<Vec<Vec<Vec<u8>>>> {
        self.run_with_host(replicas, partitions, Host::default(), inputs).map(|r| r.0)
    }
    /// As [`Self::run_on_grid`], with tensors for infeeds and receives from the host; also returns the tensors sent to the host.
    pub fn run_with_host(
        &self,
        replicas: usize,
        partitions: usize,
        host: Host,
        inputs: &[Vec<&[u8]>],
    ) -> Result<GridResults> {
        let mut outputs = inputs.iter().map(|_| self.new_outputs()).collect::<Result<Vec<_>, _>>()?;
        let run = self.program.call_on_grid(replicas, partitions, host, inputs, &mut outputs);
        let sent = run.map_err(failed)?;
        Ok((outputs, sent))
    }
    /// Runs the program on tensors whose sizes may be unknown at compile time; returns the elements and sizes of the outputs.
    pub fn run_tensors(&self, inputs: &[TensorRef<'_>]) -> Result<Vec<(Vec<u8>, Vec<i64>)>> {
        let outputs = self.program.call_tensors(inputs).map_err(failed)?;
        let known = self.signature.outputs.iter().map(|spec| spec.shape.clone());
        Ok(outputs.into_iter().zip(known).map(|(t, known)| (t.bytes, t.sizes.unwrap_or(known))).collect())
    }
    /// Runs the program on the bytes of the inputs; returns the bytes of the outputs.
    pub fn run(&self, inputs: &[&[u8]]) -> Result<Vec<Vec<u8>>> {
        let mut outputs = self.new_outputs()?;
        let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
        self.run_into(inputs, &mut slices)?;
        Ok(outputs)
    }
    /// Runs the program on tensors, whose types are those of its signature, and returns its results. Threads may run it concurrently.
    ///
    /// # Errors
    /// If an argument does not fit, or the program reports an error.
    pub fn execute(&self, inputs: &[&dyn Buffer]) -> Result<Vec<HostBuffer>> {
        let (given, taken) = (inputs.len(), self.signature.inputs.len());
        if given != taken {
            let message = format!("the program takes {taken} arguments, {given} are given");
            return Err(Error::new(ErrorKind::Run, message));
        }
        for (i, (input, spec)) in inputs.iter().zip(&self.signature.inputs).enumerate() {
            check_argument(i, *input, spec)?;
        }
        let tensors: Vec<TensorRef<'_>> =
            inputs.iter().map(|input| TensorRef { bytes: input.bytes(), sizes: input.shape() }).collect();
        let outputs = self.run_tensors(&tensors)?;
        let result = |((bytes, shape), spec): ((Vec<u8>, Vec<i64>), &TensorSpec)| {
            HostBuffer::from_bytes(&spec.elem, &shape, bytes)
        };
        Ok(outputs.into_iter().zip(&self.signature.outputs).map(result).collect())
    }
}

/// Checks that a tensor fits argument number `i`.
fn check_argument(i: usize, input: &dyn Buffer, spec: &TensorSpec) -> Result<()> {
    let (shape, element) = (input.shape(), input.element());
    let fits = |(&d, &known): (&i64, &i64)| d >= 0 && (known == DYNAMIC || d == known);
    let same_sizes = shape.len() == spec.shape.len() && shape.iter().zip(&spec.shape).all(fits);
    let given = spec.with_shape(shape);
    if element != spec.elem || !same_sizes {
        let given = TensorSpec { elem: element.to_owned(), ..given };
        let message = format!("argument #{i} is {}, not {}", spec.describe(), given.describe());
        return Err(Error::new(ErrorKind::Run, message));
    }
    if input.bytes().len() != given.bytes() {
        let message = format!(
            "argument #{i} is {} of {} bytes, not {}",
            given.describe(),
            given.bytes(),
            input.bytes().len()
        );
        return Err(Error::new(ErrorKind::Run, message));
    }
    Ok(())
}
