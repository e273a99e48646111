//! The operations of `operations.tsv`, and the ops that each consists of.

use super::facts::Facts;
use crate::tree::Tree;
use std::path::Path;

/// The table of operations.
pub const TABLE: &str = "operations.tsv";
/// The ops that the builder creates for each operation; the test `operations` of `strata-xla` writes it.
const BUILDS: &str = "registry/builds.tsv";

/// An operation.
pub struct Row {
    /// Its name in the contract.
    pub operation: String,
    /// The ops that the table maps it to, or, if it names no op of this repository, those that the builder creates.
    pub ops: Vec<String>,
    /// Whether the builder has an example of it.
    pub is_built: bool,
    /// Whether that example has an expected value when it is interpreted.
    pub is_evaluated: bool,
    /// The method of the builder.
    pub method: String,
}

/// The rows of the table.
pub fn read(tree: &Tree, facts: &Facts) -> Vec<Row> {
    let builds = tree.read(Path::new(BUILDS));
    let builds: Vec<Vec<&str>> = builds.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let mut rows = Vec::new();
    for line in tree.read(Path::new(TABLE)).lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [operation, .., mapping] = columns.as_slice() else { continue };
        let build = builds.iter().find(|build| build.first() == Some(operation));
        let (method, result, made) = match build.map(Vec::as_slice) {
            Some([_, method, result, made]) => (*method, *result, *made),
            _ => ("", "", ""),
        };
        let mut ops = mapped(mapping, facts);
        if ops.is_empty() {
            ops = made.split(' ').filter(|op| !op.is_empty()).map(str::to_owned).collect();
        }
        rows.push(Row {
            operation: (*operation).to_owned(),
            ops,
            is_built: build.is_some(),
            is_evaluated: result == "value",
            method: method.to_owned(),
        });
    }
    rows
}

/// The ops in a mapping such as `stablehlo.add (implicit broadcast: chlo.broadcast_add)` that exist here. An op of `mhlo` counts as the
/// op of `stablehlo` with the same name.
fn mapped(mapping: &str, facts: &Facts) -> Vec<String> {
    let words = mapping.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-')));
    let mut ops = Vec::new();
    for word in words.map(|word| word.trim_end_matches('.')) {
        let op = match word.split_once('.') {
            Some(("stablehlo" | "chlo" | "func", name)) if !name.is_empty() => word.to_owned(),
            Some(("mhlo", name)) if facts.is_defined(&format!("stablehlo.{name}")) => {
                format!("stablehlo.{name}")
            }
            _ => continue,
        };
        if !ops.contains(&op) {
            ops.push(op);
        }
    }
    ops
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    #[test]
    fn mappings_name_ops() {
        let table = "op\tgenerate\tinterpret\nstablehlo.async_start\trecipe\tyes\n";
        let fixture = Fixture::new(&[("registry/ops.tsv", table)]);
        let facts = Facts::collect(&fixture.tree());
        let ops = |mapping| mapped(mapping, &facts).join(" ");
        assert_eq!(ops("part of stablehlo.send"), "stablehlo.send");
        assert_eq!(
            ops("stablehlo.add (implicit broadcast: chlo.broadcast_add)"),
            "stablehlo.add chlo.broadcast_add"
        );
        assert_eq!(ops("mhlo.async_start / stablehlo.async_start"), "stablehlo.async_start");
        assert_eq!(ops("deprecated stablehlo.cross-replica-sum"), "stablehlo.cross-replica-sum");
        assert_eq!(ops("mhlo.copy"), "");
    }
}
