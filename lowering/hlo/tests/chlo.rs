//! Legalized client operations compute the expected results: functions are compared with values of 20 digits, and programs check
//! themselves.
//!
//! The values are in `chlo_values.tsv` and `chlo_complex_values.tsv`; every argument is a number of `f32`.

use std::{collections::BTreeMap, sync::Arc};

use strata_interp::{Interpreter, Num, Tensor, Value};
use strata_ir::{
    core::{Body, Context, Registry},
    text::{PrintOptions, parse_module, print_body},
};
use strata_lowering_hlo::chlo_to_stablehlo::legalize;

fn context() -> Arc<Context> {
    let mut registry = Registry::new();
    for dialect in [
        &strata_builtin::DIALECT,
        &strata_func::DIALECT,
        &strata_stablehlo::DIALECT,
        &strata_chlo::DIALECT,
        &strata_check::DIALECT,
    ] {
        registry.register(dialect);
    }
    registry.freeze()
}

/// A module with its client operations legalized.
fn legalized(cx: &Arc<Context>, name: &str, text: &str) -> Box<Body> {
    let mut body = parse_module(cx, name, text, Default::default())
        .unwrap_or_else(|e| panic!("{name}: {} at {:?}", e[0].message, e[0].loc));
    for (_, child) in body.children_mut() {
        let errors = legalize(child).err().unwrap_or_default();
        assert!(errors.is_empty(), "{name}: {}", errors[0].message);
    }
    let errors = body.verify();
    assert!(errors.is_empty(), "{name}: {}", errors[0].message);
    let printed = print_body(&body, &PrintOptions::default());
    assert!(!printed.contains("chlo."), "{name}:\n{printed}");
    body
}

/// The rows of a table by op: arguments and values.
fn table(text: &str) -> BTreeMap<&str, Vec<(Vec<f64>, Vec<f64>)>> {
    let numbers = |s: &str| s.split(' ').map(|v| v.parse().expect("a number")).collect();
    let mut ops: BTreeMap<&str, Vec<_>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut fields = line.split('\t');
        let [op, args, value] = std::array::from_fn(|_| fields.next().expect("three fields"));
        ops.entry(op).or_default().push((numbers(args), numbers(value)));
    }
    ops
}

/// The largest errors in units in the last place that were measured, rounded up: for `f32` and for `f64`. Those of
/// `lgamma` and `digamma`, which have zeros, are for numbers of at least 1.
const BOUNDS: &[(&str, f64, f64)] = &[
    ("acos", 2.0, 2.0),
    ("acosh", 3.0, 3.0),
    ("asin", 2.0, 2.0),
    ("asinh", 3.0, 3.0),
    ("atan", 1.0, 2.0),
    ("atanh", 3.0, 3.0),
    ("bessel_i1e", 12.0, 12.0),
    ("cosh", 3.0, 3.0),
    ("digamma", 10.0, 10.0),
    ("erf", 8.0, 4.0),
    ("erf_inv", 4.0, 4.0),
    ("erfc", 8.0, 8.0),
    ("lgamma", 16.0, 16.0),
    ("polygamma", 40.0, 40.0),
    ("sinh", 3.0, 3.0),
    ("tan", 1.0, 2.0),
    ("zeta", 10.0, 10.0),
];

/// The error of a result in units in the last place of the type, where values below `floor` count as `floor`.
fn ulps(got: f64, want: f64, floor: f64, f32_type: bool) -> f64 {
    let size = want.abs().max(floor);
    let unit = if f32_type {
        let size = (size as f32).max(f32::MIN_POSITIVE);
        (size.next_up() - size) as f64
    } else {
        size.max(f64::MIN_POSITIVE).next_up() - size.max(f64::MIN_POSITIVE)
    };
    (got - want).abs() / unit
}

fn run(cx: &Arc<Context>, module: &Body, args: Vec<Value>) -> Vec<Value> {
    let outcome = Interpreter::new(cx).interpret(module, "main", args);
    outcome.unwrap_or_else(|d| panic!("{}", d.message))
}

fn column(elem: strata_interp::Elem, values: impl Iterator<Item = f64>) -> Value {
    let values: Vec<f64> = values.collect();
    Value::Tensor(Tensor::from_floats(elem, &[values.len()][..], &values))
}

fn real(num: Num) -> f64 {
    num.real()
}

#[test]
fn functions_are_as_exact_as_documented() {
    let cx = context();
    let ops = table(include_str!("chlo_values.tsv"));
    assert_eq!(ops.len(), BOUNDS.len());
    let mut failures = Vec::new();
    for &(op, single, double) in BOUNDS {
        let rows = &ops[op];
        let n = rows.len();
        for (ty, elem, bound) in
            [("f32", strata_interp::Elem::F32, single), ("f64", strata_interp::Elem::F64, double)]
        {
            let args = rows[0].0.len();
            let tensor = format!("tensor<{n}x{ty}>");
            let list = |f: &dyn Fn(usize) -> String| (0..args).map(f).collect::<Vec<_>>().join(", ");
            let text = format!(
                "func.func @main({}) -> {tensor} {{\n%0 = chlo.{op} {} : {} -> {tensor}\nreturn %0 : {tensor}\n}}",
                list(&|i| format!("%a{i}: {tensor}")),
                list(&|i| format!("%a{i}")),
                list(&|_| tensor.clone()),
            );
            let module = legalized(&cx, op, &text);
            let inputs = (0..args).map(|i| column(elem, rows.iter().map(|r| r.0[i]))).collect();
            let results = run(&cx, &module, inputs);
            let got = results[0].elements().expect("a tensor");
            let floor = if matches!(op, "lgamma" | "digamma") { 1.0 } else { 0.0 };
            for (i, (args, want)) in rows.iter().enumerate() {
                let got = real(got.at(i));
                let error = ulps(got, want[0], floor, ty == "f32");
                if error.is_nan() || error > bound {
                    failures.push(format!("{op} {ty} {args:?}: {got} is {error} ulps from {}", want[0]));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn complex_functions_are_exact_in_each_part() {
    let cx = context();
    let ops = table(include_str!("chlo_complex_values.tsv"));
    assert_eq!(ops.len(), 11);
    let mut failures = Vec::new();
    for (op, rows) in &ops {
        let n = rows.len();
        for (ty, elem) in [("f32", strata_interp::Elem::F32), ("f64", strata_interp::Elem::F64)] {
            let (part, whole) = (format!("tensor<{n}x{ty}>"), format!("tensor<{n}xcomplex<{ty}>>"));
            let text = format!(
                "func.func @main(%x: {part}, %y: {part}) -> ({part}, {part}) {{
                  %z = stablehlo.complex %x, %y : {whole}
                  %0 = chlo.{op} %z : {whole} -> {whole}
                  %1 = stablehlo.real %0 : ({whole}) -> {part}
                  %2 = stablehlo.imag %0 : ({whole}) -> {part}
                  return %1, %2 : {part}, {part}
                }}"
            );
            let module = legalized(&cx, op, &text);
            let inputs = (0..2).map(|i| column(elem, rows.iter().map(|r| r.0[i]))).collect();
            let results = run(&cx, &module, inputs);
            for (i, (args, want)) in rows.iter().enumerate() {
                for k in 0..2 {
                    let got = real(results[k].elements().expect("a tensor").at(i));
                    let error = ulps(got, want[k], 0.0, ty == "f32");
                    // The tangent of a complex number is one op, and not made here.
                    let bound = if *op == "tan" { 16.0 } else { 6.0 };
                    if error.is_nan() || error > bound {
                        failures
                            .push(format!("{op} {ty} {args:?}[{k}]: {got}, {error} ulps from {}", want[k]));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn programs_check_themselves() {
    let cx = context();
    let text = include_str!("chlo_programs.mlir");
    let module = legalized(&cx, "chlo_programs.mlir", text);
    let original = parse_module(&cx, "chlo_programs.mlir", text, Default::default())
        .unwrap_or_else(|e| panic!("{}", e[0].message));
    let names: Vec<&str> = text
        .lines()
        .filter_map(|l| l.strip_prefix("func.func @")?.split_once('(').map(|(name, _)| name))
        .collect();
    assert_eq!(names.len(), 12);
    let failures: Vec<String> = names
        .iter()
        .flat_map(|name| [(name, "legalized", &module), (name, "as it is", &original)])
        .filter_map(|(name, how, module)| {
            let outcome = Interpreter::new(&cx).interpret(module, name, Vec::new());
            outcome.err().map(|d| format!("{name} {how}: {}", d.message))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_cannot_be_legalized_is_named_and_stays() {
    let cx = context();
    for (op, why) in [
        ("%0 = chlo.erf %a : tensor<*xf32> -> tensor<*xf32>", "operands must be ranked"),
        (
            "%0 = chlo.bessel_i1e %c : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>",
            "it is not defined for complex numbers",
        ),
        (
            "%0 = chlo.broadcast_add %a, %a : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>",
            "operands must be ranked",
        ),
    ] {
        let text =
            format!("func.func @main(%a: tensor<*xf32>, %c: tensor<2xcomplex<f32>>) {{\n{op}\nreturn\n}}");
        let mut body = parse_module(&cx, "test", &text, Default::default())
            .unwrap_or_else(|e| panic!("{}", e[0].message));
        let before = print_body(&body, &PrintOptions::default());
        let mut messages = Vec::new();
        for (_, child) in body.children_mut() {
            messages.extend(legalize(child).err().unwrap_or_default().into_iter().map(|d| d.message));
        }
        let [message] = &messages[..] else { panic!("{messages:?}") };
        assert!(message.starts_with("failed to legalize operation 'chlo."), "{message}");
        assert!(message.ends_with(why), "{message}");
        assert_eq!(print_body(&body, &PrintOptions::default()), before);
    }
}
