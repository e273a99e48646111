//! The Python that the tests run: with JAX where it is installed.

use crate::shell;
use std::path::PathBuf;

/// The version whose outputs the tests compare with.
pub const JAX_VERSION: &str = "0.10.2";

/// The behavior where JAX is missing.
pub const MISSING: &str = "JAX is not installed; `cargo xtask setup --jax` installs it, and where no package index \
                           can be reached, `cargo xtask test --without-jax` leaves out what needs it";

/// The Python of `.venv`, which is made where it is missing.
pub fn own_python() -> Result<PathBuf, String> {
    let python = shell::root().join(OWN_PYTHON);
    if !python.exists() {
        shell::run(&mut shell::command("python3", &["-m", "venv", ".venv"]))?;
    }
    Ok(python)
}

/// Where it is.
pub const OWN_PYTHON: &str = ".venv/bin/python";

/// A Python that has JAX in the right version: the one that is asked for, or the repository's own, or the system's.
pub fn python_with_jax() -> Option<PathBuf> {
    let wanted = std::env::var_os("STRATA_JAX_PYTHON").map(PathBuf::from);
    let own = shell::root().join(OWN_PYTHON);
    let test =
        format!("import jax, numpy, absl, mpmath, flatbuffers; assert jax.__version__ == '{JAX_VERSION}'");
    let has_jax = |python: &PathBuf| shell::output(&mut shell::command(python, &["-c", &test])).is_some();
    wanted.into_iter().chain([own, "python3".into()]).find(has_jax)
}
