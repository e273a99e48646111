//! Tables of programs with known results, one row for each call, run through the interpreter.

use std::collections::BTreeSet;

mod support;

/// Runs all rows of a table, which has `ids` ids; a row `id/part` is a part of one.
fn check(table: &str, ids: usize) {
    let rows = support::rows(table);
    let found: BTreeSet<&str> = rows.iter().filter_map(|r| r.id.split('/').next()).collect();
    assert_eq!(found.len(), ids, "ids");
    let unique: BTreeSet<&str> = rows.iter().map(|r| r.id).collect();
    assert_eq!(unique.len(), rows.len(), "an id is used twice");
    let failures = support::failures(&rows);
    assert!(failures.is_empty(), "{} of {} fail\n{}", failures.len(), rows.len(), failures.join("\n"));
}

#[test]
fn vectors() {
    check(include_str!("vectors.tsv"), 241);
}

#[test]
fn corner_cases() {
    check(include_str!("corner_cases.tsv"), 41);
}

#[test]
fn more() {
    check(include_str!("more.tsv"), 28);
}

#[test]
fn rest() {
    check(include_str!("rest.tsv"), 39);
}
