//! Compiles a module to object files, with its parts on several threads.

use std::{
    num::NonZeroUsize,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use strata_ir::core::Body;

use crate::{
    context::ExitContext,
    error::{CodegenError, Result},
    from_ir::object_in,
    machine::TargetMachine,
    split::split,
    target::{OptLevel, Target},
};

/// The stack size of a thread: LLVM recurses, and expects the stack of a main thread.
const STACK: usize = 16 << 20;

/// The number of compiler threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl Default for Threads {
    /// The number of processors that are available to this process.
    fn default() -> Self {
        Self(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

impl Threads {
    /// `count` threads, at least one.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self(NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN))
    }
    /// The number in `STRATA_COMPILE_THREADS`; if it is not set or 0, the number of processors.
    ///
    /// # Errors
    /// If it is not a number.
    pub fn from_env() -> Result<Self, String> {
        let Some(text) = std::env::var_os("STRATA_COMPILE_THREADS") else { return Ok(Self::default()) };
        let text = text.to_string_lossy();
        match text.trim().parse::<usize>() {
            Ok(0) => Ok(Self::default()),
            Ok(count) => Ok(Self::new(count)),
            Err(_) => Err(format!("STRATA_COMPILE_THREADS is '{text}', which is not a number of threads")),
        }
    }
}

/// Compiles a module to one or more relocatable object files that belong together. Their bytes do not depend on the number of threads.
pub fn compile_objects(module: &Body, target: &Target, threads: Threads) -> Result<Vec<Vec<u8>>> {
    // LLVM's `O3` pipeline inlines calls, which is only possible within a module.
    let parts = if target.opt() == OptLevel::O3 { None } else { split(module) };
    let Some(parts) = parts else { return Ok(vec![Worker::new(target)?.object(module)?]) };
    let threads = threads.0.get().min(parts.len());
    if threads == 1 {
        let worker = Worker::new(target)?;
        return parts.iter().map(|part| worker.object(part)).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Result<Vec<u8>>>>> = Mutex::new(parts.iter().map(|_| None).collect());
    let work = || {
        let mut worker = None;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(number) else { return };
            let worker = worker.get_or_insert_with(|| Worker::new(target));
            let result = worker.as_ref().map_err(CodegenError::clone).and_then(|w| w.object(part));
            results.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(result);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If the system refuses to create more threads, the existing ones do the work.
            let builder = thread::Builder::new().name("strata-codegen".to_owned()).stack_size(STACK);
            drop(builder.spawn_scoped(scope, work));
        }
        work();
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let lost = || Err(CodegenError::Limit("a thread of the compiler panicked".to_owned()));
    // Of several errors, that of the first part is reported.
    results.into_iter().map(|result| result.unwrap_or_else(lost)).collect()
}

/// The compiler state of a thread. Its setup takes as long as compiling a hundred operations, so it is reused for several parts; the code
/// of a part does not depend on the parts before it.
struct Worker {
    exit: ExitContext,
    machine: TargetMachine,
}

impl Worker {
    fn new(target: &Target) -> Result<Self> {
        Ok(Self { exit: ExitContext::new(), machine: TargetMachine::new(target)? })
    }
    fn object(&self, module: &Body) -> Result<Vec<u8>> {
        object_in(&self.exit, module, &self.machine)
    }
}
