//! The text forms and folds of the dialect, compared with those of `mlir-opt`.

#[path = "../../func/tests/support/mod.rs"]
mod support;

use strata_ir::core::Dialect;

const DIALECTS: [&Dialect; 4] =
    [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_arith::DIALECT, &strata_ub::DIALECT];

#[test]
fn ops_print_as_in_mlir() {
    support::round_trip(&DIALECTS, "ub/ops.mlir");
}

#[test]
fn canonicalizes_as_mlir_does() {
    support::canonicalized(&DIALECTS, "ub/canonicalize.mlir");
}
