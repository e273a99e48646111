//! The simulator of GPUs as a backend.

use std::{
    collections::BTreeMap,
    fmt::{self, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
};

use strata_gpusim::{Config, Counters, Device as Machine, Dims, GlobalMemory};
use strata_ir::prelude::*;
use strata_runtime_cpu::device::{Device, Launch, TENSOR_MAP_BYTES, TensorMap};

use crate::backend::{Backend, has_kernels};

/// The default architecture of the simulator.
const ARCH: &str = "sm_90a";

/// The number of launches of each kernel, and the counters of these launches.
type Counts = BTreeMap<String, (u64, Counters)>;

/// Simulated GPUs.
#[derive(Debug)]
pub struct Simulator {
    arch: String,
    counts: Arc<Mutex<Counts>>,
    /// The memory of each GPU for all programs; without it each program has its own, and they run at the same time.
    memories: Option<Memories>,
}

/// The memories of GPUs, by their numbers.
type Memories = Arc<Mutex<BTreeMap<usize, GlobalMemory>>>;

impl Simulator {
    /// GPUs of an architecture, as many as are asked for.
    #[must_use]
    pub fn new(arch: Option<&str>) -> Self {
        Self { arch: arch.unwrap_or(ARCH).to_owned(), counts: Arc::default(), memories: None }
    }

    /// The same with one memory of each GPU for all programs, so that arrays stay there from one to the next.
    #[must_use]
    pub fn with_shared_memory(self) -> Self {
        Self { memories: Some(Memories::default()), ..self }
    }

    /// The first GPU with the kernels of a module.
    fn first(&self, module: Option<&Body>) -> Result<Arc<dyn Device>, String> {
        let digits: String = self.arch.chars().filter(char::is_ascii_digit).collect();
        let arch = digits.parse().map_err(|_| format!("error: '{}' is no architecture\n", self.arch))?;
        let program = Program {
            config: Config { arch, ..Config::default() },
            module: module.filter(|module| has_kernels(module)).map(|module| Mutex::new(module.clone())),
            counts: Arc::clone(&self.counts),
            memories: self.memories.clone(),
        };
        Arc::new(program).on(0)
    }
}

impl Backend for Simulator {
    fn arch(&self) -> &str {
        &self.arch
    }
    fn device(&self, module: &Body) -> Result<Arc<dyn Device>, String> {
        self.first(Some(module))
    }
    fn memory(&self) -> Option<Arc<dyn Device>> {
        self.memories.as_ref()?;
        self.first(None).ok()
    }
    fn report(&self) -> Option<String> {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = String::new();
        for (name, (launches, counters)) in counts.iter() {
            // Writing to a string cannot fail.
            let _ = write!(out, "kernel {name}: {launches} launches\n  ");
            out.push_str(&counters.to_string().replace('\n', "\n  "));
            out.push('\n');
        }
        Some(out)
    }
}

/// A program for GPUs.
struct Program {
    config: Config,
    /// Its kernels, which each GPU loads: the addresses of variables differ.
    module: Option<Mutex<Body>>,
    counts: Arc<Mutex<Counts>>,
    memories: Option<Memories>,
}

impl Program {
    /// The program on the GPU with a number.
    fn on(self: Arc<Self>, number: usize) -> Result<Arc<dyn Device>, String> {
        let own = || GlobalMemory::of_device(number);
        let memory = |all: &Memories| {
            all.lock().unwrap_or_else(PoisonError::into_inner).entry(number).or_insert_with(own).clone()
        };
        let memory = self.memories.as_ref().map_or_else(own, memory);
        let mut machine = Machine::sharing(self.config.clone(), memory);
        if let Some(module) = &self.module {
            let module = module.lock().unwrap_or_else(PoisonError::into_inner);
            machine.load(&module).map_err(|e| format!("error: {e}\n"))?;
        }
        Ok(Arc::new(Simulated { machine: Mutex::new(machine), program: self }))
    }
}

/// A program on one GPU.
struct Simulated {
    machine: Mutex<Machine>,
    program: Arc<Program>,
}

impl Simulated {
    fn machine(&self) -> MutexGuard<'_, Machine> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn text(error: impl fmt::Display) -> String {
    error.to_string()
}

impl Device for Simulated {
    fn name(&self) -> String {
        "the simulated GPU".to_owned()
    }
    fn cancel_with(&self, flag: Option<Arc<AtomicBool>>) {
        self.machine().set_cancel(flag);
    }
    fn alloc(&self, bytes: usize) -> Result<u64, String> {
        self.machine().alloc(bytes).map_err(text)
    }
    fn free(&self, address: u64) -> Result<(), String> {
        self.machine().free(address).map_err(text)
    }
    fn upload(&self, to: u64, from: &[u8]) -> Result<(), String> {
        self.machine().write(to, from).map_err(text)
    }
    fn download(&self, to: &mut [u8], from: u64) -> Result<(), String> {
        self.machine().read(from, to).map_err(text)
    }
    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), String> {
        self.machine().copy(to, from, bytes).map_err(text)
    }
    fn fill(&self, to: u64, pattern: &[u8], count: usize) -> Result<(), String> {
        self.machine().fill(to, pattern, count).map_err(text)
    }
    fn launch(&self, launch: &Launch<'_>) -> Result<(), String> {
        let Launch { kernel, grid, block, cluster, shared_bytes, slots } = *launch;
        let dims = Dims { grid, block, cluster, dynamic_shared: shared_bytes };
        let counters = self.machine().launch(kernel, dims, slots).map_err(text)?;
        let mut counts = self.program.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(kernel.to_owned()).or_default();
        count.0 += 1;
        count.1 += counters;
        Ok(())
    }
    fn synchronize(&self) -> Result<(), String> {
        Ok(())
    }
    fn tensor_map(&self, map: &TensorMap) -> Result<[u8; TENSOR_MAP_BYTES], String> {
        strata_gpusim::encode_tensor_map(map)
    }
    fn sibling(&self, number: usize) -> Result<Arc<dyn Device>, String> {
        Arc::clone(&self.program).on(number)
    }
}
