//! The integration tests of this crate, one binary: each links the compiler, which takes longer than most tests run.

mod basics;
mod clusters;
mod copies;
mod holes;
mod matrices;
mod numbers;
mod pipelines;
mod scalars;
mod support;
mod sync;
mod wgmma;
mod wmma;
