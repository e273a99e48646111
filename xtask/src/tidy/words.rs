//! Forbidden text in the sources: unfinished code, switched-off tests, `unsafe` outside its folders, machine-specific paths, merge
//! leftovers.

use crate::rust_text;
use crate::tree::{Problem, Tree};
use std::path::Path;

/// Unfinished code and tests that cannot fail.
const CODE: [(&str, &str); 5] = [
    ("todo!", "unfinished code"),
    ("unimplemented!", "unfinished code"),
    ("dbg!", "a debugging leftover"),
    ("#[ignore", "a test that does not run; assert the wrong behaviour and say FIXME"),
    ("#[should_panic", "it passes for any panic; check the error instead"),
];
/// The files that may contain `unsafe`, each use with a SAFETY comment (which clippy checks). The single file is a definition macro that
/// could not be a procedural one.
const UNSAFE: [&str; 7] = [
    "codegen/llvm/",
    "runtime/",
    "pjrt/",
    "python/native/",
    "ir/macros/",
    "ir/core/src/interfaces.rs",
    "tools/explorer-wasm/",
];
const TEXT: [(&str, &str); 4] = [
    ("<<<<<<< ", "a merge leftover"),
    (">>>>>>> ", "a merge leftover"),
    ("/home/", "a path of somebody's machine"),
    ("/root/", "a path of somebody's machine"),
];
/// The extensions of hand-written files.
const WRITTEN: [&str; 11] = ["rs", "md", "toml", "mlir", "py", "cmake", "in", "sh", "c", "h", "cpp"];

/// Checks the sources and documents.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    // The folder this checkout lies in is a machine path too, whatever it is called.
    let checkout = format!("{}/", tree.root().display());
    for file in tree.files().filter(|file| is_written(file)) {
        // This file contains the forbidden words.
        if file == Path::new("xtask/src/tidy/words.rs") {
            continue;
        }
        let text = tree.read(file);
        let own = (checkout.as_str(), "a path of somebody's machine");
        for (word, why) in TEXT.into_iter().chain([own]) {
            if let Some(line) = text.lines().position(|line| line.contains(word)) {
                problems.push(Problem::new(file, line + 1, format!("`{}`: {why}", word.trim())));
            }
        }
        if file.extension().is_some_and(|ending| ending == "rs") {
            check_code(file, &text, problems);
        }
    }
}

/// Whether a line is a comment that begins with "What": a riddle, where the subject should be named.
fn begins_with_what(line: &str) -> bool {
    let comment = line.trim_start().strip_prefix("//");
    comment.is_some_and(|text| text.trim_start_matches(['/', '!']).trim_start().starts_with("What "))
}

fn check_code(file: &Path, text: &str, problems: &mut Vec<Problem>) {
    if let Some(line) = text.lines().position(begins_with_what) {
        problems.push(Problem::new(
            file,
            line + 1,
            "a comment begins with \"What\": name its subject".to_owned(),
        ));
    }
    let code = rust_text::code_only(text);
    for (word, why) in CODE {
        let line = code.lines().position(|line| contains_macro(line, word));
        if let Some(line) = line {
            problems.push(Problem::new(file, line + 1, format!("`{word}`: {why}")));
        }
    }
    let name = file.to_string_lossy();
    if !UNSAFE.iter().any(|folder| name.starts_with(folder))
        && let Some(line) = rust_text::line_of_word(&code, "unsafe")
    {
        problems.push(Problem::new(
            file,
            line,
            "`unsafe` stands only in codegen/llvm, runtime, pjrt, python/native, tools/explorer-wasm and ir/macros",
        ));
    }
}

/// `dbg!` is a word of its own and not the end of another macro's name.
fn contains_macro(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_')
            || word.starts_with('#')
    })
}

fn is_written(file: &Path) -> bool {
    file.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| WRITTEN.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    #[test]
    fn unfinished_code_is_found_in_code_only() {
        let fixture = Fixture::new(&[
            ("ir/a.rs", "//! A todo!() in prose.\nfn f() { todo!() }\n"),
            ("ir/b.rs", "const S: &str = \"dbg!(unsafe)\"; // #[ignore]\nfn g() { my_dbg!(1) }\n"),
            ("ir/c.rs", "#[test]\n#[ignore = \"slow\"]\nfn t() {}\n"),
        ]);
        let found = fixture.problems(check);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[0], "ir/a.rs:2: `todo!`: unfinished code");
        assert!(found[1].starts_with("ir/c.rs:2: `#[ignore`"), "{found:?}");
    }

    #[test]
    fn unsafe_has_its_folders() {
        let text = "//! X.\nfn f() { unsafe { g() } }\n#![deny(unsafe_op_in_unsafe_fn)]\n";
        let fixture = Fixture::new(&[
            ("ir/core/a.rs", text),
            ("runtime/cpu/src/a.rs", text),
            ("codegen/llvm/src/a.rs", text),
        ]);
        let found = fixture.problems(check);
        assert_eq!(
            found,
            [
                "ir/core/a.rs:2: `unsafe` stands only in codegen/llvm, runtime, pjrt, python/native, tools/explorer-wasm and ir/macros"
            ]
        );
    }

    #[test]
    fn machine_paths_and_merge_leftovers() {
        let fixture = Fixture::new(&[("docs/a.md", "ok\n<<<<<<< HEAD\n"), ("docs/b.bin", "<<<<<<< HEAD\n")]);
        assert_eq!(fixture.problems(check), ["docs/a.md:2: `<<<<<<<`: a merge leftover"]);
        let own = format!("see {}/x\n", fixture.root().display());
        std::fs::write(fixture.root().join("docs/a.md"), own).expect("temp is writable");
        assert_eq!(fixture.problems(check).len(), 1);
    }
}
