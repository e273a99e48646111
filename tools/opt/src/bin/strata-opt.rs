//! `strata-opt` with all dialects and passes of this repository.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: strata_process::Allocator = strata_process::Allocator;

fn main() -> ExitCode {
    strata_opt::main(strata_registry::registry(), strata_registry::passes())
}
