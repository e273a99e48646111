//! The grammars of `tools/editors` are written from the tables of ops, types and attributes.
//!
//! `UPDATE_GRAMMARS=1 cargo test -p strata-lsp --test suite grammars` writes them, as does `cargo xtask bless`.

use std::path::{Path, PathBuf};

mod textmate;
mod tree_sitter;
mod words;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../editors")
}

#[test]
fn grammars_are_current() {
    let words = words::Words::new(strata_registry::DIALECTS);
    let wanted = [
        ("vscode/syntaxes/mlir.tmLanguage.json", textmate::grammar(&words)),
        ("tree-sitter-mlir/words.js", tree_sitter::words(&words)),
    ];
    let update = std::env::var_os("UPDATE_GRAMMARS").is_some();
    let mut stale = Vec::new();
    for (file, text) in wanted {
        let path = folder().join(file);
        if std::fs::read_to_string(&path).unwrap_or_default() == text {
            continue;
        }
        if update {
            std::fs::write(&path, text).expect("the grammar can be written");
        } else {
            stale.push(file);
        }
    }
    assert!(
        stale.is_empty(),
        "not current: {}; write them with UPDATE_GRAMMARS=1 cargo test -p strata-lsp --test suite grammars",
        stale.join(", ")
    );
}

#[test]
fn the_regular_expressions_match_whole_names() {
    let words = words::Words::new(strata_registry::DIALECTS);
    let grammar: serde_json::Value = serde_json::from_str(&textmate::grammar(&words)).expect("JSON");
    let rule = |name: &str| {
        let text = grammar["repository"][name]["match"].as_str().expect("an expression");
        // Look-around is of Oniguruma only; a word is what it stands for.
        let text =
            text.replace("(?<![\\w$.%@#!^-])", "").replace("(?![\\w$.-])", "").replace("(?![\\w$-])", "");
        regex::Regex::new(&format!("^(?:{text})$")).expect("an expression")
    };
    let (ops, types, attrs) = (rule("ops"), rule("dialect-types"), rule("dialect-attributes"));
    for dialect in strata_registry::DIALECTS {
        for info in dialect.ops.iter().map(|info| info()) {
            assert!(ops.is_match(info.name), "{}", info.name);
        }
        dialect.types.iter().for_each(|t| assert!(types.is_match(&format!("!{}", t.name)), "{}", t.name));
        dialect.attrs.iter().for_each(|a| assert!(attrs.is_match(&format!("#{}", a.name)), "{}", a.name));
    }
    assert!(!ops.is_match("arith.add") && !ops.is_match("arith.addi.x") && !ops.is_match("arithxaddi"));
}
