//! A functional simulator of kernels of the `llvm` and `nvvm` dialects.
//!
//! ```text
//! gpu.module ──decode──► code ──launch──► blocks in order ──► warps in turns ──► 32 lanes at once
//! ```
//!
//! - A kernel is translated once into a flat list of instructions on registers of 32 lanes ([`Device::load`]).
//! - Divergent lanes are kept on a stack of masks until they reconverge at the immediate post-dominator.
//! - Every address identifies a buffer and an offset in it, so that every out-of-bounds access is detected; memory records
//!   the last accesses to each byte, so that races, reads of uninitialized bytes and missing waits are errors with their location
//!   ([`SimError`]).
//! - Asynchronous copies are performed as late as possible.
//! - A launch counts bank conflicts, sectors and instructions ([`Counters`]).
//!
//! The order of execution is deterministic: the same launch gives the same result and the same error.

mod address;
mod cfg;
mod code;
mod counters;
mod decode;
mod device;
mod error;
mod exec;
mod float;
mod int;
mod memory;
mod nv;
mod register;
mod shadow;
mod tensor_map;
mod types;

pub use counters::Counters;
pub use device::{Config, Device, Dims, GlobalMemory, InstructionProfile};
pub use error::{ErrorKind, Result, SimError};
pub use strata_runtime_device::TensorMap;
pub use tensor_map::encode_tensor_map;
