//! The ops, by family.

/// Verifies ops by comparing their result types with the inferred ones.
macro_rules! verify_by_inference {
    ($($op:ident),* $(,)?) => {$(
        impl Verify for $op {
            fn is_local(&self) -> bool {
                true
            }
            fn verify(&self, b: &Body) -> VerifyResult {
                crate::infer::verify_results(self.op(), b, self.infer_types(b))
            }
        }
    )*};
}

/// The same for ops whose types follow from their regions, which are verified before.
macro_rules! verify_regions_by_inference {
    ($($op:ident),* $(,)?) => {$(
        impl VerifyRegions for $op {
            fn verify_regions(&self, b: &Body) -> VerifyResult {
                crate::infer::verify_results(self.op(), b, self.infer_types(b))
            }
        }
    )*};
}

/// Says that types are compatible where those of HLO are.
macro_rules! compatible_types {
    ($($op:ident),* $(,)?) => {$(
        impl CompatibleTypes for $op {
            fn compatible(&self, b: &Body, x: Type, y: Type) -> bool {
                crate::infer::compatible(b.cx(), x, y)
            }
        }
    )*};
}

use strata_ir::prelude::*;

/// Checks that values have one element type; `names` is how a message calls them.
fn same_elements(b: &Body, names: &str, values: &[Value]) -> VerifyResult {
    let cx = b.cx();
    let elem = |v: &Value| cx.elem_or_self(b.ty(*v));
    ensure!(
        values.windows(2).all(|w| elem(&w[0]) == elem(&w[1])),
        "failed to verify that all of {names} have same element type"
    );
    Ok(())
}

/// Checks that all operands and results have one element type, where quantized ones may differ in their scales.
fn compatible_elements(b: &Body, op: Op) -> VerifyResult {
    let all: Vec<Type> = b.operand_types(op).chain(b.result_types(op)).collect();
    compatible_elements_of(b, &all)
}

/// The same for some types.
fn compatible_elements_of(b: &Body, types: &[Type]) -> VerifyResult {
    let cx = b.cx();
    ensure!(
        types.iter().all(|&t| crate::infer::compatible_elements(cx, t, types[0])),
        "requires compatible element types for all operands and results"
    );
    Ok(())
}

/// Types with the elements that region `i` of an op returns, one each.
fn with_elements_of(b: &Body, op: Op, i: usize, types: &[Type]) -> crate::infer::Types {
    let returned = b.regions(op).get(i).map(|&r| control::returned(b, r)).unwrap_or_default();
    let elem = |i: usize, t| b.cx().elem_or_self(returned.get(i).copied().unwrap_or(t));
    types.iter().enumerate().map(|(i, &t)| b.cx().with_elem(t, elem(i, t))).collect()
}

/// Checks that there are as many operands as results, and that each pair has one type or one element type.
fn pairwise(b: &Body, op: Op, whole: bool) -> VerifyResult {
    let cx = b.cx();
    ensure!(b.num_operands(op) == b.results(op).len(), "requires the same number of operands and results");
    for (i, (from, to)) in b.operand_types(op).zip(b.result_types(op)).enumerate() {
        let (a, c) = if whole { (from, to) } else { (cx.elem_or_self(from), cx.elem_or_self(to)) };
        let what = if whole { "type" } else { "element type" };
        ensure!(a == c, "requires the same {what} for operand and result at index {i}");
    }
    Ok(())
}

mod async_ops;
mod binary;
mod buffers;
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
mod groups;
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

pub use async_ops::*;
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
