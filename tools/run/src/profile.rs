//! `--profile`: writes a trace of a run in Chrome's format, which chrome://tracing and Perfetto show, and sums it up by parts.
//!
//! ```text
//! {"traceEvents": [{"name": "stablehlo.add model.mlir:3", "ph": "X", "ts": 12.5, "dur": 3.1, "pid": 1, "tid": 1}, …]}
//! ```
//! Times are microseconds from the beginning of the run. The second run is traced: the first one allocates memory from the system.

use std::{path::Path, thread::ThreadId};

use serde_json::{Value, json};
use strata_driver::{
    Cost,
    profile::{Part, Recorder, Span, parts, spans},
};
use strata_ir::prelude::*;

use crate::{profile_table, results};

/// Runs a program that was compiled from `module`, and writes the times of its parts. Returns the result, and the times by parts.
pub(crate) fn profile<T>(
    file: &Path,
    module: &Body,
    cost: &Cost,
    run: impl Fn() -> Result<T, String>,
) -> Result<(T, (String, Value)), String> {
    let (result, text, (parts, spans)) = recorded(module, run)?;
    results::write(file, text.as_bytes())?;
    Ok((result, profile_table::summary(&parts, &spans, cost)))
}

/// Runs a program that was compiled from `module` with [`profile`](strata_driver::CompileOptions::profile); returns its results and
/// the trace.
///
/// # Errors
/// Those of the runs.
pub fn trace<T, E>(module: &Body, run: impl Fn() -> Result<T, E>) -> Result<(T, String), E> {
    recorded(module, run).map(|(result, text, _)| (result, text))
}

/// The results of a run after a first one, with the trace as text, and the parts with their times.
fn recorded<T, E>(
    module: &Body,
    run: impl Fn() -> Result<T, E>,
) -> Result<(T, String, (Vec<Part>, Vec<Span>)), E> {
    run()?;
    let recorder = Recorder::new();
    let result = recorder.record(run)?;
    let (parts, spans) = (parts(module), spans(&recorder.marks()));
    let events = events(&parts, &spans, &recorder.threads());
    let text = json!({ "traceEvents": events, "displayTimeUnit": "ns" });
    Ok((result, format!("{text}\n"), (parts, spans)))
}

/// The names of the threads, and an event for each part that ran.
fn events(parts: &[Part], spans: &[Span], threads: &[(ThreadId, String)]) -> Vec<Value> {
    let number =
        |thread: ThreadId| threads.iter().position(|(known, _)| *known == thread).map_or(0, |i| i + 1);
    let named = |(i, (_, name)): (usize, &(ThreadId, String))| {
        let name = if name.is_empty() { "main" } else { name };
        json!({ "name": "thread_name", "ph": "M", "pid": 1, "tid": i + 1, "args": { "name": name } })
    };
    let event = |span: &Span| {
        let part = parts.get(span.part);
        let (ops, sources) = part.map_or((&[][..], &[][..]), |p| (&p.ops, &p.sources));
        json!({
            "name": part.map_or("?", |part| part.name.as_str()), "ph": "X", "pid": 1, "tid": number(span.thread),
            "ts": span.start.as_nanos() as f64 / 1e3, "dur": span.time().as_nanos() as f64 / 1e3,
            "args": { "ops": ops, "sources": sources },
        })
    };
    let process = json!({ "name": "process_name", "ph": "M", "pid": 1, "args": { "name": "strata-run" } });
    let threads = threads.iter().enumerate().map(named);
    std::iter::once(process).chain(threads).chain(spans.iter().map(event)).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn events_have_names_times_and_threads() {
        let thread = std::thread::current().id();
        let us = Duration::from_micros;
        let span = |part, start, end| Span { part, thread, start: us(start), end: us(end), inside: us(0) };
        let parts = [Part { name: "a".into(), ops: vec!["x/a".into()], sources: vec!["m.py:3".into()] }];
        let got = events(&parts, &[span(0, 1, 6), span(7, 8, 9)], &[(thread, "strata-1".into())]);
        assert_eq!(got[1]["args"]["name"], "strata-1");
        assert_eq!(
            (&got[2]["name"], got[2]["dur"].as_f64(), got[2]["tid"].as_u64()),
            (&json!("a"), Some(5.0), Some(1))
        );
        assert_eq!(got[2]["args"], json!({ "ops": ["x/a"], "sources": ["m.py:3"] }));
        assert_eq!(got[3]["name"], "?");
    }
}
