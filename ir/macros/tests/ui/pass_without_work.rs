//! A pass does something.

/// Counts.
#[strata_pass::pass(name = "count")]
pub struct Count;

fn main() {}
