//! The text forms of the dialect, compared with those of `mlir-opt`.

mod support;

#[test]
fn ops_print_as_in_mlir() {
    support::round_trip(&[&strata_builtin::DIALECT, &strata_func::DIALECT], "func/ops.mlir");
}
