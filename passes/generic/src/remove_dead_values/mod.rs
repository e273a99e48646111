//! `remove-dead-values`: removes values that no effect depends on, across branches, regions and calls.
//!
//! Before:
//! ```mlir
//! func.func private @f(%a: i32, %b: i32) -> (i32, i32)   // %b is not used
//! %0:2 = call @f(%x, %y)                                 // only %0#0 is used
//! ```
//! After: `@f` takes `%a` only and returns one value.
//!
//! The arguments and results of a private function are removed if all its uses are calls. The results of an op with regions are kept at
//! first; operands passed to a dead one become `ub.poison`, and the canonicalization of these ops removes both. Conditions of branches
//! between blocks are always assumed to be live.

mod cleanup;
mod liveness;
mod region_branch;

use strata_ir::{
    core::Diagnostic,
    prelude::*,
    rewrite::{PatternSet, RegionSimplification, patterns},
};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::sccp::units::Units;

/// Remove dead values.
#[pass(name = "remove-dead-values", class = "RemoveDeadValues")]
pub struct RemoveDeadValues {
    /// Canonicalize region branch ops
    #[option(default = true)]
    pub canonicalize: bool,
}

impl BodyPass for RemoveDeadValues {
    fn run(&self, body: &mut Body, pass: &mut PassCx<'_>) -> PassResult {
        let cx = body.cx_arc().clone();
        let Some(poison) = cx.op_info("ub.poison") else {
            let message = "remove-dead-values makes ub.poison, but the dialect 'ub' is not registered";
            return Err(Diagnostic::error(body.loc(Op::SELF), message).into());
        };
        let mut units = Units::new(body, pass.is_outermost());
        let live = liveness::Liveness::new(&units);
        cleanup::Cleanup::new(&mut units, live, poison).run();
        units.put_back();
        if self.canonicalize {
            canonicalize(body);
        }
        Ok(())
    }
}

/// Canonicalises an op with region control flow.
fn canonicalize_branch(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    if !op.implements::<dyn RegionBranchOp>(rw) {
        return None;
    }
    let c = op.cast::<dyn Canonicalize>(rw)?;
    c.canonicalize(rw)
}

/// Canonicalises the ops with region control flow in `body` and all bodies in it.
fn canonicalize(body: &mut Body) {
    let mut patterns = PatternSet::new();
    patterns.add(patterns! { any => "canonicalize-region-branch-ops": canonicalize_branch });
    let config = GreedyConfig {
        canonicalize: false,
        fold: false,
        regions: RegionSimplification::Disabled,
        ..Default::default()
    };
    rewrite_greedily(body, &patterns, &config);
    for (_, child) in body.children_mut() {
        strata_ir::core::writer::deep(|| canonicalize(child));
    }
}
