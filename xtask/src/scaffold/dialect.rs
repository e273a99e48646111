//! `cargo xtask new dialect NAME`: a crate with one op, and its two tests.

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

/// What the author does by hand.
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
         [lints]\nworkspace = true\n\n[dependencies]\nsmallvec.workspace = true\nstrata-ir.workspace = true\n",
        package(name)
    )
}

fn lib(name: &str) -> String {
    format!(
        "//! The `{name}` dialect.\n\nuse strata_ir::prelude::*;\n\nmod example;\n\npub use example::ExampleOp;\n\n\
         dialect! {{\n    /// What the dialect is for.\n    {name} {{\n        ops: [ExampleOp],\n    }}\n}}\n"
    )
}
