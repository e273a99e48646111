//! Facts about ops from the tree and the committed test results.

use crate::ops_table::OpsTable;
use crate::tree::Tree;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The op and the oldest version of artifacts that has it; the test `artifacts` of `strata-registry` writes it.
const ARTIFACTS: &str = "registry/artifacts.tsv";
/// The rows of the interpreter's tables that do not compile to native code; a test of `strata-run` writes it.
const NOT_NATIVE: &str = "tools/run/tests/unsupported.tsv";
/// The rows that do not compile for GPUs, or do not run on the simulator of them; the same test writes it.
const NOT_ON_GPUS: &str = "tools/run/tests/unsupported-gpu.tsv";
/// The number of JAX programs that pass on each target, by op; `test/jax/expected.py` writes it.
const EXPECTED: &str = "test/jax/expected.tsv";

/// All facts.
#[derive(Default)]
pub struct Facts {
    table: OpsTable,
    /// Chunks of `.mlir` files that expect an error.
    invalid: String,
    /// Programs that tests of the interpreter evaluate.
    evaluated: String,
    /// Programs that are compiled, run and compared.
    compiled: String,
    /// Programs whose kernels run on the simulator of GPUs and are compared.
    simulated: String,
    artifacts: BTreeSet<String>,
    /// For each target and op, the number of programs that contain the op and give the right results on the target.
    passed: BTreeMap<(String, String), usize>,
    /// Methods of the builder with an example.
    doctests: BTreeSet<String>,
}

impl Facts {
    /// Reads the tree.
    pub fn collect(tree: &Tree) -> Self {
        let mut facts = Self { table: OpsTable::read(tree), ..Self::default() };
        let first = |line: &str| line.split('\t').next().map(str::to_owned);
        let ids = |table: &str| -> BTreeSet<String> {
            tree.read(Path::new(table)).lines().skip(1).filter_map(first).collect()
        };
        let (not_native, not_on_gpus) = (ids(NOT_NATIVE), ids(NOT_ON_GPUS));
        for file in tree.files() {
            let path = file.to_string_lossy();
            let text = || tree.read(file);
            match path.split('/').next() {
                Some("test") if path.ends_with(".mlir") && path.contains("/e2e/") => {
                    let text = text();
                    facts.compiled += &text;
                    facts.evaluated += &text;
                }
                Some("test") if path.ends_with(".mlir") => {
                    for chunk in text().split("// -----").filter(|chunk| chunk.contains("expected-error")) {
                        facts.invalid += chunk;
                    }
                }
                Some("interp") if path.starts_with("interp/tests/") && path.ends_with(".rs") => {
                    facts.evaluated += &text();
                }
                Some("interp") if path.starts_with("interp/tests/") && path.ends_with(".tsv") => {
                    let text = text();
                    facts.evaluated += &vectors(&text, &BTreeSet::new());
                    facts.compiled += &vectors(&text, &not_native);
                    facts.simulated += &vectors(&text, &not_on_gpus);
                }
                Some("tools") if path.starts_with("tools/run/tests/") && path.ends_with(".rs") => {
                    let text = text();
                    facts.compiled += &text;
                    if text.contains("Simulator::new") {
                        facts.simulated += &text;
                    }
                }
                Some("tools") if path.starts_with("tools/xla/src/") => {
                    facts.doctests.extend(doctests(&text()))
                }
                _ => {}
            }
        }
        let artifacts = tree.read(Path::new(ARTIFACTS));
        facts.artifacts = artifacts.lines().skip(1).filter_map(first).collect();
        facts.passed = passed(&tree.read(Path::new(EXPECTED)));
        facts
    }

    /// The number of ops of each dialect.
    pub fn counts(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for dialect in self.table.ops().filter_map(|op| op.split('.').next()) {
            *counts.entry(dialect.to_owned()).or_insert(0) += 1;
        }
        counts
    }
    /// The ops of StableHLO and CHLO.
    pub fn ops(&self) -> impl Iterator<Item = &str> {
        self.table.ops().filter(|op| op.starts_with("stablehlo.") || op.starts_with("chlo."))
    }
    /// Whether the op is registered.
    pub fn is_defined(&self, op: &str) -> bool {
        self.table.contains(op)
    }
    /// Whether a test expects an error for a wrong use of the op.
    pub fn is_refused(&self, op: &str) -> bool {
        contains_name(&self.invalid, op)
    }
    /// Whether a test compares the interpreter's result of the op.
    pub fn is_evaluated(&self, op: &str) -> bool {
        // Functions are called instead of evaluated.
        let is_known = self.table.interprets(op) || op == "func.func";
        is_known && (contains_name(&self.evaluated, op) || self.passes("interpreter", op))
    }
    /// Whether the op is written as an artifact and read back.
    pub fn is_written(&self, op: &str) -> bool {
        self.artifacts.contains(op)
    }
    /// Whether a test compares the results of a target's code for the op.
    pub fn runs_on(&self, target: &str, op: &str) -> bool {
        let programs = match target {
            "cpu" => &self.compiled,
            "gpusim" => &self.simulated,
            _ => "",
        };
        self.passes(target, op) || contains_name(programs, op)
    }
    fn passes(&self, target: &str, op: &str) -> bool {
        self.passed.get(&(target.to_owned(), op.to_owned())).is_some_and(|&programs| programs > 0)
    }
    /// Whether a method of the builder has an example.
    pub fn has_doctest(&self, method: &str) -> bool {
        self.doctests.contains(method)
    }
}

/// The programs of a table of test vectors, with `stablehlo.` before the op of those that are a single op. Those whose ids are in
/// `without` are omitted.
fn vectors(table: &str, without: &BTreeSet<String>) -> String {
    let mut programs = String::new();
    for line in table.lines() {
        let mut columns = line.split('\t');
        let (Some(id), Some(program)) = (columns.next(), columns.nth(1)) else { continue };
        if without.contains(id) {
            continue;
        }
        let op = program.split(' ').find(|word| !word.starts_with('@')).unwrap_or("");
        if op.chars().all(|c| c.is_alphanumeric() || c == '_') {
            programs += "stablehlo.";
            programs += op;
            programs += " ";
        }
        programs += program;
        programs += "\n";
    }
    programs
}

/// The columns of targets in the rows of kind `op`.
fn passed(table: &str) -> BTreeMap<(String, String), usize> {
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap_or_default();
    let mut passed = BTreeMap::new();
    for line in lines.filter(|line| line.first() == Some(&"op")) {
        for (target, programs) in header.iter().zip(&line).skip(3) {
            passed.insert(((*target).to_owned(), line[1].to_owned()), programs.parse().unwrap_or(0));
        }
    }
    passed
}

/// The methods of the builder that have an example: functions with one in their comment, and the rows of a macro whose
/// functions have one, `method "Operation" …`.
fn doctests(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut comment, mut is_family) = (false, false);
    for line in text.lines().map(str::trim) {
        if line.starts_with("/// ```") {
            comment = true;
        } else if let Some(rest) = line.strip_prefix("pub fn ") {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            is_family |= comment && name.is_empty();
            if comment && !name.is_empty() {
                found.push(name);
            }
            comment = false;
        } else if is_family && let Some((before, _)) = line.split_once(" \"") {
            found.extend(before.split(' ').next().filter(|name| !name.contains('"')).map(str::to_owned));
        }
    }
    found
}

/// Whether `name` stands in `text` and is not the start or end of a longer name.
fn contains_name(text: &str, name: &str) -> bool {
    let is_name = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
        !is_name(before) && !is_name(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_ops_or_bodies() {
        let table = "id\targuments\tprogram\nx\tf32:1\t@scatter-oob=window scatter ($add(f32))\ny\t\t%r = chlo.erf %a\n";
        let programs = vectors(table, &BTreeSet::new());
        assert!(contains_name(&programs, "stablehlo.scatter") && contains_name(&programs, "chlo.erf"));
        assert!(!contains_name(&programs, "stablehlo.erf"));
    }

    #[test]
    fn examples_of_functions_and_of_families() {
        let text = "macro_rules! f { () => {\n/// ```\n#[doc = \"x\"]\n/// ```\npub fn $method() {}\n}}\nf! {\n    \
                    /// Doc.\n    abs \"Abs\" \"stablehlo.abs\";\n    cos cos_with \"Cos\";\n}\n/// Prose.\npub fn no() {}\n\
                    /// ```\n/// yes();\n/// ```\npub fn yes<T>() {}\n";
        assert_eq!(doctests(text), ["abs", "cos", "yes"]);
    }

    #[test]
    fn names_are_whole() {
        assert!(contains_name("\"stablehlo.add\"(%x)", "stablehlo.add"));
        assert!(
            !contains_name("stablehlo.add_n", "stablehlo.add") && !contains_name("xchlo.erf", "chlo.erf")
        );
    }
}
