//! An option without a doc comment is rejected.

/// Counts.
#[strata_pass::pass(name = "count")]
pub struct Count {
    pub limit: i64,
}

fn main() {}
