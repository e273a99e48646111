//! Transposes of constants, as constants.

use strata_ir::{affine::AffineMap, core::element_bytes, prelude::*};
use strata_linalg::{TransposeOp, YieldOp};
use strata_passes_analysis::{permuted_elements::permuted, structured_op::Structured};

use super::is_only_use;

/// An op that only moves the elements of a constant, which nothing else reads, is a constant.
pub(super) fn fold(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    rw.operands(op).any(|v| constant_value(rw, v).is_some()).then_some(())?;
    let s = Structured::read(rw, op).ok()?;
    let (cx, block) = (rw.cx(), s.block);
    let ([input], [output], [result]) = (&s.inputs[..], &s.outputs[..], rw.results(op)) else { return None };
    let (input, ty) = (*input, rw.ty(*result));
    let is_moved = s.maps.iter().all(AffineMap::is_permutation) && is_only_use(rw, input);
    let elem = cx.shaped(ty).filter(|t| t.is_static())?.elem;
    let same = [input, *output].iter().all(|&v| cx.elem_or_self(rw.ty(v)) == elem);
    if !is_moved || !same || cx.is_index(elem) {
        return None;
    }
    let end = rw.first_op(block)?.as_op::<YieldOp>(rw)?;
    if end.values(rw).next() != rw.block_args(block).first().copied() {
        return None;
    }
    let value = constant_value(rw, input)?;
    let shape = cx.shaped(rw.ty(input))?.shape?;
    let from: Vec<usize> = shape.iter().map(|&n| usize::try_from(n).ok()).collect::<Option<_>>()?;
    let order: Vec<usize> =
        s.maps[1].result_dims()?.iter().map(|&d| s.maps[0].result_position(d)).collect::<Option<_>>()?;
    let bytes = cx.element_blob(value)?;
    let data = permuted(&bytes, &from, &order, element_bytes(cx, elem)?)?;
    let value = cx.attr(DenseElementsAttr { ty, data: data.into(), splat: false });
    let new = rw.constant("arith", value, ty)?;
    rw.replace_op(op, &[new]);
    Some(())
}

/// A transpose that keeps the order of dimensions is its input.
pub(super) fn drop_identity(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let transpose = op.as_op::<TransposeOp>(rw)?;
    let (input, &[result]) = (transpose.input(rw), rw.results(op)) else { return None };
    if !transpose.dims(rw).is_sorted() || rw.ty(input) != rw.ty(result) {
        return None;
    }
    rw.replace_op(op, &[input]);
    Some(())
}
