//! The text forms of the dialect, compared with those of `mlir-opt`.

#[path = "../../func/tests/support/mod.rs"]
mod support;

#[test]
fn ops_print_as_in_mlir() {
    let dialects = [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_arith::DIALECT, &strata_cf::DIALECT];
    support::round_trip(&dialects, "cf/ops.mlir");
}
