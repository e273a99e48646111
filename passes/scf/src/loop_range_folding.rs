//! `scf-for-loop-range-folding`: additions and multiplications of an induction variable become part of its range.
//!
//! Before:
//! ```mlir
//! scf.for %i = %a to %b step %s {
//!   %0 = arith.addi %i, %n : index
//!   use(%0)
//! }
//! ```
//! After:
//! ```mlir
//! %0 = arith.addi %a, %n : index
//! %1 = arith.addi %b, %n : index
//! scf.for %i = %0 to %1 step %s {
//!   use(%i)
//! }
//! ```
//! Only where nothing else uses the induction variable. A factor that is known not to be positive stays, because the
//! range would be turned around.

use strata_arith::{AddIOp, MulIOp};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::loop_nest::ops_of;
use strata_scf::ForOp;

/// Fold add/mul ops into loop range.
#[pass(name = "scf-for-loop-range-folding", class = "SCFForLoopRangeFolding", produces = [scf, arith], each_body)]
pub struct ForLoopRangeFolding;

impl BodyPass for ForLoopRangeFolding {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in ops_of::<ForOp>(body) {
            while fold(body, op).is_some() {}
        }
        Ok(())
    }
}

fn fold(body: &mut Body, op: ForOp) -> Option<()> {
    let iv = op.induction_var(body);
    if !body.has_one_use(iv) {
        return None;
    }
    let (user, side) = body.uses_of(iv).next()?;
    let multiplies = user.isa::<MulIOp>(body);
    if !multiplies && !user.isa::<AddIOp>(body) {
        return None;
    }
    let other = body.operand(user, 1 - side);
    let outside = body
        .def_block(other)
        .and_then(|b| body.block_parent_op(b))
        .is_none_or(|p| !body.is_ancestor(op.op(), p));
    let number = constant_value(body, other).and_then(|a| body.cx().attr_i64(a));
    if !outside || (multiplies && number.is_some_and(|n| n <= 0)) {
        return None;
    }
    // A sum leaves the step as it is.
    let n = if multiplies { 3 } else { 2 };
    for i in 0..n {
        let mut map = IdMap::new();
        map.map(iv, body.operand(op.op(), i));
        let copy = body.clone_op(user, &mut map);
        let at = InsertPoint::before(body, op.op());
        body.insert(copy, at);
        let value = body.result(copy, 0);
        body.set_operand(op.op(), i, value);
    }
    let result = body.result(user, 0);
    body.replace_all_uses(result, iv);
    body.erase(user);
    Some(())
}
