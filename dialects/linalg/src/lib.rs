//! The `linalg` dialect: structured ops, which are perfect loop nests over operands that affine maps address.

use strata_ir::prelude::*;

pub mod attrs;
pub mod constraints;
pub mod interfaces;
pub mod payload;

mod broadcast;
mod elementwise;
mod generalize;
mod generic;
mod index;
mod map;
mod matmul;
mod reduce;
mod simplify;
mod syntax;
mod transpose;
mod verify;

pub use attrs::{IteratorType, TypeFn};
pub use broadcast::BroadcastOp;
pub use elementwise::*;
pub use generalize::generalize;
pub use generic::GenericOp;
pub use index::{IndexOp, YieldOp};
pub use interfaces::LinalgOp;
pub use map::MapOp;
pub use matmul::{BatchMatmulOp, MatmulOp};
pub use reduce::ReduceOp;
pub use strata_tensor::DestinationStyle;
pub use transpose::TransposeOp;

dialect! {
    /// Structured ops on tensors and memrefs.
    linalg {
        ops: [
            AbsOp, AddOp, BatchMatmulOp, BroadcastOp, CeilOp, CopyOp, DivOp, DivUnsignedOp, ErfOp, ExpOp, FillOp,
            FloorOp, GenericOp, IndexOp, LogOp, MapOp, MatmulOp, MaxOp, MinOp, MulOp, NegFOp, PowFOp, ReduceOp,
            RoundOp, RsqrtOp, SelectOp, SqrtOp, SquareOp, SubOp, TanhOp, TransposeOp, YieldOp,
        ],
        attrs: [IteratorType, TypeFn],
    }
}
