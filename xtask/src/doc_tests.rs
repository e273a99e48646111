//! The crates whose documentation has tests. rustdoc reads a whole crate to find that it has none, one crate after the other.

use crate::tidy::manifest;
use crate::tree::Tree;
use crate::{lint, shell};
use std::process::Command;

/// Crates that are named besides: the features that they ask of proc macros are then those of the whole workspace, and what is built is
/// used as it is.
const FEATURES: [&str; 2] = ["strata-codegen-upstream", "strata-python"];

/// Runs them.
pub fn command() -> Result<Command, String> {
    let packages = packages(&Tree::open(&shell::root()));
    if packages.is_empty() {
        return Err("no crate has tests in its documentation".into());
    }
    let mut command = lint::cargo(&["test", "--quiet", "--doc", "--no-fail-fast"]);
    let others = packages.iter().map(String::as_str).filter(|name| !FEATURES.contains(name));
    for package in FEATURES.into_iter().chain(others) {
        command.args(["--package", package]);
    }
    Ok(command)
}

/// The packages with a library whose documentation may have a test.
fn packages(tree: &Tree) -> Vec<String> {
    let manifests = tree.files().filter(|file| file.ends_with("Cargo.toml") && !file.starts_with("fuzz"));
    let with_tests = manifests.filter(|manifest| {
        let sources = manifest.with_file_name("src");
        let is_library = tree.files().any(|file| file == sources.join("lib.rs"));
        is_library
            && tree.rust().filter(|file| file.starts_with(&sources)).any(|file| has_code(&tree.read(file)))
    });
    with_tests.filter_map(|manifest| manifest::package_name(&tree.read(manifest))).collect()
}

/// Whether a comment of documentation has a block of code that rustdoc may take for Rust.
fn has_code(text: &str) -> bool {
    let mut fence: Option<bool> = None;
    // Whether the line before ends a paragraph, so that an indented one is code.
    let mut is_apart = true;
    for line in text.lines().map(str::trim_start) {
        let Some(doc) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
            (fence, is_apart) = (None, true);
            continue;
        };
        let words = doc.trim();
        if let Some(language) = words.strip_prefix("```").or_else(|| words.strip_prefix("~~~")) {
            fence = if fence.is_some() { None } else { Some(is_rust(language)) };
            if fence == Some(true) {
                return true;
            }
        } else if fence.is_none() && is_apart && !words.is_empty() && doc.starts_with("     ") {
            return true;
        }
        is_apart = words.is_empty();
    }
    false
}

/// Whether what stands behind the fence names no other language.
fn is_rust(language: &str) -> bool {
    const WORDS: [&str; 6] = ["rust", "ignore", "should_panic", "no_run", "compile_fail", "test_harness"];
    let mut words = language.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    words.all(|word| WORDS.contains(&word) || word.starts_with("edition") || word.starts_with("ignore-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    #[test]
    fn code_in_documentation() {
        assert!(has_code("//! Text.\n//! ```\n//! f();\n//! ```\n"));
        assert!(has_code("    /// ```no_run,edition2024\n    /// f();\n    /// ```\n"));
        assert!(has_code("/// Text.\n///\n///     f();\n"));
        assert!(!has_code("//! ```mlir\n//! %0 = a.b\n//! ```\n//!\n//! After.\n"));
        assert!(!has_code("/// - a list\n///     goes on\n// ```\n"));
        assert!(!has_code("//! ```text\n//!\n//!     indented\n//! ```\n"));
    }

    #[test]
    fn packages_with_code() {
        let fixture = Fixture::new(&[
            ("a/Cargo.toml", "[package]\nname = \"a-crate\"\n"),
            ("a/src/lib.rs", "//! A.\n"),
            ("a/src/deep/b.rs", "//! B.\n//! ```\n//! f();\n//! ```\n"),
            ("c/Cargo.toml", "[package]\nname = \"c-crate\"\n"),
            ("c/src/lib.rs", "//! C.\n"),
        ]);
        assert_eq!(packages(&fixture.tree()), ["a-crate"]);
    }

    #[test]
    fn this_checkout_has_some() -> Result<(), String> {
        let found = packages(&Tree::open(&shell::root()));
        if found.iter().any(|name| name == "strata-xla") { Ok(()) } else { Err(format!("{found:?}")) }
    }
}
