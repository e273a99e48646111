//! `sdy-close-shardings`: after propagation no dimension is split any further, and what is replicated needs no name.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{compare::closed, transform::transform_shardings};

/// Closes tensor shardings and drops replicated axes.
#[pass(
    name = "sdy-close-shardings",
    class = "CloseShardingsPass",
    on = "builtin.module",
    produces = [sdy],
    idempotent
)]
pub struct CloseShardings;

impl BodyPass for CloseShardings {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        transform_shardings(module, &mut closed);
        Ok(())
    }
}
