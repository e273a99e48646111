//! [`DeviceCompiler`]: who makes code for devices. Passes link no code generator; a tool lends them one.

use std::sync::{Arc, RwLock};

use strata_ir::prelude::*;

/// The form of code for a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeForm {
    /// Text for an assembler.
    Assembly,
    /// For one device.
    Binary,
    /// The binary and the assembly in one file.
    Fatbin,
    /// Bitcode of LLVM.
    Bitcode,
}

/// The device that code is made for, and its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeRequest<'a> {
    /// The form.
    pub form: CodeForm,
    /// The architecture: `sm_90a`.
    pub chip: &'a str,
    /// A version of the assembler's language, `+ptx83`, or empty for the lowest that has all instructions.
    pub features: &'a str,
    /// The level of optimisations, from 0 to 3.
    pub opt_level: u8,
    /// The folder of the assembler's toolkit; empty to search for it.
    pub toolkit: &'a str,
    /// Files of LLVM IR that the code is linked with, text or bitcode.
    pub libraries: Vec<String>,
    /// Further options of the assembler.
    pub options: Vec<String>,
}

/// Makes code of modules for devices.
pub trait DeviceCompiler: Send + Sync {
    /// The code of a `gpu.module` whose functions are of the `llvm` and `nvvm` dialects.
    ///
    /// # Errors
    /// The messages of the code generator or the assembler.
    fn compile(&self, module: &Body, request: &CodeRequest<'_>) -> Result<Vec<u8>, String>;
}

/// The compiler that passes in a context use.
#[derive(Default)]
struct Lent(RwLock<Option<Arc<dyn DeviceCompiler>>>);

/// Lends a compiler to the passes in a context; without it they cannot make code.
pub fn lend_device_compiler(cx: &Context, compiler: Arc<dyn DeviceCompiler>) {
    *cx.shared::<Lent>().0.write().unwrap_or_else(|e| e.into_inner()) = Some(compiler);
}

/// The compiler that a context has.
pub(crate) fn device_compiler(cx: &Context) -> Option<Arc<dyn DeviceCompiler>> {
    cx.shared::<Lent>().0.read().unwrap_or_else(|e| e.into_inner()).clone()
}
