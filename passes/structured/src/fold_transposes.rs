//! Transposes of constants, as constants.
//!
//! ```mlir
//! %w = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>                                        // before
//! %t = linalg.transpose ins(%w : tensor<2x2xi32>) outs(%init : tensor<2x2xi32>) permutation = [1, 0]
//! %t = arith.constant dense<[[1, 3], [2, 4]]> : tensor<2x2xi32>                                        // after
//! ```
//! Only where nothing else reads the constant, so that its bytes stand in the program once.

use strata_arith::ConstantOp;
use strata_ir::{core::element_bytes, prelude::*};
use strata_linalg::TransposeOp;
use strata_passes_analysis::permuted_elements::permuted;

/// Replaces transposes of constants on tensors. Returns how many.
pub(crate) fn fold(body: &mut Body) -> usize {
    let mut folded = 0;
    for op in body.all_ops() {
        // Payloads go with their ops.
        let Some(transpose) =
            Some(op).filter(|&op| body.is_live(op)).and_then(|op| op.as_op::<TransposeOp>(body))
        else {
            continue;
        };
        let Some((source, value)) = transposed(body, transpose) else { continue };
        let mut b = Builder::before(body, op);
        let new = strata_arith::constant(&mut b, value);
        body.replace_all_uses(body.result(op, 0), new);
        body.erase(op);
        body.erase(source);
        folded += 1;
    }
    folded
}

/// The constant that is transposed, and its elements in the order of the result.
fn transposed(body: &Body, op: TransposeOp) -> Option<(ConstantOp, Attr)> {
    let cx = body.cx();
    let (input, &[result]) = (op.input(body), body.results(op.op())) else { return None };
    let source = body.def_as::<ConstantOp>(input).filter(|_| body.users(input).count() == 1)?;
    let value: Attr = source.value(body).into();
    let shape = cx.shaped(body.ty(input)).filter(|s| s.is_static())?;
    let width = element_bytes(cx, shape.elem)?;
    let from: Vec<usize> = shape.shape?.iter().map(|&n| usize::try_from(n).ok()).collect::<Option<_>>()?;
    let bytes = cx.element_blob(value)?;
    let order = body.attr(op.op(), "permutation").and_then(|a| cx.attr_as::<DenseArrayAttr>(a))?;
    let order: Vec<usize> = order.values.iter().map(|&d| usize::try_from(d).ok()).collect::<Option<_>>()?;
    let ty = body.ty(result);
    let packed = permuted(&bytes, &from, &order, width)?;
    Some((source, cx.attr(DenseElementsAttr { ty, data: packed.into(), splat: false })))
}
