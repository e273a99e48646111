//! Statistics of passes, and reports of them.

use std::fmt::Write;

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::{PassInfo, instrument::PathEntry};

/// Counts with descriptions by the names of statistics.
type Counts = IndexMap<&'static str, (u64, &'static str)>;

/// Counts by pipeline, pass and statistic.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// By the anchors around a pass and its name: counts with descriptions, in order of declaration.
    by_pass: IndexMap<(Vec<String>, &'static str), Counts>,
}

impl Statistics {
    pub(crate) fn add(
        &mut self,
        path: &[PathEntry],
        info: &'static PassInfo,
        counts: &FxHashMap<&'static str, u64>,
    ) {
        let path: Vec<String> = path.iter().map(|p| p.op_name.clone()).collect();
        let entry = self.by_pass.entry((path, info.class)).or_default();
        for &(name, desc) in info.statistics {
            entry.entry(name).or_insert((0, desc)).0 += counts.get(name).copied().unwrap_or(0);
        }
    }
    /// Adds the counts of another run.
    pub fn merge(&mut self, other: Statistics) {
        self.absorb(other);
    }
    pub(crate) fn absorb(&mut self, other: Statistics) {
        for (key, counts) in other.by_pass {
            let entry = self.by_pass.entry(key).or_default();
            for (name, (n, desc)) in counts {
                entry.entry(name).or_insert((0, desc)).0 += n;
            }
        }
    }
    /// The sum of a statistic of a pass over all pipelines.
    pub fn get(&self, pass: &str, statistic: &str) -> u64 {
        let of_pass = self.by_pass.iter().filter(|(k, _)| k.1 == pass);
        of_pass.filter_map(|(_, c)| c.get(statistic)).map(|c| c.0).sum()
    }
    /// The report as MLIR prints it: by pipeline, or as a list of passes.
    pub fn report(&self, as_list: bool) -> String {
        let rule = format!("===-{}-===\n", "-".repeat(71));
        let mut out = format!("{rule}                         ... Pass statistics report ...\n{rule}");
        if as_list {
            let mut merged: IndexMap<&str, IndexMap<&'static str, (u64, &'static str)>> = IndexMap::new();
            for ((_, pass), counts) in &self.by_pass {
                let entry = merged.entry(pass).or_default();
                for (&name, &(n, desc)) in counts {
                    entry.entry(name).or_insert((0, desc)).0 += n;
                }
            }
            merged.sort_keys();
            for (pass, counts) in merged.iter().filter(|e| !e.1.is_empty()) {
                print(&mut out, 0, pass, counts);
            }
        } else {
            let mut open: &[String] = &[];
            for ((path, pass), counts) in &self.by_pass {
                let shared = open.iter().zip(path).take_while(|(a, b)| a == b).count();
                for (depth, name) in path.iter().enumerate().skip(shared) {
                    let _ = writeln!(out, "{}'{name}' Pipeline", "  ".repeat(depth));
                }
                open = path;
                print(&mut out, path.len() * 2, pass, counts);
            }
        }
        out.push('\n');
        out
    }
}

fn print(out: &mut String, indent: usize, pass: &str, counts: &IndexMap<&'static str, (u64, &'static str)>) {
    let pad = " ".repeat(indent);
    let _ = writeln!(out, "{pad}{pass}");
    let wide = counts.values().map(|c| c.0.to_string().len()).max().unwrap_or(0);
    let names = counts.keys().map(|n| n.len()).max().unwrap_or(0);
    for (name, (n, desc)) in counts {
        let _ = writeln!(out, "{pad}  (S) {n:>wide$} {name:<names$} - {desc}");
    }
}
