//! Code generation: a target machine that compiles LLVM IR to an object file or assembly in memory.

use std::ptr;

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::target_machine::*;

use crate::error::{CodegenError, Result};
use crate::ffi::{c_string, initialize_targets, take_message};
use crate::legal;
use crate::llvm_module::LlvmModule;
use crate::target::Target;

/// LLVM's code generator for one [`Target`]. It may be reused for any number of modules, one at a time.
pub struct TargetMachine {
    raw: LLVMTargetMachineRef,
    target: Target,
}

// SAFETY: a target machine has no thread affinity; `&self` methods hand it to LLVM, which mutates it, so it is `Send` but not `Sync`.
unsafe impl Send for TargetMachine {}

impl TargetMachine {
    /// Creates the code generator.
    pub fn new(target: &Target) -> Result<Self> {
        initialize_targets();
        let triple = c_string("triple", target.triple())?;
        let cpu = c_string("CPU name", target.cpu())?;
        let features = c_string("feature string", target.features())?;
        let mut entry = ptr::null_mut();
        let mut message = ptr::null_mut();
        // SAFETY: the strings outlive the calls; the out pointers are valid; `message` is ours on failure.
        let raw = unsafe {
            if LLVMGetTargetFromTriple(triple.as_ptr(), &raw mut entry, &raw mut message) != 0 {
                return Err(CodegenError::Target(take_message(message)));
            }
            LLVMCreateTargetMachine(
                entry,
                triple.as_ptr(),
                cpu.as_ptr(),
                features.as_ptr(),
                target.opt().codegen(),
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelDefault,
            )
        };
        if raw.is_null() {
            return Err(CodegenError::Target(format!(
                "LLVM has no target machine for `{}`",
                target.triple()
            )));
        }
        Ok(Self { raw, target: target.clone() })
    }

    pub(crate) fn raw(&self) -> LLVMTargetMachineRef {
        self.raw
    }

    /// Transfers the ownership of the machine to the caller.
    pub(crate) fn into_raw(self) -> LLVMTargetMachineRef {
        std::mem::ManuallyDrop::new(self).raw
    }

    /// The target of this machine.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Generates a position-independent relocatable object file. The module is unchanged.
    pub fn emit_object(&self, module: &LlvmModule) -> Result<Vec<u8>> {
        self.check_objects()?;
        self.emit(module, LLVMCodeGenFileType::LLVMObjectFile)
    }

    /// The same as [`Self::emit_object`], for a module whose functions are not needed any more.
    pub(crate) fn object_of(&self, module: &LlvmModule) -> Result<Vec<u8>> {
        self.check_objects()?;
        legal::check(module, &self.target)?;
        self.emit_raw(module, module.raw(), LLVMCodeGenFileType::LLVMObjectFile)
    }

    fn check_objects(&self) -> Result<()> {
        if self.target.is_cpu() {
            return Ok(());
        }
        Err(CodegenError::Target("NVPTX has no object files; emit assembly (PTX)".to_owned()))
    }

    /// Generates assembly text (PTX for NVPTX). The module is unchanged.
    pub fn emit_assembly(&self, module: &LlvmModule) -> Result<String> {
        let bytes = self.emit(module, LLVMCodeGenFileType::LLVMAssemblyFile)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn emit(&self, module: &LlvmModule, kind: LLVMCodeGenFileType) -> Result<Vec<u8>> {
        legal::check(module, &self.target)?;
        // Code generation rewrites the IR that it is given.
        let copy = ModuleCopy::new(module);
        self.emit_raw(module, copy.0, kind)
    }

    /// Generates code for `raw`, which is `module` or a copy of it.
    fn emit_raw(
        &self,
        module: &LlvmModule,
        raw: LLVMModuleRef,
        kind: LLVMCodeGenFileType,
    ) -> Result<Vec<u8>> {
        let mut message = ptr::null_mut();
        let mut buffer: LLVMMemoryBufferRef = ptr::null_mut();
        // SAFETY: machine and module are live; the out pointers are valid; `message` is ours on failure.
        let failed = unsafe {
            LLVMTargetMachineEmitToMemoryBuffer(self.raw, raw, kind, &raw mut message, &raw mut buffer) != 0
        };
        if failed {
            return Err(CodegenError::Llvm { step: "generate code", message: take_message(message) });
        }
        // SAFETY: the buffer is live until disposed of, after the copy.
        let bytes = unsafe {
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            bytes
        };
        module.check_reported("generate code")?;
        Ok(bytes)
    }
}

impl Drop for TargetMachine {
    fn drop(&mut self) {
        // SAFETY: owned by `self`, freed once.
        unsafe { LLVMDisposeTargetMachine(self.raw) }
    }
}

/// A temporary copy of a module in the same context.
struct ModuleCopy(LLVMModuleRef);

impl ModuleCopy {
    fn new(module: &LlvmModule) -> Self {
        // SAFETY: the module is live.
        Self(unsafe { LLVMCloneModule(module.raw()) })
    }
}

impl Drop for ModuleCopy {
    fn drop(&mut self) {
        // SAFETY: owned by `self`, freed once, while the context is alive.
        unsafe { LLVMDisposeModule(self.0) }
    }
}
