//! `lower-vector-mask`: a masked transfer or gather becomes one with a mask operand.
//!
//! Before:
//! ```mlir
//! %0 = vector.mask %k { vector.transfer_read %m[%i], %c : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
//! ```
//! After:
//! ```mlir
//! %0 = vector.transfer_read %m[%i], %c, %k : memref<?xf32>, vector<8xf32>
//! ```
//! Other masked ops stay, and so do transfers with a value for the lanes that are masked off.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_vector::{GatherOp, MaskOp, TransferReadOp, TransferWriteOp};

use crate::shapes::zeros;

/// Lower 'vector.mask' operations.
#[pass(name = "lower-vector-mask", class = "LowerVectorMaskPass", on = "func.func", produces = [arith])]
pub struct LowerVectorMask;

impl BodyPass for LowerVectorMask {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(LOWER_MASKED);
        crate::apply(body, &patterns)
    }
}

/// Masked transfers and gathers get a mask operand.
pub const LOWER_MASKED: &[PatternRow] = patterns! { MaskOp => "lower-mask": lower };

/// The operand group of the mask of transfers.
const TRANSFER_MASK: usize = 3;

fn lower(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let masked = op.as_op::<MaskOp>(rw)?;
    let inner = masked.masked_op(rw)?;
    let (mask, other) = (masked.mask(rw), masked.passthru(rw));
    let is_transfer = inner.isa::<TransferReadOp>(rw) || inner.isa::<TransferWriteOp>(rw);
    if is_transfer && other.is_none() && rw.operand_group(inner, TRANSFER_MASK).is_empty() {
        let at = rw.point();
        rw.body().move_op(inner, at);
        rw.body().set_operand_group(inner, TRANSFER_MASK, &[mask]);
    } else if let Some(gather) = inner.as_op::<GatherOp>(rw) {
        let other = match other {
            Some(v) => v,
            None => {
                let ty = rw.ty(gather.result(rw));
                zeros(rw, ty)?
            }
        };
        let at = InsertPoint::before(rw, op);
        rw.body().move_op(inner, at);
        let n = rw.num_operands(inner);
        rw.set_operand(inner, n - 2, mask);
        rw.set_operand(inner, n - 1, other);
    } else {
        return None;
    }
    rw.touch(inner);
    let results = rw.results(inner).to_vec();
    rw.replace_op(op, &results);
    Some(())
}
