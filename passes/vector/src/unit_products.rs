//! Products of one number by a vector as multiply-adds: upstream's set of patterns `x86vector.vector_contract_to_fma`.
//!
//! Before: `%r = vector.contract {…} %a, %b, %c : vector<1x1xf32>, vector<1x16xf32> into vector<1x16xf32>`
//!
//! After:
//! ```mlir
//! %s = vector.shape_cast %c : vector<1x16xf32> to vector<16xf32>
//! %x = vector.shape_cast %a : vector<1x1xf32> to vector<1xf32>
//! %y = vector.shape_cast %b : vector<1x16xf32> to vector<16xf32>
//! %z = vector.broadcast %x : vector<1xf32> to vector<16xf32>
//! %t = vector.fma %z, %y, %s : vector<16xf32>
//! %r = vector.shape_cast %t : vector<16xf32> to vector<1x16xf32>
//! ```
//! The dimension of the vector is not summed, because the result has it; all others have one element, so that their order does not matter.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_vector::{BroadcastOp, CombiningKind, ContractionOp, FMAOp, ShapeCastOp};

use crate::{masked::is_masked, shapes::vector};

/// Products of a number by a vector become multiply-adds.
pub const UNIT_PRODUCT_TO_FMA: &[PatternRow] = patterns! { ContractionOp => "unit-product-to-fma": to_fma };

/// The sizes of a vector of fixed size that are not one.
fn large(ty: &VectorType) -> Option<Vec<i64>> {
    (!ty.scalable.contains(&true)).then(|| ty.shape.iter().copied().filter(|&n| n != 1).collect())
}

fn to_fma(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let c = op.as_op::<ContractionOp>(rw)?;
    let kind = rw.attr(op, "kind").and_then(|a| rw.cx().attr_as::<CombiningKind>(a));
    if is_masked(rw, op) || kind.is_some_and(|k| *k != CombiningKind::Add) {
        return None;
    }
    let [lhs, rhs, acc] = [c.lhs(rw), c.rhs(rw), c.acc(rw)];
    let [x, y, sum] = [vector(rw, lhs)?, vector(rw, rhs)?, vector(rw, acc)?];
    let f32 = rw.cx().f32();
    if [&x, &y, &sum].iter().any(|ty| ty.elem != f32) {
        return None;
    }
    let vector_is_right = match (&large(&x)?[..], &large(&y)?[..]) {
        ([], [_]) => true,
        ([_], []) => false,
        _ => return None,
    };
    let &[n] = &large(&sum)?[..] else { return None };
    let (result, row, one) = (rw.ty(acc), rw.cx().vector(&[n], f32), rw.cx().vector(&[1], f32));
    let acc = ShapeCastOp::build(rw, acc, row);
    let value = if vector_is_right {
        let number = ShapeCastOp::build(rw, lhs, one);
        let factors = ShapeCastOp::build(rw, rhs, row);
        let number = BroadcastOp::build(rw, number, row);
        FMAOp::build(rw, number, factors, acc)
    } else {
        let factors = ShapeCastOp::build(rw, lhs, row);
        let number = ShapeCastOp::build(rw, rhs, one);
        let number = BroadcastOp::build(rw, number, row);
        FMAOp::build(rw, factors, number, acc)
    };
    let value = ShapeCastOp::build(rw, value, result);
    rw.replace_op(op, &[value]);
    Some(())
}
