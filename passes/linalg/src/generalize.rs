//! `linalg-generalize-named-ops`: named ops become `linalg.generic`.
//!
//! Before:
//! ```mlir
//! linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
//! ```
//! After:
//! ```mlir
//! linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) {
//! ^bb0(%in: f32, %out: f32):
//!   %0 = math.exp %in : f32
//!   linalg.yield %0 : f32
//! }
//! ```

use strata_ir::{prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::patterns::apply_rows;

/// Convert named ops into generic ops.
#[pass(name = "linalg-generalize-named-ops", class = "LinalgGeneralizeNamedOpsPass", each_body, idempotent)]
pub struct GeneralizeNamedOps;

impl BodyPass for GeneralizeNamedOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        apply_rows(body, GENERALIZE)
    }
}

/// An op with a payload becomes generic.
pub(crate) const GENERALIZE: &[PatternRow] =
    patterns! { any => "generalize": |op, rw| strata_linalg::generalize(op, rw).map(|_| ()) };
