//! Clippy as the compiler of the suite: `clippy-driver` is rustc with more lints, so that one build of the workspace is linted, and gives
//! the binaries that tests run. `cargo clippy` would check every crate a second time without making anything of it.

use crate::shell;
use std::process::Command;

/// The setting of cargo by which clippy compiles the crates of the workspace, and plain rustc the others.
const WRAPPER: &str = "build.rustc-workspace-wrapper='clippy-driver'";
/// Arguments of clippy, as `cargo clippy` passes them on: each ends with a separator.
const ARGUMENTS: (&str, &str) = ("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");

/// A cargo that lints what it compiles; a warning is an error. The setting is no variable of the environment, as tests that run cargo
/// themselves would inherit it.
pub fn cargo(args: &[&str]) -> Command {
    let mut command = shell::cargo(args);
    command.args(["--config", WRAPPER]).env(ARGUMENTS.0, ARGUMENTS.1);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_setting_follows_the_arguments() {
        let command = cargo(&["build", "--quiet"]);
        let words: Vec<_> = command.get_args().collect();
        assert_eq!(words, ["build", "--quiet", "--config", WRAPPER]);
    }
}
