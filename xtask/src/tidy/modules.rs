//! Every source file of a crate is one of its modules: cargo does not report a file that no `mod` names.

use crate::tree::{Problem, Tree};
use std::path::Path;

/// Files that are roots of a crate.
const ROOTS: [&str; 4] = ["lib.rs", "main.rs", "mod.rs", "build.rs"];
/// Folders whose files are roots of their own.
const OWN: [&str; 5] = ["tests", "benches", "examples", "bin", "fuzz_targets"];

/// Reports files below `src` that no module names, and tests that the `suite.rs` beside them does not name.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    let files: Vec<&Path> = tree.rust().collect();
    for &file in &files {
        let parts: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
        let Some((name, folders)) = parts.split_last() else { continue };
        let folder = file.parent().unwrap_or(Path::new(""));
        let module = if name == "mod.rs" { folder } else { file };
        let suite = module.with_file_name("suite.rs");
        if suite.parent().is_some_and(|tests| tests.ends_with("tests")) && files.contains(&suite.as_path()) {
            let stem = module.file_stem().unwrap_or_default().to_string_lossy();
            if module != suite && !declares(&tree.read(&suite), &stem, name) {
                problems.push(Problem::new(file, 1, "suite.rs does not name this file, so it is not run"));
            }
            continue;
        }
        let is_module = folders.iter().any(|part| part == "src")
            && !ROOTS.contains(&name.as_ref())
            && !folders.iter().any(|part| OWN.contains(&part.as_ref()));
        if !is_module {
            continue;
        }
        let parents = ["lib.rs", "main.rs", "mod.rs"].map(|root| folder.join(root));
        let parents = parents.into_iter().chain([folder.with_extension("rs")]);
        let stem = name.trim_end_matches(".rs");
        let mut parents = parents.filter(|parent| files.contains(&parent.as_path()));
        if !parents.any(|parent| declares(&tree.read(&parent), stem, name)) {
            problems.push(Problem::new(file, 1, "no module names this file, so it is not compiled"));
        }
    }
}

/// Whether a text has `mod stem;`, or names the file as the path of a module.
fn declares(text: &str, stem: &str, file: &str) -> bool {
    text.lines().map(str::trim).any(|line| {
        let module = line.split_once("mod ").map(|(_, rest)| rest.trim_start_matches("r#"));
        module.is_some_and(|rest| rest.trim_end_matches([';', ' ', '{']) == stem)
            || line.starts_with("#[path") && line.contains(&format!("{file}\""))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    #[test]
    fn files_without_a_module_are_told() {
        let fixture = Fixture::new(&[
            ("a/src/lib.rs", "mod one;\npub(crate) mod two;\n#[path = \"odd.rs\"]\nmod other;\n"),
            ("a/src/one.rs", "mod inner;\n"),
            ("a/src/one/inner.rs", ""),
            ("a/src/two/mod.rs", "// lost is no mod\n"),
            ("a/src/two/lost.rs", ""),
            ("a/src/odd.rs", ""),
            ("a/src/on.rs", ""),
            ("a/tests/all.rs", ""),
            ("a/src/bin/tool.rs", ""),
        ]);
        let words = "no module names this file, so it is not compiled";
        assert_eq!(
            fixture.problems(check),
            [format!("a/src/on.rs:1: {words}"), format!("a/src/two/lost.rs:1: {words}")]
        );
    }

    #[test]
    fn tests_that_a_suite_does_not_name_are_told() {
        let fixture = Fixture::new(&[
            ("a/tests/suite.rs", "mod one;\nmod two;\n"),
            ("a/tests/one.rs", ""),
            ("a/tests/two/mod.rs", "mod part;\n"),
            ("a/tests/two/part.rs", ""),
            ("a/tests/three/mod.rs", ""),
            ("a/tests/four.rs", ""),
            ("b/tests/alone.rs", ""),
        ]);
        let words = "suite.rs does not name this file, so it is not run";
        assert_eq!(
            fixture.problems(check),
            [format!("a/tests/four.rs:1: {words}"), format!("a/tests/three/mod.rs:1: {words}")]
        );
    }
}
