//! Finds the op definitions of the dialects in the sources: `#[op(…)]` structs, and rows of family macros.
//!
//! A family macro contains `#[op(name = $name, …)]` once, and each row `AddOp = "stablehlo.add", …` is an op.

use crate::rust_text;
use crate::tree::Tree;
use std::path::PathBuf;

/// An op definition.
#[derive(Debug, PartialEq, Eq)]
pub struct OpDef {
    /// `dialect.mnemonic`.
    pub name: String,
    /// The struct, which lowerings name.
    pub rust: String,
    /// The file that defines it.
    pub file: PathBuf,
}

/// The definitions in `dialects/*/src`, sorted by name.
pub fn find(tree: &Tree) -> Vec<OpDef> {
    let mut found = Vec::new();
    for file in tree.rust() {
        let mut parts = file.iter().filter_map(|part| part.to_str());
        let (Some("dialects"), Some(dialect), Some("src")) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        let text = rust_text::without_comments(&tree.read(file));
        for (at, _) in text.match_indices("#[op(") {
            let Some(arguments) = balanced(&text[at + 4..]) else { continue };
            if let Some(name) = string(arguments, "name") {
                let rust = struct_name(&text[at..]).unwrap_or_default();
                found.push(OpDef { name, rust, file: file.to_path_buf() });
            }
        }
        for (rust, name) in rows(&text, dialect) {
            found.push(OpDef { name, rust, file: file.to_path_buf() });
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found.dedup_by(|a, b| a.name == b.name);
    found
}

/// The text between the parentheses at the start of `text`.
fn balanced(text: &str) -> Option<&str> {
    let code = rust_text::code_only(text);
    let mut depth = 0usize;
    for (at, byte) in code.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return text.get(1..at),
            b')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

fn string(arguments: &str, key: &str) -> Option<String> {
    let at = rust_text::code_only(arguments).find(key)?;
    let value = arguments[at + key.len()..].trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')?;
    Some(value.split('"').next()?.to_owned())
}

fn struct_name(definition: &str) -> Option<String> {
    let after = definition.split_once("pub struct ")?.1;
    Some(after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

/// `AddOp = "stablehlo.add"` and `AddOp, "stablehlo.add"`: rows of family macros of the dialect.
fn rows(text: &str, dialect: &str) -> Vec<(String, String)> {
    let start = format!("\"{dialect}.");
    let mut found = Vec::new();
    for (at, _) in text.match_indices(&start) {
        let before = text[..at].trim_end();
        let Some(before) = before.strip_suffix(['=', ',']).map(str::trim_end) else { continue };
        let rust: String = before.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let rust: String = rust.chars().rev().collect();
        let name = text[at + 1..].split('"').next().unwrap_or("");
        if rust.ends_with("Op") && rust.starts_with(|c: char| c.is_uppercase()) {
            found.push((rust, name.to_owned()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    #[test]
    fn finds_definitions_and_families() {
        let single = "//! X.\n/// Doc (with a paren.\n#[op(\n    name = \"foo.bar\", // a ) here\n    \
                      interfaces = [Verify, core::Interpret],\n    asm = \"$x `(` attr-dict\",\n)]\npub struct BarOp {}\n";
        let family = "//! Y.\nmacro_rules! unary {\n    ($($t:ident = $name:literal)*) => { $( #[op(name = $name, \
                      interfaces = [Interpret, Generate])] pub struct $t {} )* };\n}\nunary! { AbsOp = \"foo.abs\" }\n";
        let elsewhere = "//! Z.\n#[op(name = \"baz.qux\")] pub struct QuxOp {}\n";
        let fixture = Fixture::new(&[
            ("dialects/foo/src/bar.rs", single),
            ("dialects/foo/src/unary.rs", family),
            ("passes/baz/src/lib.rs", elsewhere),
        ]);
        let found = find(&fixture.tree());
        let seen: Vec<_> = found.iter().map(|op| (op.name.as_str(), op.rust.as_str())).collect();
        assert_eq!(seen, [("foo.abs", "AbsOp"), ("foo.bar", "BarOp")]);
    }

    #[test]
    fn an_unfinished_definition_is_no_op() {
        let fixture = Fixture::new(&[("dialects/foo/src/a.rs", "//! X.\n#[op(name = \"foo.a\"")]);
        assert_eq!(find(&fixture.tree()), []);
    }
}
