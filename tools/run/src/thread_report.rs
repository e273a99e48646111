//! `--simulate-threads`: how long a program would take on 1 to 64 threads, and which parts have too few tasks for them.
//!
//! The task graph is that of runs on one thread. A kernel is a part each time it runs: a parallel loop with its chunks, or what runs between
//! loops, which is one task. Kernels of less than [`SHORT`] nanoseconds may have few tasks: waking the threads takes about as long.

use std::{collections::BTreeMap, time::Duration};

use serde_json::{Value, json};
use strata_driver::{
    Cost, Executable, TensorRef,
    profile::{Part, Recorder, parts, spans},
    simulated_threads::Machine,
    task_graph::{Step, shortest, steps},
};
use strata_ir::prelude::*;

use crate::{bench::Repeated, profile_table};

/// Runs of which each task has its shortest time.
const RUNS: usize = 5;
/// The longest time of all runs, after the first three.
const LONGEST: Duration = Duration::from_secs(2);
/// The numbers of threads that are simulated.
const THREADS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
/// The rule: so many tasks for each of so many threads, in kernels that are not short.
const TASKS: usize = 4;
pub(crate) const OF_THREADS: usize = 16;
const SHORT: f64 = 50_000.0;

/// The kernels of one part with the same number of tasks.
#[derive(Clone, Copy, Default)]
struct Kernels {
    count: usize,
    /// The nanoseconds of all of them, and of the longest one.
    work: f64,
    longest: f64,
    /// The nanoseconds of the longest task.
    span: f64,
    /// The bytes of one task.
    bytes: f64,
}

/// The report of a program that was compiled from `module`, on these inputs.
pub(crate) fn report(
    module: &Body,
    program: &Executable,
    inputs: &[TensorRef<'_>],
    cost: &Cost,
) -> Result<(String, Value), String> {
    let mut repeated = Repeated::new(program, inputs)?;
    repeated.run()?;
    let begin = std::time::Instant::now();
    let mut runs = Vec::new();
    while runs.len() < 3 || runs.len() < RUNS && begin.elapsed() < LONGEST {
        let recorder = Recorder::new();
        let (start, result, end) = recorder.record(|| {
            let start = recorder.start().elapsed();
            let result = repeated.run();
            (start, result, recorder.start().elapsed())
        });
        result?;
        runs.push(steps(&spans(&recorder.marks()), &recorder.loops(), (start, end)));
    }
    Ok(simulated(&parts(module), &shortest(runs), cost))
}

/// The report of a task graph.
fn simulated(parts: &[Part], steps: &[Step], cost: &Cost) -> (String, Value) {
    let mut executions: BTreeMap<usize, f64> = BTreeMap::new();
    for step in steps {
        // Bytes of a part are divided among its steps by their work.
        *executions.entry(step.part.unwrap_or(usize::MAX)).or_default() += step.work();
    }
    let costs = profile_table::costs(parts, |part| executions.contains_key(&part), cost);
    let bytes = |step: &Step| {
        let of_part = step.part.and_then(|part| Some((costs.get(&part)?[1], *executions.get(&part)?)));
        of_part.map_or(0.0, |(bytes, work)| if work > 0.0 { bytes * step.work() / work } else { 0.0 })
    };
    let mut kernels: BTreeMap<(Option<usize>, usize), Kernels> = BTreeMap::new();
    for step in steps {
        let row = kernels.entry((step.part, step.tasks.len())).or_default();
        row.count += 1;
        row.work += step.work();
        row.longest = row.longest.max(step.work());
        row.span = row.span.max(step.span());
        row.bytes = row.bytes.max(bytes(step) / step.tasks.len() as f64);
    }
    let fewest = kernels.iter().filter(|(_, k)| k.longest >= SHORT).map(|(&(_, n), _)| n).min();
    let machine = Machine::default();
    let one = machine.time(steps, 1, bytes);
    let mut text = format!(
        "{:>7} {:>12} {:>8} {:>10} {:>12}\n",
        "threads", "us", "speedup", "efficiency", "tasks/thread"
    );
    let mut rows = Vec::new();
    for threads in THREADS {
        let time = machine.time(steps, threads, bytes);
        let speedup = if time > 0.0 { one / time } else { 1.0 };
        let (efficiency, tasks) = (speedup / threads as f64, fewest.map(|n| n as f64 / threads as f64));
        let shown = tasks.map_or("-".to_owned(), |tasks| format!("{tasks:.2}"));
        text.push_str(&format!(
            "{threads:>7} {:>12.1} {speedup:>8.2} {:>9.0}% {shown:>12}\n",
            time / 1e3,
            100.0 * efficiency
        ));
        rows.push(json!({
            "threads": threads, "us": time / 1e3, "speedup": speedup, "efficiency": efficiency, "fewest_tasks_per_thread": tasks,
        }));
    }
    let mut kernels: Vec<((Option<usize>, usize), Kernels)> = kernels.into_iter().collect();
    kernels.sort_by(|a, b| b.1.work.total_cmp(&a.1.work).then(a.0.cmp(&b.0)));
    let name =
        |part: Option<usize>| part.map_or("(between parts)", |p| parts.get(p).map_or("?", |p| &p.name));
    let few = |tasks: usize, k: &Kernels| k.longest >= SHORT && tasks < TASKS * OF_THREADS;
    let list = kernels.iter().map(|((part, tasks), k)| {
        json!({
            "part": name(*part), "tasks": tasks, "count": k.count, "work_us": k.work / 1e3, "longest_us": k.longest / 1e3,
            "span_us": k.span / 1e3, "bytes_per_task": k.bytes, "few": few(*tasks, k),
        })
    });
    let list: Vec<Value> = list.collect();
    for ((part, tasks), k) in kernels.iter().filter(|((_, tasks), k)| few(*tasks, k)) {
        text.push_str(&format!(
            "{}: {:.0} us in {tasks} {}, fewer than {TASKS} for each of {OF_THREADS} threads\n",
            name(*part),
            k.longest / 1e3,
            if *tasks == 1 { "task" } else { "tasks" }
        ));
    }
    (text, json!({ "simulated": rows, "kernels": list }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_with_few_tasks_are_named() {
        let part = |name: &str| Part { name: name.into(), ..Part::default() };
        let step = |part, n, us, parallel| Step { part: Some(part), tasks: vec![us * 1e3; n], parallel };
        let parts = [part("many"), part("few"), part("short"), part("one")];
        let steps = [
            step(0, 64, 10.0, true),
            step(1, 63, 10.0, true),
            step(2, 2, 20.0, true),
            step(3, 1, 60.0, false),
        ];
        let (text, value) = simulated(&parts, &steps, &Cost::default());
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("fewer")).collect();
        assert_eq!(
            lines,
            [
                "few: 630 us in 63 tasks, fewer than 4 for each of 16 threads",
                "one: 60 us in 1 task, fewer than 4 for each of 16 threads"
            ]
        );
        assert_eq!(value["simulated"][4]["threads"], 16);
        assert_eq!(value["simulated"][4]["fewest_tasks_per_thread"], 1.0 / 16.0);
        let few =
            value["kernels"].as_array().map_or(0, |all| all.iter().filter(|k| k["few"] == true).count());
        assert_eq!(few, 2);
    }
}
