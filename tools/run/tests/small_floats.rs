//! Casts of small floats and arithmetic on them, compiled and run natively, for processors with and without instructions for them,
//! compared with the table of formats.

use strata_codegen_llvm::{Target, Threads, compile_objects};
use strata_driver::{CompileOptions, Executable, lower, program};
use strata_ir::num::FloatFormat;

fn small() -> impl Iterator<Item = FloatFormat> {
    FloatFormat::ALL.into_iter().filter(|f| f.width() <= 8)
}

/// The bytes of patterns of a format.
fn bytes(format: FloatFormat, patterns: &[u128]) -> Vec<u8> {
    let size = (format.width() as usize).div_ceil(8);
    patterns.iter().flat_map(|p| p.to_le_bytes().into_iter().take(size)).collect()
}

/// Converts patterns by a compiled `stablehlo.convert`.
fn converted(from: FloatFormat, to: FloatFormat, patterns: &[u128]) -> Vec<u128> {
    let (n, a, b) = (patterns.len(), from.name(), to.name());
    let text = format!(
        "func.func @main(%x: tensor<{n}x{a}>) -> tensor<{n}x{b}> {{
           %r = stablehlo.convert %x : (tensor<{n}x{a}>) -> tensor<{n}x{b}>
           return %r : tensor<{n}x{b}>
         }}"
    );
    run(&text, "native", to, &[&bytes(from, patterns)])
}

/// The patterns of the result of a program that is compiled for a processor.
fn run(text: &str, cpu: &str, to: FloatFormat, inputs: &[&[u8]]) -> Vec<u128> {
    let cx = program::context();
    let mut module = program::parse(&cx, "program", text).unwrap_or_else(|e| panic!("{e}"));
    let target = Target::new(None, cpu, "").expect("the processor is known");
    let options = CompileOptions::new(target);
    let executable =
        Executable::compile(&mut module, &options).unwrap_or_else(|e| panic!("{cpu}: {text}: {e}"));
    let out = executable.run(inputs).unwrap_or_else(|e| panic!("{cpu}: {text}: {e}"));
    let size = (to.width() as usize).div_ceil(8);
    out[0].chunks(size).map(|c| c.iter().rev().fold(0, |p, &byte| p << 8 | u128::from(byte))).collect()
}

fn check(from: FloatFormat, to: FloatFormat, patterns: &[u128]) {
    for (&pattern, got) in patterns.iter().zip(converted(from, to, patterns)) {
        let want = to.convert_from(from, pattern);
        let same = got & to.bits_mask() == want || to.is_nan(got) && to.is_nan(want);
        let (a, b) = (from.name(), to.name());
        assert!(same, "{a} {pattern:#x} is {want:#x} as {b}, not {got:#x}");
    }
}

/// All numbers of 16 bits in a wider format, and their neighbours, which are near ties.
fn interesting(format: FloatFormat) -> Vec<u128> {
    let mut out = Vec::new();
    for narrow in [FloatFormat::BF16, FloatFormat::F16] {
        for pattern in 0..1 << 16 {
            let wide = format.convert_from(narrow, pattern);
            out.extend([
                wide,
                wide.wrapping_add(1) & format.bits_mask(),
                wide.wrapping_sub(1) & format.bits_mask(),
            ]);
        }
    }
    out
}

#[test]
fn small_floats_widen() {
    for from in small() {
        let all: Vec<u128> = (0..1 << from.width()).collect();
        for to in [FloatFormat::F32, FloatFormat::F64, FloatFormat::BF16, FloatFormat::F16] {
            check(from, to, &all);
        }
    }
}

#[test]
fn wide_floats_are_rounded_once() {
    for from in [FloatFormat::F32, FloatFormat::F64] {
        let patterns = interesting(from);
        small().for_each(|to| check(from, to, &patterns));
        check(from, FloatFormat::BF16, &patterns);
        check(from, FloatFormat::F16, &patterns);
    }
    for from in [FloatFormat::BF16, FloatFormat::F16] {
        let all: Vec<u128> = (0..1 << 16).collect();
        small().for_each(|to| check(from, to, &all));
    }
}

#[test]
fn small_floats_become_others() {
    for from in small() {
        let all: Vec<u128> = (0..1 << from.width()).collect();
        small().filter(|&to| to != from).for_each(|to| check(from, to, &all));
    }
}

/// Processors without casts of f16, with them, and the host.
#[cfg(target_arch = "x86_64")]
const PROCESSORS: [&str; 3] = ["x86-64", "haswell", "native"];
#[cfg(not(target_arch = "x86_64"))]
const PROCESSORS: [&str; 1] = ["native"];

/// The library functions that LLVM calls for casts of 16 bits, which the C library does not have.
const CASTS: [&[u8]; 5] =
    [b"__extendhfsf2", b"__truncsfhf2", b"__truncdfhf2", b"__truncsfbf2", b"__truncdfbf2"];

/// The functions of [`CASTS`] that the object of a program refers to.
fn missing(text: &str, cpu: &str) -> Vec<String> {
    let cx = program::context();
    let mut module = program::parse(&cx, "program", text).unwrap_or_else(|e| panic!("{e}"));
    let target = Target::new(None, cpu, "").expect("the processor is known");
    let options = CompileOptions::new(target.clone());
    lower::lower(&mut module, &options).unwrap_or_else(|e| panic!("{e}"));
    let objects = compile_objects(&module, &target, Threads::default()).unwrap_or_else(|e| panic!("{e}"));
    let refers = |name: &[u8]| objects.iter().any(|o| o.windows(name.len()).any(|w| w == name));
    CASTS.iter().filter(|name| refers(name)).map(|name| String::from_utf8_lossy(name).into_owned()).collect()
}

/// Libraries and objects are linked without the compiler's runtime library; this process itself would provide the missing functions.
#[test]
fn arithmetic_needs_no_library() {
    let formats = FloatFormat::ALL.into_iter().filter(|f| f.width() <= 16 && f.name() != "f8E8M0FNU");
    let mut checked = 0;
    for format in formats {
        let all: Vec<u128> =
            (0..1u128 << format.width()).step_by(if format.width() > 8 { 61 } else { 1 }).collect();
        let other: Vec<u128> = (0..all.len()).map(|i| all[i * 7919 % all.len()]).collect();
        let (n, t) = (all.len(), format.name());
        for op in ["maximum", "minimum", "add", "multiply"] {
            let text = format!(
                "func.func @main(%x: tensor<{n}x{t}>, %y: tensor<{n}x{t}>) -> tensor<{n}x{t}> {{
                   %r = stablehlo.{op} %x, %y : tensor<{n}x{t}>
                   return %r : tensor<{n}x{t}>
                 }}"
            );
            let exact = |x: u128, y: u128| {
                let (a, b) = (format.to_f64(x), format.to_f64(y));
                let value = match op {
                    _ if a.is_nan() || b.is_nan() => f64::NAN,
                    "maximum" => a.max(b),
                    "minimum" => a.min(b),
                    "add" => a + b,
                    _ => a * b,
                };
                (format.from_f64(value), value)
            };
            for cpu in PROCESSORS {
                assert_eq!(missing(&text, cpu), [""; 0], "{cpu}: {op} of {t}");
                let got = run(&text, cpu, format, &[&bytes(format, &all), &bytes(format, &other)]);
                for (i, got) in got.into_iter().enumerate() {
                    let (want, value) = exact(all[i], other[i]);
                    // Zeros of both signs are equal.
                    let same = got & format.bits_mask() == want
                        || format.is_nan(got) && format.is_nan(want)
                        || value == 0.0 && format.to_f64(got) == 0.0;
                    assert!(
                        same,
                        "{cpu}: {op} of {t} {:#x} and {:#x} is {want:#x}, not {got:#x}",
                        all[i], other[i]
                    );
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 40_000, "{checked}");
}

/// Programs that move numbers of `$t` through registers, in rows that are no whole vectors.
const MOVES: [&str; 4] = [
    "func.func @main(%x: tensor<32x500x$t>) -> tensor<32x500x$t> {
       %lowest = stablehlo.constant dense<-1.0> : tensor<$t>
       %m = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<32x500x$t>, tensor<$t>) -> tensor<32x$t>
       %all = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<32x$t>) -> tensor<32x500x$t>
       %d = stablehlo.subtract %x, %all : tensor<32x500x$t>
       %e = stablehlo.exponential %d : tensor<32x500x$t>
       return %e : tensor<32x500x$t>
     }",
    "func.func @main(%x: tensor<13x21x$t>) -> tensor<21x13x$t> {
       %r = stablehlo.reverse %x, dims = [1] : tensor<13x21x$t>
       %t = stablehlo.transpose %r, dims = [1, 0] : (tensor<13x21x$t>) -> tensor<21x13x$t>
       return %t : tensor<21x13x$t>
     }",
    "func.func @main(%x: tensor<13x21x$t>, %i: tensor<5x1xi32>) -> tensor<5x27x$t> {
       %z = stablehlo.constant dense<1.5> : tensor<$t>
       %g = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
         index_vector_dim = 1>, slice_sizes = array<i64: 1, 21>}> : (tensor<13x21x$t>, tensor<5x1xi32>) -> tensor<5x21x$t>
       %p = stablehlo.pad %g, %z, low = [0, 3], high = [0, 3], interior = [0, 0] : (tensor<5x21x$t>, tensor<$t>) -> tensor<5x27x$t>
       return %p : tensor<5x27x$t>
     }",
    "func.func @main(%x: tensor<7x37x$t>) -> tensor<7x37x$t> {
       %s = \"stablehlo.sort\"(%x) <{dimension = 1 : i64}> ({
       ^bb0(%a: tensor<$t>, %b: tensor<$t>):
         %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<$t>, tensor<$t>) -> tensor<i1>
         stablehlo.return %less : tensor<i1>
       }) : (tensor<7x37x$t>) -> tensor<7x37x$t>
       return %s : tensor<7x37x$t>
     }",
];

/// LLVM takes vectors of such numbers apart by casts, for which it calls the library, where they are not integers.
#[test]
fn moves_need_no_library() {
    for ty in ["bf16", "f16"] {
        for program in MOVES {
            let text = program.replace("$t", ty);
            for cpu in PROCESSORS {
                assert_eq!(missing(&text, cpu), [""; 0], "{cpu}: {text}");
            }
        }
    }
}
