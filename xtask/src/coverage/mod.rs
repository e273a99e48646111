//! `cargo xtask coverage`: the features that each operation of `operations.tsv` has.
//!
//! Nothing is declared here: [`facts`] derives the features of each op from definitions, tests and committed test results; [`rows`] has
//! the ops that an operation consists of. README has the totals, which `cargo xtask tidy` checks.

mod facts;
mod rows;

use crate::shell::{self, Outcome};
use crate::tree::{Problem, Tree};
use facts::Facts;
use rows::Row;
use std::collections::BTreeMap;
use std::path::Path;

/// The rows to print.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Every operation.
    All,
    /// Operations with an empty cell.
    Incomplete,
}

const README: &str = "README.md";
const COLUMNS: [&str; 7] = ["defined", "invalid", "interpreter", "builder", "artifact", "CPU", "PTX"];
/// The index of the only column about operations instead of ops.
const BUILDER: usize = 3;

/// Whether an operation has each of the columns.
type Cells = [bool; COLUMNS.len()];

/// Prints the matrix and its totals.
pub fn run(which: Rows) -> Outcome {
    let tree = Tree::open(&shell::root());
    let facts = Facts::collect(&tree);
    let rows = rows::read(&tree, &facts);
    if rows.is_empty() {
        return Err(format!("{} is not there", rows::TABLE));
    }
    println!("{:<26} {} ops", "operation", COLUMNS.join(" "));
    for row in &rows {
        print_line(which, &row.operation, cells(row, &facts), &row.ops.join(", "));
    }
    println!("\n{:<26} {}", "ops of no operation", COLUMNS.join(" "));
    let of_rows = |op: &&str| rows.iter().any(|row| row.ops.iter().any(|own| own == op));
    for op in facts.ops().filter(|op| !of_rows(op)) {
        // The builder has methods for operations, not for ops.
        let mut cells = of_ops(&[op.to_owned()], &facts);
        cells[BUILDER] = true;
        print_line(which, op, cells, "");
    }
    println!("\n{}", totals(&rows, &facts));
    Ok(())
}

fn print_line(which: Rows, name: &str, cells: Cells, ops: &str) {
    if which == Rows::Incomplete && cells.iter().all(|cell| *cell) {
        return;
    }
    let marks: Vec<String> = COLUMNS
        .iter()
        .zip(cells)
        .map(|(column, cell)| format!("{:<width$}", if cell { "x" } else { "." }, width = column.len()))
        .collect();
    println!("{}", format!("{name:<26} {} {ops}", marks.join(" ")).trim_end());
}

/// The features of an operation: those that all of its ops have. An operation without ops, such as a copy, consists only of its method of
/// the builder, which a test runs.
fn cells(row: &Row, facts: &Facts) -> Cells {
    let mut cells = of_ops(&row.ops, facts);
    cells[2] |= row.is_evaluated;
    cells[BUILDER] = row.is_built && facts.has_doctest(&row.method);
    if row.ops.is_empty() && !row.is_built {
        cells = [false; COLUMNS.len()];
    }
    cells
}

fn of_ops(ops: &[String], facts: &Facts) -> Cells {
    let all = |has: &dyn Fn(&str) -> bool| ops.iter().all(|op| has(op));
    [
        all(&|op| facts.is_defined(op)),
        all(&|op| facts.is_refused(op)),
        all(&|op| facts.is_evaluated(op)),
        false,
        all(&|op| facts.is_written(op)),
        all(&|op| facts.runs_on("cpu", op)),
        all(&|op| facts.runs_on("gpusim", op)),
    ]
}

/// The line of README with the number of operations that have each column.
fn totals(rows: &[Row], facts: &Facts) -> String {
    let mut sums = [0; COLUMNS.len()];
    for row in rows {
        sums.iter_mut().zip(cells(row, facts)).for_each(|(sum, cell)| *sum += usize::from(cell));
    }
    let sums: Vec<String> = sums.iter().map(usize::to_string).collect();
    format!("| of {} operations | {} |", rows.len(), sums.join(" | "))
}

/// Writes the totals into README, and the number of ops of each dialect.
pub fn write_totals() -> Outcome {
    let root = shell::root();
    let tree = Tree::open(&root);
    let facts = Facts::collect(&tree);
    let rows = rows::read(&tree, &facts);
    let readme = current(&tree.read(Path::new(README)), &totals(&rows, &facts), &facts.counts());
    std::fs::write(root.join(README), readme).map_err(|why| format!("{README}: {why}"))
}

/// The text of README with the line of totals, and the number of ops in the row of each dialect that states one.
fn current(readme: &str, totals: &str, counts: &BTreeMap<String, usize>) -> String {
    let line = |line: &str| {
        if line.starts_with("| of ") && line.contains(" operations |") {
            return totals.to_owned();
        }
        let cells: Vec<&str> = line.split('|').collect();
        match cells[..] {
            ["", dialect, count, ..] if count.trim().parse::<usize>().is_ok() => {
                let Some(now) = counts.get(dialect.trim()) else { return line.to_owned() };
                line.replacen(&format!("|{count}|"), &format!("| {now} |"), 1)
            }
            _ => line.to_owned(),
        }
    };
    readme.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// Checks that the totals in README are current.
pub fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    let facts = Facts::collect(tree);
    let rows = rows::read(tree, &facts);
    let (want, readme) = (totals(&rows, &facts), tree.read(Path::new(README)));
    if readme.lines().any(|line| line == want) || rows.is_empty() {
        return;
    }
    let stale = readme.lines().position(|line| line.starts_with("| of ") && line.contains(" operations |"));
    let message = format!("the totals of `cargo xtask coverage` are now `{want}`");
    problems.push(Problem::new(README, stale.map_or(1, |at| at + 1), message));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::fixture::Fixture;

    const FILES: [(&str, &str); 10] = [
        (
            "operations.tsv",
            "op\tcategory\tseeds\tstablehlo_mapping\nAbs\tunary\t0\tstablehlo.abs\nCopy\tinternal\t4\tmhlo.copy\n",
        ),
        ("registry/ops.tsv", "op\tgenerate\tinterpret\nstablehlo.abs\twaived\tyes\nchlo.erf\trecipe\tyes\n"),
        ("registry/artifacts.tsv", "op\toldest\nstablehlo.abs\t0.9.0\n"),
        (
            "registry/builds.tsv",
            "operation\tmethod\tresult\tops\nAbs\tabs\tvalue\tstablehlo.abs\nCopy\tcopy\tvalue\t\n",
        ),
        (
            "tools/xla/src/ops/a.rs",
            "/// ```\n/// b.abs(x)\n/// ```\npub fn abs(&self) {}\n/// No example.\npub fn copy(&self) {}\n",
        ),
        (
            "test/dialects/stablehlo/invalid.mlir",
            "// expected-error@+1 {{x}}\n%0 = stablehlo.abs %x\n// -----\nstablehlo.add\n",
        ),
        ("interp/tests/a.tsv", "id\targuments\tprogram\nabs\tf32[1]\tabs\n"),
        ("tools/run/tests/unsupported-gpu.tsv", "id\treason\nabs\tit has no kernel\n"),
        ("test/jax/expected.tsv", "kind\tname\tprograms\tinterpreter\tcpu\nop\tstablehlo.abs\t7\t7\t2\n"),
        ("README.md", "# X\n\n| of 2 operations | 2 | 2 | 2 | 1 | 2 | 2 | 0 |\n"),
    ];

    #[test]
    fn cells_come_from_files() {
        let fixture = Fixture::new(&FILES);
        let tree = fixture.tree();
        let facts = Facts::collect(&tree);
        let rows = rows::read(&tree, &facts);
        assert_eq!(cells(&rows[0], &facts), [true, true, true, true, true, true, false]);
        assert_eq!(cells(&rows[1], &facts), [true, true, true, false, true, true, true]);
        assert_eq!(
            of_ops(&["chlo.erf".to_owned()], &facts),
            [true, false, false, false, false, false, false]
        );
        assert_eq!(of_ops(&["stablehlo.add".to_owned()], &facts), [false; 7]);
    }

    #[test]
    fn figures_of_readme_are_written() {
        let counts = BTreeMap::from([("a".to_owned(), 3)]);
        let readme = "| of 1 operations | 0 |\n| a | 2 | yes |\n| b, c | 2 | |\n| a | many |\n";
        let want = "| of 2 operations | 1 |\n| a | 3 | yes |\n| b, c | 2 | |\n| a | many |\n";
        assert_eq!(current(readme, "| of 2 operations | 1 |", &counts), want);
    }

    #[test]
    fn stale_totals_are_found() {
        let fixture = Fixture::new(&FILES);
        assert_eq!(
            fixture.problems(check),
            [
                "README.md:3: the totals of `cargo xtask coverage` are now `| of 2 operations | 2 | 2 | 2 | 1 | 2 | 2 | 1 |`"
            ]
        );
    }
}
