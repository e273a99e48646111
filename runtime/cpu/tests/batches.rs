//! Routines on several threads: results are the same bits as with one.

#[path = "support/routine.rs"]
mod routine;

use routine::{Spec, call, count};
use strata_runtime_cpu::Context;

/// The results of a call, as bytes.
fn results(
    threads: i32,
    target: &str,
    config: &str,
    inputs: &[Spec<'_>],
    outputs: &[Spec<'_>],
) -> Vec<Vec<u8>> {
    let ctx = Context::new(threads);
    let mut state = 1u64;
    let mut number = |i: usize, n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let large = if i.is_multiple_of(n + 1) { n as f64 } else { 0.0 };
        (state >> 40) as f64 / (1u64 << 24) as f64 + large
    };
    let mut arrays: Vec<Vec<u8>> = Vec::new();
    for spec @ &(code, bits, shape) in inputs {
        let n = shape.last().map_or(1, |&n| n as usize);
        // A complex number is two.
        let (parts, bits) = if code == 5 { (2, bits / 2) } else { (1, bits) };
        let numbers = (0..parts * count(spec)).map(|i| number(i % (n * n), n));
        arrays.push(match bits {
            32 => numbers.flat_map(|v| (v as f32).to_le_bytes()).collect(),
            _ => numbers.flat_map(f64::to_le_bytes).collect(),
        });
    }
    arrays.extend(outputs.iter().map(|spec| vec![0; count(spec) * spec.1 as usize / 8]));
    let code = call(&ctx, target, config, [inputs, outputs], &mut arrays);
    assert_eq!(code, 0, "{target}: {:?}", ctx.error());
    arrays.split_off(inputs.len())
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    for (letter, bits) in [('s', 32), ('d', 64)] {
        for [count, n] in [[1000, 4], [333, 16], [130, 31], [9, 100], [3, 7], [1, 280], [1, 420]] {
            let (matrices, rows, singles) = ([count, n, n], [count, n], [count]);
            let (a, row) = ((2, bits, &matrices[..]), (2, bits, &rows[..]));
            let (pivots, info) = ((0, 32, &rows[..]), (0, 32, &singles[..]));
            let check = |routine: &str, config: &str, inputs: &[Spec<'_>], outputs: &[Spec<'_>]| {
                let name = format!("lapack_{letter}{routine}_ffi");
                let one = results(1, &name, config, inputs, outputs);
                for threads in [2, 4] {
                    assert!(one == results(threads, &name, config, inputs, outputs), "{name} of {inputs:?}");
                }
            };
            check("potrf", "uplo=76", &[a], &[a, info]);
            check("getrf", "", &[a], &[a, pivots, info]);
            if n > 280 {
                continue;
            }
            check("trsm", "side=76\nuplo=76\ntrans_x=84\ndiag=78", &[a, a], &[a]);
            check("geqrf", "", &[a], &[a, row]);
            check("orgqr", "", &[a, row], &[a]);
            check("ormqr", "left=0\ntranspose=1", &[a, row, a], &[a]);
            check("syevd", "mode=86\nuplo=76", &[a], &[a, row, info]);
            check("gesdd", "mode=65", &[a], &[a, row, a, a, info]);
            check("gesdd", "mode=78", &[a], &[a, row, info]);
        }
    }
}

#[test]
fn transforms_do_not_depend_on_the_number_of_threads() {
    for (bits, pair) in [(32, 64), (64, 128)] {
        let check = |kind: &str, length: &str, input: Spec<'_>, output: Spec<'_>| {
            let config = format!("type={kind}\nlength={length}\n");
            let one = results(1, "strata_fft", &config, &[input], &[output]);
            assert!(one[0].iter().any(|&byte| byte != 0));
            for threads in [2, 4] {
                let other = results(threads, "strata_fft", &config, &[input], &[output]);
                assert!(one == other, "{kind} of {input:?}");
            }
        };
        // Lines, columns of one matrix and of several, and a last group of columns that is not full.
        let shapes = [("1000", &[40, 1000][..]), ("300,90", &[300, 90]), ("30,17,40", &[5, 30, 17, 40])];
        for (length, shape) in shapes {
            check("FFT", length, (5, pair, shape), (5, pair, shape));
            check("IFFT", length, (5, pair, shape), (5, pair, shape));
        }
        check("RFFT", "70,500", (2, bits, &[3, 70, 500]), (5, pair, &[3, 70, 251]));
        check("RFFT", "4096", (2, bits, &[9, 4096]), (5, pair, &[9, 2049]));
        check("IRFFT", "70,500", (5, pair, &[3, 70, 251]), (2, bits, &[3, 70, 500]));
    }
}
