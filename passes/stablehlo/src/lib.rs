//! Passes over StableHLO programs: constant folding, algebraic simplification, and the refinement of programs of unknown sizes to
//! programs of known sizes.
//!
//! **Architecture invariants.** Constants are folded by the interpreter's kernels only, so that a folded program gives the same values as
//! the original program.

mod arguments;
mod assertions;
mod build;
mod compatibility;
mod complex;
mod composite;
mod custom_calls;
mod deprecated;
mod dynamism;
mod evaluate;
mod expand;
mod folder;
mod index_tables;
mod probe;
mod quant_to_math;
mod quantize;
mod refine;
mod signless;
mod simplify;

pub use arguments::RefineArguments;
pub use assertions::CheckShapeAssertions;
pub use compatibility::CompatibilityExpander;
pub use complex::ComplexMathExpander;
pub use composite::{LegalizeCompositeToCall, WrapInComposite};
pub use custom_calls::{ChloRecomposeOps, LegalizeCustomCalls};
pub use deprecated::LegalizeDeprecatedOps;
pub use dynamism::CanonicalizeDynamism;
pub use evaluate::Evaluator;
pub use expand::{
    BatchNormExpander, BlockFactorizations, EinsumToDotGeneral, RngBitGeneratorExpander,
    TorchIndexSelectToGather,
};
pub use folder::{AggressiveFolder, AggressiveSimplification, TargetIndependentOptimization};
pub use index_tables::FoldIndexTables;
pub use probe::InstrumentWithProbe;
pub use quant_to_math::LegalizeQuantToMath;
pub use quantize::{LegalizeQdqToQuantizedOp, LegalizeQuantizedOpToQdq};
pub use refine::RefineShapes;
pub use signless::ConvertToSignless;

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<AggressiveFolder>()
        .add::<AggressiveSimplification>()
        .add::<BatchNormExpander>()
        .add::<BlockFactorizations>()
        .add::<CanonicalizeDynamism>()
        .add::<CheckShapeAssertions>()
        .add::<ChloRecomposeOps>()
        .add::<CompatibilityExpander>()
        .add::<ComplexMathExpander>()
        .add::<ConvertToSignless>()
        .add::<EinsumToDotGeneral>()
        .add::<FoldIndexTables>()
        .add::<InstrumentWithProbe>()
        .add::<LegalizeCompositeToCall>()
        .add::<LegalizeCustomCalls>()
        .add::<LegalizeDeprecatedOps>()
        .add::<LegalizeQdqToQuantizedOp>()
        .add::<LegalizeQuantToMath>()
        .add::<LegalizeQuantizedOpToQdq>()
        .add::<RefineArguments>()
        .add::<RefineShapes>()
        .add::<RngBitGeneratorExpander>()
        .add::<TargetIndependentOptimization>()
        .add::<TorchIndexSelectToGather>()
        .add::<WrapInComposite>();
}
