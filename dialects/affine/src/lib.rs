//! The `affine` dialect: loops, conditions and memory accesses whose indices are affine functions of the induction
//! variables, so that they can be analysed exactly.

use strata_ir::prelude::*;

mod bytecode;
mod ops;
mod ranges;
mod simplify;
mod syntax;
pub mod validity;

pub use ops::{
    ApplyOp, DelinearizeIndexOp, DmaStartOp, DmaWaitOp, ForOp, IfOp, LinearizeIndexOp, LoadOp, MaxOp, MinOp,
    ParallelOp, Place, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp, YieldOp,
};
pub use simplify::{ValueMap, simplify_set_operands};

dialect! {
    /// Affine loops, conditions, index computations and memory accesses.
    affine {
        bytecode: bytecode::CODEC,
        ops: [
            ApplyOp, DelinearizeIndexOp, DmaStartOp, DmaWaitOp, ForOp, IfOp, LinearizeIndexOp, LoadOp, MaxOp, MinOp,
            ParallelOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp, YieldOp,
        ],
    }
}
