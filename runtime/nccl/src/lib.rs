//! Collectives between NVIDIA's GPUs by NCCL.
//!
//! - The library is loaded at run time: nothing of NCCL or CUDA is needed to build or to link this crate, and [`Library::load`] returns an
//!   error where there is none.
//! - [`Nccl`] is an engine for arrays in memory of devices. It makes one communicator for each group and keeps it. All calls of a job are
//!   one group of calls, on the streams of the devices: nobody waits for the devices.
//! - Reductions are in the order of NCCL. What NCCL cannot do (16-bit integers, bitwise reductions, products of complex numbers, roots that
//!   are operands) is done by another engine.
//! - It was run with a library of our own that works in memory of the host. It has not been seen on GPUs.

mod communicators;
mod engine;
mod library;
mod plan;
mod ragged;
mod seated;
mod types;

pub use engine::Nccl;
pub use library::{LIBRARY, Library};
