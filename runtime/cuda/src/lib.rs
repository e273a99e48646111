//! Kernels of compiled programs on NVIDIA GPUs, through the driver that is installed.
//!
//! - The driver is a library that is looked for at run time: nothing of CUDA is needed to build or to link this crate, and where there
//!   is no driver or no GPU, [`Gpu::open`] says so.
//! - A [`Gpu`] is the primary context of a GPU with one stream, in which everything happens in order; a [`Kernels`] is a loaded image
//!   on it, and the [`Device`](strata_runtime_device::Device) of programs.
//! - Errors are the driver's, by their names, with what was asked for.

mod driver;
mod gpu;
mod kernels;
mod memory;
mod recording;
mod types;

pub use driver::Driver;
pub use gpu::{Gpu, Options};
pub use kernels::Kernels;
