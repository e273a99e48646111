//! The text forms and folds of the dialect, compared with those of `mlir-opt`.

#[path = "../../func/tests/support/mod.rs"]
mod support;

use strata_ir::core::Dialect;

const DIALECTS: [&Dialect; 3] = [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_quant::DIALECT];

#[test]
fn ops_print_as_in_mlir() {
    support::round_trip(&DIALECTS, "quant/ops.mlir");
}

#[test]
fn canonicalizes_as_mlir_does() {
    support::canonicalized(&DIALECTS, "quant/canonicalize.mlir");
}
