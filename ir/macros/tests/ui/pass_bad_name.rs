//! The name of a pass can be written in a pipeline and as a flag.

/// Counts.
#[strata_pass::pass(name = "Count ops")]
pub struct Count;

fn main() {}
