//! The integration tests of this crate, one binary: each links the compiler, which takes longer than most tests run.

mod affine_passes;
mod amx;
mod artifacts;
mod clones;
mod complete;
mod fusion;
mod generate;
mod gpu_math;
mod gpu_pipeline;
mod growth;
mod inference;
mod limits;
mod memory;
mod ops_table;
mod pipelines;
mod programs;
mod readmes;
mod shardy_passes;
mod support;
mod waivers;
