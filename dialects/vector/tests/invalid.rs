//! Runs the verifier over the invalid test files of the structured dialects: each part of a file must give exactly
//! one error, which contains the text that the part expects.

use std::path::PathBuf;

use strata_ir::{core::Registry, text};

fn check(dialect: &str) {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT).register(&strata_arith::DIALECT);
    r.register(&strata_math::DIALECT).register(&strata_tensor::DIALECT).register(&strata_memref::DIALECT);
    r.register(&strata_linalg::DIALECT).register(&strata_vector::DIALECT);
    let cx = r.freeze();
    let file =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../test/dialects/{dialect}/invalid.mlir"));
    let source = std::fs::read_to_string(&file).unwrap();
    for part in source.split("// -----") {
        let want = part.split("{{").nth(1).and_then(|s| s.split("}}").next()).unwrap();
        let errors = match text::parse_module(&cx, dialect, part, Default::default()) {
            Ok(body) => body.verify(),
            Err(errors) => errors,
        };
        assert_eq!(errors.len(), 1, "{part}: {errors:#?}");
        let got = format!("{:?}", errors[0]);
        assert!(got.contains(want), "`{want}` is not in {got}");
    }
}

#[test]
fn tensor() {
    check("tensor");
}
#[test]
fn linalg() {
    check("linalg");
}
#[test]
fn memref() {
    check("memref");
}
#[test]
fn vector() {
    check("vector");
}
