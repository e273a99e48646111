//! Misspelt arguments of `#[option]` are rejected.

/// Counts.
#[strata_pass::pass(name = "count")]
pub struct Count {
    /// How many
    #[option(defualt = 3)]
    pub limit: i64,
}

fn main() {}
