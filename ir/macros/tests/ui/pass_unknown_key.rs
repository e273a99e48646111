//! Misspelt arguments of `#[pass]` are rejected.

/// Counts.
#[strata_pass::pass(name = "count", produce = [arith])]
pub struct Count;

fn main() {}
