//! The `arith` dialect: integer and float arithmetic, comparisons and casts on scalars, vectors and tensors.
//!
//! [`eval`] gives the meaning of the scalar ops, [`fold`] applies it to constants, and the functions
//! [`constant`], [`constant_index`], [`constant_int`] and [`constant_float`] build constants.

use strata_ir::prelude::*;

mod attrs;
mod build;
mod bytecode;
mod canonicalize;
mod constraints;
pub mod eval;
pub mod fold;
mod ops;
mod ranges;

pub use attrs::*;
pub use build::{constant, constant_float, constant_index, constant_int, materialize_constant};
pub use constraints::*;
pub use ops::*;

dialect! {
    /// Integer and float arithmetic, comparisons and casts on scalars, vectors and tensors.
    arith {
        bytecode: bytecode::CODEC,
        ops: [
            ConstantOp, AddIOp, AddUIExtendedOp, SubIOp, MulIOp, MulSIExtendedOp, MulUIExtendedOp, DivUIOp, DivSIOp,
            CeilDivUIOp, CeilDivSIOp, FloorDivSIOp, RemUIOp, RemSIOp, AndIOp, OrIOp, XOrIOp, ShLIOp, ShRUIOp, ShRSIOp,
            NegFOp, AddFOp, SubFOp, MaximumFOp, MaxNumFOp, MaxSIOp, MaxUIOp, MinimumFOp, MinNumFOp, MinSIOp, MinUIOp,
            MulFOp, DivFOp, RemFOp, ExtUIOp, ExtSIOp, ExtFOp, ScalingExtFOp, TruncIOp, TruncFOp, ScalingTruncFOp,
            UIToFPOp, SIToFPOp, FPToUIOp, FPToSIOp, IndexCastOp, IndexCastUIOp, BitcastOp, CmpIOp, CmpFOp, SelectOp,
        ],
        attrs: [FastMathFlags, IntegerOverflowFlags],
        constant: materialize_constant,
    }
}
