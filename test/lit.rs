//! Runs every lit test of this folder in process.
//!
//! `strata-translate` links LLVM, which this program must not. Tests of it run the built program, if there is one (`cargo build -p
//! strata-translate`), and are unsupported otherwise.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use strata_lit::{Suite, ToolOutput, libtest_main};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut suite = Suite::new(root).detect_features().tool("strata-opt", |args, stdin, cwd| {
        let (stdout, stderr, exit_code) = strata_opt::run(args, stdin, cwd);
        ToolOutput { stdout, stderr, exit_code }
    });
    if let Some(dir) = bin_dir() {
        suite = suite.tool_dir(dir);
    }
    for tool in ["strata-translate", "python3", "cc"] {
        if suite.find_program(tool).is_some() {
            suite = suite.feature(tool);
        }
    }
    libtest_main(suite)
}

/// The folder of built programs: `STRATA_BIN_DIR`, or the folder above that of this test.
fn bin_dir() -> Option<PathBuf> {
    let named = std::env::var_os("STRATA_BIN_DIR").map(PathBuf::from);
    named.or_else(|| Some(std::env::current_exe().ok()?.parent()?.parent()?.to_owned()))
}
