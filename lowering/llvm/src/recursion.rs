//! Stack checks in recursive functions: a part of `llvm-emit-runtime-calls`.
//!
//! Before:
//! ```mlir
//! llvm.func @f(%n: i32) { … llvm.call @f(%m) … }
//! ```
//! After:
//! ```mlir
//! llvm.func @f(%n: i32, %ctx: !llvm.ptr) {
//!   %code = llvm.call @strata_rt_check_stack(%ctx) : (!llvm.ptr) -> i32
//!   … return where it is not zero …
//!   … llvm.call @f(%m, %ctx) …
//! }
//! ```
//! The depth of recursion may depend on the data, and an overflow must not crash the process.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;
use strata_llvm as llvm;

/// The function of the runtime.
pub(crate) const CHECK: &str = "strata_rt_check_stack";

/// The functions that are part of a cycle of calls, and functions on paths between cycles.
pub(crate) fn recursive(callees: &FxHashMap<Str, Vec<Str>>) -> FxHashSet<Str> {
    let mut edges: BTreeMap<Str, Vec<Str>> = BTreeMap::new();
    for (&name, list) in callees {
        edges.insert(name, list.iter().copied().filter(|n| callees.contains_key(n)).collect());
    }
    let left = without_ends(&edges);
    // The same for the reversed edges.
    let mut callers: BTreeMap<Str, Vec<Str>> = left.iter().map(|&n| (n, Vec::new())).collect();
    for (&name, list) in edges.iter().filter(|(name, _)| left.contains(name)) {
        for callee in list {
            callers.entry(*callee).and_modify(|c| c.push(name));
        }
    }
    without_ends(&callers)
}

/// The nodes that remain after nodes without outgoing edges are removed repeatedly.
fn without_ends(edges: &BTreeMap<Str, Vec<Str>>) -> FxHashSet<Str> {
    let mut count: BTreeMap<Str, usize> = BTreeMap::new();
    let mut back: FxHashMap<Str, Vec<Str>> = FxHashMap::default();
    for (&name, list) in edges {
        let inside: Vec<Str> = list.iter().copied().filter(|n| edges.contains_key(n)).collect();
        count.insert(name, inside.len());
        for to in inside {
            back.entry(to).or_default().push(name);
        }
    }
    let mut ends: Vec<Str> = count.iter().filter(|(_, n)| **n == 0).map(|(&name, _)| name).collect();
    let mut left: FxHashSet<Str> = edges.keys().copied().collect();
    while let Some(end) = ends.pop() {
        left.remove(&end);
        for from in back.get(&end).into_iter().flatten() {
            if let Some(n) = count.get_mut(from) {
                *n -= 1;
                if *n == 0 {
                    ends.push(*from);
                }
            }
        }
    }
    left
}

/// Emits a check for stack space at the start of a function.
pub(crate) fn ask(f: &mut Body, context: Value) {
    let Some(entry) = f.entry() else { return };
    let i32 = f.cx().i32();
    llvm::CallOp::direct(&mut Builder::at_start(f, entry), CHECK, &[context], &[i32]);
}
