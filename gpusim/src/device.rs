//! The device interface: memory, kernels and launches.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicBool};

use rustc_hash::FxHashMap;
use strata_gpu::GpuTarget;
use strata_ir::prelude::{Body, Context, Location, Op, Str};

use crate::{
    Counters, address,
    code::{Code, Inst},
    decode::{self, ModuleView},
    error::{ErrorKind, Result, SimError},
    exec,
    memory::{Buffer, MANY, Memory},
    nv::Needs,
};

/// The properties of a device, and the checks that it makes.
#[derive(Clone, Debug)]
pub struct Config {
    /// The architecture number: 80, 90, 100.
    pub arch: u32,
    /// The limit of warp instructions per launch.
    pub max_instructions: u64,
    /// The limit of shared memory per block in bytes.
    pub shared_bytes: u64,
    /// Whether races are detected.
    pub races: bool,
    /// Whether reads of uninitialized memory are errors.
    pub uninitialised: bool,
    /// Ends kernels with an error once it is set.
    pub cancel: Option<Arc<AtomicBool>>,
}

impl Default for Config {
    fn default() -> Self {
        let arch = 90;
        Self {
            arch,
            max_instructions: 1 << 31,
            shared_bytes: GpuTarget::for_capability(arch).shared.of_block.unsigned_abs(),
            races: true,
            uninitialised: true,
            cancel: None,
        }
    }
}

/// The sizes of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dims {
    /// Blocks of the grid, by dimension.
    pub grid: [u32; 3],
    /// Threads of a block, by dimension.
    pub block: [u32; 3],
    /// Blocks of a cluster, by dimension.
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
}

impl Dims {
    /// A one-dimensional launch of `blocks` blocks of `threads` threads.
    pub fn linear(blocks: u32, threads: u32) -> Self {
        Self { grid: [blocks, 1, 1], block: [threads, 1, 1], cluster: [1; 3], dynamic_shared: 0 }
    }
}

/// The work of one instruction of a kernel in a launch.
#[derive(Clone, Debug)]
pub struct InstructionProfile {
    /// The location of the op that it was decoded from.
    pub loc: Location,
    /// The name of that op.
    pub op: String,
    /// Its executions, lanes and accesses.
    pub counters: Counters,
}

/// How much a launch counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Launch,
    Instructions,
}

struct Kernel {
    code: Code,
    cx: Arc<Context>,
}

/// Global memory, which several devices may share, as the programs of one GPU do.
#[derive(Clone, Default)]
pub struct GlobalMemory(Arc<Mutex<Memory>>);

impl GlobalMemory {
    /// The memory of the device with a number, so that the addresses of a device are no addresses of the next ones.
    #[must_use]
    pub fn of_device(number: usize) -> Self {
        let first = number % (address::MAX_BUFFERS / MANY) * MANY;
        let memory = Self::default();
        memory.lock().first = first as u32;
        memory
    }
    fn lock(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for GlobalMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("global memory")
    }
}

/// A simulated device.
pub struct Device {
    config: Config,
    memory: GlobalMemory,
    kernels: FxHashMap<String, Arc<Kernel>>,
    /// The buffers of the variables of its modules.
    variables: Vec<u64>,
}

impl Device {
    /// A device without buffers and kernels.
    pub fn new(config: Config) -> Self {
        Self::sharing(config, GlobalMemory::default())
    }
    /// A device without kernels, whose buffers are in `memory`. Launches of devices that share memory run one after the other.
    pub fn sharing(config: Config, memory: GlobalMemory) -> Self {
        Self { config, memory, kernels: FxHashMap::default(), variables: Vec::new() }
    }
    /// Sets the flag that cancels kernels launched from now on.
    pub fn set_cancel(&mut self, flag: Option<Arc<AtomicBool>>) {
        self.config.cancel = flag;
    }
    /// The configuration of the device.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Loads the kernels of all `gpu.module`s in `module`, or of the module itself if it contains functions, and returns their names: the
    /// name of the function, and `module::function` for those in a `gpu.module`.
    ///
    /// # Errors
    /// If a kernel uses an unsupported feature.
    pub fn load(&mut self, module: &Body) -> Result<Vec<String>> {
        let mut names = Vec::new();
        self.load_module(module, None, &mut names)?;
        if let Some(block) = decode::module_block(module) {
            for op in module.block_ops(block) {
                let (inner, _) = module.inner(op);
                match module.op_name(op) {
                    "gpu.module" => {
                        let name = module.symbol_name(op).map(|s: Str| module.cx().str(s).to_owned());
                        self.load_module(inner, name.as_deref(), &mut names)?;
                    }
                    "builtin.module" => names.extend(self.load(inner)?),
                    _ => {}
                }
            }
        }
        Ok(names)
    }

    fn load_module(&mut self, body: &Body, prefix: Option<&str>, names: &mut Vec<String>) -> Result<()> {
        let Some(block) = decode::module_block(body) else { return Ok(()) };
        let cx = body.cx();
        let mut view = ModuleView { body, functions: FxHashMap::default(), addresses: FxHashMap::default() };
        let mut kernels: Vec<(&str, Op)> = Vec::new();
        for op in body.block_ops(block) {
            if body.op_name(op) != "llvm.func" {
                continue;
            }
            let Some(name) = body.symbol_name(op).map(|s| cx.str(s)) else { continue };
            view.functions.insert(name, op);
            let (inner, func) = body.inner(op);
            let marked = ["nvvm.kernel", "gpu.kernel"].iter().any(|k| inner.attr(func, k).is_some());
            let convention = inner.attr(func, "CConv").and_then(|a| cx.attr_as::<strata_llvm::CConv>(a));
            if marked || convention == Some(&strata_llvm::CConv::PtxKernel) {
                kernels.push((name, op));
            }
        }
        if kernels.is_empty() {
            return Ok(());
        }
        let globals = decode::globals(body)?;
        for g in &globals {
            if matches!(g.space, address::space::SHARED | address::space::LOCAL) {
                continue;
            }
            let mut buffer = Buffer::new(g.size as usize, format!("the variable '{}'", g.name))?;
            if let Some(data) = &g.data {
                buffer.set(0, data);
            }
            buffer.constant = g.constant || g.space == address::space::CONSTANT;
            let at = self.memory.lock().add(buffer)?;
            self.variables.push(at);
            view.addresses.insert(g.name.clone(), at);
        }
        for (name, op) in kernels {
            let (shared, dynamic_start) = decode::shared_layout(&mut view, op, &globals);
            let code = Code { shared, dynamic_start, ..Code::default() };
            let code = decode::kernel(&view, name, op, code)?;
            self.has(&code, body)?;
            let kernel = Arc::new(Kernel { code, cx: body.cx_arc().clone() });
            if let Some(prefix) = prefix {
                self.kernels.insert(format!("{prefix}::{name}"), kernel.clone());
            }
            self.kernels.insert(name.to_owned(), kernel);
            names.push(prefix.map_or_else(|| name.to_owned(), |p| format!("{p}::{name}")));
        }
        Ok(())
    }

    /// Rejects instructions that the architecture does not have.
    fn has(&self, code: &Code, body: &Body) -> Result<()> {
        for (pc, inst) in code.insts.iter().enumerate() {
            let Inst::Nv(i) = *inst else { continue };
            let nv = &code.nv[i as usize];
            let fits = match nv.needs() {
                Needs::AtLeast(arch) => self.config.arch >= arch,
                Needs::Generation(n) => self.config.arch / 10 == n,
            };
            if !fits {
                let error = SimError::new(
                    ErrorKind::Unsupported,
                    format!("sm_{} has no such instruction", self.config.arch),
                );
                return Err(match exec::Block::location(code, pc) {
                    Some((loc, op)) => error.at_op(body.cx_arc(), loc, op).in_kernel(&code.name),
                    None => error.in_kernel(&code.name),
                });
            }
        }
        Ok(())
    }

    /// Allocates a buffer of `bytes` bytes of uninitialized memory, and returns its address, a multiple of 256.
    ///
    /// # Errors
    /// If there are too many buffers.
    pub fn alloc(&mut self, bytes: usize) -> Result<u64> {
        let mut memory = self.memory.lock();
        memory.named += 1;
        let name = format!("buffer {}", memory.named);
        memory.add(Buffer::new(bytes, name)?)
    }
    /// Allocates a buffer with these contents.
    ///
    /// # Errors
    /// If there are too many buffers.
    pub fn alloc_from(&mut self, bytes: &[u8]) -> Result<u64> {
        let at = self.alloc(bytes.len())?;
        self.write(at, bytes)?;
        Ok(at)
    }
    /// Frees a buffer of [`Device::alloc`].
    ///
    /// # Errors
    /// If the address was not returned by `alloc`.
    pub fn free(&mut self, at: u64) -> Result<()> {
        self.memory.lock().remove(at)
    }
    /// Copies from the host.
    ///
    /// # Errors
    /// If the range of bytes is not inside of one buffer.
    pub fn write(&mut self, at: u64, bytes: &[u8]) -> Result<()> {
        let mut memory = self.memory.lock();
        let (buffer, offset) = memory.range(at, bytes.len())?;
        buffer.set(offset, bytes);
        Ok(())
    }
    /// Copies to the host.
    ///
    /// # Errors
    /// If the range of bytes is not inside of one buffer.
    pub fn read(&mut self, at: u64, out: &mut [u8]) -> Result<()> {
        let mut memory = self.memory.lock();
        let (buffer, offset) = memory.range(at, out.len())?;
        out.copy_from_slice(&buffer.data[offset..offset + out.len()]);
        Ok(())
    }
    /// Copies within device memory; copies of uninitialized bytes are uninitialized.
    ///
    /// # Errors
    /// If a range of bytes is not inside of one buffer.
    pub fn copy(&mut self, to: u64, from: u64, bytes: usize) -> Result<()> {
        let mut memory = self.memory.lock();
        let (source, offset) = memory.range(from, bytes)?;
        let data = source.data[offset..offset + bytes].to_vec();
        let all = source.written.has(offset as u64, bytes as u64);
        let gaps: Vec<u64> = if all {
            Vec::new()
        } else {
            (0..bytes as u64).filter(|&i| !source.written.has(offset as u64 + i, 1)).collect()
        };
        let (target, at) = memory.range(to, bytes)?;
        target.set(at, &data);
        for i in gaps {
            target.written.unset(at as u64 + i, 1);
        }
        Ok(())
    }
    /// Writes a pattern `count` times.
    ///
    /// # Errors
    /// If the range of bytes is not inside of one buffer.
    pub fn fill(&mut self, to: u64, pattern: &[u8], count: usize) -> Result<()> {
        self.write(to, &pattern.repeat(count))
    }

    /// Runs a kernel. The parameters are in the low bytes of slots of eight bytes; a parameter that is passed by value takes as many slots
    /// as its bytes need.
    ///
    /// # Errors
    /// If the launch does not match the kernel or the device, or a check of the kernel fails.
    pub fn launch(&mut self, name: &str, dims: Dims, args: &[u64]) -> Result<Counters> {
        self.launch_with(name, dims, args, Detail::Launch).map(|done| done.0)
    }

    /// As [`Device::launch`]; returns also the work of each instruction that was executed, in the order of the code.
    ///
    /// # Errors
    /// As [`Device::launch`].
    pub fn launch_profiled(
        &mut self,
        name: &str,
        dims: Dims,
        args: &[u64],
    ) -> Result<(Counters, Vec<InstructionProfile>)> {
        let (counters, profile) = self.launch_with(name, dims, args, Detail::Instructions)?;
        let kernel = self.kernels.get(name).cloned();
        let code = kernel.iter().map(|kernel| &kernel.code);
        let profile = code.flat_map(|code| {
            let executed = profile.iter().enumerate().filter(|(_, counters)| counters.instructions > 0);
            executed.map(|(pc, &counters)| {
                let place = exec::Block::location(code, pc);
                let (loc, op) = place.map_or((Location::UNKNOWN, ""), |(loc, op)| (loc, op));
                InstructionProfile { loc, op: op.to_owned(), counters }
            })
        });
        Ok((counters, profile.collect()))
    }

    fn launch_with(
        &mut self,
        name: &str,
        dims: Dims,
        args: &[u64],
        detail: Detail,
    ) -> Result<(Counters, Vec<Counters>)> {
        let Some(kernel) = self.kernels.get(name).cloned() else {
            return Err(SimError::new(ErrorKind::Launch, format!("there is no kernel '{name}'")));
        };
        let code = &kernel.code;
        let refuse = |what: String| Err(SimError::new(ErrorKind::Launch, what).in_kernel(name));
        if let Err(what) = self.fits(code, dims) {
            return refuse(what);
        }
        let mut memory = self.memory.lock();
        let (mut values, mut temporary, mut at) = (Vec::new(), Vec::new(), 0);
        for (i, param) in code.params.iter().enumerate() {
            let slots = (param.by_value as usize).div_ceil(8).max(1);
            let Some(given) = args.get(at..at + slots) else {
                return refuse(format!(
                    "there are {} slots of parameters, too few for parameter {i}",
                    args.len()
                ));
            };
            at += slots;
            if param.by_value == 0 {
                values.push(given[0] & crate::int::mask(param.kind.bits() as u8));
                continue;
            }
            let mut buffer = Buffer::new(param.by_value as usize, format!("parameter {i}"))?;
            let bytes: Vec<u8> = given.iter().flat_map(|s| s.to_le_bytes()).collect();
            buffer.set(0, &bytes[..param.by_value as usize]);
            buffer.constant = true;
            let address = memory.add(buffer)?;
            temporary.push(address);
            values.push(address);
        }
        if at != args.len() {
            return refuse(format!("there are {} slots of parameters instead of {at}", args.len()));
        }
        memory.launches += 1;
        let era = memory.launches;
        let mut launch = exec::Launch {
            code,
            memory: &mut memory,
            config: &self.config,
            grid: dims.grid,
            block: dims.block,
            cluster: dims.cluster,
            dynamic: dims.dynamic_shared.into(),
            era,
            counters: Counters::default(),
            profile: (detail == Detail::Instructions).then(|| vec![Counters::default(); code.insts.len()]),
            budget: self.config.max_instructions,
            args: values,
            published: Vec::new(),
        };
        let result = launch.run();
        let (counters, profile) = (launch.counters, launch.profile.take().unwrap_or_default());
        for address in temporary {
            memory.remove(address)?;
        }
        match result {
            Ok(()) => Ok((counters, profile)),
            Err((fault, at)) => {
                let mut error = SimError::new(fault.kind, fault.message).in_kernel(name);
                if let Some((loc, op)) = exec::Block::location(code, at.pc) {
                    error = error.at_op(&kernel.cx, loc, op);
                }
                (error.block, error.thread) = (Some(at.block), at.thread);
                Err(error)
            }
        }
    }

    fn fits(&self, code: &Code, dims: Dims) -> Result<(), String> {
        let all: [(&str, [u32; 3]); 3] =
            [("blocks", dims.grid), ("threads", dims.block), ("blocks of a cluster", dims.cluster)];
        for (what, sizes) in all {
            if sizes.contains(&0) {
                return Err(format!("a launch of {sizes:?} {what}"));
            }
        }
        let product = |d: [u32; 3]| d.iter().try_fold(1u32, |n, &d| n.checked_mul(d));
        if product(dims.block).is_none_or(|n| n > 1024) || dims.block[2] > 64 {
            return Err(format!("a block cannot have {:?} threads", dims.block));
        }
        if product(dims.grid).is_none_or(|n| n >= crate::shadow::MANY_BLOCKS) {
            return Err(format!("{:?} blocks are more than are simulated", dims.grid));
        }
        if dims.grid[1] > 65535 || dims.grid[2] > 65535 {
            return Err(format!("a grid cannot have {:?} blocks", dims.grid));
        }
        if dims.cluster != [1; 3] {
            let whole = dims.grid.iter().zip(dims.cluster).all(|(blocks, size)| blocks % size == 0);
            if self.config.arch < 90 {
                return Err(format!("sm_{} has no clusters of blocks", self.config.arch));
            }
            if product(dims.cluster).is_none_or(|n| n > 16) {
                return Err(format!("a cluster cannot have {:?} blocks", dims.cluster));
            }
            if !whole {
                let (grid, cluster) = (dims.grid, dims.cluster);
                return Err(format!("{grid:?} blocks are no whole number of clusters of {cluster:?}"));
            }
        }
        if code.cluster.is_some_and(|c| c != dims.cluster) {
            return Err(format!(
                "the kernel needs clusters of {:?} blocks",
                code.cluster.unwrap_or_default()
            ));
        }
        if let Some((most, exact)) = code.threads {
            let total = |d: [u32; 3]| d.iter().map(|&n| u64::from(n)).product::<u64>();
            let fits = if exact { dims.block == most } else { total(dims.block) <= total(most) };
            if !fits {
                return Err(format!("{:?} threads, and the kernel is compiled for {most:?}", dims.block));
            }
        }
        let shared = code.shared.iter().map(|v| v.size).sum::<u64>() + u64::from(dims.dynamic_shared);
        if shared > self.config.shared_bytes {
            return Err(format!(
                "{shared} bytes of shared memory, and a block can have {}",
                self.config.shared_bytes
            ));
        }
        Ok(())
    }

    /// The names of all kernels; those in modules are qualified with the module's name.
    pub fn kernels(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.kernels.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        let mut memory = self.memory.lock();
        // Nobody else knows their addresses.
        self.variables.iter().for_each(|&at| drop(memory.remove(at)));
    }
}
