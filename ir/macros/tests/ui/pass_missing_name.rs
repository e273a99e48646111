//! A pass has a name.

/// Counts.
#[strata_pass::pass(idempotent)]
pub struct Count;

fn main() {}
