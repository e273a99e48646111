//! Programs that JAX exports with symbolic sizes, and JAX's results for some sizes of each.

use std::{fs, path::Path};

use serde_json::Value;
use strata_driver::{Executable, TensorRef, program, simulator::Simulator};
use strata_interp::{Data, Elem, Interpreter, Tensor, Value as Argument};
use strata_ir::{num::FloatFormat, prelude::*};

use super::{compile, compile_on, floats};

/// Bytes and sizes of an array in the files of results.
fn array(v: &Value) -> (Vec<u8>, Vec<i64>) {
    let shape = v["shape"].as_array().expect("shape").iter().map(|n| n.as_i64().expect("size")).collect();
    let data = v["data"].as_array().expect("data");
    let bytes = match v["type"].as_str().expect("type") {
        "float32" => data.iter().flat_map(|x| (x.as_f64().expect("number") as f32).to_le_bytes()).collect(),
        // Complex numbers are pairs of parts.
        "complex64" => data.iter().flat_map(|x| (x.as_f64().expect("number") as f32).to_le_bytes()).collect(),
        "int32" | "uint32" => {
            data.iter().flat_map(|x| (x.as_i64().expect("number") as u32).to_le_bytes()).collect()
        }
        "bool" => data.iter().map(|x| u8::from(x.as_bool().expect("truth"))).collect(),
        other => panic!("no {other} here"),
    };
    (bytes, shape)
}

/// The interpreter's results for a case.
fn interpret(cx: &Context, module: &Body, case: &Value) -> Result<Vec<(Vec<u8>, Vec<i64>)>, String> {
    let argument = |v: &Value| {
        let (bytes, sizes) = array(v);
        let elem = match v["type"].as_str().expect("type") {
            "float32" => Elem::F32,
            "complex64" => Elem::Complex(FloatFormat::F32),
            "uint32" => Elem::Int { width: 32, unsigned: true },
            _ => Elem::I32,
        };
        let shape: Vec<usize> = sizes.iter().map(|&n| n as usize).collect();
        Argument::Tensor(Tensor::new(elem, shape.as_slice(), Data::from_le(elem, &bytes)))
    };
    let arguments = case["inputs"].as_array().expect("inputs").iter().map(argument).collect();
    let results = Interpreter::new(cx).interpret(module, "main", arguments).map_err(|d| d.render(cx))?;
    let result = |v: &Argument| {
        let t = v.elements().expect("a result is a tensor");
        (t.data.to_le(t.elem), t.shape.iter().map(|&n| n as i64).collect())
    };
    Ok(results.iter().map(result).collect())
}

/// Checks a result against JAX's: integers exactly, floats approximately.
fn agree(what: &str, (bytes, sizes): (&[u8], &[i64]), want: &Value) {
    let (want_bytes, want_sizes) = array(want);
    assert_eq!(*sizes, want_sizes, "{what}");
    if !matches!(want["type"].as_str(), Some("float32" | "complex64")) {
        assert_eq!(*bytes, want_bytes, "{what}");
        return;
    }
    let (got, want) = (floats(bytes), floats(&want_bytes));
    // Sums over a matrix have errors relative to its largest element.
    let largest = want.iter().filter(|y| y.is_finite()).fold(1.0f32, |m, y| m.max(y.abs()));
    assert_eq!(got.len(), want.len(), "{what}");
    for (x, y) in got.iter().zip(&want) {
        let near = (x - y).abs() <= 2e-5 * largest || x.is_nan() && y.is_nan() || x == y;
        assert!(near, "{what}: {x} {y}");
    }
}

/// A program, its text, and its test cases.
struct Program {
    name: String,
    text: String,
    cases: Vec<Value>,
}

fn programs() -> Vec<Program> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/dynamic");
    let paths = fs::read_dir(&dir).expect("folder").map(|entry| entry.expect("entry").path());
    let of = |path: &Path| {
        let cases = fs::read_to_string(path.with_extension("json")).expect("results");
        Program {
            name: path.file_stem().expect("name").to_string_lossy().into_owned(),
            text: fs::read_to_string(path).expect("program"),
            cases: serde_json::from_str(&cases).expect("a list"),
        }
    };
    let mlir = paths.filter(|path| path.extension().is_some_and(|e| e == "mlir"));
    let programs: Vec<Program> = mlir.map(|path| of(&path)).collect();
    assert!(programs.len() >= 47, "only {} programs", programs.len());
    programs
}

/// Checks all results of a case.
fn all_agree(what: &str, outputs: &[(Vec<u8>, Vec<i64>)], case: &Value) {
    let wanted = case["outputs"].as_array().expect("outputs");
    assert_eq!(outputs.len(), wanted.len(), "{what}");
    for (i, ((bytes, sizes), want)) in outputs.iter().zip(wanted).enumerate() {
        agree(&format!("{what}, output {i}"), (bytes, sizes), want);
    }
}

/// Runs all cases of a program.
fn cases_agree(program: &Program, compiled: &Executable) {
    for (k, case) in program.cases.iter().enumerate() {
        let what = format!("{}, case {k}", program.name);
        let inputs: Vec<_> = case["inputs"].as_array().expect("inputs").iter().map(array).collect();
        let refs: Vec<TensorRef<'_>> =
            inputs.iter().map(|(bytes, sizes)| TensorRef { bytes, sizes }).collect();
        let outputs = compiled.run_tensors(&refs).unwrap_or_else(|e| panic!("{what}: {e}"));
        all_agree(&what, &outputs, case);
    }
}

#[test]
fn jax_programs_agree_for_every_size() {
    for program in programs() {
        cases_agree(&program, &compile(&program.text));
    }
}

#[test]
fn jax_programs_are_interpreted_for_every_size() {
    let cx = program::context();
    for program in programs() {
        let module = program::parse(&cx, &program.name, &program.text).expect("parses");
        for (k, case) in program.cases.iter().enumerate() {
            let what = format!("{}, case {k}, interpreted", program.name);
            let outputs = interpret(&cx, &module, case).unwrap_or_else(|e| panic!("{what}: {e}"));
            all_agree(&what, &outputs, case);
        }
    }
}

/// Kernels on the GPU simulator, which also checks their memory accesses and races.
#[test]
fn kernels_of_jax_programs_agree_for_every_size() {
    for program in programs() {
        let simulator = Simulator::new(Some("sm_80"));
        let compiled = compile_on(&program.text, Some(&simulator));
        let compiled = compiled.unwrap_or_else(|e| panic!("{}: {e}", program.name));
        cases_agree(&program, &compiled);
    }
}
