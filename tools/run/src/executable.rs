//! Compiled programs in this process.

use std::sync::Arc;

use strata_codegen_llvm::{BufferSizes, Program};
use strata_ir::prelude::*;
use strata_runtime_cpu::{
    call::Routine,
    collective::{Host, Sent},
};

use crate::{
    driver::{self, CompileOptions},
    signature::{Signature, TensorSpec, signature},
};

/// A program compiled for this process, with its signature.
pub struct Executable {
    program: Arc<Program>,
    /// Arguments and results.
    pub signature: Signature,
}

/// The outputs of each process, and what left the processes for the host.
pub type GridResults = (Vec<Vec<Vec<u8>>>, Vec<Sent>);

impl Executable {
    /// Compiles a module on tensors; the error is rendered diagnostics.
    pub fn compile(module: &mut Body, options: &CompileOptions) -> Result<Self, String> {
        Self::with_routines(module, options, Vec::new())
    }
    /// As [`Self::compile`], for a program whose custom calls may have routines of the host as their targets.
    pub fn with_routines(
        module: &mut Body,
        options: &CompileOptions,
        routines: Vec<(String, Arc<Routine>)>,
    ) -> Result<Self, String> {
        let targets: Vec<&str> = routines.iter().map(|r| r.0.as_str()).collect();
        let is_name = |t: &&str| t.chars().all(|c| c.is_ascii_alphanumeric() || "_.$-".contains(c));
        if let Some(name) = targets.iter().find(|t| !is_name(t)) {
            return Err(format!("error: '{name}' cannot be the name of a routine\n"));
        }
        let cx = module.cx_arc().clone();
        let signature = signature(module, &options.entry).map_err(|d| d.render(&cx))?;
        driver::lower_with_targets(module, options, &targets)?;
        let bytes = |specs: &[TensorSpec]| specs.iter().map(TensorSpec::bytes).collect();
        let sizes = BufferSizes { inputs: bytes(&signature.inputs), outputs: bytes(&signature.outputs) };
        let symbol = format!("{}_{}", options.prefix, options.entry);
        let symbols: Vec<_> =
            strata_runtime_cpu::symbols().into_iter().map(|(n, p)| (n.to_owned(), p)).collect();
        let program = Program::with_routines(module, &options.target, &symbols, &symbol, sizes, routines)
            .map_err(|e| format!("error: {e}\n"))?;
        Ok(Self { program, signature })
    }
    /// Runs it on the bytes of the inputs, into the bytes of the outputs.
    pub fn run_into(&self, inputs: &[&[u8]], outputs: &mut [&mut [u8]]) -> Result<(), String> {
        self.program.call(inputs, outputs).map_err(|e| format!("error: {e}\n"))
    }
    /// Runs it in several processes at once, on the inputs of each, and returns the outputs of each.
    pub fn run_on_grid(
        &self,
        replicas: usize,
        partitions: usize,
        inputs: &[Vec<&[u8]>],
    ) -> Result<Vec<Vec<Vec<u8>>>, String> {
        self.run_with_host(replicas, partitions, Host::default(), inputs).map(|r| r.0)
    }
    /// As [`Self::run_on_grid`], with what the host has for infeeds and receipts; also returns what left the processes.
    pub fn run_with_host(
        &self,
        replicas: usize,
        partitions: usize,
        host: Host,
        inputs: &[Vec<&[u8]>],
    ) -> Result<GridResults, String> {
        let empty: Vec<Vec<u8>> = self.program.sizes().outputs.iter().map(|&n| vec![0; n]).collect();
        let mut outputs = vec![empty; inputs.len()];
        let run = self.program.call_on_grid(replicas, partitions, host, inputs, &mut outputs);
        let sent = run.map_err(|e| format!("error: {e}\n"))?;
        Ok((outputs, sent))
    }
    /// Runs it on the bytes of the inputs and returns those of the outputs.
    pub fn run(&self, inputs: &[&[u8]]) -> Result<Vec<Vec<u8>>, String> {
        let mut outputs: Vec<Vec<u8>> = self.program.sizes().outputs.iter().map(|&n| vec![0; n]).collect();
        let mut slices: Vec<&mut [u8]> = outputs.iter_mut().map(Vec::as_mut_slice).collect();
        self.run_into(inputs, &mut slices)?;
        Ok(outputs)
    }
}
