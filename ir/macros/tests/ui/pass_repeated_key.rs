//! An argument of `#[pass]` is given once.

/// Counts.
#[strata_pass::pass(name = "count", idempotent, idempotent)]
pub struct Count;

fn main() {}
