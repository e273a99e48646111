//! Threads of a C host that are processes of a program: collectives among them, several calls, errors.

use std::ffi::CStr;

use strata_runtime_cpu::Context;
use strata_runtime_cpu::c_api::{strata_rt_begin, strata_rt_end};
use strata_runtime_cpu::call::strata_rt_call;
use strata_runtime_cpu::collective::api::*;

const SUM: &CStr = c"ids=partition\ngroups=\nmust=1\nreduce=add\nelement=i32\n";

/// Sums a number over all processes, as compiled code does.
fn sum(ctx: &Context, number: i32) -> Result<i32, String> {
    let specs = [1i64, 1, 0, 32, 1, 1, 0, 32, 1, 1];
    let (mut from, mut to) = ([number], [0]);
    let buffers = [from.as_mut_ptr().cast(), to.as_mut_ptr().cast()];
    let ctx = std::ptr::from_ref(ctx).cast_mut();
    // SAFETY: the context is alive, the strings are terminated, and the arrays have a number each.
    let code = unsafe {
        let begun = strata_rt_begin(ctx);
        strata_rt_call(begun, c"strata_all_reduce".as_ptr(), SUM.as_ptr(), specs.as_ptr(), buffers.as_ptr());
        strata_rt_end(begun, ctx)
    };
    // SAFETY: the context is alive.
    let error = unsafe { (*ctx).error() };
    if code == 0 { Ok(to[0]) } else { Err(error.unwrap_or_default()) }
}

/// Runs `work` in four threads, each with a context that is a process.
fn processes<T: Send>(work: impl Fn(i64, &Context) -> T + Sync) -> Vec<T> {
    let communicator = strata_rt_communicator_new(1, 4);
    let address = communicator.expose_provenance();
    let results = std::thread::scope(|scope| {
        let thread = |i: i64| {
            let work = &work;
            scope.spawn(move || {
                let ctx = Context::new(1);
                let communicator = std::ptr::with_exposed_provenance(address);
                // SAFETY: both are alive.
                assert_eq!(unsafe { strata_rt_join(&ctx, communicator, i) }, 0);
                work(i, &ctx)
            })
        };
        let threads: Vec<_> = (0..4).map(thread).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    // SAFETY: nobody uses it any more.
    unsafe { strata_rt_communicator_free(communicator) };
    results
}

#[test]
fn threads_are_processes() {
    let sums = processes(|i, ctx| [1, 10, 100].map(|scale| sum(ctx, scale * (i as i32 + 1)).unwrap()));
    assert_eq!(sums, [[10, 100, 1000]; 4]);
}

#[test]
fn others_hear_of_a_process_that_failed() {
    let outcomes = processes(|i, ctx| {
        if i == 2 {
            let given = std::ptr::from_ref(ctx).cast_mut();
            // SAFETY: the context is alive.
            unsafe {
                let begun = strata_rt_begin(given);
                ctx.set_error(1, "it is out of paper");
                strata_rt_end(begun, given);
            }
            return "it is out of paper".to_owned();
        }
        sum(ctx, 1).unwrap_err()
    });
    for (i, error) in outcomes.iter().enumerate().filter(|(i, _)| *i != 2) {
        assert!(error.contains("it waits for process 2, which has failed"), "{i}: {error}");
    }
}

#[test]
fn what_cannot_be_a_process() {
    for (replicas, partitions) in [(0, 1), (1, -1), (i64::MAX, 2), (1 << 10, 1 << 10)] {
        assert!(strata_rt_communicator_new(replicas, partitions).is_null());
    }
    let (ctx, communicator) = (Context::new(1), strata_rt_communicator_new(2, 1));
    // SAFETY: both are alive, and the communicator is freed once.
    unsafe {
        assert_eq!(strata_rt_join(&ctx, communicator, 2), 1);
        assert_eq!(strata_rt_join(&ctx, communicator, -1), 1);
        assert_eq!(strata_rt_join(std::ptr::null(), communicator, 0), 1);
        assert_eq!(strata_rt_join(&ctx, communicator, 0), 0);
        // Alone again.
        assert_eq!(strata_rt_join(&ctx, std::ptr::null(), 0), 0);
        strata_rt_communicator_free(communicator);
        strata_rt_communicator_free(std::ptr::null_mut());
    }
    assert_eq!(sum(&ctx, 7), Ok(7));
}
