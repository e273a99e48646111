//! The exit to LLVM 22: from an `llvm`-dialect module to object code, assembly, a shared library or an address in this process.
//!
//! ```text
//! ModuleBuilder ──► ExitModule ──► LlvmModule ──► TargetMachine ──► object, assembly ──► SharedLibrary | Jit
//!   (MLIR C API)      verify        LLVM IR         code generation                        link
//! ```
//!
//! Kernels of a `gpu.module` become PTX text ([`compile_ptx`]) and, where `ptxas` is installed, a cubin ([`compile_kernels`]).
//!
//! - This is the only crate that links LLVM and MLIR. It makes code and puts it into the process; nothing here calls it
//!   (`runtime/exec` does, by the [`EntryPoint`](strata_runtime_exec::EntryPoint) that [`Jit::entry_point`] gives).
//! - Every error is a [`CodegenError`]: diagnostics are captured, nothing is printed, and inputs that LLVM would abort on are rejected first.
//! - A module may be compiled on any thread, each with an [`ExitContext`] of its own.

mod aarch64;
mod aarch64_needs;
mod builder;
mod caches;
mod compile;
mod constants;
mod context;
mod cpu_features;
mod device_symbols;
mod elf;
mod error;
mod ffi;
mod from_ir;
mod import;
mod instructions;
mod intrinsic_needs;
mod jit;
mod kernels;
mod legal;
mod libraries;
mod limits;
mod line_info;
mod link;
mod llvm_module;
mod machine;
mod masked_stores;
mod module;
mod names;
mod nvptx;
mod optimize;
mod options;
mod pairs;
mod parallel;
mod ptx;
mod ptx_needs;
mod split;
mod symbol_ops;
mod symbols;
mod target;
mod tiles;
mod version;
mod x86;
mod x86_narrow;
mod x86_needs;

pub use builder::{AttrId, BlockId, LocId, ModuleBuilder, OpId, OpResult, OpSpec, RegionId, TypeId, ValueId};
pub use caches::{Cache, Caches};
pub use compile::{compile_jit, load_objects};
pub use context::ExitContext;
pub use error::{CodegenError, Diagnostic, Location, Result, Severity};
pub use from_ir::{build_module, compile};
pub use import::{Imported, import_llvm};
pub use jit::{Jit, JitSymbol};
pub use kernels::{
    CompiledKernel, KernelImage, Ptxas, assemble_kernels, assembler_identity, compile_kernels, pack_kernels,
};
pub use libraries::Library;
pub use link::{Linker, link_relocatable, link_shared};
pub use llvm_module::LlvmModule;
pub use machine::TargetMachine;
pub use module::ExitModule;
pub use names::library_names;
pub use parallel::{Threads, compile_objects};
pub use ptx::{Kernel, Ptx, PtxOptions, compile_bitcode, compile_ptx};
pub use target::{OptLevel, Target};
pub use version::llvm_version;
