//! LLVM's passes over a module, for a target.

use std::ffi::{c_char, c_uint};

use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::transforms::pass_builder::*;

use crate::error::{CodegenError, Result};
use crate::ffi::{c_string, take_error};
use crate::legal;
use crate::llvm_module::{LlvmModule, is_definition};
use crate::machine::TargetMachine;
use crate::pairs;
use crate::target::OptLevel;

impl LlvmModule {
    /// Sets triple and data layout, and on every function with a body the CPU, its features and, for 512-bit vectors, the vector width.
    /// Attributes that a function already has are kept.
    pub fn set_target(&mut self, machine: &TargetMachine) -> Result<()> {
        let target = machine.target();
        let triple = c_string("triple", target.triple())?;
        // SAFETY: module and machine are live; the data layout is freed after use; LLVM copies the triple.
        unsafe {
            LLVMSetTarget(self.raw(), triple.as_ptr());
            let layout = llvm_sys::target_machine::LLVMCreateTargetDataLayout(machine.raw());
            llvm_sys::target::LLVMSetModuleDataLayout(self.raw(), layout);
            llvm_sys::target::LLVMDisposeTargetData(layout);
        }
        let mut attributes = vec![("target-cpu", target.cpu())];
        if !target.features().is_empty() {
            attributes.push(("target-features", target.features()));
        }
        if target.is_cpu() && target.vector_bits() == 512 {
            // Some CPUs prefer 256-bit vectors by default, which would split every 512-bit operation.
            attributes.push(("prefer-vector-width", "512"));
            attributes.push(("min-legal-vector-width", "512"));
        }
        let context = self.raw_context();
        for function in self.raw_functions().into_iter().filter(|&function| is_definition(function)) {
            for (key, value) in &attributes {
                // SAFETY: function and context are live; LLVM copies key and value.
                unsafe { add_attribute(context, function, key, value) }
            }
        }
        Ok(())
    }

    /// Sets the target, runs its pass pipeline and verifies the result.
    pub fn optimize(&mut self, machine: &TargetMachine) -> Result<()> {
        self.set_target(machine)?;
        let pipeline = machine.target().pipeline();
        // SAFETY: the module is live.
        let pairs = pipeline == OptLevel::O2.pipeline() && unsafe { pairs::are_loaded(self.raw()) };
        self.run_passes(pipeline, machine)?;
        if pairs {
            self.run_passes(pairs::VECTORIZE, machine)?;
        }
        self.fix_masked_stores();
        Ok(())
    }

    /// Runs a pipeline in the new pass manager's syntax, for example `function(sroa,gvn)`.
    pub fn run_passes(&mut self, pipeline: &str, machine: &TargetMachine) -> Result<()> {
        if pipeline.is_empty() {
            return Ok(());
        }
        // The passes ask the target about costs, so an attribute that it cannot take ends the process here already.
        legal::check(self, machine.target())?;
        let text = c_string("pass pipeline", pipeline)?;
        // SAFETY: module, machine and pipeline text are live; the options are freed after use; the error is consumed.
        let error = unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let vectorize = LLVMBool::from(pipeline.contains("default<O3>"));
            LLVMPassBuilderOptionsSetLoopVectorization(options, vectorize);
            LLVMPassBuilderOptionsSetSLPVectorization(options, vectorize);
            let error = LLVMRunPasses(self.raw(), text.as_ptr(), machine.raw(), options);
            LLVMDisposePassBuilderOptions(options);
            take_error(error)
        };
        if let Some(message) = error {
            return Err(CodegenError::Llvm { step: "run passes", message });
        }
        self.verify()
    }
}

/// Adds a string attribute to a function that does not have it yet.
///
/// # Safety
/// `function` is a live function of a module in `context`.
unsafe fn add_attribute(context: LLVMContextRef, function: LLVMValueRef, key: &str, value: &str) {
    let (k, v) = (key.as_ptr().cast::<c_char>(), value.as_ptr().cast::<c_char>());
    // SAFETY: guaranteed by the caller; the lengths are those of the strings.
    unsafe {
        let present =
            LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, k, key.len() as c_uint);
        if present.is_null() {
            let attribute =
                LLVMCreateStringAttribute(context, k, key.len() as c_uint, v, value.len() as c_uint);
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
        }
    }
}
