//! The text forms of the dialect, compared with those of `mlir-opt`.

#[path = "../../func/tests/support/mod.rs"]
mod support;

#[test]
fn ops_print_as_in_mlir() {
    let dialects =
        [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_arith::DIALECT, &strata_cf::DIALECT];
    support::round_trip(&dialects, "cf/ops.mlir");
}

#[test]
fn errors_are_those_of_mlir() {
    let dialects =
        [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_arith::DIALECT, &strata_cf::DIALECT];
    support::same_errors(&dialects, "cf/invalid.mlir");
}

#[test]
fn canonicalizes_as_mlir_does() {
    let dialects =
        [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_arith::DIALECT, &strata_cf::DIALECT];
    support::canonicalized(&dialects, "cf/canonicalize.mlir");
}

#[test]
fn broken_ops_are_diagnosed() {
    support::broken_ops(&[&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_cf::DIALECT]);
}
