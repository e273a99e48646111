//! The programs of the page run through their pipelines, and their views are as they should be.

use std::path::PathBuf;

use serde_json::json;
use strata_explorer::Explorer;

use crate::support::{ask, last_version, run_all};

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("page")
}

/// The name and the pipeline of each example, as the page has them.
fn examples() -> Vec<(String, String)> {
    let list = std::fs::read_to_string(page().join("src/examples.ts")).expect("the list of examples");
    let member = |line: &str, name: &str| {
        let (_, rest) = line.split_once(&format!("{name}: \""))?;
        Some(rest.split_once('"')?.0.to_owned())
    };
    list.lines().filter_map(|line| Some((member(line, "{ id")?, member(line, "pipeline")?))).collect()
}

fn source(name: &str) -> String {
    std::fs::read_to_string(page().join(format!("examples/{name}.mlir"))).expect("the example exists")
}

#[test]
fn each_example_is_listed_and_runs() {
    let all = examples();
    let files = std::fs::read_dir(page().join("examples")).expect("examples").flatten();
    let n_files = files.filter(|file| file.path().extension().is_some_and(|end| end == "mlir")).count();
    assert_eq!(all.len(), n_files);
    for (name, pipeline) in all {
        let explorer = &mut Explorer::default();
        let steps = run_all(explorer, &source(&name), &pipeline);
        assert!(steps.iter().any(|step| step["changed"] == true), "{name}");
        let last = last_version(&steps);
        for call in ["version", "loops", "buffers"] {
            let answer = ask(explorer, json!({ "call": call, "version": last }));
            assert!(answer.get("error").is_none(), "{name} {call}: {answer}");
        }
        let version = ask(explorer, json!({ "call": "version", "version": last }));
        for body in version["bodies"].as_array().into_iter().flatten() {
            let graph = ask(explorer, json!({ "call": "graph", "version": last, "body": body["body"] }));
            assert!(graph["regions"].is_array(), "{name}: {graph}");
        }
    }
}

#[test]
fn an_op_of_jax_has_its_place_in_python() {
    let explorer = &mut Explorer::default();
    run_all(explorer, &source("gpt2_block"), "canonicalize");
    let op = crate::support::op_with(explorer, 0, "stablehlo.dot_general");
    let trace = ask(explorer, json!({ "call": "trace", "version": 0, "op": op }));
    assert_eq!(trace["location"]["places"][0]["file"], "generate.py", "{trace}");
    assert!(trace["location"]["names"].to_string().contains("dot_general"), "{trace}");
}

#[test]
fn kernels_are_measured_line_by_line() {
    let explorer = &mut Explorer::default();
    let steps = run_all(explorer, &source("transpose_gpu"), "strata-gpu-pipeline{arch=sm_80}");
    let early = ask(explorer, json!({ "call": "kernels", "version": 0 }));
    assert!(early["error"].as_str().is_some_and(|e| e.contains("launches no kernel")), "{early}");
    let last = last_version(&steps);
    let kernels = ask(explorer, json!({ "call": "kernels", "version": last }));
    let kernels = kernels.as_array().unwrap_or_else(|| panic!("{kernels}"));
    assert!(kernels.len() >= 2, "a transpose and a sum: {kernels:#?}");
    let version = ask(explorer, json!({ "call": "version", "version": last }));
    let lines: Vec<&str> = version["text"].as_str().expect("a text").lines().collect();
    for kernel in kernels {
        assert_eq!(kernel.get("error"), None, "{kernel}");
        let sum = |member: &str| -> u64 {
            let each = kernel["instructions"].as_array().expect("a list").iter();
            each.map(|one| one["counters"][member].as_u64().expect("a number")).sum()
        };
        for member in ["instructions", "lanes", "globalSectors", "sharedTurns", "barriers"] {
            assert_eq!(kernel["total"][member], sum(member), "{member} of all lines");
        }
        // Each load of the profile is at the line of a load.
        for one in
            kernel["instructions"].as_array().expect("a list").iter().filter(|one| one["op"] == "llvm.load")
        {
            let line = lines[one["line"].as_u64().expect("a number") as usize];
            assert!(line.contains("llvm.load"), "{line}");
        }
    }
}
