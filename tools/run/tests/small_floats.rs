//! Casts of floats of at most eight bits, compiled and run natively, against the table of formats.

use strata_codegen_llvm::Target;
use strata_ir::num::FloatFormat;
use strata_run::{
    driver::{self, CompileOptions},
    executable::Executable,
};

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
    let cx = driver::context();
    let (n, a, b) = (patterns.len(), from.name(), to.name());
    let text = format!(
        "func.func @main(%x: tensor<{n}x{a}>) -> tensor<{n}x{b}> {{
           %r = stablehlo.convert %x : (tensor<{n}x{a}>) -> tensor<{n}x{b}>
           return %r : tensor<{n}x{b}>
         }}"
    );
    let mut module = driver::parse(&cx, "convert", &text).unwrap_or_else(|e| panic!("{e}"));
    let target = Target::host().expect("the host is a target");
    let options = CompileOptions { target, entry: "main".into(), prefix: "test".into(), pipeline: None };
    let executable = Executable::compile(&mut module, &options).unwrap_or_else(|e| panic!("{a} to {b}: {e}"));
    let out = executable.run(&[&bytes(from, patterns)]).unwrap_or_else(|e| panic!("{a} to {b}: {e}"));
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

/// All numbers of 16 bits in a wider format, and their neighbours, which are near to where rounding turns.
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
