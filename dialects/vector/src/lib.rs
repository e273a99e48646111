//! The `vector` dialect: values of several lanes, and memory accesses with them.

use strata_ir::prelude::*;

mod attrs;
mod constraints;
mod element;
mod fold;
mod lanes;
mod mask;
mod memory;
mod shape;

pub use attrs::CombiningKind;
pub use element::{ExtractOp, FromElementsOp, InsertOp, ToElementsOp};
pub use lanes::{BroadcastOp, FMAOp, ReductionOp, StepOp, YieldOp};
pub use mask::{ConstantMaskOp, CreateMaskOp};
pub use memory::{LoadOp, MaskedLoadOp, MaskedStoreOp, StoreOp};
pub use shape::{BitCastOp, InterleaveOp, ShapeCastOp, ShuffleOp, TransposeOp};

dialect! {
    /// Values of several lanes, and memory accesses with them.
    vector {
        ops: [
            BitCastOp, BroadcastOp, ConstantMaskOp, CreateMaskOp, ExtractOp, FMAOp, FromElementsOp, InsertOp, InterleaveOp,
            LoadOp, MaskedLoadOp, MaskedStoreOp, ReductionOp, ShapeCastOp, ShuffleOp, StepOp, StoreOp,
            ToElementsOp, TransposeOp, YieldOp,
        ],
        attrs: [CombiningKind],
        constant: strata_arith::materialize_constant,
    }
}
