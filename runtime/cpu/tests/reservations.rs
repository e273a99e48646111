//! Routines reserve what they use: the peak of their requests is at most what the context counts, and little less.

#[path = "support/routine.rs"]
mod routine;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};

use routine::{Spec, call, count};
use strata_runtime_cpu::Context;

/// Smaller requests are lists, names and messages.
const LARGE: usize = 512;
/// The bytes by which an estimate may be too high or too low: lists of few numbers that are not counted, or are rounded.
const SLACK: isize = 12 << 10;

static NOW: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

struct Counting;

fn add(layout: Layout, sign: isize) {
    // Bytes are those by which a reservation finds out whether there is so much memory.
    if layout.size() >= LARGE && layout.align() > 1 {
        let bytes = sign * layout.size() as isize;
        PEAK.fetch_max(NOW.fetch_add(bytes, Relaxed) + bytes, Relaxed);
    }
}

// SAFETY: requests go to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout, 1);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        add(layout, -1);
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Numbers near the identity, so that every routine has a solution.
fn bytes(spec @ &(code, bits, shape): &Spec<'_>) -> Vec<u8> {
    let columns = shape.last().copied().unwrap_or(1).max(1) as usize;
    let number = |i: usize| match i % columns == i / columns % columns {
        true => 9.0 + (i % 17) as f64,
        false => ((i * 7919) % 101) as f64 / 202.0,
    };
    let bytes = |i: usize| match (code, bits) {
        (0, _) => vec![0; bits as usize / 8],
        (2, 32) => (number(i) as f32).to_le_bytes().to_vec(),
        (2, _) => number(i).to_le_bytes().to_vec(),
        (_, 64) => [(number(i) as f32).to_le_bytes(), [0; 4]].concat(),
        _ => [number(i).to_le_bytes(), [0; 8]].concat(),
    };
    (0..count(spec)).flat_map(bytes).collect()
}

/// The peak of requests of a call, and what the context counts, each of a new context and a new thread, which keep nothing yet.
fn peaks(target: &str, config: &str, inputs: &[Spec<'_>], outputs: &[Spec<'_>]) -> [isize; 2] {
    let mut arrays: Vec<Vec<u8>> = inputs.iter().chain(outputs).map(bytes).collect();
    let mut run = || {
        let ctx = Context::new(1);
        let before = NOW.load(Relaxed);
        PEAK.store(before, Relaxed);
        let code = call(&ctx, target, config, [inputs, outputs], &mut arrays);
        assert_eq!(code, 0, "{target}: {:?}", ctx.error());
        [PEAK.load(Relaxed) - before, ctx.memory().peak as isize]
    };
    std::thread::scope(|scope| scope.spawn(&mut run).join().unwrap())
}

/// Checks a call.
fn check(target: &str, config: &str, inputs: &[Spec<'_>], outputs: &[Spec<'_>]) {
    let [used, counted] = peaks(target, config, inputs, outputs);
    let what = format!("{target} {config:?} of {inputs:?}: {used} of {counted}");
    assert!(used <= counted + SLACK, "{what}");
    // How much dividing needs depends on the matrix, and the tables for large prime factors on the plan.
    let more = match target {
        "strata_fft" => used,
        _ if target.contains("syevd") => used / 2,
        _ => used / 6,
    };
    assert!(counted <= used + more + SLACK, "{what}");
}

#[test]
fn routines_reserve_what_they_use() {
    for (letter, bits) in [('s', 32), ('d', 64)] {
        for n in [4, 20, 31, 64, 100, 200, 520] {
            let wide = n + 37;
            let name = |routine: &str| format!("lapack_{letter}{routine}_ffi");
            let (square, tall, low) = ([n, n], [wide, n], [n, wide]);
            let [square, tall, low] = [&square, &tall, &low].map(|shape| (2, bits, &shape[..]));
            let (row, pivots, count) = ([n], (0, 32, &[n][..]), (0, 32, &[][..]));
            let row = (2, bits, &row[..]);
            check(&name("potrf"), "uplo=76", &[square], &[square, count]);
            check(&name("getrf"), "", &[square], &[square, pivots, count]);
            check(&name("getrf"), "", &[low], &[low, pivots, count]);
            check(&name("trsm"), "side=76\nuplo=76\ntrans_x=84\ndiag=78", &[square, low], &[low]);
            check(&name("trsm"), "side=82\nuplo=85\ntrans_x=78\ndiag=78", &[square, tall], &[tall]);
            for matrix in [square, tall, low] {
                check(&name("geqrf"), "", &[matrix], &[matrix, row]);
            }
            check(&name("orgqr"), "", &[tall, row], &[tall]);
            check(&name("ormqr"), "left=1\ntranspose=1", &[square, row, low], &[low]);
            check(&name("ormqr"), "left=0\ntranspose=1", &[square, row, tall], &[tall]);
            for mode in ["mode=78", "mode=86"] {
                check(&name("syevd"), &format!("{mode}\nuplo=76"), &[square], &[square, row, count]);
            }
            check(&name("gesdd"), "mode=78", &[square], &[square, row, count]);
            check(&name("gesdd"), "mode=65", &[square], &[square, row, square, square, count]);
            check(&name("gesdd"), "mode=83", &[tall], &[tall, row, tall, square, count]);
            check(&name("gesdd"), "mode=83", &[low], &[low, row, square, low, count]);
        }
        for batch in [[70, 3, 3], [200, 16, 16], [33, 32, 32], [4, 9, 9]] {
            let (all, pivots, counts) = ((2, bits, &batch[..]), (0, 32, &batch[..2]), (0, 32, &batch[..1]));
            check(&format!("lapack_{letter}potrf_ffi"), "uplo=76", &[all], &[all, counts]);
            check(&format!("lapack_{letter}getrf_ffi"), "", &[all], &[all, pivots, counts]);
            check("strata_triangular_solve", "left=1\nlower=1\nunit=0\ntranspose=N", &[all, all], &[all]);
        }
    }
    for (from, to) in [(32, 64), (64, 128)] {
        for (n, lines) in [
            (64, 4),
            (4096, 4),
            (1000, 4),
            (30_030, 4),
            (5003, 4),
            (16_411, 4),
            (64, 80),
            (100, 77),
            (1000, 64),
        ] {
            let (real, half, line) = ([lines, n], [lines, n / 2 + 1], [n, lines]);
            let (real, half) = ((2, from, &real[..]), (5, to, &half[..]));
            let (complex, columns) = ((5, to, real.2), (5, to, &line[..]));
            check("strata_fft", &format!("type=FFT\nlength={n}"), &[complex], &[complex]);
            check("strata_fft", &format!("type=FFT\nlength={n},{lines}"), &[columns], &[columns]);
            check("strata_fft", &format!("type=RFFT\nlength={n}"), &[real], &[half]);
            check("strata_fft", &format!("type=IRFFT\nlength={n}"), &[half], &[real]);
        }
    }
    for shape in [[3, 10_000], [10_000, 3], [500, 16]] {
        let (numbers, places, keys) = ((2, 32, &shape[..]), (0, 32, &shape[..]), "0:0:f32:total:up");
        for dimension in [0, 1] {
            let config =
                |keys: &str, results: &str| format!("dimension={dimension}\nkeys={keys}\nresults={results}");
            check("strata_sort", &config(keys, "0"), &[numbers], &[numbers]);
            check("strata_sort", &config(keys, "0,place"), &[numbers], &[numbers, places]);
            let two = format!("{keys},1:0:i32:total:up");
            check("strata_sort", &config(&two, "0,1"), &[numbers, places], &[numbers, places]);
        }
        let kept = [shape[0], 5];
        if shape[1] > 20 {
            let outputs = [(2, 32, &kept[..]), (0, 32, &kept[..])];
            let config = format!("dimension=1\nkeys={keys}\nresults=0,place");
            check("strata_sort", &config, &[numbers], &outputs);
        }
    }
}
