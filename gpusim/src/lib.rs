//! A functional simulator of kernels of the `llvm` and `nvvm` dialects.
//!
//! ```text
//! gpu.module ──decode──► code ──launch──► blocks in order ──► warps in turns ──► 32 lanes at once
//! ```
//!
//! - A kernel is translated once into a flat list of instructions on registers of 32 lanes ([`Device::load`]).
//! - Lanes that go different ways are kept on a stack of masks until they come together where all ways meet.
//! - Every address names a buffer and a byte of it, so that no access leaves its buffer unseen; memory knows who wrote and read each
//!   byte, so that races, reads of what nobody has written and missing waits are errors that say where ([`SimError`]).
//! - Asynchronous copies happen as late as they may.
//! - A launch counts bank conflicts, sectors and instructions ([`Counters`]).
//!
//! Everything happens in a fixed order: the same launch gives the same result and the same error.

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
mod shadow;
mod tensor_map;
mod types;

pub use counters::Counters;
pub use device::{Config, Device, Dims};
pub use error::{ErrorKind, Result, SimError};
pub use strata_runtime_device::TensorMap;
pub use tensor_map::encode_tensor_map;
