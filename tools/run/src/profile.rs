//! `--profile`: writes a trace of a run in Chrome's format, which chrome://tracing and Perfetto show.
//!
//! ```text
//! {"traceEvents": [{"name": "stablehlo.add model.mlir:3", "ph": "X", "ts": 12.5, "dur": 3.1, "pid": 1, "tid": 1}, …]}
//! ```
//! Times are microseconds from the beginning of the run. The second run is traced: the first one allocates memory from the system.

use std::{collections::HashMap, path::Path, thread::ThreadId, time::Duration};

use serde_json::{Value, json};
use strata_ir::prelude::*;
use strata_llvm::mangle::demangle;
use strata_runtime_cpu::profile::{Mark, Recorder};

use crate::results;

/// The attribute with the names of the parts.
const NAMES: &str = "strata.profile";

/// Runs a program that was compiled from `module`, and writes the times of its parts.
pub(crate) fn profile<T>(
    file: &Path,
    module: &Body,
    run: impl Fn() -> Result<T, String>,
) -> Result<T, String> {
    let (result, trace) = trace(module, run)?;
    results::write(file, trace.as_bytes())?;
    Ok(result)
}

/// Runs a program that was compiled from `module` with [`profile`](strata_driver::CompileOptions::profile); returns its results and
/// the trace.
///
/// # Errors
/// Those of the runs.
pub fn trace<T, E>(module: &Body, run: impl Fn() -> Result<T, E>) -> Result<(T, String), E> {
    run()?;
    let recorder = Recorder::new();
    let result = recorder.record(run)?;
    let marks = recorder.marks();
    let end = marks.iter().map(|m| m.at).max().unwrap_or_default();
    let trace = json!({ "traceEvents": events(&names(module), &marks, end), "displayTimeUnit": "ns" });
    Ok((result, format!("{trace}\n")))
}

/// The names of the parts, by their numbers.
fn names(module: &Body) -> Vec<String> {
    let cx = module.cx();
    let list = module.attr(Op::SELF, NAMES).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let name = |&a: &Attr| readable(cx.attr_str(a).unwrap_or_default());
    list.map_or_else(Vec::new, |list| list.0.iter().map(name).collect())
}

/// The name of a part as in the program: the first word may be the name of a function in compiled code.
fn readable(name: &str) -> String {
    let (first, rest) = name.split_at(name.find(' ').unwrap_or(name.len()));
    demangle(first).map_or_else(|| name.to_owned(), |first| first + rest)
}

/// An event for each part that began. Parts without an end, because the recording was full, end with it.
fn events(names: &[String], marks: &[Mark], end: Duration) -> Vec<Value> {
    let mut threads: HashMap<ThreadId, usize> = HashMap::new();
    let mut open: HashMap<ThreadId, Vec<usize>> = HashMap::new();
    let mut events: Vec<(usize, i64, Duration, Duration)> = Vec::new();
    for mark in marks {
        let next = threads.len() + 1;
        let thread = *threads.entry(mark.thread).or_insert(next);
        let stack = open.entry(mark.thread).or_default();
        if mark.id >= 0 {
            stack.push(events.len());
            events.push((thread, mark.id, mark.at, end));
        } else if let Some(at) = stack.pop() {
            events[at].3 = mark.at;
        }
    }
    let us = |d: Duration| d.as_nanos() as f64 / 1e3;
    let event = |&(thread, id, from, to): &(usize, i64, Duration, Duration)| {
        let name = usize::try_from(id).ok().and_then(|i| names.get(i)).map_or("?", String::as_str);
        json!({
            "name": name, "ph": "X", "pid": 1, "tid": thread,
            "ts": us(from), "dur": us(to.saturating_sub(from)),
        })
    };
    events.iter().map(event).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_may_be_inside_of_others_and_may_not_end() {
        let thread = std::thread::current().id();
        let mark = |id, us| Mark { id, at: Duration::from_micros(us), thread };
        let marks = [mark(0, 1), mark(1, 2), mark(-1, 5), mark(-1, 6), mark(7, 8)];
        let got = events(&["a".into(), "b".into()], &marks, Duration::from_micros(9));
        let fields =
            |e: &Value| (e["name"].to_string(), e["ts"].as_f64(), e["dur"].as_f64(), e["tid"].as_u64());
        let want = [("a", 1.0, 5.0), ("b", 2.0, 3.0), ("?", 8.0, 1.0)];
        let want = want.map(|(name, ts, dur)| (format!("\"{name}\""), Some(ts), Some(dur), Some(1)));
        assert_eq!(got.iter().map(fields).collect::<Vec<_>>(), want);
    }
}
