//! Passes over scalar and elementwise arithmetic: expansions, widening, and optimizations from integer ranges.
//!
//! **Architecture invariants.** Every pass replaces ops of `arith`, `math` and `complex` by ops of `arith` and `math`, with `scf.if`
//! around rare cases.
//! Passes do no IO and keep no state.

mod arith_builder;
mod arith_expand;
mod complex;
mod dialect_conversion;
mod emulate_floats;
mod exact_bf16;
mod float_casts;
mod int_range_narrowing;
mod int_range_optimizations;
mod math_expand;
mod math_fusion;
mod math_round;
mod polynomial_approximation;
mod remainder;
mod small_float_casts;
mod wide_int;

pub use arith_expand::ArithExpand;
pub use complex::ConvertComplexToStandard;
pub use emulate_floats::{EmulateUnsupportedFloats, ExtendToSupportedTypes};
pub use int_range_narrowing::IntRangeNarrowing;
pub use int_range_optimizations::{IntRangeOptimizations, UnsignedWhenEquivalent};
pub use math_expand::MathExpandOps;
pub use math_fusion::{SincosFusion, UpliftToFma};
pub use polynomial_approximation::PolynomialApproximation;
pub use remainder::ExpandRemainders;
pub use small_float_casts::ExpandSmallFloats;
pub use wide_int::{EmulateWideInt, EmulateWideIntMemory};

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
        .add::<EmulateWideInt>()
        .add::<EmulateWideIntMemory>()
        .add::<ExpandRemainders>()
        .add::<ExpandSmallFloats>()
        .add::<MathExpandOps>()
        .add::<PolynomialApproximation>()
        .add::<ExtendToSupportedTypes>()
        .add::<SincosFusion>()
        .add::<UpliftToFma>();
}
