//! `cargo xtask wheel`: builds the Python module in release mode and packs it with its Python packages.
//!
//! `python/build_wheel.py` writes the wheel, `target/wheels/strata-VERSION-cp311-abi3-manylinux_X_Y_ARCHITECTURE.whl`.

use crate::setup::{self, Wanted};
use crate::shell::{self, Outcome};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The crate of the module and the file that it is built to.
const MODULE: (&str, &str) = ("strata-python", "libstrata_python.so");

/// Builds the library and writes the wheel.
pub fn run() -> Outcome {
    setup::run(Wanted::Llvm)?;
    println!("wheel: building the module (release)");
    shell::run(&mut shell::cargo(&["build", "--quiet", "--release", "--package", MODULE.0]))?;
    pack(&shell::target_dir().join("release").join(MODULE.1), &shell::target_dir().join("wheels"))
}

/// Writes the wheel of a library into a folder.
fn pack(library: &Path, folder: &Path) -> Outcome {
    let mut pack = shell::command("python3", &["python/build_wheel.py"]);
    pack.arg("--library").arg(library).arg("--out").arg(folder);
    shell::run(&mut pack)
}

/// Installs the wheel of the debug build into a new environment, and returns the command that runs the tests of the packages there. The
/// environment has what `python` has, with JAX, but nothing of this repository.
pub fn test(python: &Path) -> Result<Command, String> {
    let folder = shell::target_dir().join("wheel-test");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    pack(&shell::target_dir().join("debug").join(MODULE.1), &folder)?;
    let environment = folder.join("environment");
    shell::run(shell::command(python, &["-m", "venv"]).arg(&environment))?;
    let own = environment.join("bin/python");
    let packages = "import sysconfig; print(sysconfig.get_path('purelib'), end='')";
    let folder_of = |python: &Path| {
        let text = shell::output(&mut shell::command(python, &["-c", packages]));
        text.ok_or_else(|| format!("{} does not tell where its packages are", python.display()))
    };
    let path_file = Path::new(&folder_of(&own)?).join("dependencies.pth");
    fs::write(&path_file, folder_of(python)?).map_err(|e| format!("{}: {e}", path_file.display()))?;
    let install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--find-links"];
    shell::run(shell::command(&own, &install).arg(&folder).arg("strata"))?;
    let mut tests =
        shell::command(&own, &["-m", "unittest", "discover", "--start-directory", "python/tests"]);
    tests
        .env("STRATA_TEST_INSTALLED", "1")
        .env_remove("STRATA_PJRT_LIBRARY")
        .env_remove("STRATA_NATIVE_LIBRARY");
    Ok(tests)
}
