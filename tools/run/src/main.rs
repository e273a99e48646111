//! `strata-run`.

use std::process::ExitCode;

fn main() -> ExitCode {
    strata_run::cli::main()
}
