//! Runs a single op on known values. Constant folding uses this, so that folding and running agree.

use strata_ir::prelude::{Body, Diagnostic, Op, Value as Ssa};

use crate::{Args, Interpreter, Machine, Value};

impl Interpreter {
    /// Runs one op of `body`. `known` has the values of its operands, and of all other values from outside that ops in
    /// its regions read. The op calls no function.
    pub fn run_op(
        &self,
        body: &Body,
        op: Op,
        known: impl IntoIterator<Item = (Ssa, Value)>,
    ) -> Result<Args, Diagnostic> {
        Machine::without_symbols(body, self).run_op(body, op, known).map_err(|d| *d)
    }
}
