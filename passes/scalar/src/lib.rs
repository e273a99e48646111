//! Passes over scalar and elementwise arithmetic: expansions, widening, and optimizations from integer ranges.
//!
//! **Architecture invariants.** Every pass replaces ops of `arith`, `math` and `complex` by ops of `arith` and `math`, with `scf.if`
//! around rare cases.
//! Passes do no IO and keep no state.

mod approximate;
mod arith_expand;
mod complex;
mod convert;
mod emit;
mod fuse_math;
mod int_range;
mod math_expand;
mod math_round;
mod narrow_floats;
mod narrow_ints;
mod remainder;
mod small_floats;
mod widen_floats;

pub use approximate::PolynomialApproximation;
pub use arith_expand::ArithExpand;
pub use complex::ConvertComplexToStandard;
pub use fuse_math::{SincosFusion, UpliftToFma};
pub use int_range::{IntRangeOptimizations, UnsignedWhenEquivalent};
pub use math_expand::MathExpandOps;
pub use narrow_ints::IntRangeNarrowing;
pub use remainder::ExpandRemainders;
pub use small_floats::ExpandSmallFloats;
pub use widen_floats::{EmulateUnsupportedFloats, ExtendToSupportedTypes};

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<ArithExpand>()
        .add::<ConvertComplexToStandard>()
        .add::<IntRangeOptimizations>()
        .add::<IntRangeNarrowing>()
        .add::<UnsignedWhenEquivalent>()
        .add::<EmulateUnsupportedFloats>()
        .add::<ExpandRemainders>()
        .add::<ExpandSmallFloats>()
        .add::<MathExpandOps>()
        .add::<PolynomialApproximation>()
        .add::<ExtendToSupportedTypes>()
        .add::<SincosFusion>()
        .add::<UpliftToFma>();
}
