//! `canonicalize`: folds and canonicalises until nothing changes.
//!
//! Before:
//! ```mlir
//! %c0 = arith.constant 0 : i32
//! %0 = arith.addi %c0, %x : i32
//! ```
//! After: `%0` is replaced by `%x` and both ops are gone.

use strata_ir::{core::Diagnostic, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, option_enum, pass};

use crate::regions::{erase_unreachable, multi_block_regions, simplify_regions};

option_enum! {
    /// How much control flow is simplified.
    pub enum RegionSimplify {
        /// Not at all.
        Disabled = "disabled",
        /// Unreachable blocks, dead ops and dead block arguments are removed.
        Normal = "normal",
        /// Identical blocks are merged and redundant block arguments dropped too.
        Aggressive = "aggressive",
    }
}

/// Canonicalize operations.
#[pass(name = "canonicalize", class = "Canonicalizer", each_body, idempotent)]
pub struct Canonicalize {
    /// Seed the worklist in general top-down order
    #[option(default = true)]
    pub top_down: bool,
    /// Perform control flow optimizations to the region tree
    #[option(default = RegionSimplify::Normal)]
    pub region_simplify: RegionSimplify,
    /// Max. iterations between applying patterns / simplifying regions
    #[option(default = 10)]
    pub max_iterations: i64,
    /// Max. number of pattern rewrites within an iteration
    #[option(default = -1)]
    pub max_num_rewrites: i64,
    /// Test only: Fail pass on non-convergence to detect cyclic pattern
    pub test_convergence: bool,
}

impl BodyPass for Canonicalize {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        match self.one(body, &PatternSet::new()) {
            Some(d) if self.test_convergence => Err(d.into()),
            Some(d) if !d.message.is_empty() => {
                cx.emit(Diagnostic { severity: strata_ir::core::Severity::Warning, ..d });
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

impl Canonicalize {
    /// Canonicalises one body. A diagnostic says that the end was not reached.
    fn one(&self, body: &mut Body, patterns: &PatternSet) -> Option<Diagnostic> {
        let config = GreedyConfig {
            top_down: self.top_down,
            max_iterations: Some(1),
            max_rewrites: u64::try_from(self.max_num_rewrites).ok(),
            ..Default::default()
        };
        let limit = u64::try_from(self.max_iterations).unwrap_or(u64::MAX);
        for _ in 0..limit {
            // Patterns see no code that cannot be reached.
            for region in multi_block_regions(body) {
                erase_unreachable(body, region);
            }
            let result = rewrite_greedily(body, patterns, &config);
            if result.not_converged.is_some() {
                // The user's own limit is no fault of a pattern.
                let own = self.max_num_rewrites >= 0;
                return if own && !self.test_convergence { None } else { result.not_converged };
            }
            let simplified = match self.region_simplify {
                RegionSimplify::Disabled => false,
                RegionSimplify::Normal => simplify_regions(body, false),
                RegionSimplify::Aggressive => simplify_regions(body, true),
            };
            if !result.changed && !simplified {
                return None;
            }
        }
        let message = format!("canonicalization did not converge within {limit} iterations");
        self.test_convergence.then(|| Diagnostic::error(body.loc(Op::SELF), message))
    }
}
