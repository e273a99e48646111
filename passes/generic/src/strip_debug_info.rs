//! `strip-debuginfo`: replaces all locations by the unknown one.
//!
//! Before: `return loc("a.mlir":3:1)`. After: `return loc(unknown)`.

use strata_ir::{core::Location, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Strip debug info from all operations.
#[pass(name = "strip-debuginfo", each_body, idempotent)]
pub struct StripDebugInfo;

impl BodyPass for StripDebugInfo {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops().into_iter().chain([Op::SELF]) {
            body.set_loc(op, Location::UNKNOWN);
            for region in body.regions(op).to_vec() {
                for block in body.blocks(region).to_vec() {
                    for arg in body.block_args(block).to_vec() {
                        body.set_arg_loc(arg, Location::UNKNOWN);
                    }
                }
            }
        }
        Ok(())
    }
}
