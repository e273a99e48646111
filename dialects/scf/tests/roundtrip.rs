//! The text forms of the dialect, compared with those of `mlir-opt`.

#[path = "../../func/tests/support/mod.rs"]
mod support;

#[test]
fn ops_print_as_in_mlir() {
    support::round_trip(
        &[
            &strata_builtin::DIALECT,
            &strata_func::DIALECT,
            &strata_arith::DIALECT,
            &strata_scf::DIALECT,
        ],
        "scf/ops.mlir",
    );
}
