//! The interface between the runtime and what runs kernels: a [`Device`], launches of kernels and descriptions of tensors.
//!
//! Whoever brings another kind of device implements [`Device`]. `runtime/cuda` does so with a driver, the simulator in Rust.

mod tensor_map;

use std::sync::{Arc, atomic::AtomicBool};

pub use tensor_map::{TENSOR_MAP_BYTES, TensorMap};

/// A start of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch<'a> {
    /// `module::kernel`: the `gpu.module` and the function in it.
    pub kernel: &'a str,
    /// Blocks in each direction.
    pub grid: [u32; 3],
    /// Threads of a block in each direction.
    pub block: [u32; 3],
    /// Blocks of a cluster in each direction; ones where there are no clusters.
    pub cluster: [u32; 3],
    /// Bytes of shared memory besides what the kernel declares.
    pub shared_bytes: u32,
    /// The parameters, each in the low bytes of a slot.
    pub slots: &'a [u64],
}

/// A sequence of launches that a device recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Recording(pub u64);

/// What runs kernels. Requests of one thread happen in their order; whether the host waits for them is up to the device, as long as
/// it has read what it is given, and written what it is asked for, when a method returns.
pub trait Device: Send + Sync {
    /// What it is, for people.
    fn name(&self) -> String;

    /// Ends kernels with an error once the flag is set, where the device can do so.
    fn cancel_with(&self, _flag: Option<Arc<AtomicBool>>) {}

    /// Memory of so many bytes, zero among them, aligned to 256. Its addresses are those that kernels get; the host cannot use them.
    ///
    /// # Errors
    /// When there is no memory.
    fn alloc(&self, bytes: usize) -> Result<u64, String>;

    /// Frees memory of [`Device::alloc`], once what was asked for before has happened.
    ///
    /// # Errors
    /// When the address is none of `alloc`'s.
    fn free(&self, address: u64) -> Result<(), String>;

    /// Copies from the host.
    ///
    /// # Errors
    /// When the range is not the device's.
    fn upload(&self, to: u64, from: &[u8]) -> Result<(), String>;

    /// Copies from the host what stays as it is as long as its block is there, also while something is recorded.
    ///
    /// # Errors
    /// When the range is not the device's.
    fn upload_constant(&self, to: u64, from: &[u8]) -> Result<(), String> {
        self.upload(to, from)
    }

    /// Copies to the host, once what was asked for before has happened.
    ///
    /// # Errors
    /// When the range is not the device's, or a kernel that was started before failed.
    fn download(&self, to: &mut [u8], from: u64) -> Result<(), String>;

    /// Copies inside of the device.
    ///
    /// # Errors
    /// When a range is not the device's.
    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), String>;

    /// Writes a pattern of 1, 2, 4, 8 or 16 bytes so many times.
    ///
    /// # Errors
    /// When the range is not the device's.
    fn fill(&self, to: u64, pattern: &[u8], count: usize) -> Result<(), String>;

    /// Starts a kernel.
    ///
    /// # Errors
    /// When there is no such kernel, or it cannot run with these sizes.
    fn launch(&self, launch: &Launch<'_>) -> Result<(), String>;

    /// Waits for everything that was asked for.
    ///
    /// # Errors
    /// When a kernel failed.
    fn synchronize(&self) -> Result<(), String>;

    /// The bytes of a tensor map, which kernels read from memory of the device.
    ///
    /// # Errors
    /// When the device has none, or this one breaks its rules.
    fn tensor_map(&self, map: &TensorMap) -> Result<[u8; TENSOR_MAP_BYTES], String>;

    /// Records what is asked for from now on instead of doing it; false where the device cannot.
    ///
    /// # Errors
    /// When recording cannot begin.
    fn begin_recording(&self) -> Result<bool, String> {
        Ok(false)
    }

    /// Ends a recording; none where something was asked for that cannot be repeated, which then has not happened.
    ///
    /// # Errors
    /// When the device fails.
    fn end_recording(&self) -> Result<Option<Recording>, String> {
        Ok(None)
    }

    /// Does again what was recorded.
    ///
    /// # Errors
    /// When there is no such recording.
    fn replay(&self, recording: Recording) -> Result<(), String> {
        Err(format!("there is no recording {}", recording.0))
    }

    /// Forgets a recording.
    fn forget(&self, _: Recording) {}

    /// Gives back memory that is kept for the next request.
    fn trim(&self) {}
}
