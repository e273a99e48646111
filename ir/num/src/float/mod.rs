//! The float formats of MLIR on raw bit patterns.
//!
//! A value is a `u128` whose low `width` bits are the bit pattern; the bits above are zero.

mod arith;
mod convert;
mod format;
mod parse;
mod print;

pub use format::{FloatClass, FloatFormat, FloatSpec, NonFinite};
pub use parse::ParseFloatError;

#[cfg(test)]
mod tests;
