//! The ops, by family.

/// Verifies ops by comparing their result types with the inferred ones.
macro_rules! verify_by_inference {
    ($($op:ident),* $(,)?) => {$(
        impl Verify for $op {
            fn verify(&self, b: &Body) -> VerifyResult {
                crate::infer::verify_results(self.op(), b, self.infer_types(b))
            }
        }
    )*};
}

mod binary;
mod compare;
mod constant;
mod control;
mod convert;
mod dot;
mod movement;
mod reduce;
mod reduce_asm;
mod slice;
mod structural;
mod unary;
mod while_loop;

pub use binary::*;
pub use compare::*;
pub use constant::*;
pub use control::*;
pub use convert::*;
pub use dot::*;
pub use movement::*;
pub use reduce::*;
pub use slice::*;
pub use structural::*;
pub use unary::*;
pub use while_loop::*;
