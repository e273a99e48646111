//! The common part of the compiling tools: loads a program, compiles it for a target, caches it, reports its signature and runs it. It
//! has no command line, and accesses no files except for those of a compile cache.
//!
//! ```text
//! text, bytecode, artifact, jax.export ─► Program ── Compiler ─► Executable ── execute ─► HostBuffer
//!                                                 Target, CompileCache, CancelToken
//! ```
//!
//! ```
//! use strata_driver::{Compiler, HostBuffer, Program, Target};
//!
//! let text = "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
//!   %0 = stablehlo.multiply %x, %x : tensor<3xf32>
//!   return %0 : tensor<3xf32>
//! }";
//! let program = Program::load("square.mlir", text)?;
//! assert_eq!(program.signature()?.outputs[0].describe(), "tensor<3xf32>");
//! let executable = Compiler::new(Target::host()?).compile(&program)?;
//! let x = HostBuffer::new(&[3], &[1.0_f32, 2.0, 3.0])?;
//! let results = executable.execute(&[&x])?;
//! assert_eq!(results[0].to_vec::<f32>()?, [1.0, 4.0, 9.0]);
//!
//! let error = Program::load("wrong.mlir", "func.func @main() { oops }").err().expect("an error");
//! let place = error.messages()[0].place.as_ref().expect("a place");
//! assert_eq!((place.file.as_str(), place.line, place.column), ("wrong.mlir", 1, 21));
//! # Ok::<(), strata_driver::Error>(())
//! ```
//!
//! [`Program`], [`Compiler`] and [`Executable`] can be shared by threads.

pub mod backend;
pub mod border;
pub mod buffer;
pub mod cache;
pub mod cancel;
mod communication;
pub mod compiler;
pub mod cost;
pub mod cuda;
pub mod entry;
pub mod error;
pub mod executable;
mod footprint;
pub mod host_channels;
pub mod interpret;
mod interpreted;
pub mod layouts;
pub mod lower;
pub mod monitor;
pub mod names;
mod native;
mod object_code;
pub mod options;
pub mod partition;
mod plain_entry;
pub mod profile;
pub mod program;
mod resources;
pub mod signature;
pub mod simulated_threads;
pub mod simulator;
mod software_floats;
pub mod target;
pub mod task_graph;
pub mod tuning;
pub mod value;

pub use backend::Backend;
pub use buffer::{Buffer, Element, HostBuffer};
pub use cache::CompileCache;
pub use cancel::CancelToken;
pub use communication::{Collective, Links};
pub use compiler::Compiler;
pub use cost::Cost;
pub use error::{Error, ErrorKind, Message, Place, Result};
pub use executable::Executable;
pub use footprint::Footprint;
pub use host_channels::HostChannels;
pub use monitor::Monitor;
pub use native::Codegen;
pub use object_code::ObjectCode;
pub use options::CompileOptions;
pub use program::Program;
pub use signature::{Signature, TensorSpec};
pub use strata_codegen_llvm::{OptLevel, Threads};
pub use strata_process::{Progress, Stage, Ticker};
pub use strata_runtime_cpu::{
    Threads as RunThreads,
    call::{Call, Routine},
    collective::{Host, LiveHost, Transport},
    device::Device,
};
pub use strata_runtime_exec::{DeviceBlock, Resident, RunError, TensorRef};
pub use strata_runtime_mpi as mpi;
pub use strata_sdy::tiling::{EntryTilings, Tiling};
pub use strata_stablehlo::OutputOperandAlias;
pub use target::Target;
pub use tuning::TuningDb;
