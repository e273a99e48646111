//! `cargo xtask new pass NAME [CRATE]`: a file with the pass, its registration, and its lit test.

use super::{Change, Kind, camel, insert_after};
use std::path::{Path, PathBuf};

/// The crate of new passes unless another one is given.
pub const DEFAULT_CRATE: &str = "passes/generic";

/// The files to write and to change in the crate with folder `krate`; `read` returns the text of an existing file.
pub fn files(name: &str, krate: &str, read: &dyn Fn(&Path) -> Option<String>) -> Result<Vec<Change>, String> {
    check_name(name)?;
    if !krate.starts_with("passes/") && !krate.starts_with("lowering/") {
        return Err(format!("`{krate}` is no crate of passes: passes/… or lowering/…"));
    }
    let module = name.replace('-', "_");
    let rust = camel(&module);
    let source = Path::new(krate).join("src");
    let lib_path = source.join("lib.rs");
    let lib = read(&lib_path).ok_or_else(|| format!("there is no crate {krate}"))?;
    let mut lib = insert_after(&lib, &["mod ", "pub mod "], &format!("pub mod {module};"));
    // Crates with several small passes register them in `passes.rs`.
    let passes_path = source.join("passes.rs");
    let mut changes = Vec::new();
    let path = format!("{module}::{rust}");
    match (register(&lib, &path), read(&passes_path)) {
        (Some(with), _) => lib = with,
        (None, Some(text)) => {
            let with = register(&text, &format!("crate::{path}"));
            let with = with.ok_or_else(|| format!("{} registers no pass", passes_path.display()))?;
            changes.push(Change { path: passes_path, text: with, kind: Kind::Edit });
        }
        (None, None) => return Err(format!("{} registers no pass", lib_path.display())),
    }
    changes.push(Change { path: lib_path, text: lib, kind: Kind::Edit });
    let new = |path: PathBuf, text: String| Change { path, text, kind: Kind::New };
    changes.push(new(source.join(format!("{module}.rs")), pass_file(name, &rust)));
    changes.push(new(Path::new("test").join(krate).join(format!("{module}.mlir")), test_file(name, &module)));
    Ok(changes)
}

/// Checks that a name can be written in a pipeline and as a flag.
fn check_name(name: &str) -> Result<(), String> {
    let words = name
        .split('-')
        .all(|word| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
    if words && name.starts_with(|c: char| c.is_ascii_lowercase()) {
        Ok(())
    } else {
        Err(format!("`{name}` is no name for a pass: lower-case words with `-` between them"))
    }
}

/// `text` with one more pass after the last one that it registers.
fn register(text: &str, path: &str) -> Option<String> {
    let last = text.rfind(".add::<")?;
    let end = last + text[last..].find(';')?;
    Some(format!("{}\n        .add::<{path}>(){}", &text[..end], &text[end..]))
}

/// A pass that counts ops and changes nothing.
fn pass_file(name: &str, rust: &str) -> String {
    format!(
        r#"//! `{name}`: what it does, in a line.
//!
//! Before:
//! ```mlir
//! %0 = arith.constant 0 : i32
//! ```
//! After:
//! ```mlir
//! %0 = arith.constant 0 : i32
//! ```

use strata_ir::prelude::*;
use strata_pass::{{BodyPass, PassCx, PassResult, pass}};

/// One sentence on the pass, which is its help text.
#[pass(name = "{name}", statistics = ["num-seen": "Number of operations seen"], each_body)]
pub struct {rust};

impl BodyPass for {rust} {{
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {{
        cx.count("num-seen", body.all_ops().len() as u64);
        Ok(())
    }}
}}
"#
    )
}

fn test_file(name: &str, module: &str) -> String {
    format!(
        r#"// RUN: strata-opt %s --{name} | FileCheck %s

// CHECK-LABEL: func.func @{module}
// CHECK-SAME: %[[X:.*]]: i32
func.func @{module}(%x: i32) -> i32 {{
  // CHECK-NEXT: return %[[X]]
  return %x : i32
}}
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIB: &str = "//! Passes.\n\npub mod a;\n\n/// Registers.\npub fn register(registry: &mut PassRegistry) {\n    \
                       registry.add::<a::A>();\n}\n";

    fn text<'c>(changes: &'c [Change], path: &str) -> &'c str {
        changes.iter().find(|c| c.path == Path::new(path)).map_or("", |c| c.text.as_str())
    }

    #[test]
    fn a_pass_is_written_registered_and_tested() {
        let read = |path: &Path| (path == Path::new("passes/generic/src/lib.rs")).then(|| LIB.to_owned());
        let changes = files("fold-all-2", DEFAULT_CRATE, &read).expect("a good name");
        let lib = text(&changes, "passes/generic/src/lib.rs");
        assert!(lib.contains("pub mod a;\npub mod fold_all_2;\n"), "{lib}");
        assert!(lib.contains("registry.add::<a::A>()\n        .add::<fold_all_2::FoldAll2>();"), "{lib}");
        let pass = text(&changes, "passes/generic/src/fold_all_2.rs");
        assert!(pass.starts_with("//! `fold-all-2`: ") && pass.contains("pub struct FoldAll2;"), "{pass}");
        let test = text(&changes, "test/passes/generic/fold_all_2.mlir");
        assert!(test.starts_with("// RUN: strata-opt %s --fold-all-2 | FileCheck %s\n"), "{test}");
    }

    #[test]
    fn passes_may_be_registered_beside_the_library() {
        let read = |path: &Path| match path.to_str() {
            Some("lowering/x/src/lib.rs") => Some("//! X.\npub mod a;\npub use passes::register;\n".into()),
            Some("lowering/x/src/passes.rs") => Some("registry.add::<A>().add::<B>();\n".into()),
            _ => None,
        };
        let changes = files("go", "lowering/x", &read).expect("a good name");
        let passes = text(&changes, "lowering/x/src/passes.rs");
        assert!(passes.contains(".add::<B>()\n        .add::<crate::go::Go>();"), "{passes}");
        assert!(text(&changes, "lowering/x/src/lib.rs").contains("pub mod a;\npub mod go;\n"));
    }

    #[test]
    fn what_is_no_pass_is_refused() {
        let read = |_: &Path| Some(LIB.to_owned());
        for bad in ["", "Fold", "a--b", "-a", "2a", "a_b", "../x"] {
            assert!(files(bad, DEFAULT_CRATE, &read).is_err(), "{bad}");
        }
        assert!(files("a", "dialects/arith", &read).is_err());
        assert!(files("a", DEFAULT_CRATE, &|_| None).is_err(), "no such crate");
        assert!(files("a", DEFAULT_CRATE, &|_| Some("//! Nothing.\n".into())).is_err(), "nothing registered");
    }
}
