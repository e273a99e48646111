//! Shardy's passes by their names: each is here, or the reason why it is not. `docs/sharding.md` has the same lists.

/// Passes and pipelines of Shardy that are here.
const HERE: [&str; 34] = [
    "sdy-add-data-flow-edges",
    "sdy-aggressive-propagate",
    "sdy-apply-sharding-constraints",
    "sdy-basic-propagate",
    "sdy-canonicalize",
    "sdy-close-shardings",
    "sdy-constant-or-scalar-merger",
    "sdy-constant-or-scalar-splitter",
    "sdy-constant-splitter",
    "sdy-convert-global-to-local",
    "sdy-drop-sharding-and-mesh",
    "sdy-drop-sharding-rules",
    "sdy-export-named-computations",
    "sdy-export-pipeline",
    "sdy-import-func-calls",
    "sdy-import-pipeline",
    "sdy-insert-explicit-reshards",
    "sdy-lift-inlined-meshes",
    "sdy-manual-axes-cleanup",
    "sdy-op-priority-propagate",
    "sdy-pad-for-divisibility",
    "sdy-populate-op-sharding-rules",
    "sdy-propagation-pipeline",
    "sdy-remove-sharding-groups",
    "sdy-remove-size-one-axes",
    "sdy-remove-sub-axes-in-input-output-shardings",
    "sdy-reshard-to-collectives",
    "sdy-resolve-permutation-factors",
    "sdy-sharding-constraint-to-reshard",
    "sdy-sharding-group-import",
    "sdy-sink-data-flow-edges",
    "sdy-update-non-divisible-input-output-shardings",
    "sdy-user-priority-propagate",
    "sdy-verify-unreduced-axes",
];

/// Passes of Shardy that are not here, with the reason.
const ABSENT: [(&str, &str); 8] = [
    ("sdy-flatten-call-graph", "calls are inlined before propagation"),
    ("sdy-insert-func-call-reshards", "calls are inlined before propagation"),
    ("sdy-propagate-to-func-results", "calls are inlined before propagation"),
    ("sdy-remove-all-gather-reduce-scatter-for-cmv1", "for a product of XLA for TPUs"),
    ("sdy-remove-propagation-debug-info", "propagation writes no debug info"),
    ("sdy-sink-func-data-flow-edges", "calls are inlined before propagation"),
    ("sdy-translate-mesh", "renames axes for a tool outside of Shardy"),
    ("sdy-unflatten-call-graph", "calls are inlined before propagation"),
];

#[test]
fn each_pass_of_shardy_is_here_or_has_a_reason() {
    let passes = strata_registry::passes();
    let document = include_str!("../../docs/sharding.md");
    let is_known = |name: &str| passes.pass(name).is_some() || passes.pipeline(name).is_some();
    let mut problems = Vec::new();
    for name in HERE {
        if !is_known(name) {
            problems.push(format!("{name} is not registered"));
        }
        if !document.contains(&format!("`{name}`")) {
            problems.push(format!("docs/sharding.md lacks {name}"));
        }
    }
    for (name, reason) in ABSENT {
        if is_known(name) {
            problems.push(format!("{name} is registered"));
        }
        if !document.contains(&format!("| `{name}` | {reason} |")) {
            problems.push(format!("docs/sharding.md lacks {name} with the reason"));
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}
