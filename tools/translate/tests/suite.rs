//! The integration tests of this crate, one binary: each links the compiler, which takes longer than most tests run.

mod aarch64;
mod artifacts;
mod cmake;
mod cpp;
mod explorer;
mod flags;
mod import;
mod names;
mod ptxas;
mod shared;
