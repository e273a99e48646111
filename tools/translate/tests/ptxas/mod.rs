//! Kernels through NVIDIA's assembler, where it is installed: all emitted kernels assemble, and their resources are within the limits
//! that they are designed for.

mod kernels;
mod nvidia;
mod programs;
