//! Requests for tests.

use serde_json::{Value, json};
use strata_explorer::Explorer;

/// The answer to a request.
pub fn ask(explorer: &mut Explorer, request: Value) -> Value {
    serde_json::from_str(&explorer.answer(&request.to_string())).expect("answers are JSON")
}

/// Opens a program and runs all passes; the answers of the steps.
pub fn run_all(explorer: &mut Explorer, source: &str, pipeline: &str) -> Vec<Value> {
    let opened = ask(explorer, json!({ "call": "open", "source": source, "pipeline": pipeline }));
    assert!(opened["passes"].is_array(), "{opened}");
    let mut steps = Vec::new();
    for _ in opened["passes"].as_array().into_iter().flatten() {
        let step = ask(explorer, json!({ "call": "step" }));
        assert_eq!(step["status"], "success", "{step}");
        steps.push(step);
    }
    assert_eq!(ask(explorer, json!({ "call": "step" })), json!({ "done": true }));
    steps
}

/// The version that the last of some steps led to.
pub fn last_version(steps: &[Value]) -> u64 {
    steps.last().map_or(0, |step| step["version"].as_u64().expect("a number"))
}

/// The lines of a version, and the op that begins at each, if one does.
pub fn lines(explorer: &mut Explorer, version: u64) -> Vec<(String, Option<u64>)> {
    let answer = ask(explorer, json!({ "call": "version", "version": version }));
    let ops: Vec<u64> =
        answer["ops"].as_array().expect("ops").iter().map(|n| n.as_u64().expect("a number")).collect();
    let text = answer["text"].as_str().expect("a text");
    let start = |line: usize| ops.chunks(6).find(|op| op[1] == line as u64).map(|op| op[0]);
    text.lines().enumerate().map(|(i, line)| (line.trim().to_owned(), start(i))).collect()
}

/// The op in the first line of a version that has a text.
pub fn op_with(explorer: &mut Explorer, version: u64, text: &str) -> u64 {
    let lines = lines(explorer, version);
    let found = lines.iter().find(|line| line.0.contains(text));
    found.and_then(|line| line.1).unwrap_or_else(|| panic!("no line has {text}: {lines:#?}"))
}
