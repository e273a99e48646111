//! Passes over StableHLO programs: constant folding, algebraic simplification, and the refinement of programs of unknown sizes to
//! programs of known sizes.
//!
//! **Architecture invariants.** Constants are folded by the interpreter's kernels only, so that a folded program gives the same values as
//! the original program.

mod aggressive_folder;
mod canonicalize_dynamism;
mod compatibility_expander;
mod complex_math_expander;
mod convert_to_signless;
mod custom_calls;
mod evaluate;
mod expanders;
mod fold_index_tables;
pub mod hlo_builder;
mod instrument_with_probe;
mod legalize_composite;
mod legalize_deprecated_ops;
mod legalize_qdq;
mod legalize_quant_to_math;
mod refine_arguments;
mod refine_shapes;
mod shape_assertions;
mod simplify;

pub use aggressive_folder::{AggressiveFolder, AggressiveSimplification, TargetIndependentOptimization};
pub use canonicalize_dynamism::CanonicalizeDynamism;
pub use compatibility_expander::CompatibilityExpander;
pub use complex_math_expander::ComplexMathExpander;
pub use convert_to_signless::ConvertToSignless;
pub use custom_calls::{ChloRecomposeOps, LegalizeCustomCalls};
pub use evaluate::Evaluator;
pub use expanders::{
    BatchNormExpander, BlockFactorizations, EinsumToDotGeneral, RngBitGeneratorExpander,
    TorchIndexSelectToGather,
};
pub use fold_index_tables::FoldIndexTables;
pub use instrument_with_probe::InstrumentWithProbe;
pub use legalize_composite::{LegalizeCompositeToCall, WrapInComposite};
pub use legalize_deprecated_ops::LegalizeDeprecatedOps;
pub use legalize_qdq::{LegalizeQdqToQuantizedOp, LegalizeQuantizedOpToQdq};
pub use legalize_quant_to_math::LegalizeQuantToMath;
pub use refine_arguments::RefineArguments;
pub use refine_shapes::RefineShapes;
pub use shape_assertions::CheckShapeAssertions;

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
