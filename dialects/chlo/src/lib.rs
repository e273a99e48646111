//! The `chlo` dialect: client operations, which are convenient for frameworks and decompose into `stablehlo`.

use strata_ir::prelude::*;

mod attrs;
mod broadcasting;
mod bytecode;
mod constraints;
mod ops;
mod ragged;
mod scan;
mod unary;

pub use attrs::{ComparisonDirection, ComparisonType, Precision, RaggedDotDimensionNumbers};
pub use broadcasting::*;
pub use constraints::*;
pub use ops::*;
pub use ragged::RaggedDotOp;
pub use scan::ScanOp;
pub use unary::*;

dialect! {
    /// The dialect of client operations.
    chlo {
        bytecode: bytecode::CODEC,
        ops: [
            AcosOp, AcoshOp, AsinAcosKernelOp, AsinOp, AsinhOp, AtanOp, AtanhOp, BesselI1eOp, BroadcastAddOp,
            BroadcastAndOp, BroadcastAtan2Op, BroadcastCompareOp, BroadcastComplexOp, BroadcastDivOp, BroadcastMaxOp,
            BroadcastMinOp, BroadcastMulOp, BroadcastNextAfterOp, BroadcastOrOp, BroadcastPolygammaOp,
            BroadcastPowOp, BroadcastRemOp, BroadcastSelectOp, BroadcastShiftLeftOp,
            BroadcastShiftRightArithmeticOp, BroadcastShiftRightLogicalOp, BroadcastSubOp, BroadcastXorOp,
            BroadcastZetaOp, ConjOp, ConstantLikeOp, ConstantOp, CoshOp, DigammaOp, ErfInvOp, ErfOp, ErfcOp, IsInfOp,
            IsNegInfOp, IsPosInfOp, LgammaOp, MulhiOp, NextAfterOp, PolygammaOp, RaggedDotOp, ScanOp, SinhOp, SquareOp,
            TanOp, TopKOp, ZetaOp,
        ],
        attrs: [ComparisonDirection, ComparisonType, Precision, RaggedDotDimensionNumbers],
        constant: ops::materialize,
    }
}
