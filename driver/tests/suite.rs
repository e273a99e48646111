//! The integration tests of this crate, one binary: each links the compiler, which takes longer than most tests run.

mod api;
mod cache;
mod long_code;
