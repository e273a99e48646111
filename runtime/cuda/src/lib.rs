//! Kernels of compiled programs on NVIDIA GPUs, through the driver that is installed.
//!
//! - The driver is a library that is loaded at run time: nothing of CUDA is needed to build or to link this crate, and [`Gpu::open`]
//!   returns an error if there is no driver or no GPU.
//! - A [`Gpu`] is the primary context of a GPU with one stream, in which all requests are executed in order; a [`Kernels`] is a loaded
//!   image on it, and the [`Device`](strata_runtime_device::Device) of programs.
//! - Errors have the driver's names, and the request that failed.

mod driver;
mod gpu;
mod kernels;
mod memory;
mod recording;
mod types;

pub use driver::Driver;
pub use gpu::{Gpu, Options};
pub use kernels::Kernels;
