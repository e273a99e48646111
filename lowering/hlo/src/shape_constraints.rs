//! `convert-shape-constraints` and `remove-shape-constraints`: witnesses of shapes become assertions, or are taken to hold.
//!
//! Before:
//! ```mlir
//! %w = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<?xindex>
//! ```
//! After `convert-shape-constraints`:
//! ```mlir
//! %0 = shape.shape_eq %a, %b : tensor<?xindex>, tensor<?xindex>
//! cf.assert %0, "required equal shapes"
//! %w = shape.const_witness true
//! ```
//! After `remove-shape-constraints`, only the last line is left. `shape.cstr_require` is converted, and not removed.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_shape::{
    ConstWitnessOp, CstrBroadcastableOp, CstrEqOp, CstrRequireOp, IsBroadcastableOp, ShapeEqOp,
};

/// Convert shape constraint operations to the standard dialect.
#[pass(name = "convert-shape-constraints", class = "ConvertShapeConstraintsPass", produces = [cf], each_body)]
pub struct ConvertShapeConstraints;

impl BodyPass for ConvertShapeConstraints {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        apply(
            body,
            patterns! {
                CstrBroadcastableOp => "assert-broadcastable": assert_broadcastable,
                CstrEqOp => "assert-equal": assert_equal,
                CstrRequireOp => "assert-condition": assert_condition,
            },
        )
    }
}

/// Replace all cstr_ ops with a true witness.
#[pass(name = "remove-shape-constraints", class = "RemoveShapeConstraintsPass", on = "func.func")]
pub struct RemoveShapeConstraints;

impl BodyPass for RemoveShapeConstraints {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        apply(
            body,
            patterns! {
                CstrBroadcastableOp => "remove-constraint": witness,
                CstrEqOp => "remove-constraint": witness,
            },
        )
    }
}

/// Applies patterns and folds until nothing changes; ops are not canonicalized.
pub(crate) fn apply(body: &mut Body, rows: &[PatternRow]) -> PassResult {
    let mut patterns = PatternSet::new();
    patterns.add(rows);
    let config = GreedyConfig { canonicalize: false, ..Default::default() };
    Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
}

/// Replaces a check by a witness that holds.
fn witness(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (holds, ty) = (rw.cx().bool_attr(true), rw.result_types(op).next()?);
    let value = ConstWitnessOp::build(rw, holds, ty);
    rw.replace_op(op, &[value]);
    Some(())
}

fn assert_broadcastable(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (shapes, ty): (Vec<Value>, _) = (rw.operands(op).collect(), rw.cx().i1());
    let holds = IsBroadcastableOp::build(rw, &shapes, ty);
    assert(op, holds, "required broadcastable shapes", rw)
}

fn assert_equal(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (shapes, ty): (Vec<Value>, _) = (rw.operands(op).collect(), rw.cx().i1());
    let holds = ShapeEqOp::build(rw, &shapes, ty);
    assert(op, holds, "required equal shapes", rw)
}

fn assert_condition(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let require = op.as_op::<CstrRequireOp>(rw)?;
    let message = rw.cx().attr_str(rw.attr(op, "msg")?)?.to_owned();
    let holds = require.pred(rw);
    assert(op, holds, &message, rw)
}

fn assert(op: Op, holds: Value, message: &str, rw: &mut Rewriter<'_>) -> Option<()> {
    let message = rw.cx().string_attr(message);
    strata_cf::AssertOp::build(rw, holds, message);
    witness(op, rw)
}
