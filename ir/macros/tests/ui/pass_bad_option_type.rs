//! The type of an option can be read from text.

use strata_pass::{BodyPass, PassCx, PassResult, core::Body};

#[derive(Clone, Debug, Default)]
pub struct Limit;

/// Counts.
#[strata_pass::pass(name = "count")]
pub struct Count {
    /// How many
    pub limit: Limit,
}

impl BodyPass for Count {
    fn run(&self, _: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(())
    }
}

fn main() {}
