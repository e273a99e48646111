//! `strip-debuginfo`: replaces all locations by the unknown one.
//!
//! Before: `return loc("a.mlir":3:1)`. After: `return loc(unknown)`.

use strata_ir::{core::Location, prelude::*};
use strata_pass::{Pass, PassCx, PassInfo, PassResult, on_all_bodies, pass_options};

/// The description of `strip-debuginfo`.
pub static INFO: PassInfo = PassInfo::new("strip-debuginfo", "Strip debug info from all operations")
    .class("StripDebugInfo")
    .idempotent();

pass_options! {
    /// The pass.
    pub struct StripDebugInfo {}
}

impl Pass for StripDebugInfo {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        on_all_bodies(body, &mut |b| {
            for op in b.all_ops().into_iter().chain([Op::SELF]) {
                b.set_loc(op, Location::UNKNOWN);
                for region in b.regions(op).to_vec() {
                    for block in b.blocks(region).to_vec() {
                        for arg in b.block_args(block).to_vec() {
                            b.set_arg_loc(arg, Location::UNKNOWN);
                        }
                    }
                }
            }
            Ok(())
        })
    }
}
