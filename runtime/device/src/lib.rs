//! The interface between the runtime and devices: a [`Device`] runs kernels; launches of kernels and descriptions of tensors are its
//! arguments.
//!
//! Other kinds of devices can implement [`Device`]. `runtime/cuda` implements it with a driver, the simulator in Rust.

mod tensor_map;

use std::sync::{Arc, atomic::AtomicBool};

pub use tensor_map::{TENSOR_MAP_BYTES, TensorMap};

/// A launch of a kernel.
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
    /// Bytes of shared memory in addition to the declarations of the kernel.
    pub shared_bytes: u32,
    /// The parameters, each in the low bytes of a slot.
    pub slots: &'a [u64],
}

/// A sequence of launches that a device recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Recording(pub u64);

/// The order of a device's requests, for libraries of its maker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Queue(
    /// The address of the stream.
    pub u64,
);

/// Rows of equal length at equal distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The bytes of a row.
    pub length: usize,
    /// How many there are.
    pub count: usize,
    /// The distance from one row to the next where they are written.
    pub to: usize,
    /// The same where they are read.
    pub from: usize,
}

/// A device that runs kernels. Requests of one thread are executed in order. A method may return before the request is complete, but it
/// has read its inputs and written its outputs by then.
pub trait Device: Send + Sync {
    /// A description for users.
    fn name(&self) -> String;

    /// Sets a flag that ends kernels with an error, if the device supports that.
    fn cancel_with(&self, _flag: Option<Arc<AtomicBool>>) {}

    /// Allocates memory of so many bytes, possibly zero, aligned to 256. Its addresses are valid in kernels only, not on the host.
    ///
    /// # Errors
    /// If there is no memory.
    fn alloc(&self, bytes: usize) -> Result<u64, String>;

    /// Frees memory of [`Device::alloc`] after all earlier requests.
    ///
    /// # Errors
    /// If the address is not from `alloc`.
    fn free(&self, address: u64) -> Result<(), String>;

    /// Copies from the host.
    ///
    /// # Errors
    /// If the range is not in memory of the device.
    fn upload(&self, to: u64, from: &[u8]) -> Result<(), String>;

    /// Copies a constant from the host, which does not change while its block exists; also allowed during a recording.
    ///
    /// # Errors
    /// If the range is not in memory of the device.
    fn upload_constant(&self, to: u64, from: &[u8]) -> Result<(), String> {
        self.upload(to, from)
    }

    /// Copies to the host after all earlier requests.
    ///
    /// # Errors
    /// If the range is not in memory of the device, or an earlier kernel failed.
    fn download(&self, to: &mut [u8], from: u64) -> Result<(), String>;

    /// Copies inside of the device.
    ///
    /// # Errors
    /// If a range is not in memory of the device.
    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), String>;

    /// Copies rows inside of the device.
    ///
    /// # Errors
    /// If a row is not in memory of the device.
    fn copy_rows(&self, to: u64, from: u64, rows: Rows) -> Result<(), String> {
        (0..rows.count).try_for_each(|i| {
            self.copy(to + (i * rows.to) as u64, from + (i * rows.from) as u64, rows.length)
        })
    }

    /// Writes a pattern of 1, 2, 4, 8 or 16 bytes `count` times.
    ///
    /// # Errors
    /// If the range is not in memory of the device.
    fn fill(&self, to: u64, pattern: &[u8], count: usize) -> Result<(), String>;

    /// Launches a kernel.
    ///
    /// # Errors
    /// If there is no such kernel, or it cannot run with these sizes.
    fn launch(&self, launch: &Launch<'_>) -> Result<(), String>;

    /// Waits for all earlier requests.
    ///
    /// # Errors
    /// If a kernel failed.
    fn synchronize(&self) -> Result<(), String>;

    /// The bytes of a tensor map, which kernels read from memory of the device.
    ///
    /// # Errors
    /// If the device has no tensor maps, or this one violates their rules.
    fn tensor_map(&self, map: &TensorMap) -> Result<[u8; TENSOR_MAP_BYTES], String>;

    /// Records requests from now on instead of executing them; returns false if the device cannot record.
    ///
    /// # Errors
    /// If recording cannot begin.
    fn begin_recording(&self) -> Result<bool, String> {
        Ok(false)
    }

    /// Ends a recording; `None` if it contains a request that cannot be repeated, in which case nothing was executed.
    ///
    /// # Errors
    /// If the device fails.
    fn end_recording(&self) -> Result<Option<Recording>, String> {
        Ok(None)
    }

    /// Executes the recorded requests again.
    ///
    /// # Errors
    /// If there is no such recording.
    fn replay(&self, recording: Recording) -> Result<(), String> {
        Err(format!("there is no recording {}", recording.0))
    }

    /// Drops a recording.
    fn forget(&self, _: Recording) {}

    /// Makes the device the one that libraries of its maker use on this thread; the stream that they are to use, in which their requests
    /// are in order with those of this device. `None` if there are no such libraries.
    ///
    /// # Errors
    /// If the device fails.
    fn queue(&self) -> Result<Option<Queue>, String> {
        Ok(None)
    }

    /// The kernels of this device on the device of the machine with a number. The first device has number zero.
    ///
    /// # Errors
    /// If there is no such device, or it cannot run the kernels.
    fn sibling(&self, number: usize) -> Result<Arc<dyn Device>, String> {
        Err(format!("there is no device {number}: {} is the only one", self.name()))
    }

    /// Returns memory that is kept for later requests to the system.
    fn trim(&self) {}
}
