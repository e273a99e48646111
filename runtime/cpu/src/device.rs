//! Devices that run the kernels of compiled programs, and the memory of these kernels.
//!
//! A context may have a [`Device`]. Compiled code requests memory of the device, copies, fills and launches from the context ([`api`]).
//! The context keeps an account (`memory`), so that a limit holds for both kinds of memory and everything is freed after an error.
//! Requests of a context to its device are executed in order.

pub mod api;
mod memory;

use std::sync::Arc;

pub(crate) use memory::DeviceMemory;
pub use memory::DeviceUse;
pub use strata_runtime_device::{Device, Launch, Recording, TENSOR_MAP_BYTES, TensorMap};

/// The device, or the error of a request in a context without one.
pub(crate) fn required(device: Option<Arc<dyn Device>>) -> Result<Arc<dyn Device>, String> {
    device.ok_or_else(|| "the program has kernels for a device, and its context has no device".to_owned())
}
