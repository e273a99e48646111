//! All operations of the interpreter's tables of known results, compiled for AArch64: an op that is inline code on x86-64 with AVX2 is
//! inline code there too, and not a call for each element.

use std::{collections::BTreeSet, sync::Arc};

use strata_codegen_llvm::{Target, Threads, compile_objects};
use strata_driver::{CompileOptions, lower, program};
use strata_ir::prelude::Context;

use crate::support;

const TABLES: [&str; 4] = [
    include_str!("../../../interp/tests/vectors.tsv"),
    include_str!("../../../interp/tests/corner_cases.tsv"),
    include_str!("../../../interp/tests/more.tsv"),
    include_str!("../../../interp/tests/rest.tsv"),
];
/// Rows that do not compile for any target, and why.
const UNSUPPORTED: &str = include_str!("unsupported.tsv");

/// The object files of a program for a target.
fn objects(cx: &Arc<Context>, text: &str, target: &Target) -> Result<Vec<Vec<u8>>, String> {
    let mut module = program::parse(cx, "vector.mlir", text)?;
    let options = CompileOptions::new(target.clone());
    lower::lower_with_targets(&mut module, &options, &["sample"])?;
    compile_objects(&module, target, Threads::new(1)).map_err(|e| e.to_string())
}

fn word(bytes: &[u8], at: usize, size: usize) -> usize {
    bytes[at..at + size].iter().rev().fold(0, |word, &byte| word << 8 | usize::from(byte))
}

/// The symbols that a 64-bit ELF file refers to and does not define.
fn undefined(object: &[u8]) -> BTreeSet<String> {
    const SYMBOLS: usize = 2;
    let (sections, size, count) = (word(object, 40, 8), word(object, 58, 2), word(object, 60, 2));
    let section = |i: usize| &object[sections + i * size..][..size];
    let mut names = BTreeSet::new();
    for table in (0..count).map(section).filter(|s| word(s, 4, 4) == SYMBOLS) {
        let texts = word(section(word(table, 40, 4)), 24, 8);
        for symbol in object[word(table, 24, 8)..][..word(table, 32, 8)].chunks_exact(24) {
            let name = &object[texts + word(symbol, 0, 4)..];
            let name = &name[..name.iter().position(|&b| b == 0).expect("names are terminated")];
            if word(symbol, 6, 2) == 0 && !name.is_empty() {
                names.insert(String::from_utf8_lossy(name).into_owned());
            }
        }
    }
    names
}

#[test]
fn operations_are_code_without_more_calls_than_on_x86() {
    let target = |triple, cpu| Target::new(Some(triple), cpu, "").expect("a known CPU");
    let arm = target("aarch64-linux-gnu", "neoverse-n1");
    let intel = target("x86_64-linux-gnu", "haswell");
    let unsupported: BTreeSet<&str> = UNSUPPORTED.lines().filter_map(|l| l.split('\t').next()).collect();
    let cx = program::context();
    let (mut compiled, mut problems) = (0, Vec::new());
    for row in TABLES.iter().flat_map(|table| support::rows(table)) {
        if unsupported.contains(row.id) {
            continue;
        }
        let text = row.case(&cx).text;
        let calls = |target: &Target| -> Result<BTreeSet<String>, String> {
            Ok(objects(&cx, &text, target)?.iter().flat_map(|o| undefined(o)).collect())
        };
        match (calls(&arm), calls(&intel)) {
            (Ok(arm), Ok(intel)) => {
                compiled += 1;
                let more: Vec<_> = arm.difference(&intel).collect();
                if !more.is_empty() {
                    problems.push(format!("{}: calls {more:?} on AArch64 only\n{text}", row.id));
                }
            }
            (Err(why), _) | (_, Err(why)) => problems.push(format!("{}: {why}", row.id)),
        }
    }
    assert!(problems.is_empty(), "{} of {compiled}\n{}", problems.len(), problems.join("\n"));
    assert!(compiled >= 400, "only {compiled} rows were compiled");
}
