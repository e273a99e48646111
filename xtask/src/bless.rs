//! `cargo xtask bless`: regenerates the expectations of tests, the tables that they write and the generated parts of documents, then
//! shows the changes for review.

use crate::coverage;
use crate::shell::{self, Outcome};
use crate::tidy;

/// The kinds of expectations to regenerate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Lit tests marked `// BLESS`, the tables that Rust tests write, the dependency picture, and the figures of README.
    All,
    /// The tables and the figures.
    Tables,
    /// All, and the numbers of JAX programs that pass, which needs JAX and much time.
    WithJax,
}

/// The tables that tests write: the environment variables for it, and the arguments of `cargo test`.
const TABLES: &[(&[&str], &[&str])] = &[
    (
        &["UPDATE_OPS_TABLE", "UPDATE_ARTIFACTS_TABLE"],
        &["--package", "strata-registry", "--test", "suite", "ops_table", "artifacts"],
    ),
    (&["UPDATE_BUILDS_TABLE"], &["--package", "strata-xla", "--test", "operations"]),
    (&["UPDATE_UNSUPPORTED"], &["--package", "strata-run", "--test", "suite", "vectors::"]),
    (&["UPDATE_READMES"], &["--package", "strata-registry", "--test", "suite", "readmes"]),
    (&["UPDATE_GRAMMARS"], &["--package", "strata-lsp", "--test", "suite", "grammars"]),
];

/// Regenerates the expectations and prints the changed files.
pub fn run(what: What) -> Outcome {
    let mut failed = Vec::new();
    let mut note = |outcome: Outcome| failed.extend(outcome.err());
    note(tidy::write_documents());
    if what != What::Tables {
        note(shell::run(
            shell::cargo(&["test", "--quiet", "--package", "strata-test"]).env("STRATA_BLESS", "1"),
        ));
    }
    for (variables, arguments) in TABLES {
        // Arguments after the name of the binary are filters; there may be several after two dashes.
        let (cargo, filters) = arguments.split_at(arguments.len().min(4));
        let words = [&["test", "--quiet"], cargo, &["--"], filters].concat();
        let mut command = shell::cargo(&words);
        for variable in *variables {
            command.env(variable, "1");
        }
        note(shell::run(&mut command));
    }
    if what == What::WithJax {
        note(shell::run(shell::cargo(&["xtask", "jax"]).env("UPDATE_EXPECTED", "1")));
    }
    note(coverage::write_totals());
    shell::run(&mut shell::command("git", &["--no-pager", "diff", "--stat"]))?;
    println!("Read the diff before committing it: a blessed test asserts whatever was printed.");
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}
