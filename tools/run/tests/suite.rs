//! The integration tests of this crate, one binary: each links the compiler, which takes longer than most tests run.

mod aarch64;
mod accuracy;
mod cancel;
mod collectives;
mod complex;
mod constants;
mod custom_call;
mod dynamic;
mod e2e;
mod explorer;
mod extrema;
mod f16_processors;
mod flags;
mod grid;
mod hostile;
mod inputs;
mod kernels;
mod memory;
mod mpi;
mod pipelines;
mod process;
mod programs;
mod quantized;
mod runner;
mod schedules;
mod sharded;
mod small_floats;
#[path = "../../../interp/tests/support/mod.rs"]
mod support;
mod threads;
mod traffic;
mod tune;
mod vectors;
#[cfg(target_arch = "x86_64")]
mod x86vector;
