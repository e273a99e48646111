//! Crates outside of the tree: the output of `cargo xtask new dialect NAME --out DIR`, and a copy of `examples/toy-dialect`, are checked
//! with cargo as other users would do.

use crate::scaffold;
use crate::shell::{self, Outcome};
use std::fs;
use std::path::Path;

/// The paths to this checkout in the manifest of the example.
const FROM_EXAMPLE: &str = "\"../../";

/// Writes both crates below the target folder and checks them, tests included.
pub fn run() -> Outcome {
    let folder = shell::target_dir().join("outside");
    let (new, copy) = (folder.join("new"), folder.join("copy"));
    for old in [&new, &copy] {
        if old.exists() {
            fs::remove_dir_all(old).map_err(|why| format!("{}: {why}", old.display()))?;
        }
    }
    scaffold::write_outside("fresh", &new)?;
    copy_example(&shell::root().join("examples/toy-dialect"), &copy)?;
    for krate in [&new, &copy] {
        // The lock file of this checkout, so that the network is not used.
        let lock = krate.join("Cargo.lock");
        fs::copy(shell::root().join("Cargo.lock"), &lock)
            .map_err(|why| format!("{}: {why}", lock.display()))?;
        let mut check = shell::cargo(&["check", "--quiet", "--offline", "--all-targets"]);
        check.current_dir(krate).env("CARGO_TARGET_DIR", folder.join("target"));
        shell::run(&mut check)?;
    }
    Ok(())
}

/// Copies the crate, makes its paths absolute, and makes it independent of this workspace.
fn copy_example(from: &Path, to: &Path) -> Outcome {
    for file in shell::files_below(from) {
        let text =
            fs::read_to_string(from.join(&file)).map_err(|why| format!("{}: {why}", file.display()))?;
        let text = match file.file_name().is_some_and(|name| name == "Cargo.toml") {
            true => outside(&text, &shell::root()),
            false => text,
        };
        let path = to.join(&file);
        let written = fs::create_dir_all(path.parent().unwrap_or(to)).and_then(|()| fs::write(&path, text));
        written.map_err(|why| format!("{}: {why}", path.display()))?;
    }
    Ok(())
}

fn outside(manifest: &str, root: &Path) -> String {
    format!("{}\n[workspace]\n", manifest.replace(FROM_EXAMPLE, &format!("\"{}/", root.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_depends_on_nothing_of_the_workspace() {
        let text =
            fs::read_to_string(shell::root().join("examples/toy-dialect/Cargo.toml")).expect("it is there");
        assert!(!text.contains("workspace = true"), "{text}");
        let copied = outside(&text, Path::new("/elsewhere"));
        assert!(copied.contains("path = \"/elsewhere/ir/ir\"") && !copied.contains("../"), "{copied}");
    }
}
