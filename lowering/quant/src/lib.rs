//! Lowerings of the `quant` dialect: quantized numbers to the integers that store them, and casts to arithmetic on these.
//!
//! **Architecture invariants.** No pass changes the numbers that a program computes.

mod arithmetic;
mod lower;
mod normalize;
mod strip;

pub use lower::LowerQuantOps;
pub use normalize::NormalizeQuantTypes;
pub use strip::StripFuncQuantTypes;

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<LowerQuantOps>().add::<NormalizeQuantTypes>().add::<StripFuncQuantTypes>();
}
