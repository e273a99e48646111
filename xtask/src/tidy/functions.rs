//! Functions: none is too long, and none is called `of`, which does not tell a constructor from a question.

use crate::rust_text;
use crate::tree::{Problem, Tree};

/// A function with more lines than this has parts that deserve names.
const LIMIT: usize = 100;

/// Checks the name and the length of every function.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    for file in tree.rust() {
        for function in functions(&rust_text::code_only(&tree.read(file))) {
            let Function { line, name, lines } = function;
            if lines > LIMIT {
                let message = format!("`{name}` has {lines} lines; at most {LIMIT} are allowed");
                problems.push(Problem::new(file, line, message));
            }
            if name == "of" {
                let message = "`of` says nothing: name a constructor `create` or `from_…`, and a question by its answer";
                problems.push(Problem::new(file, line, message));
            }
        }
    }
}

/// A function in a text.
#[derive(Debug, PartialEq, Eq)]
struct Function {
    line: usize,
    name: String,
    /// From the signature to the closing brace; those of the signature for a declaration.
    lines: usize,
}

/// The functions in code without comments and strings.
fn functions(code: &str) -> Vec<Function> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let starts = code[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '_');
        let rest = &code[at + 3..];
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || "_$".contains(*c)).collect();
        if !starts || name.is_empty() {
            continue;
        }
        let lines = rest[..end(rest)].matches('\n').count() + 1;
        found.push(Function { line: code[..at].matches('\n').count() + 1, name, lines });
    }
    found
}

/// Where the text of a function ends: at its closing brace, or at the semicolon of a declaration.
fn end(rest: &str) -> usize {
    let (mut depth, mut in_body) = (0usize, false);
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b';' if depth == 0 => return at,
            b'(' | b'[' => depth += 1,
            b'{' => {
                in_body |= depth == 0;
                depth += 1;
            }
            b')' | b']' | b'}' => {
                // The bracket around a declaration in a macro.
                let Some(less) = depth.checked_sub(1) else { return at };
                depth = less;
                if depth == 0 && in_body && byte == b'}' {
                    return at;
                }
            }
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    #[test]
    fn the_limit_is_exact() {
        let text = |lines: usize| {
            format!("//! Long.\n\nfn f(a: [u8; 2]) -> u8 {{\n{}}}\n", "    a;\n".repeat(lines - 2))
        };
        let fixture = Fixture::new(&[("a.rs", &text(100)), ("b.rs", &text(101))]);
        assert_eq!(fixture.problems(check), ["b.rs:3: `f` has 101 lines; at most 100 are allowed"]);
    }

    #[test]
    fn declarations_and_inner_functions_are_apart() {
        let code = "trait T {\n    fn a(&self);\n    fn b(\n        &self,\n    ) {\n        fn c() {}\n        { }\n    }\n}\nlet my_fn = fnord;\n";
        let found: Vec<_> = functions(code).into_iter().map(|f| (f.line, f.name, f.lines)).collect();
        assert_eq!(found, [(2, "a".to_owned(), 1), (3, "b".to_owned(), 6), (6, "c".to_owned(), 1)]);
    }

    #[test]
    fn of_is_no_name() {
        let fixture = Fixture::new(&[("a.rs", "//! fn of()\nfn of_op() {}\nfn of<T>() {}\n")]);
        let found = fixture.problems(check);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("a.rs:3: `of` says nothing"), "{found:?}");
    }
}
