//! `resolve-ranked-shaped-type-result-dims`, `resolve-shaped-type-result-dims` and `reify-result-shapes`: sizes of results, in terms of
//! operands.
//!
//! Before `resolve-ranked-shaped-type-result-dims`:
//! ```mlir
//! %0 = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
//! %n = tensor.dim %0, %c0 : tensor<?x?xf32>
//! ```
//! After:
//! ```mlir
//! %n = tensor.dim %a, %c0 : tensor<?x8xf32>
//! ```
//! `reify-result-shapes` gives paddings and concatenations the static sizes that follow from their operands.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_memref::DimOp as MemRefDimOp;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::reify;
use strata_tensor::{CastOp, ConcatOp, DimOp, MixedIndex, PadOp, ReifyShape};

use crate::patterns::apply_rows;

/// Resolve memref.dim of result values of ranked shape type.
#[pass(
    name = "resolve-ranked-shaped-type-result-dims",
    class = "ResolveRankedShapeTypeResultDimsPass",
    produces = [affine, arith, memref, tensor],
    each_body
)]
pub struct ResolveRankedShapedTypeResultDims {
    /// Throw an error when pattern rewriter hits iteration limit
    #[option(default = true)]
    pub error_on_pattern_iteration_limit: bool,
}

/// Resolve memref.dim of result values.
#[pass(
    name = "resolve-shaped-type-result-dims",
    class = "ResolveShapedTypeResultDimsPass",
    produces = [affine, arith, memref, tensor],
    each_body
)]
pub struct ResolveShapedTypeResultDims {
    /// Throw an error when pattern rewriter hits iteration limit
    #[option(default = true)]
    pub error_on_pattern_iteration_limit: bool,
}

impl BodyPass for ResolveRankedShapedTypeResultDims {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        resolve(body, self.error_on_pattern_iteration_limit)
    }
}

impl BodyPass for ResolveShapedTypeResultDims {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        resolve(body, self.error_on_pattern_iteration_limit)
    }
}

fn resolve(body: &mut Body, error_on_limit: bool) -> PassResult {
    let done = apply_rows(body, RESOLVE);
    if error_on_limit { done } else { Ok(()) }
}

/// The size of a result becomes the size that follows from the operands of its op.
pub const RESOLVE: &[PatternRow] = patterns! {
    DimOp => "resolve-dim": resolve_dim,
    MemRefDimOp => "resolve-dim": resolve_dim,
};

/// `dim(op(x), i)` is the size that follows from `x`.
fn resolve_dim(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (source, index) = (rw.operand(op, 0), rw.operand(op, 1));
    let Def::Result { op: producer, index: result } = rw.def(source) else { return None };
    let dim = usize::try_from(MixedIndex::Value(index).constant(rw)?).ok()?;
    if !producer.implements::<dyn ReifyShape>(rw) {
        return None;
    }
    // Later sizes may use this one, so it stands where the op does.
    let value = reify::size(rw, producer, result, dim)?.materialize(rw)?;
    if value == rw.result(op, 0) {
        return None;
    }
    if let Some(def) = rw.def_op(value) {
        rw.touch(def);
    }
    rw.replace_op(op, &[value]);
    Some(())
}

/// Reifies the results of `tensor::PadOp` and `tensor::ConcatOp`.
#[pass(
    name = "reify-result-shapes",
    class = "ReifyResultShapesPass",
    produces = [affine, arith, tensor],
    each_body,
    idempotent
)]
pub struct ReifyResultShapes;

impl BodyPass for ReifyResultShapes {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if op.isa::<PadOp>(body) || op.isa::<ConcatOp>(body) {
                refine(body, op);
            }
        }
        Ok(())
    }
}

/// Gives the result of an op the static sizes that follow from its operands.
fn refine(body: &mut Body, op: Op) -> Option<()> {
    let result = *body.results(op).first()?;
    let old = body.ty(result);
    let ty = body.cx().type_as::<TensorType>(old)?.clone();
    let before = body.prev_op(op);
    let mut b = Builder::before(body, op);
    let shape: Vec<i64> =
        (0..ty.shape.len()).map(|d| Some(reify::size(&mut b, op, 0, d)?.as_dim())).collect::<Option<_>>()?;
    erase_unused(body, before, op);
    if shape[..] == ty.shape[..] {
        return None;
    }
    let new = body.cx().ty(TensorType { shape: shape.into(), ..ty });
    let uses: Vec<(Op, usize)> = body.uses_of(result).collect();
    body.set_type(result, new);
    let mut b = Builder::after(body, op);
    let cast = CastOp::build(&mut b, result, old);
    for (user, i) in uses {
        body.set_operand(user, i, cast);
    }
    Some(())
}

/// Erases what was made for sizes that are not known.
fn erase_unused(body: &mut Body, before: Option<Op>, op: Op) {
    let mut at = body.prev_op(op);
    while at != before {
        let Some(made) = at else { return };
        at = body.prev_op(made);
        if body.is_unused(made) {
            body.erase(made);
        }
    }
}
