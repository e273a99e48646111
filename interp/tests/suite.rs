//! The integration tests of this crate, one binary: each links the compiler, which takes longer than most tests run.

mod amx;
mod control;
mod e2e;
mod lapack;
mod levels;
mod lower_ops;
mod processes;
mod quant;
mod sharding;
mod support;
mod table;
mod translated;
mod vectors;
