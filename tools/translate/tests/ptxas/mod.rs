//! Kernels through NVIDIA's assembler, where it is installed: everything that is emitted assembles, and what it takes of a GPU is what
//! the kernels are made for.

mod kernels;
mod nvidia;
mod programs;
