//! Replaces ops one by one, in order, as a dialect conversion does: an op that folds is folded rather than rewritten,
//! and nothing else is folded, merged or erased.

use strata_ir::{core::Diagnostic, prelude::*};

use crate::arith_builder::ArithBuilder;

/// Gives the values that replace an op, made in front of it; `None` when the op cannot be rewritten.
pub type Expand<'a> = &'a dyn Fn(Op, &mut ArithBuilder<'_, '_>) -> Option<Value>;

/// Rewrites every op for which `illegal` holds.
pub fn convert_ops(
    body: &mut Body,
    illegal: &dyn Fn(&Body, Op) -> bool,
    expand: Expand<'_>,
) -> Result<(), Diagnostic> {
    // The ops of an expansion may have to be expanded themselves.
    while convert_once(body, illegal, expand)? {}
    Ok(())
}

/// Rewrites the current ops; returns whether there were any to rewrite.
fn convert_once(
    body: &mut Body,
    illegal: &dyn Fn(&Body, Op) -> bool,
    expand: Expand<'_>,
) -> Result<bool, Diagnostic> {
    let mut any = false;
    for op in body.all_ops() {
        if !illegal(body, op) || fold(body, op) {
            continue;
        }
        any = true;
        let new = expand(op, &mut ArithBuilder(&mut Builder::before(body, op)));
        let Some(new) = new else {
            let message = format!(
                "failed to legalize operation '{}' that was explicitly marked illegal",
                body.op_name(op)
            );
            return Err(Diagnostic::error(body.loc(op), message));
        };
        let old = body.result(op, 0);
        body.replace_all_uses(old, new);
        body.erase(op);
    }
    Ok(any)
}

/// Replaces an op with one result by the value or constant that it folds to, if it folds.
pub fn fold(body: &mut Body, op: Op) -> bool {
    let consts: SmallVec<[Option<Attr>; 4]> = body.operands(op).map(|v| constant_value(body, v)).collect();
    let folded = op.cast::<dyn Fold>(body).and_then(|f| f.fold(body, &consts));
    let Some(Folded::Results(results)) = folded else { return false };
    let (&[old], [result]) = (body.results(op), &results[..]) else { return false };
    let ty = body.ty(old);
    let new = match *result {
        FoldResult::Value(v) => Some(v),
        FoldResult::Attr(a) => strata_arith::materialize_constant(&mut Builder::before(body, op), a, ty),
    };
    let Some(new) = new.filter(|&v| body.ty(v) == ty) else { return false };
    body.replace_all_uses(old, new);
    body.erase(op);
    true
}
