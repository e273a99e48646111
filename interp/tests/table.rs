//! Tables of programs with known results, one row for each call, run through the interpreter.

use std::{collections::BTreeSet, sync::Arc};

use strata_interp::{Elem, GridSize, Interpreter, Run, Tensor, Value};
use strata_ir::core::{Context, Registry, diagnostics::render_all};
use support::Row;

use crate::support;

fn context() -> Arc<Context> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_chlo::DIALECT)
        .register(&strata_stablehlo::DIALECT);
    r.freeze()
}

/// Runs a row; the error describes the difference.
fn run(row: &Row<'_>, cx: &Arc<Context>) -> Result<(), String> {
    let case = row.case(cx);
    let parsed = strata_ir::text::parse_module(cx, "vector.mlir", &case.text, Default::default());
    let got = match parsed {
        Err(d) => Err(render_all(cx, &d)),
        Ok(module) => {
            let mut interpreter = Interpreter::new(cx);
            interpreter.options.scatter_out_of_bounds = case.oob;
            interpreter.register_custom_call("sample", |args| {
                let at = |k: usize, i: usize| args.get(k)?.elements().map(|t| t.at(i).real());
                let sum = at(0, 1).zip(at(1, 3)).map(|(x, y)| x + y).ok_or("needs two tensors")?;
                let mut z = vec![0.0; 9];
                z[0] = sum;
                Ok(vec![Value::Tensor(Tensor::from_floats(Elem::F32, &[3usize, 3][..], &z))])
            });
            let size = GridSize { replicas: case.args.len(), partitions: 1 };
            let args = case.args.into_iter().map(|l| l.into_iter().map(Value::Tensor).collect()).collect();
            let run = Run { size, args, infeed: Vec::new(), from_host: Vec::new() };
            interpreter.run_grid(&module, "main", run).map_err(|d| d.message)
        }
    };
    let (outcomes, expected) = match (got, case.expected) {
        (Ok(outcomes), Ok(expected)) => (outcomes, expected),
        (Ok(_), Err(words)) => return Err(format!("is accepted, but '{words}' is expected")),
        (Err(message), Err(words)) if message.contains(&words) => return Ok(()),
        (Err(message), _) => return Err(format!("{message}\n{}", case.text)),
    };
    for (process, (outcome, expected)) in outcomes.iter().zip(&expected).enumerate() {
        for (k, (got, want)) in outcome.results.iter().zip(expected).enumerate() {
            row.compare(cx, got, want).map_err(|e| format!("process {process}, result {k}: {e}"))?;
        }
    }
    Ok(())
}

/// Runs all rows of a table, which has `ids` ids; a row `id/part` is a part of one.
fn check(table: &str, ids: usize) {
    let rows = support::rows(table);
    let found: BTreeSet<&str> = rows.iter().filter_map(|r| r.id.split('/').next()).collect();
    assert_eq!(found.len(), ids, "ids");
    let unique: BTreeSet<&str> = rows.iter().map(|r| r.id).collect();
    assert_eq!(unique.len(), rows.len(), "an id is used twice");
    let cx = context();
    let wrong = |row: &Row<'_>| run(row, &cx).err().map(|why| format!("{}: {why}", row.id));
    let failures: Vec<String> = rows.iter().filter_map(wrong).collect();
    assert!(failures.is_empty(), "{} of {} fail\n{}", failures.len(), rows.len(), failures.join("\n"));
}

#[test]
fn vectors() {
    check(include_str!("vectors.tsv"), 241);
}

#[test]
fn corner_cases() {
    check(include_str!("corner_cases.tsv"), 41);
}

#[test]
fn more() {
    check(include_str!("more.tsv"), 28);
}

#[test]
fn results_of_xla() {
    check(include_str!("xla.tsv"), 56);
}

#[test]
fn rest() {
    check(include_str!("rest.tsv"), 39);
}
