//! The words of the tree-sitter grammar, whose rules are written by hand (`grammar.js`).

use std::fmt::Write;

use super::words::Words;

/// A module of JavaScript with lists of words.
pub fn words(words: &Words) -> String {
    let mut out = "// Written by the test grammars of tools/lsp from the tables of ops; see tools/editors/README.md.\n\n".to_owned();
    let ops: Vec<String> = words
        .ops
        .iter()
        .flat_map(|(dialect, names)| names.iter().map(move |name| format!("{dialect}.{name}")))
        .collect();
    let full: Vec<&str> = ops.iter().map(String::as_str).collect();
    out.push_str("module.exports = {\n");
    list(&mut out, "ops", &full);
    list(&mut out, "shortOps", &words.short_ops);
    list(&mut out, "types", &words.types);
    list(&mut out, "attributes", &words.attrs);
    list(&mut out, "keywords", &words.keywords);
    out.push_str("};\n");
    out
}

fn list(out: &mut String, name: &str, words: &[&str]) {
    let _ = writeln!(out, "  {name}: [");
    for word in words {
        let _ = writeln!(out, "    \"{word}\",");
    }
    out.push_str("  ],\n");
}
