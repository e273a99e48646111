//! `reconcile-unrealized-casts`: removes casts between types that cancel out.
//!
//! Before:
//! ```mlir
//! %0 = builtin.unrealized_conversion_cast %a : i32 to i64
//! %1 = builtin.unrealized_conversion_cast %0 : i64 to i32
//! ```
//! After: uses of `%1` use `%a`.

use strata_ir::{prelude::*, rewrite::conversion::reconcile_casts};
use strata_pass::{Pass, PassCx, PassInfo, PassResult, on_all_bodies, pass_options};

/// The description of `reconcile-unrealized-casts`.
pub static INFO: PassInfo =
    PassInfo::new("reconcile-unrealized-casts", "Simplify and eliminate unrealized conversion casts")
        .class("ReconcileUnrealizedCastsPass")
        .idempotent();

pass_options! {
    /// The pass.
    pub struct ReconcileUnrealizedCasts {}
}

impl Pass for ReconcileUnrealizedCasts {
    fn info(&self) -> &'static PassInfo {
        &INFO
    }
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        on_all_bodies(body, &mut |b| {
            reconcile_casts(b);
            Ok(())
        })
    }
}
