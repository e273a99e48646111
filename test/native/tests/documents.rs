//! The commands and outputs that the documents show are what happens (`strata_lit::document` says how they are written).
//!
//! Part of them: `cargo test -p strata-test-native --test documents architecture`.

use std::path::{Path, PathBuf};
use std::process::Command;

use strata_lit::{Suite, ToolOutput, document};

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("this crate lies in the repository")
}

/// The tools as libraries where they are that, and `strata-run` as it is built.
fn suite(folder: &Path) -> Suite {
    let mut suite = Suite::new(folder).tool_dir(built("strata-run"));
    suite = suite.tool("strata-opt", |args, stdin, cwd| {
        let (stdout, stderr, exit_code) = strata_opt::run(args, stdin, cwd);
        ToolOutput { stdout, stderr, exit_code }
    });
    suite.tool("strata-translate", |args, stdin, cwd| {
        let outcome = strata_translate::run(args, stdin, cwd);
        ToolOutput { stdout: outcome.stdout, stderr: outcome.stderr.into(), exit_code: outcome.code.into() }
    })
}

/// The folder of a program of this workspace, which is built where it is missing.
fn built(program: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test.ancestors().nth(2).expect("tests lie in deps").to_owned();
    if !folder.join(program).exists() {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status =
            Command::new(cargo).args(["build", "--quiet", "-p", program]).current_dir(root()).status();
        assert!(status.is_ok_and(|status| status.success()), "{program} could not be built");
    }
    folder
}

fn check(path: &str) {
    let text = std::fs::read_to_string(root().join(path)).expect("the document is there");
    let folder = tempfile::tempdir().expect("temp is writable");
    if let Err(why) = document::run(&suite(folder.path()), &text, &root(), folder.path()) {
        panic!("{path}, {why}");
    }
    assert!(document::n_checked(&text).is_ok_and(|n| n > 0), "{path}: nothing is checked");
}

#[test]
fn architecture() {
    check("ARCHITECTURE.md");
}
