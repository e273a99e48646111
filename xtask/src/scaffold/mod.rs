//! `cargo xtask new`: writes the initial files of a new dialect, op or pass. They compile without changes.
//!
//! Existing files are not overwritten; the only modified files are those that must name the op or the pass.

mod dialect;
mod op;
mod pass;
mod stablehlo;

use crate::shell::{self, Outcome};
use std::path::{Path, PathBuf};

const USAGE: &str =
    "usage: cargo xtask new dialect NAME [--out DIR] | new op DIALECT.OP | new pass NAME [CRATE]";

/// How a test of valid ops begins: the pretty and the generic form both round-trip.
const OPS_HEADER: &str = "\
// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s
";
/// How a test of verifiers begins.
const INVALID_HEADER: &str = "// RUN: strata-opt %s --split-input-file --verify-diagnostics\n";

/// Runs `new` with its arguments.
pub fn run(args: &[&str]) -> Outcome {
    let root = shell::root();
    if let ["dialect", name, "--out", out] = args {
        let out = std::env::current_dir().map_err(|why| why.to_string())?.join(out);
        write_outside(name, &out)?;
        println!("Next: cargo test in {}; what the dialect is for, its ops and passes.", out.display());
        return Ok(());
    }
    let read = |path: &Path| std::fs::read_to_string(root.join(path)).ok();
    let changes = match args {
        ["dialect", name] => dialect::files(name)?,
        ["op", name] => op::files(name, &read)?,
        ["pass", name] => pass::files(name, pass::DEFAULT_CRATE, &read)?,
        ["pass", name, krate] => pass::files(name, krate.trim_end_matches('/'), &read)?,
        _ => return Err(USAGE.into()),
    };
    write(&root, &changes)?;
    match args {
        ["dialect", name] => print!("{}", dialect::next_steps(name)),
        ["pass", ..] => println!("Next: its doc, its options and its work; what its test expects."),
        _ => println!(
            "Next: its fields and doc, its tests, its lowering; `cargo xtask coverage` shows what is missing."
        ),
    }
    Ok(())
}

/// Writes the crate of a dialect outside of this checkout, which depends on it, into the folder `out`.
pub fn write_outside(name: &str, out: &Path) -> Outcome {
    write(out, &dialect::files_outside(name, &shell::root())?)
}

/// One file to write.
#[derive(Debug)]
struct Change {
    path: PathBuf,
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// It must not exist yet.
    New,
    /// It exists, and `text` is its complete modified text.
    Edit,
    /// Appended to the file, which may not exist yet.
    Append,
}

fn write(root: &Path, changes: &[Change]) -> Outcome {
    let exists = |change: &&Change| change.kind == Kind::New && root.join(&change.path).exists();
    if let Some(change) = changes.iter().find(exists) {
        return Err(format!("{} exists already", change.path.display()));
    }
    for change in changes {
        let path = root.join(&change.path);
        let text = match change.kind {
            Kind::Append => std::fs::read_to_string(&path).unwrap_or_default() + &change.text,
            Kind::New | Kind::Edit => change.text.clone(),
        };
        let folder = path.parent().unwrap_or(root);
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
        written.map_err(|why| format!("{}: {why}", path.display()))?;
        let verb = if change.kind == Kind::New { "wrote" } else { "changed" };
        println!("{verb} {}", change.path.display());
    }
    Ok(())
}

/// Checks that the name of a dialect or op is valid in MLIR and in Rust.
fn check_name(name: &str, what: &str) -> Outcome {
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    if starts && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
        Ok(())
    } else {
        Err(format!(
            "`{name}` is no name for {what}: lower-case letters, digits and underscores, a letter first"
        ))
    }
}

/// `reduce_window` is `ReduceWindow`.
fn camel(name: &str) -> String {
    let words = name.split(['_', '.', '-']).filter(|word| !word.is_empty());
    words.map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

/// `text` with `line` after the last line that starts with one of `starts`, or at its end.
fn insert_after(text: &str, starts: &[&str], line: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let of_kind = |text: &&str| text.ends_with(';') && starts.iter().any(|start| text.starts_with(start));
    match lines.iter().rposition(of_kind) {
        Some(last) => lines.insert(last + 1, line),
        None => lines.extend(["", line]),
    }
    lines.join("\n") + "\n"
}

/// The definition of an op that passes one value through.
fn op_file(dialect: &str, op: &str) -> String {
    let rust = camel(op);
    format!(
        r#"//! `{dialect}.{op}`.

use strata_ir::prelude::*;

/// Gives back its operand.
#[op(
    name = "{dialect}.{op}",
    traits = [Pure],
    interfaces = [Fold],
    same = [operand, result],
    asm = "$operand attr-dict `:` type($result)",
)]
pub struct {rust}Op {{
    /// Any value.
    pub operand: Operand<AnyType>,
    /// The same value.
    pub result: Res<AnyType>,
}}

impl Fold for {rust}Op {{
    fn fold(&self, body: &mut Body, _constants: &[Option<Attr>]) -> Option<Folded> {{
        let results = [FoldResult::Value(self.operand(body))];
        Some(Folded::Results(results.into_iter().collect()))
    }}
}}
"#
    )
}

/// A function of a lit test in which `dialect.op` stands.
fn valid_test(dialect: &str, op: &str) -> String {
    format!(
        r#"
// CHECK-LABEL: @{op}
// CHECK-SAME: %[[X:.*]]: f32
func.func @{op}(%x: f32) -> f32 {{
  // CHECK: %[[Y:.*]] = {dialect}.{op} %[[X]] : f32
  // CHECK: return %[[Y]]
  %y = {dialect}.{op} %x : f32
  return %y : f32
}}
"#
    )
}

fn invalid_test(dialect: &str, op: &str) -> String {
    format!(
        r#"
// -----

func.func @{op}_operand_count() {{
  // expected-error@+1 {{{{expected 1 operand}}}}
  %y = "{dialect}.{op}"() : () -> f32
  return
}}
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops;
    use crate::tree::fixture::Fixture;

    #[test]
    fn names() {
        assert_eq!(camel("reduce_window"), "ReduceWindow");
        assert!(check_name("i8_add", "an op").is_ok());
        for bad in ["", "Add", "8add", "a-b", "a.b", "../x"] {
            assert!(check_name(bad, "an op").is_err(), "{bad}");
        }
    }

    #[test]
    fn a_dialect_then_an_op() {
        let fixture = Fixture::new(&[("Cargo.toml", "[workspace]\n")]);
        let root = fixture.root();
        write(root, &dialect::files("toy").expect("a good name")).expect("temp is writable");
        let read = |path: &Path| std::fs::read_to_string(root.join(path)).ok();
        write(root, &op::files("toy.spin", &read).expect("the dialect is there")).expect("temp is writable");

        let found = ops::find(&fixture.tree());
        let seen: Vec<_> = found.iter().map(|op| (op.name.as_str(), op.rust.as_str())).collect();
        assert_eq!(seen, [("toy.example", "ExampleOp"), ("toy.spin", "SpinOp")]);
        let lib = read(Path::new("dialects/toy/src/lib.rs")).expect("it was written");
        assert!(lib.contains("mod example;\nmod spin;\n"), "{lib}");
        assert!(lib.contains("pub use example::ExampleOp;\npub use spin::SpinOp;\n"), "{lib}");
        assert!(lib.contains("ops: [ExampleOp, SpinOp]"), "{lib}");
        let tests = read(Path::new("test/dialects/toy/ops.mlir")).expect("it was written");
        assert!(tests.starts_with("// RUN: ") && tests.contains("@example") && tests.contains("@spin"));

        let again = write(root, &dialect::files("toy").expect("a good name"));
        assert_eq!(again, Err("dialects/toy/Cargo.toml exists already".into()));
    }

    #[test]
    fn a_dialect_outside_of_the_tree() {
        let fixture = Fixture::new(&[("README.md", "")]);
        write_outside("toy", fixture.root()).expect("temp is writable");
        let read = |path: &str| std::fs::read_to_string(fixture.root().join(path)).expect("it was written");
        let manifest = read("Cargo.toml");
        assert!(
            manifest.contains("name = \"toy_dialect\"") && !manifest.contains("workspace = true"),
            "{manifest}"
        );
        assert!(manifest.contains(&format!("path = \"{}/ir/ir\"", shell::root().display())), "{manifest}");
        for file in ["src/lib.rs", "src/forward.rs", "src/main.rs", "tests/tool.rs"] {
            let text = read(file);
            assert!(!["NAME", "CRATE", "ROOT"].iter().any(|word| text.contains(word)), "{text}");
        }
        assert!(write_outside("toy", fixture.root()).is_err(), "nothing is overwritten");
    }

    #[test]
    fn an_op_needs_its_dialect() {
        assert!(op::files("nowhere.op", &|_| None).is_err());
        assert!(op::files("noop", &|_| None).is_err());
    }
}
