//! A compiled program that can be called from safe code.

use std::{
    ffi::c_void,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
};

use strata_runtime_cpu::{
    Context, MemoryUse, Threads,
    call::Routine,
    collective::{DeviceEngine, Distributed, Engines, Grid, GridSize, Host, Process, Sent, Transport},
    device::{Device, DeviceUse},
    tensor::{Tensor, strata_rt_tensor_free},
};

use crate::{
    buffers::{CallBuffers, DeviceBuffers},
    device_block::DeviceBlock,
    devices::Devices,
    entry_point::EntryPoint,
    error::{Result, RunError},
    sizes::{BufferSizes, TensorBuf, TensorRef},
};

/// Makes an engine for arrays in memory of devices, of processes that may be divided among ranks. What it cannot do is for the given one.
pub type Connect = dyn Fn(
        Option<Arc<dyn Transport>>,
        usize,
        Arc<dyn DeviceEngine>,
    ) -> std::result::Result<Arc<dyn DeviceEngine>, String>
    + Send
    + Sync;

/// How a program is run; the default is all processors, no routines and no device.
#[derive(Clone, Default)]
pub struct RunOptions {
    /// Routines of the host that the program may call, by name.
    pub routines: Vec<(String, Arc<Routine>)>,
    /// How many threads run the program; with 0 as many as there are processors.
    pub threads: i32,
    /// The threads that run it, which other programs share; without them it has its own.
    pub pool: Option<Threads>,
    /// The device that runs the kernels; arguments and results are in its memory. It is the first one of its machine; the processes of
    /// a program have one each, by the number in the rank.
    pub device: Option<Arc<dyn Device>>,
    /// Makes the engine of collectives of these devices; without one, they are done in memory of the host.
    pub connect: Option<Arc<Connect>>,
}

/// A program in this process.
pub struct LoadedProgram {
    entry: EntryPoint,
    sizes: BufferSizes,
    /// Contexts that no call uses now: each call has one of its own, so that errors are those of the call.
    /// A context has the number of its device.
    idle: Mutex<Vec<(usize, Box<Context>)>>,
    /// Processes that no call uses now, which know their groups from earlier calls.
    teams: Mutex<Vec<Team>>,
    /// The ranks that processes are divided among, if not all are here.
    world: Mutex<Option<Arc<dyn Transport>>>,
    /// The threads of parallel loops, which calls at the same time share.
    threads: Threads,
    routines: Vec<(String, Arc<Routine>)>,
    devices: Devices,
    connect: Option<Arc<Connect>>,
    /// Ends runs that begin from now on, once it is set.
    cancel: Mutex<Option<Arc<AtomicBool>>>,
}

/// Who runs a program: a process, if it is one of several, and the number of its device.
type Runner = (Option<Arc<Process>>, usize);

/// The processes of a call.
struct Team {
    grid: Arc<Grid>,
    processes: Vec<Arc<Process>>,
}

impl LoadedProgram {
    /// The program that begins at `entry`.
    ///
    /// `sizes` are those of the memrefs that the entry was made for: the program is trusted to stay inside of them, as
    /// it is trusted to be the code that its verified module says.
    #[must_use]
    pub fn new(entry: EntryPoint, sizes: BufferSizes, options: RunOptions) -> Arc<Self> {
        Arc::new(Self {
            entry,
            sizes,
            idle: Mutex::default(),
            teams: Mutex::default(),
            world: Mutex::default(),
            threads: options.pool.unwrap_or_else(|| Threads::new(options.threads)),
            routines: options.routines,
            devices: Devices::new(options.device),
            connect: options.connect,
            cancel: Mutex::default(),
        })
    }
    /// A context that no other call uses, with the device of a number if the program has one.
    pub(crate) fn acquire_context(&self, device: usize) -> Result<Box<Context>> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle.iter().rposition(|context| context.0 == device).map(|at| idle.swap_remove(at).1);
        drop(idle);
        let context = match known {
            Some(context) => context,
            None => {
                let context = Context::with_threads(&self.threads);
                for (name, routine) in &self.routines {
                    context.register(name, Arc::clone(routine));
                }
                context.set_device(self.devices.get(device)?);
                Box::new(context)
            }
        };
        context.set_cancel(self.cancel.lock().unwrap_or_else(PoisonError::into_inner).clone());
        Ok(context)
    }
    /// Keeps a context for the next call, without the error of this one.
    pub(crate) fn release_context(&self, device: usize, context: Box<Context>) {
        context.clear_error();
        context.join(None);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((device, context));
    }
    /// Lets runs that begin from now on end with an error once the flag is set, where the program was compiled to ask.
    pub fn set_cancel(&self, flag: Option<Arc<AtomicBool>>) {
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = flag;
    }
    /// The memory of the device that the contexts which no call uses now asked for.
    pub fn device_memory(&self) -> Vec<DeviceUse> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|c| c.1.device_memory()).collect()
    }
    /// The memory of the contexts that no call uses now, which those that ran keep for the next calls.
    pub fn memory(&self) -> Vec<MemoryUse> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|c| c.1.memory()).collect()
    }
    /// The sizes of the buffers.
    pub fn sizes(&self) -> &BufferSizes {
        &self.sizes
    }
    /// Runs the program.
    ///
    /// # Errors
    /// When the number or a size of the buffers is wrong, or the program reports an error.
    pub fn call(&self, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<()> {
        self.call_as((None, 0), inputs, outputs)
    }
    /// Divides the processes of calls from now on among ranks, or has all of them here again. In each rank the same calls are made in the
    /// same order, one at a time, with the arguments of its processes.
    pub fn set_world(&self, world: Option<Arc<dyn Transport>>) {
        let mut known = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = match (&*known, &world) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        if is_same {
            return;
        }
        *known = world;
        self.teams.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
    /// Runs the program in several processes at once, each on a thread of its own; `inputs` and `outputs` are those of
    /// each process that is here. Process `p` of replica `r` has the number `r * partitions + p`. The result is what left the processes
    /// for the host.
    ///
    /// # Errors
    /// As for [`Self::call`]; of several errors the first one that is not about an end of another process.
    pub fn call_on_grid(
        &self,
        replicas: usize,
        partitions: usize,
        host: Host,
        inputs: &[Vec<&[u8]>],
        outputs: &mut [Vec<&mut [u8]>],
    ) -> Result<Vec<Sent>> {
        let outputs: Vec<_> = outputs.iter_mut().map(Mutex::new).collect();
        let lists = (inputs.len(), outputs.len());
        self.run_grid(GridSize { replicas, partitions }, host, lists, &|process, i| {
            let mut outputs = outputs[i].lock().unwrap_or_else(PoisonError::into_inner);
            self.call_as((Some(process), i), &inputs[i], &mut outputs)
        })
    }
    /// As [`Self::call_on_grid`], on memory of the device of each process, which has the number in `devices`; see
    /// [`Self::call_on_device`].
    ///
    /// # Errors
    /// As for these.
    pub fn call_grid_on_devices(
        &self,
        size: GridSize,
        host: Host,
        devices: &[usize],
        inputs: &[Vec<&DeviceBlock>],
        outputs: &[Vec<&DeviceBlock>],
    ) -> Result<Vec<Sent>> {
        let lists = (inputs.len(), outputs.len().min(devices.len()));
        self.run_grid(size, host, lists, &|process, i| {
            self.enter_blocks((Some(process), devices[i]), &inputs[i], &outputs[i])
        })
    }
    /// Runs `one` for each of the processes that are here, on a thread of its own, with its number among them. `lists` are the numbers of
    /// processes that there are inputs and outputs for.
    fn run_grid(
        &self,
        size: GridSize,
        host: Host,
        lists: (usize, usize),
        one: &(dyn Fn(Arc<Process>, usize) -> Result<()> + Sync),
    ) -> Result<Vec<Sent>> {
        let team = self.acquire_team(size)?;
        let n = team.processes.len();
        if lists != (n, n) {
            return Err(RunError::new(format!("{n} processes need the arguments of each")));
        }
        team.grid.begin(host);
        let outcomes: Vec<Mutex<Result<()>>> = team.processes.iter().map(|_| Mutex::new(Ok(()))).collect();
        self.threads.run_together(n, &|i: usize| {
            let outcome = run_process(&team, i, one);
            *outcomes[i].lock().unwrap_or_else(PoisonError::into_inner) = outcome;
        })?;
        let outcomes = outcomes.into_iter().map(|o| o.into_inner().unwrap_or_else(PoisonError::into_inner));
        let mut errors: Vec<(bool, RunError)> = outcomes
            .zip(&team.processes)
            .filter_map(|(outcome, process)| Some((process.is_bystander(), outcome.err()?)))
            .collect();
        if errors.is_empty() {
            let sent = team.grid.take_sent();
            self.teams.lock().unwrap_or_else(PoisonError::into_inner).push(team);
            return Ok(sent);
        }
        // The processes of a run with an error may be anywhere: the next one has new ones.
        let first = errors.iter().position(|e| !e.0).unwrap_or(0);
        Err(errors.swap_remove(first).1)
    }
    /// Processes that no other call uses.
    fn acquire_team(&self, size: GridSize) -> Result<Team> {
        let mut teams = self.teams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = teams.iter().position(|team| team.grid.size() == size) {
            return Ok(teams.swap_remove(known));
        }
        let world = self.world.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (mut engines, here) = match &world {
            Some(world) => {
                let engine = Distributed::new(Arc::clone(world), size.processes())?;
                let here = engine.here();
                (Engines::of_host(Arc::new(engine)), here)
            }
            None => (Engines::default(), (0..size.processes()).collect()),
        };
        if let Some(connect) = &self.connect {
            engines.device = connect(world, size.processes(), engines.device)?;
        }
        let grid = Grid::with_engines(size, engines, here);
        let processes = grid.here().iter().map(|&number| Process::new(Arc::clone(&grid), number)).collect();
        Ok(Team { grid, processes })
    }
    /// Runs the program on memory of the device of a number, and waits for its kernels. The blocks are of memory that this device shares
    /// with the one that they were allocated by; no output is an input, but for those of [`BufferSizes::in_place`].
    ///
    /// # Errors
    /// When the program has no device or tensors of unknown sizes, the number or a size of the blocks is wrong, or the program reports an
    /// error.
    pub fn call_on_device(
        &self,
        device: usize,
        inputs: &[&DeviceBlock],
        outputs: &[&DeviceBlock],
    ) -> Result<()> {
        self.enter_blocks((None, device), inputs, outputs)
    }
    fn enter_blocks(
        &self,
        (process, number): Runner,
        inputs: &[&DeviceBlock],
        outputs: &[&DeviceBlock],
    ) -> Result<()> {
        self.sizes.check_blocks(inputs, outputs)?;
        let context = self.acquire_context(number)?;
        context.join(process);
        let outcome = match context.device() {
            Some(device) => {
                let address = |block: &&DeviceBlock| block.address();
                let buffers = DeviceBuffers {
                    inputs: inputs.iter().map(address).collect(),
                    outputs: outputs.iter().map(address).collect(),
                };
                context.device_lend(inputs.iter().chain(outputs).map(|block| (block.address(), block.len())));
                // SAFETY: the blocks have the sizes that the program was compiled for, and outputs are inputs only where the
                // program was compiled for that.
                let outcome = unsafe { self.enter_on_device(&context, &buffers) };
                // Nothing of this call runs when the caller hears of its end.
                let ended = device.synchronize().map_err(RunError::from);
                context.device_give_back();
                outcome.and(ended)
            }
            None => Err(RunError::new("the program has no device")),
        };
        self.release_context(number, context);
        outcome
    }
    /// As [`Self::call`]. An input without bytes is in the memory of its output (see [`BufferSizes::in_place`]), which has its bytes when
    /// this is called.
    ///
    /// # Errors
    /// As for [`Self::call`], and when an input without bytes has no output.
    pub fn call_in_place(&self, inputs: &[Option<&[u8]>], outputs: &mut [&mut [u8]]) -> Result<()> {
        self.sizes.check_inputs_in_place(inputs)?;
        self.sizes.check_outputs(outputs)?;
        // SAFETY: as for `call_as`; the program was compiled for inputs in the memory of their outputs.
        unsafe { self.enter((None, 0), inputs.iter().copied(), outputs, |_| None) }
    }
    fn call_as(&self, runner: Runner, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<()> {
        self.sizes.check_inputs(inputs)?;
        self.sizes.check_outputs(outputs)?;
        // SAFETY: the buffers have the sizes that the program was compiled for, were borrowed for the call, and outputs are
        // borrowed exclusively.
        unsafe { self.enter(runner, inputs.iter().copied().map(Some), outputs, |_| None) }
    }
    /// Runs the program on tensors whose sizes may be known now only.
    ///
    /// # Errors
    /// When the number or a size of the inputs is wrong, or the program reports an error.
    pub fn call_tensors(&self, inputs: &[TensorRef<'_>]) -> Result<Vec<TensorBuf>> {
        self.sizes.check_tensors(inputs)?;
        let mut results = self.sizes.new_outputs();
        // The entry gets these for tensors of unknown sizes, and puts results of such there.
        let (mut tensors, mut places): (Vec<Tensor>, Vec<Tensor>) = (Vec::new(), Vec::new());
        let (mut outputs, mut result_sizes): (Vec<&mut [u8]>, Vec<*mut i64>) = (Vec::new(), Vec::new());
        for result in &mut results {
            result_sizes.push(result.sizes.as_mut().map_or(std::ptr::null_mut(), |sizes| sizes.as_mut_ptr()));
            outputs.push(&mut result.bytes);
        }
        let bytes: Vec<&[u8]> = inputs.iter().map(|t| t.bytes).collect();
        let arrange = |b: &CallBuffers| {
            let sizes = inputs.iter().map(|t| t.sizes.as_ptr().cast_mut());
            tensors.extend(b.inputs.iter().zip(sizes).map(|(d, sizes)| Tensor { data: d.cast_mut(), sizes }));
            places.extend(result_sizes.iter().map(|&sizes| Tensor { data: std::ptr::null_mut(), sizes }));
            let input = |(i, t): (usize, &Tensor)| match self.sizes.dynamic_input(i) {
                Some(_) => (&raw const *t).cast::<c_void>(),
                None => t.data.cast_const(),
            };
            let output = |(i, t): (usize, &mut Tensor)| match self.sizes.dynamic_output(i) {
                Some(_) => (&raw mut *t).cast::<c_void>(),
                None => b.outputs[i],
            };
            let addresses: Vec<*const c_void> = tensors.iter().enumerate().map(input).collect();
            Some((addresses, places.iter_mut().enumerate().map(output).collect::<Vec<*mut c_void>>()))
        };
        // SAFETY: buffers of known size have it; the others come with the sizes that their bytes were checked against, which
        // the entry checks against its types, and with space for as many sizes as the rank of results.
        let outcome =
            unsafe { self.enter((None, 0), bytes.iter().copied().map(Some), &mut outputs, arrange) };
        drop(outputs);
        for (i, place) in places.iter().enumerate() {
            let Some(t) = self.sizes.dynamic_output(i) else { continue };
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
    /// Calls the entry in a context of its own, with the addresses that `arrange` makes of those of the buffers, or these.
    ///
    /// # Safety
    /// The addresses are those that the program expects, of memory that is borrowed for the call, exclusively for outputs.
    unsafe fn enter<'a>(
        &self,
        (process, device): Runner,
        inputs: impl Iterator<Item = Option<&'a [u8]>> + Clone,
        outputs: &mut [&mut [u8]],
        arrange: impl FnOnce(&CallBuffers) -> Option<(Vec<*const c_void>, Vec<*mut c_void>)>,
    ) -> Result<()> {
        let context = self.acquire_context(device)?;
        context.join(process);
        let mut buffers = CallBuffers::new(&context, inputs, outputs, &self.sizes)?;
        let arranged = arrange(&buffers);
        let (first, second) = match &arranged {
            Some((first, second)) => (first, second),
            None => (&buffers.inputs, &buffers.outputs),
        };
        // SAFETY: the caller vouches for the addresses.
        let outcome = unsafe { self.run(&context, first, second) };
        let outcome = buffers.finish(&context, outputs, outcome);
        self.release_context(device, context);
        outcome
    }
    /// Calls the entry on buffers in memory of the device.
    ///
    /// # Safety
    /// The buffers have the sizes of those of the program, and nobody else uses them.
    pub(crate) unsafe fn enter_on_device(&self, context: &Context, buffers: &DeviceBuffers) -> Result<()> {
        let (first, second) = buffers.addresses();
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
        let entry = self.entry.function();
        // SAFETY: the entry is a C entry of this type; the caller vouches for the addresses. The context is alive and
        // shared, not written.
        let code =
            unsafe { entry(first.as_ptr(), second.as_ptr(), std::ptr::from_ref(context).cast_mut().cast()) };
        match (code, context.error()) {
            (0, _) => Ok(()),
            (_, Some(why)) => Err(RunError::new(why)),
            (_, None) => Err(RunError::new(format!("the program returned error {code}"))),
        }
    }
}

/// Runs a process of a grid on this thread.
fn run_process(
    team: &Team,
    i: usize,
    one: &(dyn Fn(Arc<Process>, usize) -> Result<()> + Sync),
) -> Result<()> {
    let process = &team.processes[i];
    let mut outcome = Err(RunError::new("the host did not run the process"));
    let mut work = || outcome = one(Arc::clone(process), i);
    let run = || match team.grid.live() {
        Some(host) => host.run(process.number(), &mut work),
        None => work(),
    };
    if catch_unwind(AssertUnwindSafe(run)).is_err() {
        outcome = Err(RunError::new("a process panicked"));
    }
    process.leave(outcome.is_err());
    outcome
}
