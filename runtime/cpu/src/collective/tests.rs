//! Meetings of processes that are threads, without a compiled program.

use std::sync::{Arc, Mutex};

use super::{Grid, Host, Process, run};
use crate::context::Context;
use crate::pool::Threads;
use crate::routine::{Call, ElementType, Input, Output};

const I32: ElementType = ElementType { code: 0, bits: 32 };
const SUM: &str = "ids=replica\ngroups=\nmust=1\nreduce=add\nelement=i32\n";

/// The results of a routine, as so many numbers.
fn call(
    context: &Context,
    name: &str,
    config: &str,
    numbers: &[i32],
    results: usize,
) -> Result<Vec<i32>, String> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_ne_bytes()).collect();
    let mut out = vec![0xAA; 4 * results];
    let mut call = Call {
        config,
        inputs: vec![Input { element: I32, shape: vec![numbers.len()], bytes: &bytes }],
        outputs: vec![Output { element: I32, shape: vec![results], bytes: &mut out }],
    };
    run(Some(context), name, &mut call)?;
    let (numbers, _) = out.as_chunks();
    Ok(numbers.iter().map(|&n| i32::from_ne_bytes(n)).collect())
}

/// Runs `work` in `count` processes; returns the error of each, and whether it is about another process.
fn processes(
    count: usize,
    threads: i32,
    work: impl Fn(usize, &Context) -> Result<(), String> + Sync,
) -> Vec<(Option<String>, bool)> {
    let (grid, threads) = (Grid::new(count, 1), Threads::new(threads));
    grid.begin(Host::default());
    let all: Vec<Arc<Process>> = (0..count).map(|i| Process::new(Arc::clone(&grid), i)).collect();
    let errors: Vec<Mutex<Option<String>>> = all.iter().map(|_| Mutex::default()).collect();
    let one = |i: usize| {
        let context = Context::with_threads(&threads);
        context.join(Some(Arc::clone(&all[i])));
        let error = work(i, &context).err();
        all[i].leave(error.is_some());
        *errors[i].lock().expect("nobody panicked") = error;
    };
    threads.run_together(count, &one).expect("nobody panicked");
    let error = |e: Mutex<Option<String>>| e.into_inner().expect("nobody panicked");
    errors.into_iter().map(error).zip(all.iter().map(|p| p.is_bystander())).collect()
}

#[test]
fn meetings_follow_each_other() {
    // With as many threads as members these look for the end for a while, with one thread they sleep at once.
    for (count, threads) in [(1, 1), (2, 2), (5, 1), (5, 8)] {
        let rounds = if cfg!(miri) { 20 } else { 3000 };
        let errors = processes(count, threads, |i, context| {
            for round in 0..rounds {
                if (round + i as i32) % 97 == 0 {
                    std::thread::yield_now();
                }
                let sum = call(context, "strata_all_reduce", SUM, &[round, i as i32], 2)?;
                let n = count as i32;
                assert_eq!(sum, [n * round, n * (n - 1) / 2]);
                // The halves of the processes do not wait for each other.
                let halves =
                    if count == 5 { "ids=replica\ngroups=0,2,4;3,1\nmust=1\ndim=0\n" } else { "dim=0\n" };
                let group =
                    if count == 5 { [vec![0, 2, 4], vec![3, 1]][i % 2].clone() } else { (0..n).collect() };
                let all = call(context, "strata_all_gather", halves, &[i as i32], group.len())?;
                assert_eq!(all, group);
            }
            Ok(())
        });
        assert!(errors.iter().all(|e| e.0.is_none()), "{errors:?}");
    }
}

#[test]
fn runs_follow_each_other() {
    // Who ends a meeting may leave before the others know that it is over.
    let (grid, threads) = (Grid::new(2, 1), Threads::new(2));
    let all: Vec<Arc<Process>> = (0..2).map(|i| Process::new(Arc::clone(&grid), i)).collect();
    for run in 0..if cfg!(miri) { 20 } else { 5000 } {
        grid.begin(Host::default());
        let one = |i: usize| {
            let context = Context::with_threads(&threads);
            context.join(Some(Arc::clone(&all[i])));
            if i == 0 {
                // About as long as the other one looks for it.
                let start = std::time::Instant::now();
                while start.elapsed() < std::time::Duration::from_micros(run % 50) {
                    std::hint::spin_loop();
                }
            }
            let sum = call(&context, "strata_all_reduce", SUM, &[i as i32], 1);
            all[i].leave(sum.is_err());
            assert_eq!(sum, Ok(vec![1]), "run {run}");
        };
        threads.run_together(2, &one).expect("nobody panicked");
    }
}

#[test]
fn who_waits_for_a_process_that_failed_says_so() {
    let errors = processes(3, 1, |i, context| match i {
        1 => Err("its own error".to_owned()),
        _ => call(context, "strata_all_reduce", SUM, &[1], 1).map(drop),
    });
    assert_eq!(errors[1], (Some("its own error".to_owned()), false));
    for i in [0, 2] {
        let expected = "it waits for process 1, which has failed".to_owned();
        assert_eq!(errors[i], (Some(expected), true));
    }
}

#[test]
fn deadlocks_are_errors_with_the_places_of_the_others() {
    let both = std::sync::Barrier::new(2);
    let errors = processes(2, 1, |i, context| {
        let outcome = match i {
            0 => call(context, "strata_all_reduce", SUM, &[1], 1).map(drop),
            _ => call(context, "strata_all_gather", "dim=0\n", &[1], 2).map(drop),
        };
        // Who looks last sees that the other one has its error, but has not ended.
        both.wait();
        outcome
    });
    let expected = ["1, which waits in 'strata_all_gather'", "0, which waits in 'strata_all_reduce'"];
    for ((error, is_bystander), expected) in errors.into_iter().zip(expected) {
        assert_eq!(error, Some(format!("it waits forever for process {expected}")));
        assert!(!is_bystander);
    }
}

#[test]
fn members_bring_the_same_types() {
    let errors =
        processes(2, 1, |i, context| call(context, "strata_all_reduce", SUM, &[1; 2][i..], 2 - i).map(drop));
    for (error, is_bystander) in errors {
        assert_eq!(error.as_deref(), Some("its members bring arrays of different types"));
        assert!(!is_bystander);
    }
    let config = "ids=replica\nmust=1\nreduce=xor\nelement=f32\n";
    let error = processes(1, 1, |_, context| call(context, "strata_all_reduce", config, &[1], 1).map(drop));
    assert_eq!(error[0].0.as_deref(), Some("it has no known reduction"));
}
