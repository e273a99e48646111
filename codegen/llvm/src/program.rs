//! A compiled program that can be called from safe code.

use std::{
    ffi::c_void,
    sync::{Arc, Mutex, PoisonError},
};

use strata_ir::prelude::Body;
use strata_runtime_cpu::{
    Context,
    call::Routine,
    collective::{Grid, Host, Process, Sent},
};

use crate::{
    error::{CodegenError, Result},
    from_ir::compile_jit,
    jit::JitSymbol,
    target::Target,
};

/// `int32_t m_main(const void *const *inputs, void *const *outputs, m_context *ctx)`
type Entry = unsafe extern "C" fn(*const *const c_void, *const *mut c_void, *mut c_void) -> i32;

/// Sizes in bytes of the buffers that a program reads and writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BufferSizes {
    /// Of the inputs.
    pub inputs: Vec<usize>,
    /// Of the outputs.
    pub outputs: Vec<usize>,
}

/// The C entry of a program, compiled for this process.
pub struct Program {
    entry: JitSymbol,
    sizes: BufferSizes,
    /// Contexts that no call uses now: each call has one of its own, so that errors are those of the call.
    idle: Mutex<Vec<Box<Context>>>,
    routines: Vec<(String, Arc<Routine>)>,
}

impl Program {
    /// Compiles a module of the `llvm` dialect whose C entry is `symbol`.
    ///
    /// `sizes` are those of the memrefs that the entry was made for: the program is trusted to stay inside of them, as
    /// it is trusted to be the code that its verified module says.
    pub fn compile(
        module: &Body,
        target: &Target,
        symbols: &[(String, *const ())],
        symbol: &str,
        sizes: BufferSizes,
    ) -> Result<Arc<Self>> {
        Self::with_routines(module, target, symbols, symbol, sizes, Vec::new())
    }
    /// As [`Self::compile`], for a program that calls routines of the host by name.
    pub fn with_routines(
        module: &Body,
        target: &Target,
        symbols: &[(String, *const ())],
        symbol: &str,
        sizes: BufferSizes,
        routines: Vec<(String, Arc<Routine>)>,
    ) -> Result<Arc<Self>> {
        let jit = compile_jit(module, target, symbols)?;
        Ok(Arc::new(Self { entry: jit.lookup(symbol)?, sizes, idle: Mutex::default(), routines }))
    }
    /// A context that no other call uses.
    fn context(&self) -> Box<Context> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| {
            let context = Context::new(1);
            for (name, routine) in &self.routines {
                context.register(name, Arc::clone(routine));
            }
            Box::new(context)
        })
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
        self.call_as(None, inputs, outputs)
    }
    /// Runs the program in several processes at once, each on a thread of its own; `inputs` and `outputs` are those of
    /// each process. Process `p` of replica `r` has the number `r * partitions + p`. The result is what left the processes
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
            let threads: Vec<_> = all.map(|process| scope.spawn(move || one(process))).collect();
            let lost = |_| Err(CodegenError::Jit("a process panicked".to_owned()));
            threads.into_iter().map(|t| t.join().unwrap_or_else(lost)).collect()
        });
        let waits = |e: &CodegenError| e.to_string().contains("it waits for");
        let mut errors: Vec<CodegenError> = outcomes.into_iter().filter_map(Result::err).collect();
        let first = errors.iter().position(|e| !waits(e)).unwrap_or(0);
        if errors.is_empty() { Ok(grid.take_sent()) } else { Err(errors.swap_remove(first)) }
    }
    fn call_as(&self, process: Option<Process>, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<()> {
        let given: Vec<usize> = inputs.iter().map(|b| b.len()).collect();
        check("input", &self.sizes.inputs, &given)?;
        let given: Vec<usize> = outputs.iter().map(|b| b.len()).collect();
        check("output", &self.sizes.outputs, &given)?;
        let inputs: Vec<*const c_void> = inputs.iter().map(|b| b.as_ptr().cast()).collect();
        let outputs: Vec<*mut c_void> = outputs.iter_mut().map(|b| b.as_mut_ptr().cast()).collect();
        let context = self.context();
        context.join(process);
        // SAFETY: the symbol is a C entry of this type; the buffers have the sizes it was compiled for, were borrowed
        // for the call, and outputs are borrowed exclusively. The context is alive and shared, not written.
        let code = unsafe {
            let entry: Entry = self.entry.function();
            entry(inputs.as_ptr(), outputs.as_ptr(), (&raw const *context).cast_mut().cast())
        };
        let error = context.error();
        context.clear_error();
        context.join(None);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(context);
        match (code, error) {
            (0, _) => Ok(()),
            (_, Some(why)) => Err(CodegenError::Jit(why)),
            (_, None) => Err(CodegenError::Jit(format!("the program returned error {code}"))),
        }
    }
}

fn check(what: &str, expected: &[usize], given: &[usize]) -> Result<()> {
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
