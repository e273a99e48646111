//! Numbers of f16 on processors that compute with them (AVX512-FP16), that only convert them (F16C), and that have neither: the results are
//! the same bits. A sum, a product, a quotient or a root in f32 that is rounded to f16 is the correctly rounded one, because f32 has more than
//! twice the bits of f16 and two more.

use strata_codegen_llvm::Target;
use strata_driver::{CompileOptions, Executable, program};
use strata_ir::num::FloatFormat;

const F16: FloatFormat = FloatFormat::F16;

/// A program compiled for a processor, named by its CPU and switched features.
fn compiled(text: &str, (cpu, features): (&str, &str)) -> Executable {
    let mut module = program::parse(&program::context(), "program", text).unwrap_or_else(|e| panic!("{e}"));
    let target = Target::new(None, cpu, features).expect("the processor is known");
    Executable::compile(&mut module, &CompileOptions::new(target))
        .unwrap_or_else(|e| panic!("{cpu}: {text}: {e}"))
}

/// The result of a program with one, for arguments of f16.
fn result(executable: &Executable, arguments: &[Vec<u16>]) -> Vec<u8> {
    let bytes = |numbers: &Vec<u16>| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
    let arguments: Vec<Vec<u8>> = arguments.iter().map(bytes).collect();
    let arguments: Vec<&[u8]> = arguments.iter().map(Vec::as_slice).collect();
    executable.run(&arguments).unwrap_or_else(|e| panic!("{e}")).swap_remove(0)
}

/// Numbers that are arguments beside all others: zeros, the smallest and largest numbers, one, infinity and NaN.
const SPECIAL: [u16; 12] =
    [0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x3c00, 0xbc00, 0x7bff, 0xfbff, 0x7c00, 0x7e00];
/// With more rounds than special numbers, each number is beside different ones, too.
const ROUNDS: usize = SPECIAL.len() + 4;

/// All numbers of f16 in the order of their bits.
fn all() -> Vec<u16> {
    (0..=u16::MAX).collect()
}

/// The numbers beside [`all`] in a round.
fn partners(round: usize) -> Vec<u16> {
    match SPECIAL.get(round) {
        Some(&number) => vec![number; 1 << 16],
        None => all().iter().map(|&n| n.wrapping_mul(40503).rotate_left(round as u32) ^ n).collect(),
    }
}

/// Processors whose code this machine runs: the host, the host without arithmetic of f16, and the baseline, which has no casts either.
fn processors() -> Vec<(&'static str, &'static str)> {
    let mut all = vec![("native", "")];
    if cfg!(target_arch = "x86_64") {
        all.extend([("native", "-avx512fp16"), ("x86-64", "")]);
    }
    all
}

#[test]
fn arithmetic_is_rounded_once() {
    let ops: [(&str, fn(f64, f64) -> f64); 4] = [
        ("add", |a, b| a + b),
        ("subtract", |a, b| a - b),
        ("multiply", |a, b| a * b),
        ("divide", |a, b| a / b),
    ];
    for (op, exact) in ops {
        let text = format!(
            "func.func @main(%x: tensor<65536xf16>, %y: tensor<65536xf16>) -> tensor<65536xf16> {{
               %r = stablehlo.{op} %x, %y : tensor<65536xf16>
               return %r : tensor<65536xf16>
             }}"
        );
        let executables: Vec<_> = processors().into_iter().map(|cpu| (cpu, compiled(&text, cpu))).collect();
        for round in 0..ROUNDS {
            let arguments = [all(), partners(round)];
            let number = |i: usize, at: usize| F16.to_f64(arguments[i][at].into());
            let want: Vec<u128> =
                (0..1 << 16).map(|at| F16.from_f64(exact(number(0, at), number(1, at)))).collect();
            for (cpu, executable) in &executables {
                let got = result(executable, &arguments);
                for (at, (got, &want)) in got.chunks_exact(2).zip(&want).enumerate() {
                    let got = u128::from(u16::from_le_bytes([got[0], got[1]]));
                    let same = got == want || F16.is_nan(got) && F16.is_nan(want);
                    let (x, y) = (arguments[0][at], arguments[1][at]);
                    assert!(same, "{cpu:?}: {op} of {x:#x} and {y:#x} is {want:#x}, not {got:#x}");
                }
            }
        }
    }
}

/// Programs of `%x`, `%y` and `%z`, numbers of f16: the type of the result, and how it is made.
#[rustfmt::skip]
const PROGRAMS: [(&str, &str); 62] = [
    ("f16", "stablehlo.negate %x : V"),
    ("f16", "stablehlo.abs %x : V"),
    ("f16", "stablehlo.sqrt %x : V"),
    ("f16", "stablehlo.rsqrt %x : V"),
    ("f16", "stablehlo.cbrt %x : V"),
    ("f16", "stablehlo.exponential %x : V"),
    ("f16", "stablehlo.exponential_minus_one %x : V"),
    ("f16", "stablehlo.log %x : V"),
    ("f16", "stablehlo.log_plus_one %x : V"),
    ("f16", "stablehlo.logistic %x : V"),
    ("f16", "stablehlo.tanh %x : V"),
    ("f16", "stablehlo.sine %x : V"),
    ("f16", "stablehlo.cosine %x : V"),
    ("f16", "stablehlo.tan %x : V"),
    ("f16", "stablehlo.floor %x : V"),
    ("f16", "stablehlo.ceil %x : V"),
    ("f16", "stablehlo.sign %x : V"),
    ("f16", "stablehlo.round_nearest_even %x : V"),
    ("f16", "stablehlo.round_nearest_afz %x : V"),
    ("f16", "stablehlo.reduce_precision %x, format = e4m3 : V"),
    ("i1", "stablehlo.is_finite %x : (V) -> tensor<65536xi1>"),
    ("f16", "stablehlo.maximum %x, %y : V"),
    ("f16", "stablehlo.minimum %x, %y : V"),
    ("f16", "stablehlo.remainder %x, %y : V"),
    ("f16", "stablehlo.power %x, %y : V"),
    ("f16", "stablehlo.atan2 %x, %y : V"),
    ("f16", "stablehlo.clamp %x, %y, %z : V"),
    ("i1", "stablehlo.compare EQ, %x, %y : (V, V) -> tensor<65536xi1>"),
    ("i1", "stablehlo.compare NE, %x, %y : (V, V) -> tensor<65536xi1>"),
    ("i1", "stablehlo.compare LT, %x, %y : (V, V) -> tensor<65536xi1>"),
    ("i1", "stablehlo.compare LE, %x, %y : (V, V) -> tensor<65536xi1>"),
    ("i1", "stablehlo.compare GT, %x, %y : (V, V) -> tensor<65536xi1>"),
    ("i1", "stablehlo.compare GE, %x, %y : (V, V) -> tensor<65536xi1>"),
    ("i1", "stablehlo.compare LT, %x, %y, TOTALORDER : (V, V) -> tensor<65536xi1>"),
    ("i8", "stablehlo.convert %x : (V) -> tensor<65536xi8>"),
    ("i16", "stablehlo.convert %x : (V) -> tensor<65536xi16>"),
    ("i32", "stablehlo.convert %x : (V) -> tensor<65536xi32>"),
    ("i64", "stablehlo.convert %x : (V) -> tensor<65536xi64>"),
    ("ui8", "stablehlo.convert %x : (V) -> tensor<65536xui8>"),
    ("ui16", "stablehlo.convert %x : (V) -> tensor<65536xui16>"),
    ("ui32", "stablehlo.convert %x : (V) -> tensor<65536xui32>"),
    ("ui64", "stablehlo.convert %x : (V) -> tensor<65536xui64>"),
    ("f32", "stablehlo.convert %x : (V) -> tensor<65536xf32>"),
    ("f64", "stablehlo.convert %x : (V) -> tensor<65536xf64>"),
    ("bf16", "stablehlo.convert %x : (V) -> tensor<65536xbf16>"),
    ("f16", "stablehlo.multiply %x, %y : V
             %r = stablehlo.add %0, %z : V"),
    ("f16", "stablehlo.multiply %x, %y : V
             %r = stablehlo.subtract %z, %0 : V"),
    ("f16", "stablehlo.multiply %x, %y : V
             %1 = stablehlo.multiply %0, %z : V
             %r = stablehlo.add %1, %x : V"),
    ("f16", "stablehlo.divide %x, %y : V
             %1 = stablehlo.sqrt %0 : V
             %r = stablehlo.divide %z, %1 : V"),
    ("f16", "stablehlo.exponential %x : V
             %1 = stablehlo.multiply %0, %y : V
             %r = stablehlo.add %1, %z : V"),
    ("f16", "stablehlo.logistic %x : V
             %1 = stablehlo.multiply %0, %x : V
             %r = stablehlo.tanh %1 : V"),
    ("f16", "stablehlo.tanh %x : V
             %1 = stablehlo.maximum %0, %y : V
             %r = stablehlo.exponential %1 : V"),
    ("f32", "stablehlo.add %x, %y : V
             %1 = stablehlo.convert %0 : (V) -> tensor<65536xf32>
             %2 = stablehlo.convert %z : (V) -> tensor<65536xf32>
             %r = stablehlo.multiply %1, %2 : tensor<65536xf32>"),
    ("f16", "stablehlo.convert %x : (V) -> tensor<65536xf32>
             %1 = stablehlo.convert %y : (V) -> tensor<65536xf32>
             %2 = stablehlo.convert %z : (V) -> tensor<65536xf32>
             %3 = stablehlo.multiply %0, %1 : tensor<65536xf32>
             %4 = stablehlo.add %3, %2 : tensor<65536xf32>
             %r = stablehlo.convert %4 : (tensor<65536xf32>) -> V"),
    ("f16", "stablehlo.bitcast_convert %x : (V) -> tensor<65536xi16>
             %r = stablehlo.convert %0 : (tensor<65536xi16>) -> V"),
    ("f16", "stablehlo.bitcast_convert %x : (V) -> tensor<65536xui16>
             %1 = stablehlo.convert %0 : (tensor<65536xui16>) -> tensor<65536xi32>
             %2 = stablehlo.constant dense<3> : tensor<65536xi32>
             %3 = stablehlo.multiply %1, %2 : tensor<65536xi32>
             %r = stablehlo.convert %3 : (tensor<65536xi32>) -> V"),
    ("f16", "stablehlo.bitcast_convert %x : (V) -> tensor<65536xui16>
             %1 = stablehlo.convert %0 : (tensor<65536xui16>) -> tensor<65536xi64>
             %2 = stablehlo.constant dense<281474976710655> : tensor<65536xi64>
             %3 = stablehlo.multiply %1, %2 : tensor<65536xi64>
             %r = stablehlo.convert %3 : (tensor<65536xi64>) -> V"),
    ("f16", "stablehlo.convert %x : (V) -> tensor<65536xf64>
             %1 = stablehlo.convert %y : (V) -> tensor<65536xf64>
             %2 = stablehlo.add %0, %1 : tensor<65536xf64>
             %r = stablehlo.convert %2 : (tensor<65536xf64>) -> V"),
    ("f16", "stablehlo.reshape %x : (V) -> tensor<64x1024xf16>
             %1 = stablehlo.reshape %y : (V) -> tensor<1024x64xf16>
             %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<64x1024xf16>, tensor<1024x64xf16>) -> tensor<64x64xf16>
             %3 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<64x64xf16>) -> tensor<16x64x64xf16>
             %r = stablehlo.reshape %3 : (tensor<16x64x64xf16>) -> V"),
    ("f16", "stablehlo.reshape %z : (V) -> tensor<256x256xf16>
             %zero = stablehlo.constant dense<0.0> : tensor<f16>
             %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<256x256xf16>, tensor<f16>) -> tensor<256xf16>
             %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<256xf16>) -> tensor<256x256xf16>
             %r = stablehlo.reshape %2 : (tensor<256x256xf16>) -> V"),
    ("f16", "stablehlo.reshape %z : (V) -> tensor<256x256xf16>
             %zero = stablehlo.constant dense<0xFC00> : tensor<f16>
             %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<256x256xf16>, tensor<f16>) -> tensor<256xf16>
             %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<256xf16>) -> tensor<256x256xf16>
             %r = stablehlo.reshape %2 : (tensor<256x256xf16>) -> V"),
    ("f16", "stablehlo.reshape %z : (V) -> tensor<256x256xf16>
             %one = stablehlo.constant dense<1.0> : tensor<f16>
             %1 = stablehlo.reduce(%0 init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<256x256xf16>, tensor<f16>) -> tensor<256xf16>
             %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<256xf16>) -> tensor<256x256xf16>
             %r = stablehlo.reshape %2 : (tensor<256x256xf16>) -> V"),
];

/// NaN has no one pattern: that of an operand, or that of the type.
fn without_nan(ty: &str, bytes: &[u8]) -> Vec<u64> {
    let float = FloatFormat::from_name(ty);
    let width = bytes.len() >> 16;
    let number = |c: &[u8]| c.iter().rev().fold(0, |p, &byte| p << 8 | u64::from(byte));
    let one = |n: u64| if float.is_some_and(|f| f.is_nan(n.into())) { u64::MAX } else { n };
    bytes.chunks_exact(width).map(number).map(one).collect()
}

/// The text of a program of [`PROGRAMS`].
fn text(ty: &str, body: &str) -> String {
    let first = if body.contains("%r =") { "%0" } else { "%r" };
    let text = format!(
        "func.func @main(%x: V, %y: V, %z: V) -> tensor<65536x{ty}> {{
         {first} = {body}
         return %r : tensor<65536x{ty}>
         }}"
    );
    text.replace("(V", "(tensor<65536xf16>").replace(" V", " tensor<65536xf16>")
}

#[test]
fn instructions_for_f16_compute_what_f32_does() {
    if !Target::host().expect("the host is a target").features().contains("+avx512fp16") {
        eprintln!("skipped: this machine has no instructions for arithmetic of f16");
        return;
    }
    for (ty, body) in PROGRAMS {
        let text = text(ty, body);
        let [native, wide] = [("native", ""), ("native", "-avx512fp16")].map(|cpu| compiled(&text, cpu));
        let rounds = if body.contains("%y") || body.contains("%z") { ROUNDS } else { 1 };
        for round in 0..rounds {
            let arguments = [all(), partners(round), partners((round + 7) % ROUNDS)];
            let [native, wide] = [&native, &wide].map(|one| result(one, &arguments));
            if native == wide {
                continue;
            }
            let [native, wide] = [native, wide].map(|bytes| without_nan(ty, &bytes));
            if let Some(at) = native.iter().zip(&wide).position(|(a, b)| a != b) {
                let (x, y, z) = (arguments[0][at], arguments[1][at], arguments[2][at]);
                let (got, want) = (native[at], wide[at]);
                panic!("{body}: of {x:#x}, {y:#x} and {z:#x}: {want:#x} in f32, {got:#x} by instructions");
            }
        }
    }
}
