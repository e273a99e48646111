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
mod collective;
mod compare;
mod constant;
mod control;
mod conv;
mod convert;
mod custom_call;
mod dot;
mod dynamic;
mod gather;
mod linear;
mod movement;
mod norm;
mod reduce;
mod reduce_asm;
mod rng;
mod slice;
mod sort;
mod structural;
mod transfer;
mod unary;
mod while_loop;
mod window;

pub use binary::*;
pub use collective::*;
pub use compare::*;
pub use constant::*;
pub use control::*;
pub use conv::*;
pub use convert::*;
pub use custom_call::*;
pub use dot::*;
pub use dynamic::*;
pub use gather::*;
pub use linear::*;
pub use movement::*;
pub use norm::*;
pub use reduce::*;
pub use rng::*;
pub use slice::*;
pub use sort::*;
pub use structural::*;
pub use transfer::*;
pub use unary::*;
pub use while_loop::*;
pub use window::*;
