//! `print-ir` and `print-op-stats`: look at the IR in the middle of a pipeline.

use std::{collections::BTreeMap, fmt::Write};

use strata_ir::{core::writer::deep, prelude::*, text::print_body};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Print IR on the debug stream.
#[pass(name = "print-ir", class = "PrintIRPass", observes)]
pub struct PrintIr {
    /// Label
    pub label: String,
}

impl BodyPass for PrintIr {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let label = if self.label.is_empty() { String::new() } else { format!(" {}", self.label) };
        let text = print_body(body, cx.print_options());
        cx.print_stderr(format!("// -----// IR Dump{label} //----- //\n{}\n", text.trim_end()));
        Ok(())
    }
}

/// Print statistics of operations.
#[pass(name = "print-op-stats", observes)]
pub struct PrintOpStats {
    /// print the stats as JSON
    pub json: bool,
}

impl BodyPass for PrintOpStats {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let mut counts = BTreeMap::new();
        counts.insert(body.op_name(Op::SELF).to_owned(), 1);
        count(body, &mut counts);
        cx.print_stderr(if self.json { json(&counts) } else { table(&counts) });
        Ok(())
    }
}

fn count(body: &Body, counts: &mut BTreeMap<String, u64>) {
    body.walk(|op| match counts.get_mut(body.op_name(op)) {
        Some(n) => *n += 1,
        None => {
            counts.insert(body.op_name(op).to_owned(), 1);
        }
    });
    for (_, child) in body.children() {
        deep(|| count(child, counts));
    }
}

fn split(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or(("", name))
}

fn table(counts: &BTreeMap<String, u64>) -> String {
    let mut out = "Operations encountered:\n-----------------------\n".to_owned();
    let dialects = counts.keys().map(|n| split(n).0.len()).max().unwrap_or(0);
    let names = counts.keys().map(|n| split(n).1.len()).max().unwrap_or(0);
    for (name, n) in counts {
        let (dialect, op) = split(name);
        let dot = if dialect.is_empty() { ' ' } else { '.' };
        let _ = writeln!(out, "  {dialect:>dialects$}{dot}{op:<names$} , {n}");
    }
    out
}

fn json(counts: &BTreeMap<String, u64>) -> String {
    let lines: Vec<String> = counts.iter().map(|(name, n)| format!("  \"{name}\" : {n}")).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}
