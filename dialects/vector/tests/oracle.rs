//! Prints the test files of the structured dialects as `mlir-opt` prints them, where it is installed, and parses the
//! output again.

use std::{path::PathBuf, process::Command, sync::Arc};

use strata_ir::{core::Context, core::Registry, text};

fn context() -> Arc<Context> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT).register(&strata_arith::DIALECT);
    r.register(&strata_math::DIALECT).register(&strata_tensor::DIALECT).register(&strata_memref::DIALECT);
    r.register(&strata_linalg::DIALECT).register(&strata_vector::DIALECT);
    r.freeze()
}

fn print(name: &str, source: &str, generic: bool) -> String {
    let cx = context();
    let body = match text::parse_module(&cx, name, source, Default::default()) {
        Ok(b) => b,
        Err(errors) => panic!("{name} does not parse: {errors:#?}"),
    };
    let errors = body.verify();
    assert!(errors.is_empty(), "{name} is not valid: {errors:#?}");
    text::print_body(&body, &text::PrintOptions { generic, ..Default::default() })
}

fn mlir_opt(file: &PathBuf, generic: bool) -> Option<String> {
    let mut command = Command::new(std::env::var("MLIR_OPT").unwrap_or("mlir-opt-22".into()));
    if generic {
        command.arg("--mlir-print-op-generic");
    }
    let out = command.arg(file).output().ok()?;
    assert!(out.status.success(), "mlir-opt refuses {file:?}: {}", String::from_utf8_lossy(&out.stderr));
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

fn check(dialect: &str) {
    let file =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../test/dialects/{dialect}/ops.mlir"));
    let source = std::fs::read_to_string(&file).unwrap();
    for generic in [false, true] {
        let printed = print(dialect, &source, generic);
        assert_eq!(
            print(dialect, &printed, generic),
            printed,
            "{dialect}: the text does not read back as itself"
        );
        if let Some(want) = mlir_opt(&file, generic) {
            for (i, (got, want)) in printed.lines().zip(want.lines()).enumerate() {
                assert_eq!(got, want, "{dialect}, generic: {generic}, line {}", i + 1);
            }
            assert_eq!(printed.trim_end(), want.trim_end());
        }
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
