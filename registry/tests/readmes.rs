//! The README of each dialect lists its ops, with the first sentence of their documentation.
//!
//! `UPDATE_READMES=1 cargo test -p strata-registry --test suite readmes` regenerates the lists, as does `cargo xtask bless`. The text
//! before the table is hand-written and kept.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use strata_ir::core::Dialect;

const HEADER: &str = "| op | what it does |\n|---|---|\n";

#[test]
fn readmes_list_every_op() {
    let update = std::env::var_os("UPDATE_READMES").is_some();
    let mut stale = Vec::new();
    for dialect in strata_registry::DIALECTS {
        let path = readme(dialect.name);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let wanted = with_table(dialect, &text);
        if text == wanted {
            continue;
        }
        if update {
            std::fs::write(&path, wanted).expect("the document can be written");
        } else {
            stale.push(format!("dialects/{}/README.md", dialect.name));
        }
    }
    assert!(
        stale.is_empty(),
        "not current: {}; write them with UPDATE_READMES=1 cargo test -p strata-registry --test suite readmes",
        stale.join(", ")
    );
}

fn readme(dialect: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../dialects").join(dialect).join("README.md")
}

/// `text` with the table of the dialect's ops at its end; a new README begins with the documentation of the dialect.
fn with_table(dialect: &Dialect, text: &str) -> String {
    let mut out = match text.split_once(HEADER) {
        Some((before, _)) => before.to_owned(),
        None if !text.is_empty() => format!("{}\n\n", text.trim_end()),
        None => format!("# {}\n\n{}\n\n", dialect.name, one_line(dialect.doc)),
    };
    let mut ops: Vec<_> = dialect.ops.iter().map(|info| info()).collect();
    if ops.is_empty() {
        return format!("{}\n", out.trim_end());
    }
    ops.sort_by_key(|op| op.name);
    out.push_str(HEADER);
    for op in ops {
        let doc = first_sentence(op.doc).replace('|', "\\|");
        writeln!(out, "| `{}` | {doc} |", op.name).expect("a string takes all text");
    }
    out
}

fn one_line(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text up to the first full stop that is followed by a space or the end of the paragraph.
fn first_sentence(doc: &str) -> String {
    let paragraph = one_line(doc.trim_start().split("\n\n").next().unwrap_or(""));
    match paragraph.find(". ") {
        Some(at) => paragraph[..=at].to_owned(),
        None => paragraph,
    }
}

#[test]
fn sentences() {
    assert_eq!(first_sentence(" Adds.\n More."), "Adds.");
    assert_eq!(
        first_sentence("A sum of\n  `0.5` and more: yes.\n\n```mlir"),
        "A sum of `0.5` and more: yes."
    );
    assert_eq!(first_sentence(""), "");
}
