//! The commands in the documents work, and their outputs are as shown (`strata_lit::document` describes the syntax).
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

/// The tools as libraries where possible, and the built `strata-run`.
fn suite(folder: &Path) -> Suite {
    let mut suite = Suite::new(folder).tool_dir(built("strata-run"));
    suite = suite.tool("strata-opt", |args, stdin, cwd| {
        let (stdout, stderr, exit_code) = strata_opt::run(args, stdin, cwd);
        ToolOutput { stdout, stderr, exit_code }
    });
    suite = suite.tool("rillc", |args, _, cwd| {
        let (stdout, stderr, exit_code) = strata_tutorial::run(args, cwd);
        ToolOutput { stdout, stderr, exit_code }
    });
    suite.tool("strata-translate", |args, stdin, cwd| {
        let outcome = strata_translate::run(args, stdin, cwd);
        ToolOutput { stdout: outcome.stdout, stderr: outcome.stderr.into(), exit_code: outcome.code.into() }
    })
}

/// The folder of a program of this workspace, which is built if it is missing.
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

/// Runs a document in a folder of its own.
fn check(path: &str) -> Result<(), String> {
    let text = std::fs::read_to_string(root().join(path)).expect("the document is there");
    let folder = tempfile::tempdir().expect("temp is writable");
    document::run(&suite(folder.path()), &text, &root(), folder.path())
        .map_err(|why| format!("{path}, {why}"))
}

/// Every document of a folder of `docs`; all of them run before the first failure is reported.
fn check_all(folder: &str) {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is there");
    let mut names: Vec<_> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".md"));
    names.sort();
    assert!(names.len() > 1, "{folder} has no documents");
    let failed: Vec<String> =
        names.iter().filter_map(|name| check(&format!("{folder}/{name}")).err()).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn architecture() {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the document is there");
    assert!(document::n_checked(&text).is_ok_and(|n| n >= 13), "a program at every level is shown");
    check("ARCHITECTURE.md").unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn guides() {
    check_all("docs/guides");
}

#[test]
fn tutorial() {
    check_all("docs/tutorial");
}
