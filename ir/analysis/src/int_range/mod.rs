//! Ranges of integers: what values an integer may have, as a signed and as an unsigned number.
//!
//! [`IntRange`] is the lattice, [`transfer`] has the arithmetic on it, [`InferIntRange`] is what ops say about their
//! results, and [`IntRanges`] solves for a whole body.

mod lattice;
mod solver;
pub mod transfer;

pub use lattice::IntRange;
pub use solver::{InferIntRange, IntRanges, LoopBounds};
