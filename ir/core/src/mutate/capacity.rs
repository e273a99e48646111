//! Whether one more op is within the limits of the context.

use crate::{Body, OpState};

impl Body {
    /// Whether an op made from `state` is within [`Limits::op_values`](crate::Limits::op_values) and leaves the body
    /// within [`Limits::entities`](crate::Limits::entities).
    ///
    /// Everything that makes ops from input asks before it calls [`Body::create`].
    ///
    /// # Errors
    /// A message that names the limit.
    #[inline]
    pub fn check_room(&self, state: &OpState) -> Result<(), String> {
        self.check_room_for(state.operands.len(), state.result_types.len())
    }
    /// As [`Body::check_room`], for an op with this many operands and results.
    ///
    /// # Errors
    /// A message that names the limit.
    pub fn check_room_for(&self, operands: usize, results: usize) -> Result<(), String> {
        let limits = self.cx.limits();
        let limit = limits.op_values;
        if operands.max(results) > limit as usize {
            return Err(format!("an op has more than {limit} operands or results (op_values)"));
        }
        let most = self
            .ops
            .capacity()
            .saturating_add(1)
            .max(self.values.capacity().saturating_add(results))
            .max(self.uses.items.len().saturating_add(operands));
        // The data of a value has the index of its op or block in 31 bits.
        let limit = limits.entities.min(1 << 31);
        if most > limit as usize {
            return Err(format!("a body has more than {limit} ops, values or operands (entities)"));
        }
        Ok(())
    }
}
