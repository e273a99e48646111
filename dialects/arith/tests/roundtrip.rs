//! The text forms and folds of the dialect, compared with those of `mlir-opt`.

#[path = "../../func/tests/support/mod.rs"]
mod support;

use strata_ir::core::Dialect;

const DIALECTS: [&Dialect; 4] =
    [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_arith::DIALECT, &strata_ub::DIALECT];

#[test]
fn ops_print_as_in_mlir() {
    support::round_trip(&DIALECTS, "arith/ops.mlir");
}

#[test]
fn errors_are_those_of_mlir() {
    support::same_errors(&DIALECTS, "arith/invalid.mlir");
}

#[test]
fn canonicalizes_as_mlir_does() {
    support::canonicalized(&DIALECTS, "arith/canonicalize.mlir");
}
