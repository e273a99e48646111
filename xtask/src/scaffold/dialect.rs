//! `cargo xtask new dialect NAME [--out DIR]`: a crate with one op, and its tests; in the tree, or outside of it with a tool of its own.

use std::path::Path;

use super::{Change, INVALID_HEADER, Kind, OPS_HEADER, check_name, invalid_test, op_file, valid_test};

const FIRST_OP: &str = "example";

/// The files of the dialect.
pub fn files(name: &str) -> Result<Vec<Change>, String> {
    check_name(name, "a dialect")?;
    let new = |path: String, text: String| Change { path: path.into(), text, kind: Kind::New };
    Ok(vec![
        new(format!("dialects/{name}/Cargo.toml"), manifest(name)),
        new(format!("dialects/{name}/src/lib.rs"), lib(name)),
        new(format!("dialects/{name}/src/{FIRST_OP}.rs"), op_file(name, FIRST_OP)),
        new(format!("test/dialects/{name}/ops.mlir"), OPS_HEADER.to_owned() + &valid_test(name, FIRST_OP)),
        new(
            format!("test/dialects/{name}/invalid.mlir"),
            INVALID_HEADER.to_owned() + &invalid_test(name, FIRST_OP),
        ),
    ])
}

/// The files of the dialect as a crate in a separate folder, which depends on the checkout at `root`.
pub fn files_outside(name: &str, root: &Path) -> Result<Vec<Change>, String> {
    check_name(name, "a dialect")?;
    let root = root
        .to_str()
        .filter(|root| !root.contains(['"', '\\']))
        .ok_or("the path of this checkout has no place in a manifest")?;
    let fill = |text: &str| text.replace("NAME", name).replace("CRATE", &krate(name)).replace("ROOT", root);
    let new = |path: &str, text: String| Change { path: path.into(), text, kind: Kind::New };
    Ok(vec![
        new("Cargo.toml", fill(MANIFEST_OUTSIDE)),
        new("src/lib.rs", fill(LIB_OUTSIDE)),
        new("src/example.rs", op_file(name, FIRST_OP)),
        new("src/forward.rs", fill(PASS_OUTSIDE)),
        new("src/main.rs", fill(MAIN_OUTSIDE)),
        new("tests/tool.rs", fill(TEST_OUTSIDE)),
    ])
}

const MANIFEST_OUTSIDE: &str = r#"[package]
name = "CRATE"
version = "0.1.0"
edition = "2024"

[workspace]

[dependencies]
smallvec = "1.16"
strata-ir = { path = "ROOT/ir/ir" }
strata-opt = { path = "ROOT/tools/opt" }
strata-pass = { path = "ROOT/ir/pass" }
strata-registry = { path = "ROOT/registry" }
"#;

const LIB_OUTSIDE: &str = r#"//! The `NAME` dialect, with its passes.

use strata_ir::core::Registry;
use strata_ir::prelude::*;
use strata_pass::PassRegistry;

mod example;
mod forward;

pub use example::ExampleOp;
pub use forward::Forward;

dialect! {
    /// The purpose of the dialect, in one sentence.
    NAME { ops: [ExampleOp] }
}

/// The dialects of Strata, and this one.
pub fn registry() -> Registry {
    let mut registry = strata_registry::registry();
    registry.register(&DIALECT);
    registry
}

/// The passes of Strata, and those of this crate.
pub fn passes() -> PassRegistry {
    let mut passes = strata_registry::passes();
    passes.add::<Forward>();
    passes
}
"#;

const PASS_OUTSIDE: &str = r#"//! `NAME-forward`: uses of `NAME.example` become uses of its operand.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::ExampleOp;

/// Replace each example by its operand.
#[pass(name = "NAME-forward", on = "func.func")]
pub struct Forward;

impl BodyPass for Forward {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            let Some(example) = op.as_op::<ExampleOp>(body) else { continue };
            let (old, new) = (example.result(body), example.operand(body));
            body.replace_all_uses(old, new);
            body.erase(op);
        }
        Ok(())
    }
}
"#;

const MAIN_OUTSIDE: &str = r#"//! The opt tool with this dialect and its passes.

use std::process::ExitCode;

fn main() -> ExitCode {
    strata_opt::main(CRATE::registry(), CRATE::passes())
}
"#;

const TEST_OUTSIDE: &str = r#"//! The tool reads and prints the dialect, and runs its pass.

use std::path::Path;

const TEXT: &str = "func.func @f(%x: f32) -> f32 {\n  %y = NAME.example %x : f32\n  return %y : f32\n}\n";

fn run(options: &[&str]) -> String {
    let options: Vec<String> = options.iter().map(ToString::to_string).collect();
    let (registry, passes) = (CRATE::registry(), CRATE::passes());
    let (stdout, stderr, code) = strata_opt::run_with(registry, passes, &options, TEXT.as_bytes(), Path::new("."));
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("IR is text")
}

#[test]
fn it_is_read_and_printed() {
    assert!(run(&[]).contains("NAME.example %arg0 : f32"));
}

#[test]
fn the_pass_forwards() {
    let text = run(&["--NAME-forward"]);
    assert!(!text.contains("NAME.example") && text.contains("return %arg0"), "{text}");
}
"#;

/// The crate's name in Rust.
fn krate(name: &str) -> String {
    format!("{name}_dialect")
}

/// Instructions for the manual steps.
pub fn next_steps(name: &str) -> String {
    let package = package(name);
    let krate = package.replace('-', "_");
    format!(
        "Next:\n  Cargo.toml             [workspace.dependencies] {package} = {{ path = \"dialects/{name}\" }}\n  \
         registry/Cargo.toml    {package}.workspace = true\n  \
         registry/src/lib.rs    add {krate}::DIALECT to the list\n  \
         xtask/src/tidy/deps.rs give it its row in DIALECT_ROWS\n"
    )
}

fn package(name: &str) -> String {
    format!("strata-{}", name.replace('_', "-"))
}

fn manifest(name: &str) -> String {
    format!(
        "[package]\nname = \"{}\"\nversion.workspace = true\nedition.workspace = true\nlicense.workspace = true\n\n\
         [lib]\ntest = false\n\n[lints]\nworkspace = true\n\n[dependencies]\nsmallvec.workspace = true\nstrata-ir.workspace = true\n",
        package(name)
    )
}

fn lib(name: &str) -> String {
    format!(
        "//! The `{name}` dialect.\n\nuse strata_ir::prelude::*;\n\nmod example;\n\npub use example::ExampleOp;\n\n\
         dialect! {{\n    /// The purpose of the dialect, in one sentence.\n    {name} {{\n        ops: [ExampleOp],\n    }}\n}}\n"
    )
}
