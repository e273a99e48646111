//! Devices: what runs the kernels of compiled programs, and the memory that these work on.
//!
//! A context may have a [`Device`]. Compiled code asks the context for memory of the device, copies, fills and launches ([`api`]); the
//! context keeps the account ([`memory`]), so that a limit holds for both kinds of memory and nothing is left over after an error.
//! Everything that a context asks of its device happens in that order.

pub mod api;
mod memory;

use std::sync::Arc;

pub(crate) use memory::DeviceMemory;
pub use memory::DeviceUse;
pub use strata_runtime_device::{Device, Launch, Recording, TENSOR_MAP_BYTES, TensorMap};

/// Why a request about a device fails where a context has none.
pub(crate) fn required(device: Option<Arc<dyn Device>>) -> Result<Arc<dyn Device>, String> {
    device.ok_or_else(|| "the program has kernels for a device, and its context has no device".to_owned())
}
