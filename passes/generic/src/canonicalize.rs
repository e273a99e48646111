//! `canonicalize`: folds and canonicalises until nothing changes.
//!
//! Before:
//! ```mlir
//! %c0 = arith.constant 0 : i32
//! %0 = arith.addi %c0, %x : i32
//! ```
//! After: `%0` is replaced by `%x` and both ops are gone.

use strata_ir::{
    core::{Diagnostic, Severity},
    prelude::*,
    rewrite::RegionSimplification,
};
use strata_pass::{BodyPass, PassCx, PassResult, option_enum, pass};

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
        let config = GreedyConfig {
            top_down: self.top_down,
            regions: match self.region_simplify {
                RegionSimplify::Disabled => RegionSimplification::Disabled,
                RegionSimplify::Normal => RegionSimplification::Normal,
                RegionSimplify::Aggressive => RegionSimplification::Aggressive,
            },
            max_iterations: u32::try_from(self.max_iterations).ok(),
            max_rewrites: u64::try_from(self.max_num_rewrites).ok(),
            ..Default::default()
        };
        let result = rewrite_greedily(body, &PatternSet::new(), &config);
        match result.not_converged {
            Some(d) if self.test_convergence => Err(d.into()),
            // Reaching a limit that the user set is not the fault of a pattern.
            Some(d) if self.max_num_rewrites < 0 => {
                cx.emit(Diagnostic { severity: Severity::Warning, ..d });
                Ok(())
            }
            None if self.test_convergence && !result.converged => {
                let limit = self.max_iterations;
                let message = format!("canonicalization did not converge within {limit} iterations");
                Err(Diagnostic::error(body.loc(Op::SELF), message).into())
            }
            _ => Ok(()),
        }
    }
}
