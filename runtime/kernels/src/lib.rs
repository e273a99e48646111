//! Numeric routines on plain data that programs call by name. The interpreter and compiled programs share those of LAPACK; the others are
//! for compiled programs, and the interpreter is their oracle.
//!
//! The routines are independent of IR and buffers: callers pass arrays of numbers for operands and results.

pub mod dense;
pub mod fourier;
pub mod lapack;
pub mod memory;
pub mod message;
pub mod parallel;
pub mod random;
pub mod sort;
mod square;

/// A complex number.
pub type C64 = num_complex::Complex<f64>;
