//! `strata-reduce`.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: strata_process::Allocator = strata_process::Allocator;

fn main() -> ExitCode {
    strata_reduce::main()
}
