//! The runtime through its Rust and its C interface: every chunk runs exactly once in all cases.

use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicU64, Ordering};

use strata_runtime_cpu::c_api::*;
use strata_runtime_cpu::{ALIGNMENT, Context, symbols, thread_count};

fn counters(n: usize) -> Vec<AtomicU64> {
    (0..n).map(|_| AtomicU64::new(0)).collect()
}

fn assert_all(counts: &[AtomicU64], expected: u64) {
    for (i, count) in counts.iter().enumerate() {
        assert_eq!(count.load(Ordering::Relaxed), expected, "chunk {i}");
    }
}

#[test]
fn every_chunk_runs_once() {
    for threads in [1, 2, 3, 8] {
        let ctx = Context::new(threads);
        assert_eq!(ctx.n_threads(), threads as usize);
        for n in [0, 1, 2, 3, 7, 64, 1000] {
            for _ in 0..20 {
                let counts = counters(n);
                ctx.parallel_for(n as u64, |i| {
                    counts[i as usize].fetch_add(1, Ordering::Relaxed);
                })
                .expect("no chunk panics");
                assert_all(&counts, 1);
            }
        }
    }
}

#[test]
fn results_are_visible_after_the_loop() {
    let ctx = Context::new(4);
    let mut data = vec![0u64; 4096];
    for round in 1..300u64 {
        let address = data.as_mut_ptr() as usize;
        ctx.parallel_for(64, |chunk| {
            for i in chunk * 64..(chunk + 1) * 64 {
                // SAFETY: each element belongs to one chunk, and the vector outlives the loop.
                unsafe { *(address as *mut u64).add(i as usize) += round * (i + 1) };
            }
        })
        .expect("no chunk panics");
        let total = round * (round + 1) / 2;
        assert!(data.iter().zip(1..).all(|(&value, i)| value == total * i), "round {round}");
    }
}

#[test]
fn many_short_loops_with_pauses() {
    // The pauses make workers fall asleep, so that waking is exercised.
    let ctx = Context::new(3);
    let total = AtomicU64::new(0);
    for i in 0..2000u64 {
        ctx.parallel_for(5, |_| {
            total.fetch_add(1, Ordering::Relaxed);
        })
        .expect("no chunk panics");
        if i % 100 == 0 {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
    assert_eq!(total.into_inner(), 10_000);
}

#[test]
fn nested_loops_run_inline() {
    let ctx = Context::new(4);
    let counts = counters(16 * 16);
    ctx.parallel_for(16, |i| {
        let outer = std::thread::current().id();
        ctx.parallel_for(16, |j| {
            assert_eq!(std::thread::current().id(), outer);
            counts[(i * 16 + j) as usize].fetch_add(1, Ordering::Relaxed);
        })
        .expect("no chunk panics");
    })
    .expect("no chunk panics");
    assert_all(&counts, 1);
}

#[test]
fn threads_share_a_context() {
    // More callers than slots: the remaining loops run inline.
    let ctx = Context::new(3);
    let counts = counters(40);
    std::thread::scope(|scope| {
        for _ in 0..12 {
            scope.spawn(|| {
                for _ in 0..100 {
                    ctx.parallel_for(40, |i| {
                        counts[i as usize].fetch_add(1, Ordering::Relaxed);
                    })
                    .expect("no chunk panics");
                }
            });
        }
    });
    assert_all(&counts, 1200);
}

#[test]
fn contexts_are_independent() {
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let ctx = Context::new(2);
                    let counts = counters(9);
                    ctx.parallel_for(9, |i| {
                        counts[i as usize].fetch_add(1, Ordering::Relaxed);
                    })
                    .expect("no chunk panics");
                    assert_all(&counts, 1);
                }
            });
        }
    });
}

#[test]
fn contexts_share_threads() {
    let threads = strata_runtime_cpu::Threads::new(3);
    let contexts: Vec<Context> = (0..4).map(|_| Context::with_threads(&threads)).collect();
    drop(threads);
    std::thread::scope(|scope| {
        for context in &contexts {
            scope.spawn(move || {
                assert_eq!(context.n_threads(), 3);
                let sum = AtomicU64::new(0);
                context
                    .parallel_for(100, |i| {
                        sum.fetch_add(i, Ordering::Relaxed);
                    })
                    .expect("no panic");
                assert_eq!(sum.into_inner(), 4950);
                context.set_error(7, "mine");
            });
        }
    });
    assert!(contexts.iter().all(|c| c.error_code() == 7));
    contexts[0].clear_error();
    assert_eq!((contexts[0].error_code(), contexts[1].error_code()), (0, 7));
}

#[test]
fn a_panic_is_an_error_and_the_pool_goes_on() {
    let ctx = Context::new(2);
    let ran = AtomicU64::new(0);
    let result = ctx.parallel_for(10, |i| {
        ran.fetch_add(1, Ordering::Relaxed);
        if i == 3 {
            std::panic::resume_unwind(Box::new(()));
        }
    });
    assert!(result.is_err());
    assert_eq!(ran.into_inner(), 10);
    assert_eq!(ctx.parallel_for(10, |_| {}), Ok(()));
}

unsafe extern "C" fn mark(args: *mut c_void, chunk: i64) {
    // SAFETY: the tests pass an array with an element for every chunk.
    unsafe { &*args.cast::<AtomicU64>().add(chunk as usize) }.fetch_add(1, Ordering::Relaxed);
}

#[test]
fn c_interface() {
    let counts = counters(100);
    let args = counts.as_ptr().cast_mut().cast();
    // SAFETY: the context is live until it is freed, and `mark` matches its arguments.
    unsafe {
        let ctx = strata_rt_context_new(2);
        assert_eq!(strata_rt_num_threads(ctx), 2);
        assert_eq!(strata_rt_parallel_for(ctx, Some(mark), 100, args), 0);
        assert_eq!(strata_rt_parallel_for(std::ptr::null(), Some(mark), 100, args), 0);
        assert_eq!(strata_rt_parallel_for(ctx, Some(mark), 0, args), 0);
        assert_eq!(strata_rt_parallel_for(ctx, Some(mark), -5, args), 0);
        assert_eq!(strata_rt_parallel_for(ctx, None, 3, args), 0);
        assert_all(&counts, 2);
        assert!(strata_rt_last_error(ctx).is_null());
        strata_rt_set_error(ctx, 7, c"first".as_ptr());
        strata_rt_set_error(ctx, 8, c"second".as_ptr());
        assert_eq!(strata_rt_error_code(ctx), 7);
        assert_eq!(CStr::from_ptr(strata_rt_last_error(ctx)), c"first");
        assert_eq!(strata_rt_parallel_for(ctx, Some(mark), 1, args), 7);
        strata_rt_clear_error(ctx);
        assert_eq!(strata_rt_error_code(ctx), 0);
        strata_rt_context_free(ctx);
        strata_rt_context_free(std::ptr::null_mut());
    }
}

#[test]
fn memory_is_aligned_and_accounted_for() {
    let ctx = Context::new(1);
    for size in [0usize, 1, 63, 64, 1000, 1 << 20] {
        let block = ctx.allocate(size);
        assert!(!block.is_null());
        assert_eq!(block as usize % ALIGNMENT, 0);
        // SAFETY: the block has `size` bytes and is freed once.
        unsafe {
            block.write_bytes(0xcd, size);
            assert_eq!(ctx.memory().live, size as u64);
            ctx.free(block);
        }
    }
    assert_eq!((ctx.memory().live, ctx.memory().peak), (0, 1 << 20));
    assert!(ctx.allocate(usize::MAX - 10).is_null());
    assert!(ctx.error().is_some_and(|e| e.contains("out of memory")));
    ctx.clear_error();
    // SAFETY: the context is live.
    assert!(unsafe { strata_rt_alloc(&raw const ctx, -1) }.is_null());
    assert!(ctx.error().is_some_and(|e| e.contains("negative")));
}

#[test]
fn thread_count_and_symbols() {
    assert_eq!(thread_count(5), 5);
    assert_eq!(thread_count(i32::MAX), 1024);
    assert!(thread_count(0) >= 1 && thread_count(-3) >= 1);
    let names = symbols();
    assert_eq!(names.len(), 32);
    assert!(names.iter().all(|(name, address)| name.starts_with("strata_rt_") && !address.is_null()));
}
