//! Numeric routines on plain data that programs call by name: the interpreter and compiled programs share them.
//!
//! They know neither IR nor buffers: callers bring arrays of numbers and say where results go.

pub mod lapack;

/// A complex number.
pub type C64 = num_complex::Complex<f64>;
