//! Numbers of the IR: integers of any width and the float formats of MLIR, without any IR dependency.
//!
//! - [`ApInt`] is a two's complement integer of a fixed width (0 to 2^24 - 1 bits).
//! - [`FloatFormat`] names every float type of MLIR and converts, prints, parses and computes on
//!   raw bit patterns (`u128`) of that format.

mod apint;
mod float;

pub use apint::{ApInt, MAX_INT_WIDTH, ParseIntError, Signedness};
pub use float::{FloatClass, FloatFormat, FloatSpec, NonFinite, ParseFloatError};
