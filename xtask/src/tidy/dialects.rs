//! Every dialect has lit tests in the expected folder.

use crate::tree::{Problem, Tree};
use std::collections::BTreeSet;
use std::path::Path;

/// Checks that every `dialects/D` has `test/dialects/D/*.mlir`.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    let mut tested = BTreeSet::new();
    let mut manifests = Vec::new();
    for file in tree.files() {
        let parts: Vec<&str> = file.iter().filter_map(|part| part.to_str()).collect();
        match parts.as_slice() {
            ["test", "dialects", dialect, .., name] if name.ends_with(".mlir") => {
                _ = tested.insert((*dialect).to_owned())
            }
            ["dialects", dialect, "Cargo.toml"] => manifests.push(((*dialect).to_owned(), file)),
            _ => {}
        }
    }
    for (dialect, manifest) in manifests {
        if !tested.contains(&dialect) {
            let folder = Path::new("test/dialects").join(&dialect);
            problems.push(Problem::new(manifest, 1, format!("no lit test in {}", folder.display())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    #[test]
    fn a_dialect_without_tests_is_a_problem() {
        let fixture = Fixture::new(&[
            ("dialects/func/Cargo.toml", ""),
            ("test/dialects/func/ops.mlir", ""),
            ("dialects/arith/Cargo.toml", ""),
            ("test/dialects/arith/notes.txt", ""),
        ]);
        assert_eq!(
            fixture.problems(check),
            ["dialects/arith/Cargo.toml:1: no lit test in test/dialects/arith"]
        );
    }
}
