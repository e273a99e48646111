//! The definition of one op as a condition on ops.

use strata_ir::prelude::*;

use super::{check, read, tables::OperationDef};

/// Accepts the ops that are as a definition says.
pub struct Matcher(OperationDef);

impl Matcher {
    /// The first op that a dialect defines; `None` if it defines none.
    ///
    /// # Errors
    /// Conditions in C++ are refused.
    pub fn read(dialect: &Body) -> Result<Option<Self>, Diagnostic> {
        Ok(read::first_operation(dialect)?.map(Self))
    }

    /// Whether the operands, results, attributes and regions of an op are those of the definition.
    #[must_use]
    pub fn accepts(&self, b: &Body, op: Op) -> bool {
        check::operation(b, op, &self.0).is_empty()
    }
}
