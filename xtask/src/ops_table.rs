//! The table `registry/ops.tsv`: whether ops have random instances and an evaluation.
//!
//! The test `ops_table` of `strata-registry` writes the table and keeps it current, using the generator and the interpreter; this reads
//! it, and the reasons in `registry/waivers.tsv`.

use crate::ops::OpDef;
use crate::tree::{Problem, Tree};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The table.
pub const TABLE: &str = "registry/ops.tsv";
const WAIVERS: &str = "registry/waivers.tsv";

/// The rows of the table, and the waivers: (op, what) to the reason.
#[derive(Default)]
pub struct OpsTable {
    rows: BTreeMap<String, [bool; 2]>,
    waivers: BTreeMap<(String, String), String>,
}

impl OpsTable {
    /// Reads both files of the tree.
    pub fn read(tree: &Tree) -> Self {
        let mut table = Self::default();
        for line in tree.read(Path::new(TABLE)).lines().skip(1) {
            if let [op, generate, interpret] = line.split('\t').collect::<Vec<_>>()[..] {
                table.rows.insert(op.to_owned(), [generate != "waived", interpret == "yes"]);
            }
        }
        for line in tree.read(Path::new(WAIVERS)).lines().skip(1) {
            if let [op, what, reason] = line.split('\t').collect::<Vec<_>>()[..] {
                table.waivers.insert((op.to_owned(), what.to_owned()), reason.to_owned());
            }
        }
        table
    }
    /// The registered ops.
    pub fn ops(&self) -> impl Iterator<Item = &str> {
        self.rows.keys().map(String::as_str)
    }
    /// Whether the op is registered.
    pub fn contains(&self, op: &str) -> bool {
        self.rows.contains_key(op)
    }
    /// Whether the interpreter evaluates the op.
    pub fn interprets(&self, op: &str) -> bool {
        self.rows.get(op).is_some_and(|row| row[1])
    }
    /// The number of registered ops.
    pub fn len(&self) -> usize {
        self.rows.len()
    }
    /// The counts, and the waived ops by reason.
    pub fn summary(&self) -> String {
        let count = |column: usize| self.rows.values().filter(|row| row[column]).count();
        let mut out = format!("Generate: {}; Interpret: {}", count(0), count(1));
        let mut reasons: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
        for ((op, what), reason) in &self.waivers {
            reasons.entry((what, reason)).or_default().push(op);
        }
        for ((what, reason), ops) in reasons {
            // Writing to a string cannot fail.
            let _ = write!(out, "\ntidy: {what} waived for {}, {reason}: {}", ops.len(), ops.join(", "));
        }
        out
    }
}

/// An op of the sources without a row: the table is not current. Rows of removed ops are left to the test, as this does not parse all
/// forms of op families.
pub fn check(ops: &[OpDef], table: &OpsTable, problems: &mut Vec<Problem>) {
    for op in ops.iter().filter(|op| !table.rows.contains_key(&op.name)) {
        let how = "write it with UPDATE_OPS_TABLE=1 cargo test -p strata-registry --test suite ops_table";
        problems.push(Problem::new(TABLE, 1, format!("{} has no row; {how}", op.name)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops;
    use crate::tree::fixture::Fixture;

    #[test]
    fn the_table_and_the_sources_agree() {
        let fixture = Fixture::new(&[
            (
                "dialects/foo/src/a.rs",
                "#[op(name = \"foo.a\")] pub struct AOp {}\n#[op(name = \"foo.b\")] pub struct BOp {}",
            ),
            (TABLE, "op\tgenerate\tinterpret\nfoo.a\trecipe\twaived\nfoo.c\twaived\tyes\n"),
            (WAIVERS, "op\twhat\treason\nfoo.a\tInterpret\tit is native\n"),
        ]);
        let tree = fixture.tree();
        let table = OpsTable::read(&tree);
        assert!(table.contains("foo.a") && !table.interprets("foo.a"));
        assert!(!table.contains("foo.b") && table.interprets("foo.c"));
        assert_eq!(
            table.summary(),
            "Generate: 1; Interpret: 1\ntidy: Interpret waived for 1, it is native: foo.a"
        );
        let mut problems = Vec::new();
        check(&ops::find(&tree), &table, &mut problems);
        let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("foo.b has no row"));
    }
}
