//! Ops in a `vector.mask`, and ops that patterns put into one.

use strata_ir::prelude::*;
use strata_vector::{MaskOp, YieldOp};

/// Whether an op is in a `vector.mask`.
pub fn is_masked(b: &Body, op: Op) -> bool {
    MaskOp::around(b, op).is_some()
}

/// The op that `make` builds, whose only result has type `ty`, in the lanes of a mask if there is one.
pub fn under_mask(
    rw: &mut Rewriter<'_>,
    mask: Option<Value>,
    ty: Type,
    make: impl FnOnce(&mut Builder<'_>) -> Value,
) -> Value {
    let Some(mask) = mask else { return make(rw) };
    let op = MaskOp::build(rw, mask, None, &[ty]);
    rw.region_block(op.op(), 0, &[], |b, _| {
        let value = make(b);
        YieldOp::build(b, &[value]);
    });
    rw.result(op.op(), 0)
}
