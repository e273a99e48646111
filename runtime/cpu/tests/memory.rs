//! Routines with failing allocations: each request and all later ones fail in turn, until the routine succeeds. The process continues,
//! and the context reports the error.

#[path = "support/routine.rs"]
mod routine;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering};

use routine::{Spec, call, count};
use strata_runtime_cpu::{Context, OUT_OF_MEMORY};

/// Smaller requests do not fail, as reporting an error also needs some memory.
const LARGE: usize = 1000;
/// Rows and columns of matrices, of which one row is large.
const N: i64 = 130;

/// The number of large requests that succeed before the others fail.
static LEFT: AtomicIsize = AtomicIsize::new(isize::MAX);

struct Refusing;

fn refuses(bytes: usize) -> bool {
    bytes >= LARGE && LEFT.fetch_sub(1, Ordering::Relaxed) <= 0
}

// SAFETY: requests that do not fail go to the system's allocator unchanged.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        if refuses(layout.size()) { std::ptr::null_mut() } else { unsafe { System.alloc(layout) } }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(block, layout) }
    }
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: guaranteed by the caller.
        if refuses(size) { std::ptr::null_mut() } else { unsafe { System.realloc(block, layout, size) } }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

fn bytes(spec: &Spec<'_>, seed: usize) -> Vec<u8> {
    // Approximately the identity, so that every routine has a solution.
    let columns = spec.2.last().copied().unwrap_or(1).max(1) as usize;
    let number = |i: usize| match i % columns == i / columns % columns {
        true => 9.0,
        false => ((i * 7919 + seed) % 101) as f64 / 202.0,
    };
    let number = |i: usize| match (spec.0, spec.1) {
        (2, 32) => (number(i) as f32).to_le_bytes().to_vec(),
        (2, _) => number(i).to_le_bytes().to_vec(),
        (5, 64) => [(number(i) as f32).to_le_bytes(), [0; 4]].concat(),
        (5, _) => [number(i).to_le_bytes(), [0; 8]].concat(),
        (_, bits) => (i as i64 % 7).to_le_bytes()[..bits as usize / 8].to_vec(),
    };
    (0..count(spec)).flat_map(number).collect()
}

/// The number of large requests of a call. Checks that the call ends with an error whenever the requests from some number on fail.
fn check(threads: i32, target: &str, config: &str, inputs: &[Spec<'_>], outputs: &[Spec<'_>]) -> isize {
    let ctx = Context::new(threads);
    let mut arrays: Vec<Vec<u8>> =
        inputs.iter().chain(outputs).enumerate().map(|(i, spec)| bytes(spec, i)).collect();
    let mut run = |left: isize| {
        LEFT.store(left, Ordering::Relaxed);
        let code = call(&ctx, target, config, [inputs, outputs], &mut arrays);
        let used = left - LEFT.swap(isize::MAX, Ordering::Relaxed);
        let why = ctx.error();
        ctx.clear_error();
        (code, used, why)
    };
    let (code, ..) = run(1 << 40);
    assert_eq!(code, 0, "{target}");
    // Memory kept for the next call makes no request.
    let (code, needed, _) = run(1 << 40);
    assert_eq!(code, 0, "{target}");
    let mut left = 0;
    while left < needed {
        let (code, _, why) = run(left);
        // With several threads, the distribution of work among them varies.
        if threads > 1 && code == 0 {
            break;
        }
        assert_eq!(code, OUT_OF_MEMORY, "{target} with {left} of {needed} requests: {why:?}");
        assert!(why.is_some_and(|why| why.contains("out of memory: ")), "{target}");
        // The first ones are tested one by one.
        left += 1 + left / 2;
    }
    assert_eq!(run(1 << 40).0, 0, "{target}");
    needed
}

#[test]
fn routines_go_on_without_memory() {
    let square = |code, bits| (code, bits, &[N, N][..]);
    let list = |code, bits| (code, bits, &[N][..]);
    let count = || (0, 32, &[][..]);
    let mut requests = 0;
    for (letter, code, bits) in [('s', 2, 32), ('d', 2, 64), ('c', 5, 64), ('z', 5, 128)] {
        let (a, row, int, real) = (
            square(code, bits),
            list(code, bits),
            list(0, 32),
            list(2, bits / if code == 5 { 2 } else { 1 }),
        );
        let mut check = |name: &str, config: &str, inputs: &[&Spec<'static>], outputs: &[&Spec<'static>]| {
            let own = |list: &[&Spec<'static>]| list.iter().map(|&&s| s).collect::<Vec<_>>();
            let target = if name.starts_with("strata") {
                name.to_owned()
            } else {
                format!("lapack_{letter}{name}_ffi")
            };
            requests += check(1, &target, config, &own(inputs), &own(outputs));
        };
        let [orgqr, ormqr, syevd] = match code {
            2 => ["orgqr", "ormqr", "syevd"],
            _ => ["ungqr", "unmqr", "heevd"],
        };
        check("strata_cholesky", "lower=1", &[&a], &[&a]);
        check("strata_triangular_solve", "left=0\nlower=1\nunit=0\ntranspose=N", &[&a, &a], &[&a]);
        check("getrf", "", &[&a], &[&a, &int, &count()]);
        check("potrf", "uplo=85", &[&a], &[&a, &count()]);
        check("trsm", "side=82\nuplo=76\ntrans_x=84\ndiag=78", &[&a, &a], &[&a]);
        check("geqrf", "", &[&a], &[&a, &row]);
        check(orgqr, "", &[&a, &row], &[&a]);
        check(ormqr, "left=0\ntranspose=1", &[&a, &row, &a], &[&a]);
        check(syevd, "mode=86\nuplo=76", &[&a], &[&a, &real, &count()]);
        check("gesdd", "mode=65", &[&a], &[&a, &real, &a, &a, &count()]);
        check("gehrd", "low=1\nhigh=72", &[&a], &[&a, &(code, bits, &[N - 1][..]), &count()]);
        check("geqp3", "", &[&a, &int], &[&a, &int, &row]);
        check("gtsv", "", &[&row, &row, &row, &a], &[&row, &row, &row, &a, &count()]);
        let off = (real.0, real.1, &[N - 1][..]);
        let taus = (code, bits, &[N - 1][..]);
        let hetrd = if code == 2 { "sytrd" } else { "hetrd" };
        check(hetrd, "uplo=76", &[&a], &[&a, &real, &off, &taus, &count()]);
        let schur = "mode=86\nsort=78";
        if code == 2 {
            check("gees", schur, &[&a], &[&a, &a, &row, &row, &count(), &count()]);
            let vectors = (5, 2 * bits, &[N, N][..]);
            check(
                "geev",
                "compute_left=86\ncompute_right=86",
                &[&a],
                &[&row, &row, &vectors, &vectors, &count()],
            );
        } else {
            check("gees", schur, &[&a], &[&a, &a, &row, &count(), &count()]);
            check("geev", "compute_left=86\ncompute_right=86", &[&a], &[&row, &a, &a, &count()]);
        }
    }
    let many = |code, bits| (code, bits, &[64, 1000][..]);
    for (bits, pair) in [(32, 64), (64, 128)] {
        let half = (5, pair, &[64, 501][..]);
        requests += check(1, "strata_fft", "type=FFT\nlength=64,1000", &[many(5, pair)], &[many(5, pair)]);
        requests +=
            check(1, "strata_fft", "type=RFFT\nlength=1000", &[many(2, bits)], std::slice::from_ref(&half));
        requests += check(1, "strata_fft", "type=IRFFT\nlength=64,1000", &[half], &[many(2, bits)]);
    }
    for keys in ["0:0:f32:total:up", "0:0:f32:total:up,1:0:i32:total:down"] {
        for threads in [1, 4] {
            let arrays = [many(2, 32), many(0, 32)];
            let config = |d: usize| format!("dimension={d}\nkeys={keys}\nresults=0,1");
            requests += check(threads, "strata_sort", &config(1), &arrays, &arrays);
            requests += check(threads, "strata_sort", &config(0), &arrays, &arrays);
        }
    }
    for algorithm in ["THREE_FRY", "PHILOX"] {
        let config = format!("algorithm={algorithm}");
        let state = (1, 64, &[2][..]);
        let out = [state, (1, 32, &[1000][..])];
        requests += check(1, "strata_rng_bit_generator", &config, &[state], &out);
    }
    assert!(requests > 1000, "{requests}");
}
