//! The `math` dialect: elementary functions on scalars, vectors and tensors.
//!
//! [`eval`] gives their meaning on scalars.

use strata_ir::prelude::*;

mod bytecode;
pub mod eval;
mod ops;
mod special;

pub use ops::*;

dialect! {
    /// Elementary functions on scalars, vectors and tensors.
    math {
        bytecode: bytecode::CODEC,
        ops: [
            AbsFOp, AbsIOp, AcoshOp, AsinOp, AsinhOp, AtanOp, AtanhOp, Atan2Op, CbrtOp, CeilOp, ClampFOp, CopySignOp,
            CosOp, AcosOp, CoshOp, SinOp, SinhOp, SincosOp, CountLeadingZerosOp, CountTrailingZerosOp, CtPopOp, ErfOp,
            ErfcOp, ExpOp, Exp2Op, ExpM1Op, FloorOp, FmaOp, IPowIOp, IsFiniteOp, IsInfOp, IsNaNOp, IsNormalOp, LogOp,
            Log10Op, Log1pOp, Log2Op, PowFOp, RsqrtOp, SqrtOp, TanOp, TanhOp, RoundEvenOp, RoundOp, TruncOp, FPowIOp,
        ],
        constant: strata_arith::materialize_constant,
    }
}
