//! Makes copies of the tensors that are not in place.

use strata_ir::prelude::*;
use strata_tensor::DimOp;

use super::{
    editor::alloc_tensor,
    facts::{Editor, Outcome, Use},
};

impl Editor<'_> {
    /// Copies the operands of an op that are not in place. Where the only use of an operand is to be a part of it, as in a slice, the result is
    /// copied instead, which is smaller.
    pub fn copy_operands(&mut self, op: Op) -> Outcome {
        let (mut operands, mut results) = (Vec::new(), Vec::new());
        let view = self.view();
        for u in view.tensor_uses(op).filter(|&u| !view.is_in_place(u)) {
            let unranked = |v: Value| view.cx().type_as::<UnrankedTensorType>(view.ty(v)).is_some();
            if unranked(view.value_of(u)) {
                let message = "copying of unranked tensors is not implemented";
                return Err(Diagnostic::error(view.loc(op), message));
            }
            let copied = !view.needs_no_contents(u);
            match view.aliasing_values(u)[..] {
                [alias]
                    if view.is_result(alias.to)
                        && !view.writes(u)
                        && view.aliasing_uses(alias.to).len() == 1
                        && !unranked(alias.to) =>
                {
                    results.push((alias.to, copied));
                }
                _ => operands.push((u, copied)),
            }
        }
        let facts = self.facts;
        for ((op, i), copied) in operands {
            let value = self.body.operand(op, i);
            let copy = alloc_tensor(&mut self.before(op), facts, value, copied)?;
            self.body.set_operand(op, i, copy);
        }
        let mut at = InsertPoint::after(self.body, op);
        for (value, copied) in results {
            let loc = self.body.loc(op);
            let mut b = Builder::new(self.body, at, loc);
            let copy = alloc_tensor(&mut b, facts, value, copied)?;
            at = b.point();
            let made = self.body.def_op(copy);
            let uses: Vec<Use> = self.body.uses_of(value).collect();
            for (user, i) in uses {
                if Some(user) != made && !user.isa::<DimOp>(self.body) {
                    self.body.set_operand(user, i, copy);
                }
            }
        }
        Ok(())
    }
}

/// Copies one operand of a terminator.
pub(crate) fn copy_of_operand(ed: &mut Editor<'_>, op: Op, i: usize) -> Outcome {
    let (value, facts) = (ed.body.operand(op, i), ed.facts);
    let copy = alloc_tensor(&mut ed.before(op), facts, value, true)?;
    ed.body.set_operand(op, i, copy);
    Ok(())
}

/// Makes the copies that a body needs so that all operands can be in place.
pub(crate) fn insert_copies(ed: &mut Editor<'_>) -> Outcome {
    for op in ed.body.post_order() {
        if !ed.body.is_live(op) {
            continue;
        }
        if let Some(rule) = ed.view().rule(op) {
            rule.resolve(ed, op)?;
        }
    }
    Ok(())
}
