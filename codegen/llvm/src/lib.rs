//! The exit to LLVM 22: from an `llvm`-dialect module to object code, assembly, a shared library or a function in this process.
//!
//! ```text
//! ModuleBuilder ──► ExitModule ──► LlvmModule ──► TargetMachine ──► object, assembly ──► SharedLibrary | Jit
//!   (MLIR C API)      verify        LLVM IR         code generation                        link
//! ```
//!
//! - This is the only crate that links LLVM and MLIR.
//! - Every error is a [`CodegenError`]: diagnostics are captured, nothing is printed, and inputs that LLVM would abort on are rejected first.
//! - A module may be compiled on any thread, each with an [`ExitContext`] of its own.

mod aarch64;
mod builder;
mod cache;
mod cache_size;
mod context;
mod error;
mod ffi;
mod from_ir;
mod instructions;
mod jit;
mod legal;
mod limits;
mod link;
mod llvm_module;
mod machine;
mod masked_stores;
mod module;
mod nvptx;
mod options;
mod pairs;
mod parallel;
mod program;
mod split;
mod symbols;
mod target;
mod x86;
mod x86_bf16;

pub use builder::{AttrId, BlockId, LocId, ModuleBuilder, OpId, OpResult, OpSpec, RegionId, TypeId, ValueId};
pub use cache::{CompileCache, Key, KeyBuilder};
pub use context::ExitContext;
pub use error::{CodegenError, Diagnostic, Location, Result, Severity};
pub use from_ir::{build_module, compile, compile_jit, load_objects};
pub use jit::{Jit, JitSymbol};
pub use link::{Linker, link_relocatable, link_shared};
pub use llvm_module::{LlvmModule, llvm_version};
pub use machine::TargetMachine;
pub use module::ExitModule;
pub use parallel::{Threads, compile_objects};
pub use program::{BufferSizes, OpenTensor, Program, TensorBuf, TensorRef};
pub use target::{OptLevel, Target};
