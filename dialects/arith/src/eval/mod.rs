//! The meaning of the scalar ops on values; used to fold constants and to interpret.
//!
//! Integers are [`ApInt`](strata_ir::num::ApInt)s, floats are bits of a
//! [`FloatFormat`](strata_ir::num::FloatFormat). `None` is a poison result or undefined behaviour.

mod cast;
mod cmp;
mod float;
mod int;

pub use cast::{Cast, Scalar, cast};
pub use cmp::{cmpf, cmpi};
pub use float::{FloatBinary, float_binary};
pub use int::{IntBinary, int_binary};
