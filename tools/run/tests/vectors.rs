//! The interpreter's tables of known results, as native code.
//!
//! `unsupported.tsv` lists the rows that do not compile yet, with what the compiler says of them.
//! `UPDATE_UNSUPPORTED=1 cargo test -p strata-run --test vectors` writes it anew.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use strata_codegen_llvm::Target;
use strata_interp::{Elem, NpyArray, ScatterOob, Tensor, Value, npy::dtype_of};
use strata_ir::prelude::Context;
use strata_run::{
    driver::{self, CompileOptions},
    executable::Executable,
};
use support::Row;

#[path = "../../../interp/tests/support/mod.rs"]
mod support;

const TABLES: [&str; 4] = [
    include_str!("../../../interp/tests/vectors.tsv"),
    include_str!("../../../interp/tests/corner_cases.tsv"),
    include_str!("../../../interp/tests/more.tsv"),
    include_str!("../../../interp/tests/rest.tsv"),
];
const UNSUPPORTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/unsupported.tsv");

/// The results of a program on this machine; an error says why it does not compile.
fn native(cx: &Arc<Context>, text: &str, args: &[Tensor]) -> Result<Vec<Value>, String> {
    let mut module = driver::parse(cx, "vector.mlir", text)?;
    let options = CompileOptions {
        target: Target::host().expect("the host is a target"),
        entry: "main".into(),
        prefix: "test".into(),
        pipeline: None,
    };
    let executable = Executable::compile(&mut module, &options)?;
    let bytes = |t: &Tensor| NpyArray::from_value(&Value::Tensor(t.clone())).map(|a| a.data);
    let inputs: Option<Vec<Vec<u8>>> = args.iter().map(bytes).collect();
    let inputs = inputs.ok_or("an argument has no bytes")?;
    let inputs: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
    let outputs = executable.run(&inputs)?;
    let value = |(data, spec): (Vec<u8>, &strata_run::signature::TensorSpec)| {
        let elem = Elem::of(cx, cx.elem_or_self(spec.ty)).ok_or("no such element type")?;
        let shape = spec.shape.iter().map(|&d| d as usize).collect();
        NpyArray { dtype: dtype_of(elem), shape, data }.to_value(cx, spec.ty)
    };
    outputs.into_iter().zip(&executable.signature.outputs).map(value).collect()
}

/// Whether all elements are as near as the precision of `f32` relative to the largest one: each element of a transform is a
/// sum of all others, so that its rounding errors are relative to these. The interpreter computes in `f64`.
fn near(got: &Value, want: &Tensor) -> bool {
    let Some(got) = got.elements() else { return false };
    let largest = (0..want.len()).map(|i| want.at(i).complex().norm()).fold(0.0, f64::max);
    let apart = |i: usize| (got.at(i).complex() - want.at(i).complex()).norm();
    got.len() == want.len() && (0..want.len()).all(|i| apart(i) <= f64::from(f32::EPSILON) * largest)
}

/// What becomes of a row.
enum Outcome {
    Right,
    Unsupported(String),
    Wrong(String),
}

fn run(row: &Row<'_>, cx: &Arc<Context>) -> Outcome {
    let case = row.case(cx);
    let Ok(expected) = &case.expected else {
        return Outcome::Unsupported("errors are the interpreter's".into());
    };
    if case.oob == ScatterOob::Window {
        return Outcome::Unsupported("scatter-oob=window is an option of the interpreter".into());
    }
    if case.args.len() > 1 {
        return Outcome::Unsupported("several processes".into());
    }
    let got = catch_unwind(AssertUnwindSafe(|| native(cx, &case.text, &case.args[0])));
    let got = match got {
        Err(_) => return Outcome::Wrong(format!("a panic\n{}", case.text)),
        Ok(Err(why)) => {
            let message = why.lines().next().unwrap_or_default();
            let message = message.split_once("error: ").map_or(message, |(_, rest)| rest);
            return Outcome::Unsupported(message.replace('\t', " "));
        }
        Ok(Ok(values)) => values,
    };
    for (k, (got, want)) in got.iter().zip(&expected[0]).enumerate() {
        let is_transform = case.text.contains("\"stablehlo.fft\"");
        let compared = row.compare(cx, got, want);
        if let Err(why) =
            compared.or_else(|why| if is_transform && near(got, want) { Ok(()) } else { Err(why) })
        {
            return Outcome::Wrong(format!("result {k}: {why}\n{}", case.text));
        }
    }
    Outcome::Right
}

#[test]
fn known_results_are_those_of_native_code() {
    let cx = driver::context();
    let (mut wrong, mut right) = (Vec::new(), 0);
    let mut table = String::from("id\treason\n");
    for row in TABLES.iter().flat_map(|table| support::rows(table)) {
        match run(&row, &cx) {
            Outcome::Right => right += 1,
            Outcome::Unsupported(why) => table += &format!("{}\t{why}\n", row.id),
            Outcome::Wrong(why) => wrong.push(format!("{}: {why}", row.id)),
        }
    }
    assert!(wrong.is_empty(), "{} wrong, {right} right\n{}", wrong.len(), wrong.join("\n"));
    if std::env::var_os("UPDATE_UNSUPPORTED").is_some() {
        std::fs::write(UNSUPPORTED, &table).expect("the table can be written");
    }
    let current = std::fs::read_to_string(UNSUPPORTED).unwrap_or_default();
    assert!(
        current == table,
        "tools/run/tests/unsupported.tsv is not current; write it with UPDATE_UNSUPPORTED=1 cargo test -p strata-run --test vectors\n{table}"
    );
}
