//! Routines that compute a result in the memory of an argument: the bits are those of a result in memory of its own.

#[path = "support/routine.rs"]
mod routine;

use routine::{Spec, call, call_in_place, count};
use strata_runtime_cpu::Context;

/// Numbers that are not sorted, with equal ones, zeros of both signs and NaN; a matrix of them has a large diagonal.
fn bytes_of(spec: &Spec<'_>) -> Vec<u8> {
    let n = spec.2.last().map_or(1, |&n| n as usize);
    let number = |i: usize| match i * 7919 % 101 {
        5 => -0.0,
        6 => 0.0,
        k => k as f32 / 64.0 + if i % (n * n) % (n + 1) == 0 { 4.0 * n as f32 } else { 0.0 },
    };
    let parts = if spec.0 == 5 { 2 } else { 1 };
    (0..parts * count(spec)).flat_map(|i| number(i).to_le_bytes()).collect()
}

/// Compares a call with one whose result `to` is in the memory of argument `from`, with one thread and with four.
fn check(target: &str, config: &str, [inputs, outputs]: [&[Spec<'_>]; 2], places: &[(usize, usize)]) {
    let empty = outputs.iter().map(|spec| vec![0; count(spec) * spec.1 as usize / 8]);
    let arrays: Vec<Vec<u8>> = inputs.iter().map(bytes_of).chain(empty).collect();
    for threads in [1, 4] {
        let ctx = Context::new(threads);
        let mut apart = arrays.clone();
        assert_eq!(
            call(&ctx, target, config, [inputs, outputs], &mut apart),
            0,
            "{target}: {:?}",
            ctx.error()
        );
        let mut together = arrays.clone();
        let code = call_in_place(&ctx, target, config, [inputs, outputs], &mut together, places);
        assert_eq!(code, 0, "{target}: {:?}", ctx.error());
        for k in 0..outputs.len() {
            let from = places.iter().find(|(to, _)| *to == k).map_or(inputs.len() + k, |&(_, from)| from);
            assert!(apart[inputs.len() + k] == together[from], "{target} of {inputs:?}, result {k}");
        }
    }
}

#[test]
fn sorts() {
    let config =
        |dim: usize, keys: &str, results: &str| format!("dimension={dim}\nkeys={keys}\nresults={results}\n");
    let (up, down) = ("0:0:f32:zeros-nans:up", "1:0:f32:total:down");
    for shape in [
        [64, 1024, 1],
        [500, 7, 3],
        [1, 512, 64],
        [1, 9, 5000],
        [3, 40, 20],
        [1, 300, 1],
        [2, 1, 4],
        [0, 4, 4],
    ] {
        let a: Spec<'_> = (2, 32, &shape);
        check("strata_sort", &config(1, up, "0"), [&[a], &[a]], &[(0, 0)]);
        check(
            "strata_sort",
            &config(1, &format!("{up},{down}"), "0,1"),
            [&[a, a], &[a, a]],
            &[(0, 0), (1, 1)],
        );
        check("strata_sort", &config(1, down, "1,place,0"), [&[a, a], &[a, (0, 32, &shape), a]], &[(2, 0)]);
    }
}

#[test]
fn transforms() {
    let shape = [30, 64];
    let a: Spec<'_> = (5, 64, &shape);
    for kind in ["FFT", "IFFT"] {
        for length in ["64", "30,64"] {
            check("strata_fft", &format!("type={kind}\nlength={length}\n"), [&[a], &[a]], &[(0, 0)]);
        }
    }
}

#[test]
fn matrices() {
    for [matrices, n] in [[40, 4], [5, 20], [1, 90]] {
        let (square, rows, singles) = ([matrices, n, n], [matrices, n], [matrices]);
        let (a, row): (Spec<'_>, Spec<'_>) = ((2, 32, &square), (2, 32, &rows));
        let (pivots, info): (Spec<'_>, Spec<'_>) = ((0, 32, &rows), (0, 32, &singles));
        check("strata_cholesky", "lower=1\n", [&[a], &[a]], &[(0, 0)]);
        check(
            "strata_triangular_solve",
            "left=1\nlower=1\nunit=0\ntranspose=N\n",
            [&[a, a], &[a]],
            &[(0, 1)],
        );
        let lapack = |name: &str, config: &str, arrays: [&[Spec<'_>]; 2], from: usize| {
            check(&format!("lapack_s{name}_ffi"), config, arrays, &[(0, from)]);
        };
        lapack("getrf", "", [&[a], &[a, pivots, info]], 0);
        lapack("geqrf", "", [&[a], &[a, row]], 0);
        lapack("trsm", "side=76\nuplo=76\ntrans_x=84\ndiag=78", [&[a, a], &[a]], 1);
        lapack("ormqr", "left=1\ntranspose=1", [&[a, row, a], &[a]], 2);
        lapack("syevd", "mode=86\nuplo=76", [&[a], &[a, row, info]], 0);
        lapack("gesdd", "mode=65", [&[a], &[a, row, a, a, info]], 0);
        // Others get a copy of the argument.
        lapack("potrf", "uplo=76", [&[a], &[a, info]], 0);
        lapack("orgqr", "", [&[a, row], &[a]], 0);
        let c: Spec<'_> = (5, 64, &square);
        check("strata_cholesky", "lower=0\n", [&[c], &[c]], &[(0, 0)]);
    }
}
