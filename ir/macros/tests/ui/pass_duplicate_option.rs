//! Two options with one key are rejected.

/// Counts.
#[strata_pass::pass(name = "count")]
pub struct Count {
    /// How many
    pub max_count: i64,
    /// How many again
    #[option(name = "max-count")]
    pub limit: i64,
}

fn main() {}
