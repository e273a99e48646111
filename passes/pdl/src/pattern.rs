//! One pattern, read from the body of a `pdl.pattern`.

use strata_ir::prelude::*;
use strata_pdl::{ApplyNativeConstraintOp, ApplyNativeRewriteOp, OperationOp, RewriteOp};

use crate::{
    matcher::Matcher,
    native::{Natives, not_registered},
};

/// A pattern that can be matched and applied.
pub struct Pattern {
    pub(crate) body: Body,
    pub(crate) root: OperationOp,
    pub(crate) rewrite: RewriteOp,
    pub(crate) benefit: u16,
}

impl Pattern {
    /// The pattern of a body; `None` if it describes no op.
    ///
    /// # Errors
    /// It calls a function that is not registered.
    pub fn read(body: &Body, natives: &Natives) -> Result<Option<Self>, Diagnostic> {
        check_natives(body, natives)?;
        Ok(Self::from_ops(body))
    }
    /// Whether the pattern matches at an op.
    #[must_use]
    pub fn matches(&self, payload: &Body, natives: &Natives, op: Op) -> bool {
        Matcher::new(&self.body, payload, natives).run(self.root, op).is_some()
    }
    /// Whether a function makes the change, and not the ops of the rewrite.
    #[must_use]
    pub fn is_rewritten_by_function(&self) -> bool {
        self.body.attr(self.rewrite.op(), "name").is_some()
    }
    fn from_ops(body: &Body) -> Option<Self> {
        let block = body.entry()?;
        let rewrite = body.last_op(block)?.as_op::<RewriteOp>(body)?;
        let named = rewrite.root(body).and_then(|root| body.def_as::<OperationOp>(root));
        let operations: Vec<OperationOp> =
            body.block_ops(block).filter_map(|op| op.as_op::<OperationOp>(body)).collect();
        let is_operand = |o: &OperationOp| {
            let users: Vec<Op> = body.users(o.operation(body)).collect();
            users.into_iter().any(|user| body.results(user).iter().any(|&r| body.has_uses(r)))
        };
        let last = operations.iter().rev().find(|o| !is_operand(o)).or(operations.last()).copied();
        let benefit = body.attr(Op::SELF, "benefit").and_then(|a| body.cx().attr_i64(a)).unwrap_or(1);
        Some(Self {
            root: named.or(last)?,
            rewrite,
            benefit: u16::try_from(benefit).unwrap_or(u16::MAX),
            body: body.clone(),
        })
    }
}

/// The functions that a pattern calls are registered.
fn check_natives(body: &Body, natives: &Natives) -> Result<(), Diagnostic> {
    for op in body.all_ops() {
        let name = body.attr(op, "name").and_then(|a| body.cx().attr_str(a));
        let Some(name) = name else { continue };
        let is_condition = op.as_op::<ApplyNativeConstraintOp>(body).is_some();
        let is_change =
            op.as_op::<ApplyNativeRewriteOp>(body).is_some() || op.as_op::<RewriteOp>(body).is_some();
        let kind = match (is_condition, is_change) {
            (true, _) if natives.find_constraint(name).is_none() => "constraint",
            (_, true) if natives.find_rewrite(name).is_none() => "rewrite",
            _ => continue,
        };
        let message = format!("'{}' op {}", body.op_name(op), not_registered(kind, name));
        return Err(Diagnostic::error(body.loc(op), message));
    }
    Ok(())
}
