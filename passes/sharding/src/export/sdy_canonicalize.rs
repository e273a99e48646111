//! `sdy-canonicalize`: canonicalizes reshards or collectives, and nothing else.
//!
//! Between propagation and the program of one device, an op of another dialect must stay as it is: a fold may lose its sharding.
//!
//! Before:
//! ```mlir
//! %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}]> : tensor<8xf32>
//! %2 = sdy.all_slice [{"x"}] %1 out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
//! ```
//! After: `%1 = sdy.reduce_scatter [{"x"}] %0 out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>`

use strata_ir::{prelude::*, rewrite::RegionSimplification};
use strata_pass::{BodyPass, PassCx, PassResult, option_enum, pass};
use strata_sdy::canonicalize::{COLLECTIVE_PATTERNS, RESHARD_PATTERNS};

use crate::nested::for_each_nested;

option_enum! {
    /// The ops that are canonicalized.
    pub enum Kind {
        /// Reshards.
        Reshards = "reshards",
        /// Collectives.
        Collectives = "collectives",
    }
}

/// Canonicalize reshards or collectives only.
#[pass(name = "sdy-canonicalize", class = "SdyCanonicalizePass", on = "builtin.module", produces = [sdy], idempotent)]
pub struct SdyCanonicalize {
    /// Which ops
    #[option(default = Kind::Collectives)]
    pub kind: Kind,
}

impl BodyPass for SdyCanonicalize {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(match self.kind {
            Kind::Reshards => RESHARD_PATTERNS,
            Kind::Collectives => COLLECTIVE_PATTERNS,
        });
        let config = GreedyConfig {
            fold: false,
            canonicalize: false,
            regions: RegionSimplification::Disabled,
            ..GreedyConfig::default()
        };
        for_each_nested(module, &mut |body| Ok(rewrite_greedily(body, &patterns, &config).into_result()?))
    }
}
