//! A pass without a doc comment is rejected: it is the help text.

#[strata_pass::pass(name = "silent")]
pub struct Silent;

fn main() {}
