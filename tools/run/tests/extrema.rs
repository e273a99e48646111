//! Maxima and minima of floats, of which NaN and the signs of zeros are part, in native code: all pairs of special numbers, beside constants and in
//! reductions.

use strata_codegen_llvm::Target;
use strata_driver::{CompileOptions, Executable, program};

/// Zeros, subnormal and large numbers, infinities, and NaN of both signs, quiet and signalling.
const SPECIAL: [u32; 18] = [
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x0080_0000,
    0x8080_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x4000_0000,
    0xc000_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0xffc0_0000,
    0x7f80_0001,
    0xffbf_ffff,
];
/// A prime number of pairs, so that some are in the last vector of a loop.
const PAIRS: usize = 331;

/// The larger one of two numbers where `sign` is 1, and the smaller one where it is -1.
fn extremum(x: f32, y: f32, sign: f32) -> f32 {
    if x.is_nan() || y.is_nan() {
        return f32::NAN;
    }
    let first = if x == y { x.is_sign_positive() == (sign > 0.0) } else { x * sign > y * sign };
    if first { x } else { y }
}

fn compiled(text: &str, (cpu, features): (&str, &str)) -> Executable {
    let mut module = program::parse(&program::context(), "program", text).unwrap_or_else(|e| panic!("{e}"));
    let target = Target::new(None, cpu, features).expect("the processor is known");
    Executable::compile(&mut module, &CompileOptions::new(target)).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The results of a program for the pairs, as `f32`.
fn results(executable: &Executable, pairs: &[(f32, f32)]) -> Vec<Vec<f32>> {
    let bytes = |side: fn(&(f32, f32)) -> f32| -> Vec<u8> {
        pairs.iter().flat_map(|pair| side(pair).to_le_bytes()).collect()
    };
    let (x, y) = (bytes(|pair| pair.0), bytes(|pair| pair.1));
    let found = executable.run(&[&x, &y]).unwrap_or_else(|e| panic!("{e}"));
    let numbers = |result: &Vec<u8>| -> Vec<f32> {
        result.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()
    };
    found.iter().map(numbers).collect()
}

/// The extremum of two numbers in `T`, that of a number and a zero, and that of each pair and the next two.
fn text(op: &str, elem: &str) -> String {
    format!(
        "func.func @main(%x: tensor<{PAIRS}xf32>, %y: tensor<{PAIRS}xf32>)
             -> (tensor<{PAIRS}xf32>, tensor<{PAIRS}xf32>, tensor<{PAIRS}xf32>, tensor<f32>) {{
           %a = stablehlo.convert %x : (tensor<{PAIRS}xf32>) -> tensor<{PAIRS}x{elem}>
           %b = stablehlo.convert %y : (tensor<{PAIRS}xf32>) -> tensor<{PAIRS}x{elem}>
           %plus = stablehlo.constant dense<0.0> : tensor<{PAIRS}x{elem}>
           %minus = stablehlo.constant dense<-0.0> : tensor<{PAIRS}x{elem}>
           %0 = stablehlo.{op} %a, %b : tensor<{PAIRS}x{elem}>
           %1 = stablehlo.{op} %a, %plus : tensor<{PAIRS}x{elem}>
           %2 = stablehlo.{op} %a, %minus : tensor<{PAIRS}x{elem}>
           %start = stablehlo.constant dense<-0.0> : tensor<{elem}>
           %3 = stablehlo.reduce(%b init: %start) applies stablehlo.{op} across dimensions = [0]
             : (tensor<{PAIRS}x{elem}>, tensor<{elem}>) -> tensor<{elem}>
           %4 = stablehlo.convert %0 : (tensor<{PAIRS}x{elem}>) -> tensor<{PAIRS}xf32>
           %5 = stablehlo.convert %1 : (tensor<{PAIRS}x{elem}>) -> tensor<{PAIRS}xf32>
           %6 = stablehlo.convert %2 : (tensor<{PAIRS}x{elem}>) -> tensor<{PAIRS}xf32>
           %7 = stablehlo.convert %3 : (tensor<{elem}>) -> tensor<f32>
           return %4, %5, %6, %7 : tensor<{PAIRS}xf32>, tensor<{PAIRS}xf32>, tensor<{PAIRS}xf32>, tensor<f32>
         }}"
    )
}

fn same(x: f32, y: f32) -> bool {
    x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan()
}

/// The pairs of all special numbers, and `filler` beside itself.
fn pairs(filler: f32) -> Vec<(f32, f32)> {
    let all = SPECIAL.map(f32::from_bits);
    let mut pairs: Vec<_> = all.iter().flat_map(|&x| all.map(|y| (x, y))).collect();
    pairs.resize(PAIRS, (filler, filler));
    pairs
}

#[test]
fn zeros_and_nan_are_ordered() {
    let mut processors = vec![("native", "")];
    if cfg!(target_arch = "x86_64") {
        processors.extend([("native", "-avx512f"), ("x86-64", "")]);
    }
    let pairs = pairs(1.0);
    for cpu in processors {
        for (op, sign) in [("maximum", 1.0), ("minimum", -1.0)] {
            for elem in ["f32", "f64"] {
                let found = results(&compiled(&text(op, elem), cpu), &pairs);
                for (at, &(x, y)) in pairs.iter().enumerate() {
                    let expected = [(x, y), (x, 0.0), (x, -0.0)].map(|(x, y)| extremum(x, y, sign));
                    for (want, found) in expected.into_iter().zip(&found) {
                        let got = found[at];
                        assert!(
                            same(want, got),
                            "{cpu:?}: {op} of {x:e} and {y:e} in {elem} is {want:e}, not {got:e}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn reductions_find_zeros_and_nan() {
    let target = ("native", if cfg!(target_arch = "x86_64") { "-avx512f" } else { "" });
    for (op, sign) in [("maximum", 1.0), ("minimum", -1.0)] {
        let executables = ["native", "no-avx512"]
            .map(|which| compiled(&text(op, "f32"), if which == "native" { ("native", "") } else { target }));
        // One number that decides, at each place, among numbers that do not.
        for special in SPECIAL.map(f32::from_bits) {
            for others in [-1.0 * sign, -0.0, f32::NEG_INFINITY * sign] {
                for at in [0, 7, 64, 200, PAIRS - 1] {
                    let mut pairs = vec![(0.0, others); PAIRS];
                    pairs[at].1 = special;
                    let want = pairs.iter().fold(-0.0, |x, pair| extremum(x, pair.1, sign));
                    for executable in &executables {
                        let got = results(executable, &pairs)[3][0];
                        assert!(
                            same(want, got),
                            "{op} of {special:e} among {others:e} is {want:e}, not {got:e}"
                        );
                    }
                }
            }
        }
    }
}
