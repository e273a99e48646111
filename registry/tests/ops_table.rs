//! Every op has random instances and an implementation in the interpreter, unless its dialect is executed in another way or a waiver has
//! the reason; the table `ops.tsv` records this for each op.
//!
//! `UPDATE_OPS_TABLE=1 cargo test -p strata-registry --test suite ops_table` regenerates the table.

use std::fmt::Write;

use strata_generate::Source;
use strata_interp::Interpreter;
use strata_ir::core::Execution;

use crate::support;
use crate::waivers;

/// Whether programs of the dialect of an op are executed by the interpreter.
fn is_interpreted(op: &str) -> bool {
    let dialect = strata_registry::DIALECTS.iter().find(|d| op.split('.').next() == Some(d.name));
    dialect.is_none_or(|d| d.execution == Execution::Interpreted)
}

/// The error of an op that has both a feature and a waiver for it, or neither.
fn judge(op: &str, what: &str, has: bool, waived: bool) -> Option<String> {
    match (has, waived) {
        (false, false) => Some(format!("{op} has neither {what} nor a waiver in registry/waivers.tsv")),
        (true, true) => Some(format!("{op} has {what}, so its waiver in registry/waivers.tsv is stale")),
        _ => None,
    }
}

#[test]
fn every_op_is_covered_or_waived() {
    let (cx, generator) = support::generator();
    let interpreter = Interpreter::new(&cx);
    let [no_generate, no_interpret] = ["Generate", "Interpret"].map(waivers::waivers);
    let mut problems = Vec::new();
    let mut table = String::from("op\tgenerate\tinterpret\n");
    for op in cx.op_names() {
        let waived = no_generate.contains_key(op);
        // An instance is the proof; a declaration may be impossible to satisfy.
        let source = generator.source(op).filter(|_| generator.instance(op, 0).is_ok());
        problems.extend(judge(op, "instances", source.is_some(), waived));
        let supported = interpreter.supports(op);
        let waived = no_interpret.contains_key(op);
        if is_interpreted(op) {
            problems.extend(judge(op, "an evaluation", supported, waived));
        } else if waived {
            problems.push(format!(
                "{op} needs no waiver in registry/waivers.tsv: its dialect is not interpreted"
            ));
        }
        let source = match source {
            Some(Source::Recipe) => "recipe",
            Some(Source::Declaration) => "declaration",
            None => "waived",
        };
        let evaluation = if supported { "yes" } else { "waived" };
        writeln!(table, "{op}\t{source}\t{evaluation}").expect("a string takes all text");
    }
    for op in no_generate.keys().chain(no_interpret.keys()).map(String::as_str).chain(generator.recipe_ops())
    {
        if cx.op_info(op).is_none() {
            problems.push(format!("{op} has a waiver or a recipe and is no op"));
        }
    }
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));

    let path = waivers::path("ops.tsv");
    if std::env::var_os("UPDATE_OPS_TABLE").is_some() {
        std::fs::write(&path, &table).expect("the table can be written");
    }
    let current = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        current == table,
        "registry/ops.tsv is not current; write it with UPDATE_OPS_TABLE=1 cargo test -p strata-registry --test suite ops_table"
    );
}
