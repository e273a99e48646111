//! `stablehlo-canonicalize-dynamism`: replaces dynamic ops with constant size operands by static ops.
//!
//! Before:
//! ```mlir
//! %c = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
//! %0 = stablehlo.dynamic_reshape %x, %c : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x3xf32>
//! ```
//! After:
//! ```mlir
//! %0 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
//! ```

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::simplify;

/// Canonicalizes dynamic StableHLO ops into static ops.
#[pass(
    name = "stablehlo-canonicalize-dynamism",
    class = "StablehloCanonicalizeDynamismPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct CanonicalizeDynamism;

impl BodyPass for CanonicalizeDynamism {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(simplify::DYNAMIC_PATTERNS);
        let config =
            GreedyConfig { fold: false, canonicalize: false, max_iterations: None, ..Default::default() };
        Ok(rewrite_greedily(body, &patterns, &config).into_result()?)
    }
}
