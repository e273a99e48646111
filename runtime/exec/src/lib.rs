//! Execution: calls programs that were compiled and put into this process, on buffers of the host or of a device.
//!
//! ```text
//! EntryPoint (an address, and the owner of its code) ──► LoadedProgram ── call, call_tensors, call_on_grid ──► results
//!                                                             ├── call_on_device: on blocks of the device, which stay as long as the caller wants
//!                                                             └── Resident: the same call again, on the same blocks
//! ```
//!
//! - Nothing here knows how code is made: an [`EntryPoint`] may be a function of a JIT, of a shared library, or of Rust.
//! - Buffers are checked against the sizes that the program was compiled for before the entry sees their addresses.
//! - Threads may share a [`LoadedProgram`]: each call has a context of the runtime of its own.

mod buffers;
mod device_block;
mod devices;
mod entry_point;
mod error;
mod program;
mod resident;
mod sizes;

pub use device_block::DeviceBlock;
pub use entry_point::{EntryFn, EntryPoint};
pub use error::{Result, RunError};
pub use program::{Connect, LoadedProgram, RunOptions};
pub use resident::Resident;
pub use sizes::{BufferSizes, DynamicTensor, TensorBuf, TensorRef};
