//! Ops on complex numbers, compiled and run natively, against the interpreter.

use strata_codegen_llvm::Target;
use strata_driver::{CompileOptions, Executable, program};
use strata_interp::{C64, Data, Elem, Interpreter, NpyArray, Num, Tensor, Value};
use strata_ir::num::FloatFormat;

const UNARY: &[&str] =
    &["neg", "conj", "exp", "expm1", "log", "log1p", "sqrt", "rsqrt", "sign", "sin", "cos", "tan", "tanh"];
const BINARY: &[&str] = &["add", "sub", "mul", "div", "pow", "atan2"];

/// A function that applies `op` to each pair of elements in a loop.
fn program(op: &str, ty: &str) -> String {
    let c = format!("complex<{ty}>");
    let t = format!("tensor<{}x{c}>", POINTS.len());
    let value = match op {
        "parts" => format!(
            "%re = complex.re %a : {c}\n %im = complex.im %b : {c}\n %v = complex.create %im, %re : {c}"
        ),
        "size" => format!(
            "%m = complex.abs %a : {c}\n %g = complex.angle %b : {c}\n %v = complex.create %m, %g : {c}"
        ),
        "powi" => format!("%power = arith.constant -3 : i32\n %v = complex.powi %a, %power : {c}, i32"),
        "same" => format!(
            "%k = complex.constant [0.5 : {ty}, -2.0 : {ty}] : {c}\n %e = complex.eq %a, %k : {c}\n \
             %v = arith.select %e, %b, %k : {c}"
        ),
        op if UNARY.contains(&op) => format!("%v = complex.{op} %a : {c}"),
        op => format!("%v = complex.{op} %a, %b : {c}"),
    };
    format!(
        "func.func @main(%x: {t}, %y: {t}) -> {t} {{
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %n = arith.constant {} : index
           %empty = tensor.empty() : {t}
           %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %empty) -> ({t}) {{
             %a = tensor.extract %x[%i] : {t}
             %b = tensor.extract %y[%i] : {t}
             {value}
             %next = tensor.insert %v into %t[%i] : {t}
             scf.yield %next : {t}
           }}
           return %r : {t}
         }}",
        POINTS.len()
    )
}

const POINTS: &[(f64, f64)] = &[
    (0.5, -2.0),
    (1.0, 0.25),
    (-0.75, 0.5),
    (-3.0, -0.125),
    (0.0, 1.5),
    (2.0, 0.0),
    (0.001, -0.002),
    (-1.25, 3.0),
    (0.0625, 0.03125),
    (6.0, -5.0),
];

fn numbers(elem: Elem, turn: usize) -> Value {
    let n = POINTS.len();
    let points = (0..n).map(|i| POINTS[(i * 3 + turn) % n]);
    let data = Data::collect(elem, points.map(|(re, im)| Num::from_complex(elem, C64::new(re, im))));
    Value::Tensor(Tensor::new(elem, [n].as_slice(), data))
}

/// Runs the program both ways; returns the largest distance relative to the magnitude of the interpreter's results.
fn distance(op: &str, format: FloatFormat) -> f64 {
    let cx = program::context();
    let text = program(op, format.name());
    let parse = || program::parse(&cx, op, &text).unwrap_or_else(|e| panic!("{op}: {e}"));
    let elem = Elem::Complex(format);
    let args = vec![numbers(elem, 0), numbers(elem, 1)];
    let want = Interpreter::new(&cx)
        .interpret(&parse(), "main", args.clone())
        .unwrap_or_else(|d| panic!("{op}: {}", d.render(&cx)));
    let target = Target::host().expect("the host is a target");
    let options = CompileOptions::new(target);
    let executable = Executable::compile(&mut parse(), &options).unwrap_or_else(|e| panic!("{op}: {e}"));
    let bytes: Vec<Vec<u8>> =
        args.iter().map(|v| NpyArray::from_value(v).expect("a tensor has data").data).collect();
    let bytes: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
    let got = executable.run(&bytes).unwrap_or_else(|e| panic!("{op}: {e}"));
    let got = Data::from_le(elem, &got[0]);
    let want = want[0].elements().expect("the result is a tensor");
    (0..POINTS.len()).fold(0.0, |worst: f64, i| {
        let (a, b) = (got.get(i).complex(), want.at(i).complex());
        let d = (a - b).norm() / b.norm().max(1e-30);
        assert!(!d.is_nan(), "{op} of element {i}: {a} instead of {b}");
        worst.max(d)
    })
}

#[test]
fn native_code_computes_what_the_interpreter_does() {
    let mut failures = Vec::new();
    for (format, epsilon) in [(FloatFormat::F32, f32::EPSILON.into()), (FloatFormat::F64, f64::EPSILON)] {
        for op in UNARY.iter().chain(BINARY).chain(&["parts", "size", "powi", "same"]) {
            // Small angles come from the logarithm of a number near one; a small power, from that of its base.
            let allowed: f64 = match *op {
                "atan2" => 512.0,
                "pow" => 64.0,
                // The interpreter divides by a sum that cancels near half a turn.
                "tan" | "tanh" => 32.0,
                _ => 16.0,
            };
            let found = distance(op, format) / epsilon;
            if found > allowed {
                failures.push(format!("{op} of {}: {found} epsilon", format.name()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
