//! `strata-opt` with all dialects and passes of this repository.

use std::process::ExitCode;

fn main() -> ExitCode {
    strata_opt::main(strata_registry::registry(), strata_registry::passes())
}
