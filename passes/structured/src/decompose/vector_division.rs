//! Quotients and remainders of vectors of integers, by the division of floats.
//!
//! ```mlir
//! %q = arith.divsi %a, %b : vector<16xi32>        // before
//!
//! %x = arith.sitofp %a : vector<16xi32> to vector<16xf64>        // after
//! %y = arith.sitofp %b : vector<16xi32> to vector<16xf64>
//! %z = arith.divf %x, %y : vector<16xf64>
//! %q = arith.fptosi %z : vector<16xf64> to vector<16xi32>
//! ```
//! Processors have no division of vectors of integers, so that LLVM divides one lane after the other. The truncated quotient is exact: integers of
//! `w` bits have a quotient `q` that is an integer, or at least `1 / b` away from one, while its rounding error in a significand of `p` bits is at
//! most `q / 2^p <= 2^w / (b 2^p)`, which is less for `p > w`: 53 for 32 bits, 24 for 8 and 16 bits. Divisors that are constants are left to LLVM, which
//! multiplies.

use strata_arith::{
    DivFOp, DivSIOp, DivUIOp, FPToSIOp, FPToUIOp, MulIOp, RemSIOp, RemUIOp, SIToFPOp, SubIOp, UIToFPOp,
};
use strata_ir::prelude::*;

/// The quotient or remainder that `op` computes.
pub(super) fn divide(b: &mut Builder<'_>, op: Op) -> Option<Value> {
    let (signed, remainder) = if op.isa::<DivSIOp>(b) {
        (true, false)
    } else if op.isa::<DivUIOp>(b) {
        (false, false)
    } else if op.isa::<RemSIOp>(b) {
        (true, true)
    } else if op.isa::<RemUIOp>(b) {
        (false, true)
    } else {
        return None;
    };
    let ty = b.ty(b.result(op, 0));
    let vector = b.cx().type_as::<VectorType>(ty)?;
    let shape = vector.shape.to_vec();
    let float = match b.cx().bit_width(vector.elem)? {
        8 | 16 => b.cx().f32(),
        32 => b.cx().f64(),
        _ => return None,
    };
    let [lhs, rhs] = [0, 1].map(|i| b.operand(op, i));
    if vector.scalable.contains(&true) || b.cx().is_index(vector.elem) || constant_value(b, rhs).is_some() {
        return None;
    }
    let floats = b.cx().vector(&shape, float);
    let [x, y] = [lhs, rhs].map(|v| match signed {
        true => SIToFPOp::build(b, v, floats),
        false => UIToFPOp::build(b, v, floats),
    });
    let quotient = DivFOp::build(b, x, y, None);
    let quotient = match signed {
        true => FPToSIOp::build(b, quotient, ty),
        false => FPToUIOp::build(b, quotient, ty),
    };
    if !remainder {
        return Some(quotient);
    }
    let product = MulIOp::build(b, quotient, rhs, None);
    Some(SubIOp::build(b, lhs, product, None))
}
