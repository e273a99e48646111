//! `cargo xtask wheel`: builds the PJRT plugin in release mode and packs it with its Python package.
//!
//! `python/build_wheel.py` writes the wheel, `target/wheels/strata_jax_plugin-VERSION-py3-none-manylinux_X_Y_ARCHITECTURE.whl`.

use crate::setup::{self, Wanted};
use crate::shell::{self, Outcome};
use std::path::Path;

/// The crate of the plugin and the file that it is built to.
const PLUGIN: (&str, &str) = ("strata-pjrt", "libstrata_pjrt.so");

/// Builds the library and writes the wheel.
pub fn run() -> Outcome {
    setup::run(Wanted::Llvm)?;
    println!("wheel: building the plugin (release)");
    shell::run(&mut shell::cargo(&["build", "--quiet", "--release", "--package", PLUGIN.0]))?;
    pack(&shell::target_dir().join("release").join(PLUGIN.1))
}

/// Writes the wheel of a library.
fn pack(library: &Path) -> Outcome {
    let mut pack = shell::command("python3", &["python/build_wheel.py"]);
    pack.arg("--library").arg(library).arg("--out").arg(shell::target_dir().join("wheels"));
    shell::run(&mut pack)
}
