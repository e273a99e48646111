//! `toy-opt`: the opt tool with the toy dialect added.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut registry = strata_registry::registry();
    registry.register(&toy_dialect::DIALECT);
    strata_opt::main(registry, strata_registry::passes())
}
