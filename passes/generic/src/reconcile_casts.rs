//! `reconcile-unrealized-casts`: removes casts between types that cancel out.
//!
//! Before:
//! ```mlir
//! %0 = builtin.unrealized_conversion_cast %a : i32 to i64
//! %1 = builtin.unrealized_conversion_cast %0 : i64 to i32
//! ```
//! After: uses of `%1` use `%a`.

use strata_ir::{prelude::*, rewrite::conversion::reconcile_casts};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Simplify and eliminate unrealized conversion casts.
#[pass(name = "reconcile-unrealized-casts", class = "ReconcileUnrealizedCastsPass", each_body, idempotent)]
pub struct ReconcileUnrealizedCasts;

impl BodyPass for ReconcileUnrealizedCasts {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        reconcile_casts(body);
        Ok(())
    }
}
