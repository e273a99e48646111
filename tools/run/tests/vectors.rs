//! The interpreter's tables of known results, as native code.
//!
//! `unsupported.tsv` lists the rows that do not compile yet, with the compiler's messages. The rows are run a second time with guard
//! pages before and after each buffer, where an access outside of the buffer ends the process. As programs for GPUs they run on the
//! simulator, which detects races and accesses outside of buffers itself; unsupported rows are in `unsupported-gpu.tsv`.
//! `UPDATE_UNSUPPORTED=1 cargo test -p strata-run --test suite vectors` regenerates both files.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use strata_codegen_llvm::Target;
use strata_driver::{Backend, Codegen, CompileOptions, Executable, program, signature, simulator::Simulator};
use strata_interp::{Elem, NpyArray, ScatterOutOfBounds, Tensor, Value, npy::dtype_of};
use strata_ir::prelude::Context;
use strata_runtime_cpu::{
    call::{Call, Routine},
    guard::{Guard, report_faults_of},
};

use crate::support::{self, Row};

const TABLES: [&str; 5] = [
    include_str!("../../../interp/tests/vectors.tsv"),
    include_str!("../../../interp/tests/corner_cases.tsv"),
    include_str!("../../../interp/tests/more.tsv"),
    include_str!("../../../interp/tests/rest.tsv"),
    include_str!("../../../interp/tests/xla.tsv"),
];
/// The list of rows that a target does not run.
const UNSUPPORTED: &str = "unsupported.tsv";
const UNSUPPORTED_ON_GPUS: &str = "unsupported-gpu.tsv";

/// The routine that the custom call of the table names.
fn sample(call: &mut Call<'_>) -> Result<(), String> {
    let at = |k: usize, i: usize| {
        let bytes = call.inputs.get(k)?.bytes.get(4 * i..4 * i + 4)?;
        Some(f32::from_le_bytes(bytes.try_into().ok()?))
    };
    let sum = at(0, 1).zip(at(1, 3)).map(|(x, y)| x + y).ok_or("needs two tensors")?;
    let out = call.outputs.first_mut().ok_or("needs a result")?;
    out.bytes.fill(0);
    out.bytes[..4].copy_from_slice(&sum.to_le_bytes());
    Ok(())
}

/// The results of a program on this machine, or with kernels that a backend runs; the error is the compiler's message.
fn native(
    cx: &Arc<Context>,
    (text, scatter): (&str, ScatterOutOfBounds),
    args: &[Vec<Tensor>],
    backend: Option<&dyn Backend>,
) -> Result<Vec<Vec<Value>>, String> {
    let mut module = program::parse(cx, "vector.mlir", text)?;
    let options = CompileOptions {
        scatter_out_of_bounds: scatter,
        ..CompileOptions::new(Target::host().expect("the host is a target"))
    };
    let routines: Vec<(String, Arc<Routine>)> = vec![("sample".into(), Arc::new(sample))];
    let codegen = Codegen { backend, ..Codegen::default() };
    let executable = Executable::generate(&mut module, &options, routines, codegen)?;
    let bytes = |t: &Tensor| NpyArray::from_value(&Value::Tensor(t.clone())).map(|a| a.data);
    let inputs: Option<Vec<Vec<Vec<u8>>>> = args.iter().map(|a| a.iter().map(bytes).collect()).collect();
    let inputs = inputs.ok_or("an argument has no bytes")?;
    let inputs: Vec<Vec<&[u8]>> = inputs.iter().map(|a| a.iter().map(Vec::as_slice).collect()).collect();
    let outputs = match &inputs[..] {
        [alone] => vec![executable.run(alone)?],
        // Each process is a replica.
        all => executable.run_on_grid(all.len(), 1, all)?,
    };
    let value = |(data, spec): (Vec<u8>, &signature::TensorSpec)| {
        let elem = Elem::from_type(cx, cx.elem_or_self(spec.ty)).ok_or("no such element type")?;
        let shape = spec.shape.iter().map(|&d| d as usize).collect();
        NpyArray { dtype: dtype_of(elem), shape, data }.to_value(cx, spec.ty)
    };
    let all =
        |outputs: Vec<Vec<u8>>| outputs.into_iter().zip(&executable.signature.outputs).map(value).collect();
    outputs.into_iter().map(all).collect()
}

/// Whether all elements agree to the precision of `f32` relative to the largest element: each element of a transform is a sum of all
/// others, so its rounding errors are relative to these. The interpreter computes in `f64`.
fn near(got: &Value, want: &Tensor) -> bool {
    let Some(got) = got.elements() else { return false };
    let largest = (0..want.len()).map(|i| want.at(i).complex().norm()).fold(0.0, f64::max);
    let apart = |i: usize| (got.at(i).complex() - want.at(i).complex()).norm();
    got.len() == want.len() && (0..want.len()).all(|i| apart(i) <= f64::from(f32::EPSILON) * largest)
}

/// The outcome of a row.
enum Outcome {
    Right,
    Unsupported(String),
    Wrong(String),
}

fn run(row: &Row<'_>, cx: &Arc<Context>, backend: Option<&dyn Backend>) -> Outcome {
    let case = row.case(cx);
    report_faults_of(row.id);
    let Ok(expected) = &case.expected else {
        return Outcome::Unsupported("errors are the interpreter's".into());
    };
    let got = catch_unwind(AssertUnwindSafe(|| native(cx, (&case.text, case.oob), &case.args, backend)));
    let got = match got {
        Err(_) => return Outcome::Wrong(format!("a panic\n{}", case.text)),
        Ok(Err(why)) => {
            let message = why.lines().next().unwrap_or_default();
            let message = message.split_once("error: ").map_or(message, |(_, rest)| rest);
            return Outcome::Unsupported(message.replace('\t', " "));
        }
        Ok(Ok(values)) => values,
    };
    let results = got.iter().flatten().zip(expected.iter().flatten());
    for (k, (got, want)) in results.enumerate() {
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

/// Runs all rows; `file` has to list those that are not supported.
fn run_all(file: &str, backend: Option<&dyn Backend>) {
    let cx = program::context();
    let (mut wrong, mut right) = (Vec::new(), 0);
    let mut table = String::from("id\treason\n");
    for row in TABLES.iter().flat_map(|table| support::rows(table)) {
        match run(&row, &cx, backend) {
            Outcome::Right => right += 1,
            Outcome::Unsupported(why) => table += &format!("{}\t{why}\n", row.id),
            Outcome::Wrong(why) => wrong.push(format!("{}: {why}", row.id)),
        }
    }
    assert!(wrong.is_empty(), "{} wrong, {right} right\n{}", wrong.len(), wrong.join("\n"));
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    if std::env::var_os("UPDATE_UNSUPPORTED").is_some() {
        std::fs::write(&path, &table).expect("the table can be written");
    }
    let current = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        current == table,
        "tools/run/tests/{file} is not current; write it with UPDATE_UNSUPPORTED=1 cargo test -p strata-run --test suite vectors\n{table}"
    );
}

#[test]
fn known_results_are_those_of_native_code() {
    run_all(UNSUPPORTED, None);
}

#[test]
fn known_results_are_those_of_simulated_kernels() {
    // With guard pages, only native code is tested.
    if Guard::of_environment().is_none() {
        run_all(UNSUPPORTED_ON_GPUS, Some(&Simulator::new(None)));
    }
}

/// Runs the test above once more with guard pages.
#[test]
fn nothing_outside_of_buffers_is_touched() {
    if Guard::of_environment().is_some() {
        return;
    }
    let program = std::env::current_exe().expect("the test knows where it is");
    for place in ["after", "before"] {
        let done = std::process::Command::new(&program)
            .args(["--exact", "vectors::known_results_are_those_of_native_code"])
            .env("STRATA_GUARD_PAGES", place)
            .output()
            .expect("the test starts");
        let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
        let ran = done.status.success() && !said.contains(" 0 passed");
        assert!(ran, "with guard pages {place} each buffer: {}\n{said}", done.status);
    }
}
