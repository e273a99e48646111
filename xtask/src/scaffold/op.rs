//! `cargo xtask new op DIALECT.OP`: a file with the op, its name in the dialect's lists, and its tests.

use super::{
    Change, INVALID_HEADER, Kind, OPS_HEADER, camel, check_name, insert_after, invalid_test, op_file,
    stablehlo, valid_test,
};
use std::path::{Path, PathBuf};

/// The files to write and to change; `read` returns the text of an existing file.
pub fn files(full: &str, read: &dyn Fn(&Path) -> Option<String>) -> Result<Vec<Change>, String> {
    let (dialect, op) = full.split_once('.').ok_or_else(|| format!("`{full}` is not DIALECT.OP"))?;
    check_name(dialect, "a dialect")?;
    // A few dialects have op names with several levels: `intr.fma`.
    let module = op.replace('.', "_");
    check_name(&module, "an op")?;

    let source = PathBuf::from(format!("dialects/{dialect}/src"));
    let lib_path = source.join("lib.rs");
    let lib = read(&lib_path)
        .ok_or_else(|| format!("there is no dialect `{dialect}`; cargo xtask new dialect {dialect}"))?;
    let rust = format!("{}Op", camel(op));
    let folder = source.join("ops");
    let is_stablehlo = dialect == "stablehlo";
    let definition = if is_stablehlo { stablehlo::op_file(op) } else { op_file(dialect, op) };
    let mut changes = match read(&folder.join("mod.rs")) {
        Some(ops) => vec![
            edit(folder.join("mod.rs"), name_module(&ops, &module, &rust)),
            edit(lib_path, list_op(&lib, &format!("ops::{rust}"))?),
            Change { path: folder.join(format!("{module}.rs")), text: definition, kind: Kind::New },
        ],
        None => vec![
            edit(lib_path, list_op(&name_module(&lib, &module, &rust), &rust)?),
            Change { path: source.join(format!("{module}.rs")), text: definition, kind: Kind::New },
        ],
    };
    let tests = PathBuf::from(format!("test/dialects/{dialect}"));
    let with_header = |file: &str, header: &str, text: String| {
        let path = tests.join(file);
        let header = if read(&path).is_some() { "" } else { header };
        append(path, format!("{header}{text}"))
    };
    let (valid, invalid) = match is_stablehlo {
        true => (stablehlo::valid_test(op), stablehlo::invalid_test(op)),
        false => (valid_test(dialect, op), invalid_test(dialect, op)),
    };
    changes.push(with_header("ops.mlir", OPS_HEADER, valid));
    changes.push(with_header("invalid.mlir", INVALID_HEADER, invalid));
    if is_stablehlo {
        changes.extend(stablehlo::rows(op, read)?);
    }
    Ok(changes)
}

fn edit(path: PathBuf, text: String) -> Change {
    Change { path, text, kind: Kind::Edit }
}

fn append(path: PathBuf, text: String) -> Change {
    Change { path, text, kind: Kind::Append }
}

/// `text` with `mod module;` and `pub use module::Rust;` after similar lines, or at its end.
fn name_module(text: &str, module: &str, rust: &str) -> String {
    let text = insert_after(text, &["mod ", "pub mod "], &format!("mod {module};"));
    insert_after(&text, &["pub use "], &format!("pub use {module}::{rust};"))
}

/// `text` with `path` at the end of the list of ops in `dialect!`.
fn list_op(text: &str, path: &str) -> Result<String, String> {
    let missing = || format!("lib.rs has no `ops: […]` in `dialect!`; add {path} by hand");
    let start = text.find("dialect!").and_then(|at| Some(at + text[at..].find("ops: [")? + "ops: [".len()));
    let start = start.ok_or_else(missing)?;
    let end = start + text[start..].find(']').ok_or_else(missing)?;
    let listed = text[start..end].trim_end();
    let comma = if listed.is_empty() || listed.ends_with(',') { "" } else { "," };
    let space = if listed.is_empty() { "" } else { " " };
    let tail = &text[start + listed.len()..];
    Ok(format!("{}{listed}{comma}{space}{path}{tail}", &text[..start]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops_are_listed_in_every_layout() {
        let one = |text: &str| list_op(text, "BOp").expect("there is a list");
        assert_eq!(one("dialect! { x { ops: [] } }"), "dialect! { x { ops: [BOp] } }");
        assert_eq!(one("dialect! { x { ops: [AOp] } }"), "dialect! { x { ops: [AOp, BOp] } }");
        let long = "dialect! { x { ops: [\n  AOp,\n ], types: [] } }";
        assert_eq!(one(long), "dialect! { x { ops: [\n  AOp, BOp\n ], types: [] } }");
        assert!(list_op("fn main() {}", "BOp").is_err());
    }

    #[test]
    fn a_folder_of_ops_is_used() {
        let read = |path: &Path| match path.to_str() {
            Some("dialects/d/src/lib.rs") => {
                Some("//! D.\npub mod ops;\ndialect! { d { ops: [ops::AOp] } }\n".into())
            }
            Some("dialects/d/src/ops/mod.rs") => Some("//! Ops.\nmod a;\npub use a::AOp;\n".into()),
            _ => None,
        };
        let changes = files("d.b_c", &read).expect("the dialect is there");
        let text = |path: &str| {
            changes
                .iter()
                .find(|change| change.path == Path::new(path))
                .map_or("", |change| change.text.as_str())
        };
        assert_eq!(
            text("dialects/d/src/ops/mod.rs"),
            "//! Ops.\nmod a;\nmod b_c;\npub use a::AOp;\npub use b_c::BCOp;\n"
        );
        assert!(text("dialects/d/src/lib.rs").contains("ops: [ops::AOp, ops::BCOp]"));
        assert!(text("dialects/d/src/ops/b_c.rs").contains("pub struct BCOp"));
        assert!(text("test/dialects/d/invalid.mlir").starts_with(INVALID_HEADER));
    }
}
