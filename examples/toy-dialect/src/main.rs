//! `toy-opt`: the opt tool with the toy dialect and its pass added.

use std::process::ExitCode;

fn main() -> ExitCode {
    strata_opt::main(toy_dialect::registry(), toy_dialect::passes())
}
