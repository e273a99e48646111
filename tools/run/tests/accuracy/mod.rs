//! The errors of functions of `f32` and `f64` in native code, relative to the correctly rounded result.
//!
//! `cargo test -p strata-run --test suite accuracy` tests four million arguments of each function of `f32`, spread over all bit patterns;
//! with `STRATA_EXHAUSTIVE=1`, and `--release`, all 2^32, or all of the functions that `STRATA_EXHAUSTIVE=exp,log` names. For functions
//! of `f64` it tests 16 thousand, or four million, and compares with sums of two numbers.

mod binary;
mod double;
mod exact;

use strata_codegen_llvm::Target;
use strata_driver::{CompileOptions, Executable, program};

/// Arguments of one call.
const CHUNK: usize = 1 << 16;

struct Function {
    name: &'static str,
    exact: fn(f64) -> f64,
    /// The contract of `math-polynomial-approximation`, in units in the last place.
    allowed: f64,
}

const FUNCTIONS: &[Function] = &[
    Function { name: "exp", exact: f64::exp, allowed: 1.5 },
    Function { name: "exp2", exact: f64::exp2, allowed: 1.5 },
    Function { name: "expm1", exact: f64::exp_m1, allowed: 1.5 },
    Function { name: "log", exact: f64::ln, allowed: 1.5 },
    Function { name: "log1p", exact: f64::ln_1p, allowed: 1.5 },
    Function { name: "tanh", exact: f64::tanh, allowed: 2.5 },
    Function { name: "erf", exact: libm::erf, allowed: 1.5 },
    Function { name: "sin", exact: f64::sin, allowed: 1.5 },
    Function { name: "cos", exact: f64::cos, allowed: 1.5 },
    Function { name: "tan", exact: f64::tan, allowed: 3.5 },
    Function { name: "atan", exact: f64::atan, allowed: 2.0 },
    Function { name: "sinh", exact: libm::sinh, allowed: 2.0 },
    Function { name: "cosh", exact: libm::cosh, allowed: 2.0 },
    Function { name: "asinh", exact: libm::asinh, allowed: 2.5 },
    Function { name: "acosh", exact: f64::acosh, allowed: 2.5 },
    Function { name: "atanh", exact: libm::atanh, allowed: 2.5 },
    Function { name: "erfc", exact: libm::erfc, allowed: 5.0 },
    Function { name: "asin", exact: f64::asin, allowed: 1.0 },
    Function { name: "acos", exact: f64::acos, allowed: 1.0 },
    Function { name: "cbrt", exact: f64::cbrt, allowed: 1.0 },
    Function { name: "log2", exact: f64::log2, allowed: 1.0 },
    Function { name: "log10", exact: f64::log10, allowed: 1.0 },
];

/// An elementwise op on one or two arrays of `n` numbers.
fn compile(name: &str, n: usize, elem: &str, arity: usize) -> Executable {
    let cx = program::context();
    let t = format!("tensor<{n}x{elem}>");
    let ins = if arity == 2 { format!("%x, %y : {t}, {t}") } else { format!("%x : {t}") };
    let more = if arity == 2 { format!(", %y: {t}") } else { String::new() };
    let text = format!(
        "func.func @main(%x: {t}{more}) -> {t} {{
           %empty = tensor.empty() : {t}
           %r = linalg.map {{ {name} }} ins({ins}) outs(%empty : {t})
           return %r : {t}
         }}"
    );
    let mut module = program::parse(&cx, name, &text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let target = Target::host().expect("the host is a target");
    let options = CompileOptions::new(target);
    Executable::compile(&mut module, &options).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn run(executable: &Executable, arguments: &[f32]) -> Vec<f32> {
    let bytes: Vec<u8> = arguments.iter().flat_map(|x| x.to_le_bytes()).collect();
    let results = executable.run(&[&bytes]).unwrap_or_else(|e| panic!("{e}"));
    results[0].chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
}

/// The distance in units in the last place of `exact` rounded to `f32`; infinite where only one of the two is a number.
fn distance(found: f32, exact: f64) -> f64 {
    let rounded = exact as f32;
    if found == rounded && found.is_sign_negative() == rounded.is_sign_negative()
        || found.is_nan() && rounded.is_nan()
    {
        return if rounded.is_finite() { (f64::from(found) - exact).abs() / unit(rounded) } else { 0.0 };
    }
    // One unit above the largest number is infinity.
    let (limit, largest) = (2f64.powi(128), f64::from(f32::MAX));
    let value = if found.is_infinite() { limit.copysign(f64::from(found)) } else { f64::from(found) };
    let exact = if exact.is_infinite() { limit.copysign(exact) } else { exact.clamp(-limit, limit) };
    if found.is_nan() || rounded.is_nan() || found == 0.0 && rounded == 0.0 {
        return f64::INFINITY;
    }
    (value - exact).abs() / if rounded.is_finite() { unit(rounded) } else { limit - largest }
}

/// The distance from a number to the next larger one.
fn unit(x: f32) -> f64 {
    let exponent = (x.to_bits() >> 23 & 0xff).max(1) as i32;
    2f64.powi(exponent - 127 - 23)
}

#[test]
fn functions_of_f32_are_within_their_bounds() {
    let wanted = std::env::var("STRATA_EXHAUSTIVE").unwrap_or_default();
    let mut failures = Vec::new();
    for f in FUNCTIONS {
        let all = wanted == "1" || wanted.split(',').any(|name| name == f.name);
        let step = if all { 1 } else { 1021 };
        let executable = compile(&format!("math.{}", f.name), CHUNK, "f32", 1);
        let (mut worst, mut at) = (0.0, 0.0);
        let mut patterns = (0..=u32::MAX).step_by(step).peekable();
        while patterns.peek().is_some() {
            let mut arguments: Vec<f32> = patterns.by_ref().take(CHUNK).map(f32::from_bits).collect();
            // Values that the step width could miss.
            arguments.resize(CHUNK, -0.0);
            let found = run(&executable, &arguments);
            for (&x, &y) in arguments.iter().zip(&found) {
                let d = distance(y, (f.exact)(f64::from(x)));
                if d > worst {
                    (worst, at) = (d, x);
                }
            }
        }
        println!("{}: {worst:.3} units in the last place, at {at:e}", f.name);
        if worst > f.allowed {
            failures.push(format!("{}: {worst} at {at:e}, allowed {}", f.name, f.allowed));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Elements after the last full vector are computed by the same formulas.
#[test]
fn scalars_and_vectors_agree() {
    let points: Vec<f32> = (0..37).map(|i| (i as f32 - 18.0) * 0.37).collect();
    for f in FUNCTIONS {
        let all = run(&compile(&format!("math.{}", f.name), points.len(), "f32", 1), &points);
        let one = compile(&format!("math.{}", f.name), 1, "f32", 1);
        for (&x, y) in points.iter().zip(all) {
            let alone = run(&one, &[x])[0];
            assert!(
                alone.to_bits() == y.to_bits() || alone.is_nan() && y.is_nan(),
                "{} of {x}: {alone} and {y}",
                f.name
            );
        }
    }
}
