//! The integration tests of this crate, one binary: each links the compiler, which takes longer than most tests run.

mod affine_to_scf;
mod common;
mod linalg_to_scf;
mod scf_to_cf;
