//! The `index` dialect: arithmetic on values of type `index`, whose width only the target decides.
//!
//! Constants are of 64 bits; ops fold only where 32 bits give the same (`fold`).

use strata_ir::prelude::*;

mod cast;
mod compare;
mod constant;
mod fold;
mod int;

pub use cast::*;
pub use compare::*;
pub use constant::*;
pub use int::*;

dialect! {
    /// Arithmetic on values of type `index`, whose width only the target decides.
    index {
        ops: [
            AddOp, SubOp, MulOp, DivSOp, DivUOp, CeilDivSOp, CeilDivUOp, FloorDivSOp, RemSOp, RemUOp, MaxSOp, MaxUOp,
            MinSOp, MinUOp, ShlOp, ShrSOp, ShrUOp, AndOp, OrOp, XOrOp, CastSOp, CastUOp, CmpOp, SizeOfOp, ConstantOp,
            BoolConstantOp,
        ],
        attrs: [IndexCmpPredicate],
        constant: materialize_constant,
    }
}
