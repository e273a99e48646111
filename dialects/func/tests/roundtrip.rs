//! The text forms of the dialect, compared with those of `mlir-opt`.

mod support;

#[test]
fn ops_print_as_in_mlir() {
    support::round_trip(&[&strata_builtin::DIALECT, &strata_func::DIALECT], "func/ops.mlir");
}

#[test]
fn errors_are_those_of_mlir() {
    support::same_errors(&[&strata_builtin::DIALECT, &strata_func::DIALECT], "func/invalid.mlir");
}

#[test]
fn canonicalizes_as_mlir_does() {
    support::canonicalized(&[&strata_builtin::DIALECT, &strata_func::DIALECT], "func/canonicalize.mlir");
}

#[test]
fn broken_ops_are_diagnosed() {
    support::broken_ops(&[&strata_builtin::DIALECT, &strata_func::DIALECT]);
}

#[test]
fn builtin_ops() {
    let dialects = [&strata_builtin::DIALECT, &strata_func::DIALECT];
    support::round_trip(&dialects, "builtin/ops.mlir");
    support::same_errors(&dialects, "builtin/invalid.mlir");
    support::canonicalized(&dialects, "builtin/canonicalize.mlir");
}
