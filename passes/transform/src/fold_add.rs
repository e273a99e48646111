//! A sum with the result of a contraction as the destination of that contraction.
//!
//! ```mlir
//! %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
//! %p = linalg.matmul ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) outs(%z : tensor<4x8xf32>) -> tensor<4x8xf32>
//! %r = linalg.add ins(%c, %p : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
//! ```
//! becomes
//! ```mlir
//! %r = linalg.matmul ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) outs(%c : tensor<4x8xf32>) -> tensor<4x8xf32>
//! ```

use strata_ir::{analysis::Dominance, prelude::*};
use strata_linalg::{CopyOp, FillOp, LinalgOp};
use strata_passes_analysis::contraction::contraction_dims;
use strata_passes_structured::structured_op::zero_attr;

/// The products and sums that a contraction may consist of.
const BODIES: [[&str; 2]; 4] = [
    ["arith.mulf", "arith.addf"],
    ["arith.muli", "arith.addi"],
    ["complex.mul", "complex.add"],
    ["arith.andi", "arith.ori"],
];

/// Folds a sum of tensors.
pub fn fold(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let &result = rw.results(op).first()?;
    let [lhs, rhs] = [rw.operand(op, 0), rw.operand(op, 1)];
    let (summand, product) =
        after(rw, rhs, lhs).map(|op| (rhs, op)).or_else(|| after(rw, lhs, rhs).map(|op| (lhs, op)))?;
    let linalg = product.cast::<dyn LinalgOp>(rw)?;
    let &value = rw.results(product).first()?;
    let accumulates = rw.results(product).len() == 1 && is_contraction(rw, linalg);
    if !accumulates || rw.uses_of(value).count() != 1 {
        return None;
    }
    let init = linalg.dps_init_range(rw).start;
    let dest: Option<Vec<u32>> =
        linalg.indexing_map(rw, init)?.results().iter().map(|e| e.as_dim()).collect();
    let ordered = dest.is_some_and(|dims| dims.is_sorted());
    if !ordered || !is_zero(rw, rw.operand(product, init)) {
        return None;
    }
    rw.set_operand(product, init, summand);
    rw.replace_value(result, value);
    Some(())
}

/// The structured op that defines `value`, if `other` may be used by it.
fn after(body: &Body, other: Value, value: Value) -> Option<Op> {
    let op = body.def_op(value).filter(|op| op.implements::<dyn LinalgOp>(body))?;
    Dominance::new().dominates(body, other, op).then_some(op)
}

/// Whether an op adds products to its destination.
fn is_contraction(body: &Body, op: &dyn LinalgOp) -> bool {
    let names = || {
        let yielded = body.operands(op.payload_yield(body)?.op()).next()?;
        let sum = body.def_op(yielded)?;
        let product = body.operands(sum).find_map(|v| body.def_op(v))?;
        Some([body.op_name(product), body.op_name(sum)])
    };
    contraction_dims(body, op).is_some() && names().is_some_and(|names| BODIES.contains(&names))
}

/// Whether all elements of a tensor are zero.
fn is_zero(body: &Body, v: Value) -> bool {
    if let Some(attr) = constant_value(body, v) {
        let ty = body.ty(v);
        return attr == zero_attr(body.cx(), ty)
            || body.cx().as_float(ty).is_some() && attr == body.cx().float_attr(-0.0, ty);
    }
    let source = body.def_op(v).filter(|op| op.isa::<FillOp>(body) || op.isa::<CopyOp>(body));
    source.is_some_and(|op| strata_ir::core::writer::deep(|| is_zero(body, body.operand(op, 0))))
}
