//! Runs every lit test of this folder in process.

use std::{path::Path, process::ExitCode};

use strata_lit::{Suite, ToolOutput, libtest_main};

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let suite = Suite::new(root).detect_features().tool("strata-opt", |args, stdin, cwd| {
        let out = strata_opt::run(args, stdin, cwd);
        ToolOutput { stdout: out.stdout, stderr: out.stderr, exit_code: out.code }
    });
    libtest_main(suite)
}
