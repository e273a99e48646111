//! `cargo xtask bless`: rewrites the expected output of the tests that ask for it, and the parts of documents that follow
//! from the sources, then shows what to review.

use crate::shell::{self, Outcome};
use crate::tidy;

/// Writes the parts of documents, runs the lit tests with `STRATA_BLESS=1`, and prints which files changed.
pub fn run() -> Outcome {
    tidy::write_documents()?;
    let readmes = ["test", "--quiet", "--package", "strata-registry", "--test", "suite", "readmes"];
    shell::run(shell::cargo(&readmes).env("UPDATE_READMES", "1"))?;
    let mut tests = shell::cargo(&["test", "--quiet", "--package", "strata-test"]);
    let outcome = shell::run(tests.env("STRATA_BLESS", "1"));
    shell::run(&mut shell::command(
        "git",
        &["--no-pager", "diff", "--stat", "--", "test", "dialects", "passes", "ARCHITECTURE.md"],
    ))?;
    println!("Read the diff before committing it: a blessed test asserts whatever was printed.");
    outcome
}
