//! Every Rust file begins with a description, and none is too long.

use crate::tree::{Problem, Tree};
use std::fmt;
use std::path::Path;

/// A file with more lines than this contains more than one concept.
const LIMIT: usize = 800;

/// Lengths of the Rust files.
pub struct Lengths {
    median: usize,
    p90: usize,
    longest: usize,
}

impl fmt::Display for Lengths {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "median {}, 90 % up to {}, longest {}", self.median, self.p90, self.longest)
    }
}

/// Checks the first line and the length of every Rust file.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) -> Lengths {
    let mut lengths = Vec::new();
    for file in tree.rust() {
        let text = tree.read(file);
        let lines = text.lines().count();
        lengths.push(lines);
        // Compile-fail tests show the whole file in their output.
        if !text.starts_with("//!") && !is_compile_fail(file) {
            problems.push(Problem::new(file, 1, "the file does not start with `//!` and what it is"));
        }
        if lines > LIMIT {
            problems.push(Problem::new(file, LIMIT, format!("{lines} lines; at most {LIMIT} are allowed")));
        }
    }
    lengths.sort_unstable();
    let at =
        |percent: usize| lengths.get((lengths.len() * percent / 100).min(lengths.len().saturating_sub(1)));
    let at = |percent| at(percent).copied().unwrap_or(0);
    Lengths { median: at(50), p90: at(90), longest: at(100) }
}

fn is_compile_fail(file: &Path) -> bool {
    file.parent().is_some_and(|folder| folder.ends_with("tests/ui") || folder.ends_with("tests/compile-fail"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    #[test]
    fn files_say_what_they_are() {
        let fixture = Fixture::new(&[
            ("ir/a.rs", "//! Good.\n"),
            ("ir/b.rs", "fn main() {}\n"),
            ("ir/macros/tests/ui/c.rs", "fn main() {}\n"),
            ("target/d.rs", "fn main() {}\n"),
        ]);
        assert_eq!(fixture.problems(check), ["ir/b.rs:1: the file does not start with `//!` and what it is"]);
    }

    #[test]
    fn the_limit_is_exact() {
        let text = |lines: usize| format!("//! Long.\n{}", "\n".repeat(lines - 1));
        let fixture = Fixture::new(&[("a.rs", &text(800)), ("b.rs", &text(801))]);
        assert_eq!(fixture.problems(check), ["b.rs:800: 801 lines; at most 800 are allowed"]);
        let lengths = check(&fixture.tree(), &mut Vec::new());
        assert_eq!(lengths.to_string(), "median 801, 90 % up to 801, longest 801");
    }
}
