//! `strata-translate`.

use std::process::ExitCode;

fn main() -> ExitCode {
    strata_translate::main()
}
