//! `strata-lsp-server`.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: strata_process::Allocator = strata_process::Allocator;

fn main() -> ExitCode {
    strata_lsp::main(strata_registry::registry(), strata_registry::passes())
}
