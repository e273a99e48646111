//! Numeric routines on plain data that programs call by name: the interpreter and compiled programs share those of LAPACK, the
//! others are for compiled programs, which the interpreter is the oracle of.
//!
//! They know neither IR nor buffers: callers bring arrays of numbers and say where results go.

pub mod dense;
pub mod lapack;
pub mod memory;
pub mod message;
pub mod random;
pub mod sort;

/// A complex number.
pub type C64 = num_complex::Complex<f64>;
