//! `print-ir` and `print-op-stats`: look at the IR in the middle of a pipeline.

use std::{collections::BTreeMap, fmt::Write};

use strata_ir::{core::writer::deep, prelude::*, text::print_body};
use strata_pass::{Pass, PassCx, PassInfo, PassOptions, PassResult, pass_options};

/// The description of `print-ir`.
pub static PRINT_IR: PassInfo =
    PassInfo::new("print-ir", "Print IR on the debug stream").class("PrintIRPass").observes();

pass_options! {
    /// Prints the IR.
    pub struct PrintIr {
        /// Label
        pub label: String = String::new(),
    }
}

impl Pass for PrintIr {
    fn info(&self) -> &'static PassInfo {
        &PRINT_IR
    }
    fn options(&self) -> Vec<(&'static str, String)> {
        self.print()
    }
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let label = if self.label.is_empty() { String::new() } else { format!(" {}", self.label) };
        let text = print_body(body, cx.print_options());
        cx.print_stderr(format!("// -----// IR Dump{label} //----- //\n{}\n", text.trim_end()));
        Ok(())
    }
}

/// The description of `print-op-stats`.
pub static PRINT_OP_STATS: PassInfo =
    PassInfo::new("print-op-stats", "Print statistics of operations").class("PrintOpStats").observes();

pass_options! {
    /// Counts ops by name.
    pub struct PrintOpStats {
        /// print the stats as JSON
        pub json: bool = false,
    }
}

impl Pass for PrintOpStats {
    fn info(&self) -> &'static PassInfo {
        &PRINT_OP_STATS
    }
    fn options(&self) -> Vec<(&'static str, String)> {
        self.print()
    }
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
        // A name without a dialect takes both columns.
        let _ = if dialect.is_empty() {
            writeln!(out, "  {op:>width$} , {n}", width = dialects + names + 1)
        } else {
            writeln!(out, "  {dialect:>dialects$}.{op:<names$} , {n}")
        };
    }
    out
}

fn json(counts: &BTreeMap<String, u64>) -> String {
    let lines: Vec<String> = counts.iter().map(|(name, n)| format!("  \"{name}\" : {n}")).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}
