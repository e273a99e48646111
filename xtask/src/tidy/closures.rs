//! Closures in the runtime's kernels call no function of a register type (`V::load`, `L::splat`): a closure is not compiled for the instructions of the
//! function that it stands in, so that each of its instructions is a call where it is not inlined.

use std::path::Path;

use crate::rust_text;
use crate::tree::{Problem, Tree};

/// The folder whose generic functions have register types as parameters, and the names of these.
const FOLDER: &str = "runtime/kernels/src";
const REGISTERS: [&str; 2] = ["V::", "L::"];

/// Checks the closures of all kernels.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    let is_kernel = |file: &Path| file.starts_with(FOLDER) && !file.to_string_lossy().contains("tests");
    for file in tree.rust().filter(|file| is_kernel(file)) {
        for line in closures_on_registers(&rust_text::code_only(&tree.read(file))) {
            let message = "a closure calls a function of a register type: make it a function or a loop";
            problems.push(Problem::new(file, line, message));
        }
    }
}

/// The lines of closures that call a function of a register type.
fn closures_on_registers(code: &str) -> Vec<usize> {
    let bars: Vec<usize> = code.match_indices('|').map(|(at, _)| at).collect();
    let opens = |&&[at, _]: &&[usize; 2]| {
        let before = code[..at].trim_end();
        ["(", ",", "=", "move"].iter().any(|end| before.ends_with(end)) && !before.ends_with("|=")
    };
    let pairs = bars.array_windows::<2>().filter(opens);
    let calls = pairs.filter(|[_, close]| {
        let body = body(&code[close + 1..]);
        REGISTERS.iter().any(|name| {
            body.match_indices(name)
                .any(|(at, _)| body[at + 3..].starts_with(|c: char| c.is_ascii_lowercase()))
        })
    });
    calls.map(|[open, _]| code[..*open].matches('\n').count() + 1).collect()
}

/// The body of a closure: a block, or an expression up to the bracket, comma or semicolon after it.
fn body(rest: &str) -> &str {
    let is_block = rest.trim_start().starts_with('{');
    let mut depth = 0usize;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return &rest[..at],
            b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 && is_block {
                    return &rest[..at];
                }
            }
            b',' | b';' if depth == 0 => return &rest[..at],
            _ => {}
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::closures_on_registers;

    #[test]
    fn closures_on_registers_are_found() {
        let code =
            "fn f() {\n let a = b.map(|b| V::load(&b[at..]));\n let one = |x: T| {\n  L::splat(x)\n };\n}";
        assert_eq!(closures_on_registers(code), [2, 3]);
        let code = "fn f() {\n let n = a.map(|a| a[0]) + V::LANES;\n let c = |x| x.minus(V::FUSED);\n let d = V::load(a | b);\n}";
        assert_eq!(closures_on_registers(code), [0; 0]);
    }
}
