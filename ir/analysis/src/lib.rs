//! Analyses over the IR: memory effects, dominance, ranges of integers.
//!
//! **Architecture invariants.** Analyses never mutate; they know ops only through traits and interfaces.

pub mod effects;
pub mod int_range;

pub use effects::{
    effects_of, is_memory_effect_free, is_speculatable, is_trivially_dead, would_be_trivially_dead,
};
pub use int_range::{InferIntRange, IntRange, IntRanges, LoopBounds};
pub use strata_core::dominance::{Dominance, post_order_blocks};
