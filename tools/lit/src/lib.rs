//! A lit-style test runner and a FileCheck engine, both in process.
//!
//! * [`filecheck`] decides whether an input satisfies the `CHECK` lines of a file, with the verdicts of LLVM's
//!   `FileCheck`, in time linear in the input.
pub mod filecheck;
pub mod tool;
