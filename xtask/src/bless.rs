//! `cargo xtask bless`: rewrites the expected output of the tests that ask for it, then shows what to review.

use crate::shell::{self, Outcome};

/// Runs the lit tests with `STRATA_BLESS=1` and prints which files changed.
pub fn run() -> Outcome {
    let mut tests = shell::cargo(&["test", "--quiet", "--package", "strata-test"]);
    let outcome = shell::run(tests.env("STRATA_BLESS", "1"));
    shell::run(&mut shell::command(
        "git",
        &["--no-pager", "diff", "--stat", "--", "test", "dialects", "passes"],
    ))?;
    println!("Read the diff before committing it: a blessed test asserts whatever was printed.");
    outcome
}
