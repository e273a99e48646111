//! Ranges of integers: the values that an integer may have, as a signed and as an unsigned number.
//!
//! [`IntRange`] is the lattice, [`transfer`] has the arithmetic on it, [`InferIntRange`] gives the ranges of an op's
//! results, and [`IntRanges`] solves for a whole body.

mod lattice;
mod solver;
pub mod transfer;

pub use lattice::IntRange;
pub use solver::{InferIntRange, IntRanges, LoopBounds};
