//! Rules that several ops share.

use strata_ir::prelude::*;

use crate::{PatternOp, ResultOp, ResultsOp, RewriteOp};

/// Whether the op is directly in a pattern, and not in its rewrite.
pub fn is_in_matcher(b: &Body, op: Op) -> bool {
    b.parent_op(op).is_some_and(|parent| parent.as_op::<PatternOp>(b).is_some())
}

/// Whether the op is directly in the rewrite of a pattern.
pub fn is_in_rewrite(b: &Body, op: Op) -> bool {
    b.parent_op(op).is_some_and(|parent| parent.as_op::<RewriteOp>(b).is_some())
}

/// A user other than those that only take a result of it.
fn has_binding_use(b: &Body, op: Op) -> bool {
    let users = b.results(op).iter().flat_map(|&result| b.users(result));
    let takes_result = |user: Op| user.as_op::<ResultOp>(b).is_some() || user.as_op::<ResultsOp>(b).is_some();
    users.into_iter().any(|user| !takes_result(user) || b.results(user).iter().any(|&r| b.has_uses(r)))
}

/// Every op of the part that matches constrains something.
pub fn binding_use(b: &Body, op: Op) -> VerifyResult {
    ensure!(
        !is_in_matcher(b, op) || has_binding_use(b, op),
        "expected a bindable user when defined in the matcher body of a `pdl.pattern`"
    );
    Ok(())
}
