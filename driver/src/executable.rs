//! Programs that can be run, whatever runs them.

use std::sync::Arc;

use strata_interp::{GridSize, Options as InterpreterOptions};
use strata_ir::prelude::*;
use strata_runtime_cpu::{
    MemoryUse,
    call::Routine,
    collective::{Host, Transport},
    device::DeviceUse,
};
use strata_runtime_exec::{DeviceBlock, LoadedProgram, Resident, RunError, TensorRef};

use crate::{
    buffer::{Buffer, HostBuffer},
    cancel::CancelToken,
    error::{Error, ErrorKind, Result},
    footprint::Footprint,
    interpreted::Interpreted,
    native::{self, Codegen, Compiled},
    object_code::ObjectCode,
    options::CompileOptions,
    plain_entry,
    program::Program,
    signature::{Signature, TensorSpec},
    value::GridResults,
};

/// Refuses what there is no memory for, before it is asked for in a way that cannot be refused.
pub fn check_memory(bytes: usize, what: &str) -> Result<()> {
    let refused = Vec::<u8>::new().try_reserve_exact(bytes).is_err();
    let message = || format!("out of memory: {bytes} bytes for {what}");
    if refused { Err(Error::new(ErrorKind::Run, message())) } else { Ok(()) }
}

/// A program with its signature, compiled for this process or ready for the interpreter. Threads may share one.
pub struct Executable {
    code: Code,
    /// Arguments and results.
    pub signature: Signature,
    /// The memory that it takes up besides arguments and results.
    pub footprint: Footprint,
    /// Its code as bytes, if a compiler that keeps it made the program.
    pub object_code: Option<ObjectCode>,
}

/// The code of a program, by the machine that runs it.
enum Code {
    Native(Arc<LoadedProgram>),
    Interpreted(Box<Interpreted>),
}

/// An error of a run.
fn failed(error: RunError) -> Error {
    Error::new(ErrorKind::Run, error)
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
        let Compiled { program, signature, code, footprint } =
            native::compile(module, options, routines, codegen)?;
        Ok(Self { code: Code::Native(program), signature, footprint, object_code: code })
    }
    /// A program that the interpreter runs.
    ///
    /// # Errors
    /// When there is no such function, or no array can be one of its arguments or results.
    pub fn interpreted(program: Program, options: InterpreterOptions) -> Result<Self> {
        let signature = program.signature()?;
        plain_entry::check_interpreted(program.module(), program.entry())?;
        let code = Code::Interpreted(Box::new(Interpreted::new(program, &signature, options)));
        Ok(Self { code, signature, footprint: Footprint::default(), object_code: None })
    }
    /// Memory for the outputs, zeroed.
    pub fn new_outputs(&self) -> Result<Vec<Vec<u8>>> {
        let output = |spec: &TensorSpec| {
            // Zeros from the system cost nothing until they are written over, but cannot be refused.
            check_memory(spec.bytes(), "a result")?;
            Ok(vec![0; spec.bytes()])
        };
        self.signature.outputs.iter().map(output).collect()
    }
    /// Lets runs that begin from now on end with an error once the token is cancelled. A program that was compiled as
    /// [`CompileOptions::cancellable`] looks at each turn of its `while` loops; in others nothing does. Kernels of a simulated device, and
    /// the interpreter, end too.
    pub fn set_cancel(&self, token: Option<&CancelToken>) {
        let flag = token.map(CancelToken::flag);
        match &self.code {
            Code::Native(program) => program.set_cancel(flag),
            Code::Interpreted(program) => program.set_cancel(flag),
        }
    }
    /// The memory that the calls which ended used, and what is kept for the next ones; an item for each context of a compiled program.
    pub fn memory(&self) -> Vec<MemoryUse> {
        match &self.code {
            Code::Native(program) => program.memory(),
            Code::Interpreted(_) => Vec::new(),
        }
    }
    /// The device memory use of these calls.
    pub fn device_memory(&self) -> Vec<DeviceUse> {
        match &self.code {
            Code::Native(program) => program.device_memory(),
            Code::Interpreted(_) => Vec::new(),
        }
    }
    /// Copies the inputs to the device of the program, where they and the results stay across calls; with `record`, the device repeats
    /// calls by itself if it can.
    pub fn resident(&self, inputs: &[&[u8]], record: bool) -> Result<Resident> {
        match &self.code {
            Code::Native(program) => Resident::new(program, inputs, record).map_err(failed),
            Code::Interpreted(_) => Err(Error::new(ErrorKind::Run, "the interpreter has no device")),
        }
    }
    /// Runs it on the bytes of the inputs, into the bytes of the outputs.
    pub fn run_into(&self, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<()> {
        match &self.code {
            Code::Native(program) => program.call(inputs, outputs).map_err(failed),
            Code::Interpreted(program) => program.call(&self.signature, inputs, outputs),
        }
    }
    /// The arguments whose memory results may take, each with the number of its result.
    pub fn in_place(&self) -> &[(usize, usize)] {
        match &self.code {
            Code::Native(program) => &program.sizes().in_place,
            Code::Interpreted(_) => &[],
        }
    }
    /// As [`Self::run_into`]. An argument without bytes is in the memory of its result, as [`Self::in_place`] has them; that memory has its
    /// bytes before the call.
    pub fn run_in_place(&self, inputs: &[Option<&[u8]>], outputs: &mut [&mut [u8]]) -> Result<()> {
        match &self.code {
            Code::Native(program) => program.call_in_place(inputs, outputs).map_err(failed),
            Code::Interpreted(program) => {
                let none = || Error::new(ErrorKind::Run, "an argument of the interpreter has no bytes");
                let inputs = inputs.iter().map(|bytes| bytes.ok_or_else(none)).collect::<Result<Vec<_>>>()?;
                program.call(&self.signature, &inputs, outputs)
            }
        }
    }
    /// Runs it on memory of its device with a number, which stays there, and waits for the end; see [`LoadedProgram::call_on_device`].
    pub fn run_on_device(
        &self,
        device: usize,
        inputs: &[&DeviceBlock],
        outputs: &[&DeviceBlock],
    ) -> Result<()> {
        match &self.code {
            Code::Native(program) => program.call_on_device(device, inputs, outputs).map_err(failed),
            Code::Interpreted(_) => Err(Error::new(ErrorKind::Run, "the interpreter has no device")),
        }
    }
    /// Divides the processes of runs from now on among ranks: each makes the same runs with the inputs of its processes; see
    /// [`LoadedProgram::set_world`].
    ///
    /// # Errors
    /// If the program is interpreted.
    pub fn set_world(&self, world: Option<Arc<dyn Transport>>) -> Result<()> {
        match &self.code {
            Code::Native(program) => {
                program.set_world(world);
                Ok(())
            }
            Code::Interpreted(_) if world.is_none() => Ok(()),
            Code::Interpreted(_) => {
                Err(Error::new(ErrorKind::Run, "the interpreter runs all processes of a program itself"))
            }
        }
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
    /// As [`Self::run_on_grid`], with what the host has for infeeds and receipts; also returns what left the processes.
    pub fn run_with_host(
        &self,
        replicas: usize,
        partitions: usize,
        host: Host,
        inputs: &[Vec<&[u8]>],
    ) -> Result<GridResults> {
        let program = match &self.code {
            Code::Native(program) => program,
            Code::Interpreted(program) => {
                let size = GridSize { replicas, partitions };
                return program.call_on_grid(&self.signature, size, host, inputs);
            }
        };
        let mut outputs = inputs.iter().map(|_| self.new_outputs()).collect::<Result<Vec<_>, _>>()?;
        let mut places: Vec<Vec<&mut [u8]>> =
            outputs.iter_mut().map(|list| list.iter_mut().map(Vec::as_mut_slice).collect()).collect();
        let run = program.call_on_grid(replicas, partitions, host, inputs, &mut places);
        let sent = run.map_err(failed)?;
        Ok((outputs, sent))
    }
    /// Runs the program in several processes at once, on the bytes of the inputs of each, into the bytes of the outputs of each, with what
    /// the host has for them.
    pub fn run_grid_into(
        &self,
        replicas: usize,
        partitions: usize,
        host: Host,
        inputs: &[Vec<&[u8]>],
        outputs: &mut [Vec<&mut [u8]>],
    ) -> Result<()> {
        let program = match &self.code {
            Code::Native(program) => program,
            Code::Interpreted(_) => {
                let made = self.run_with_host(replicas, partitions, host, inputs)?.0;
                return copy_results(&made, outputs);
            }
        };
        program.call_on_grid(replicas, partitions, host, inputs, outputs).map(drop).map_err(failed)
    }
    /// As [`Self::run_grid_into`], on memory of the device of each process, which has the number in `devices`.
    pub fn run_grid_on_devices(
        &self,
        size: (usize, usize),
        host: Host,
        devices: &[usize],
        inputs: &[Vec<&DeviceBlock>],
        outputs: &[Vec<&DeviceBlock>],
    ) -> Result<()> {
        let size = strata_runtime_cpu::collective::GridSize { replicas: size.0, partitions: size.1 };
        match &self.code {
            Code::Native(program) => {
                program.call_grid_on_devices(size, host, devices, inputs, outputs).map(drop).map_err(failed)
            }
            Code::Interpreted(_) => Err(Error::new(ErrorKind::Run, "the interpreter has no devices")),
        }
    }
    /// Runs the program on tensors whose sizes may be unknown at compile time; returns the elements and sizes of the outputs.
    pub fn run_tensors(&self, inputs: &[TensorRef<'_>]) -> Result<Vec<(Vec<u8>, Vec<i64>)>> {
        let program = match &self.code {
            Code::Native(program) => program,
            Code::Interpreted(program) => return program.call_tensors(&self.signature, inputs),
        };
        let outputs = program.call_tensors(inputs).map_err(failed)?;
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
        self.check_arguments(inputs)?;
        let tensors: Vec<TensorRef<'_>> =
            inputs.iter().map(|input| TensorRef { bytes: input.bytes(), sizes: input.shape() }).collect();
        let outputs = self.run_tensors(&tensors)?;
        let result = |((bytes, shape), spec): ((Vec<u8>, Vec<i64>), &TensorSpec)| {
            HostBuffer::from_bytes(&spec.elem, &shape, bytes)
        };
        Ok(outputs.into_iter().zip(&self.signature.outputs).map(result).collect())
    }
    /// Checks that tensors are of the number, the types and the sizes of the arguments.
    ///
    /// # Errors
    /// The first argument that does not fit.
    pub fn check_arguments(&self, inputs: &[&dyn Buffer]) -> Result<()> {
        let (given, taken) = (inputs.len(), self.signature.inputs.len());
        if given != taken {
            let message = format!("the program takes {taken} arguments, {given} are given");
            return Err(Error::new(ErrorKind::Run, message));
        }
        let mut pairs = inputs.iter().zip(&self.signature.inputs).enumerate();
        pairs.try_for_each(|(i, (input, spec))| check_argument(i, *input, spec))
    }
}

/// Copies the results of all processes to where they are wanted.
fn copy_results(made: &[Vec<Vec<u8>>], outputs: &mut [Vec<&mut [u8]>]) -> Result<()> {
    let fits = made.len() == outputs.len()
        && made.iter().zip(&*outputs).all(|(made, outputs)| {
            made.len() == outputs.len()
                && made.iter().zip(outputs).all(|(made, output)| made.len() == output.len())
        });
    if !fits {
        return Err(Error::new(
            ErrorKind::Run,
            "the outputs of the processes have other sizes than the results",
        ));
    }
    for (made, output) in made.iter().flatten().zip(outputs.iter_mut().flatten()) {
        output.copy_from_slice(made);
    }
    Ok(())
}

/// Checks that a tensor fits argument number `i`.
fn check_argument(i: usize, input: &dyn Buffer, spec: &TensorSpec) -> Result<()> {
    let (shape, element) = (input.shape(), input.element());
    let fits = |(&d, &known): (&i64, &i64)| d >= 0 && (known == DYNAMIC || d == known);
    let same_sizes = shape.len() == spec.shape.len() && shape.iter().zip(&spec.shape).all(fits);
    let given = spec.with_shape(shape);
    if element != spec.elem || !same_sizes {
        let given = TensorSpec { elem: element.to_owned(), ..given };
        let message =
            format!("{} is {}, not {}", spec.label("argument", i), spec.describe(), given.describe());
        return Err(Error::new(ErrorKind::Run, message));
    }
    if input.bytes().len() != given.bytes() {
        let message = format!(
            "{} is {} of {} bytes, not {}",
            spec.label("argument", i),
            given.describe(),
            given.bytes(),
            input.bytes().len()
        );
        return Err(Error::new(ErrorKind::Run, message));
    }
    Ok(())
}
