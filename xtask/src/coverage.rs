//! `cargo xtask coverage`: for every operation of `operations.tsv`, which of the things it needs are there.
//!
//! Nothing is declared twice: definitions are read from the dialects, tests are the `.mlir` files that contain the
//! op's name, a lowering is a file of `lowering/` or `codegen/` that names the op or its struct, and
//! `registry/ops.tsv`, which a test keeps current, says what is interpreted and generated.

use crate::shell::{self, Outcome};
use crate::tidy::{Tree, ops, ops_table::OpsTable};
use std::collections::BTreeMap;
use std::path::Path;

/// Which rows to print.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Every operation.
    All,
    /// Those with an empty cell.
    Incomplete,
}

const TABLE: &str = "operations.tsv";
const COLUMNS: [&str; 7] = ["defined", "interp", "generate", "ops", "invalid", "lowering", "e2e"];

/// Prints the matrix and how full it is.
pub fn run(rows: Rows) -> Outcome {
    let tree = Tree::open(&shell::root());
    let table = tree.read(Path::new(TABLE));
    if table.is_empty() {
        return Err(format!("{TABLE} is not there"));
    }
    let facts = Facts::collect(&tree);
    println!("{:<26} {:<34} {}", "operation", "op", COLUMNS.join(" "));
    let (mut full, mut total, mut sums) = (0, 0, [0; COLUMNS.len()]);
    for (operation, op) in operations(&table) {
        let cells = facts.cells(&op);
        total += 1;
        cells.iter().zip(&mut sums).for_each(|(cell, sum)| *sum += usize::from(*cell));
        let is_full = cells.iter().all(|cell| *cell);
        full += usize::from(is_full);
        if rows == Rows::All || !is_full {
            let marks = COLUMNS.iter().zip(cells);
            let marks: Vec<String> = marks
                .map(|(column, cell)| {
                    format!("{:<width$}", if cell { "x" } else { "." }, width = column.len())
                })
                .collect();
            println!("{operation:<26} {op:<34} {}", marks.join(" ").trim_end());
        }
    }
    let sums: Vec<String> = COLUMNS.iter().zip(sums).map(|(column, sum)| format!("{column} {sum}")).collect();
    println!("\n{total} operations, {full} complete; {}", sums.join(", "));
    Ok(())
}

/// (operation, op): the rows of the table that map to an op of ours.
fn operations(table: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [operation, .., mapping] = columns.as_slice() else { continue };
        if let Some(op) = first_op(mapping) {
            found.push(((*operation).to_owned(), op));
        }
    }
    found
}

/// The first `stablehlo.x` or `chlo.x` in a mapping such as `part of stablehlo.send`.
fn first_op(mapping: &str) -> Option<String> {
    let words = mapping.split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_')));
    words.map(|word| word.trim_end_matches('.')).find(|word| is_ours(word)).map(str::to_owned)
}

fn is_ours(word: &str) -> bool {
    ["stablehlo.", "chlo."].iter().any(|dialect| word.len() > dialect.len() && word.starts_with(dialect))
}

#[derive(Default)]
struct Facts {
    definitions: BTreeMap<String, ops::OpDef>,
    table: OpsTable,
    valid: String,
    invalid: String,
    lowering: String,
    e2e: String,
}

impl Facts {
    fn collect(tree: &Tree) -> Self {
        let definitions = ops::find(tree).into_iter().map(|op| (op.name.clone(), op)).collect();
        let mut facts = Self { definitions, table: OpsTable::read(tree), ..Self::default() };
        for file in tree.files() {
            let path = file.to_string_lossy();
            let is_mlir = path.ends_with(".mlir");
            let into = match path.split('/').next() {
                Some("test") if is_mlir && path.contains("/e2e/") => &mut facts.e2e,
                Some("examples") if is_mlir => &mut facts.e2e,
                Some("test") if is_mlir && path.contains("invalid") => &mut facts.invalid,
                Some("test") if is_mlir => &mut facts.valid,
                Some("lowering" | "codegen") if path.ends_with(".rs") => &mut facts.lowering,
                _ => continue,
            };
            into.push_str(&tree.read(file));
            into.push('\n');
        }
        facts
    }

    fn cells(&self, op: &str) -> [bool; COLUMNS.len()] {
        let definition = self.definitions.get(op);
        let rust = definition.map_or("", |definition| definition.rust.as_str());
        [
            definition.is_some() || self.table.generates(op) || self.table.interprets(op),
            self.table.interprets(op),
            self.table.generates(op),
            contains_name(&self.valid, op),
            contains_name(&self.invalid, op),
            contains_name(&self.lowering, op) || (!rust.is_empty() && contains_name(&self.lowering, rust)),
            contains_name(&self.e2e, op),
        ]
    }
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
    use crate::tidy::fixture::Fixture;

    #[test]
    fn mappings_name_ops() {
        assert_eq!(first_op("part of stablehlo.send").as_deref(), Some("stablehlo.send"));
        assert_eq!(
            first_op("stablehlo.add (implicit: chlo.broadcast_add)").as_deref(),
            Some("stablehlo.add")
        );
        assert_eq!(
            first_op("mhlo.async_start / stablehlo.async_start").as_deref(),
            Some("stablehlo.async_start")
        );
        assert_eq!(first_op("mhlo.copy"), None);
    }

    #[test]
    fn cells_come_from_files() {
        let fixture = Fixture::new(&[
            ("dialects/stablehlo/src/a.rs", "#[op(name = \"stablehlo.abs\")]\npub struct AbsOp {}"),
            ("registry/ops.tsv", "op\tgenerate\tinterpret\nstablehlo.abs\twaived\tyes\n"),
            ("test/dialects/stablehlo/ops.mlir", "%0 = stablehlo.abs %x : tensor<f32>"),
            ("test/dialects/stablehlo/invalid.mlir", "%0 = stablehlo.abs_not %x"),
            ("lowering/hlo/src/a.rs", "convert::<stablehlo::AbsOp>()"),
        ]);
        let facts = Facts::collect(&fixture.tree());
        assert_eq!(facts.cells("stablehlo.abs"), [true, true, false, true, false, true, false]);
        assert_eq!(facts.cells("stablehlo.add"), [false; 7]);
    }

    #[test]
    fn the_table_is_read() {
        let table = "op\tcategory\tseeds\tstablehlo_mapping\nAbs\tunary\t0\tstablehlo.abs\nCopy\tinternal\t4\tmhlo.copy\n";
        assert_eq!(operations(table), [("Abs".to_owned(), "stablehlo.abs".to_owned())]);
    }
}
