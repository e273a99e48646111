//! The text of the dialect: read and printed as MLIR's tool prints it, where that is installed.

use std::process::Command;

use strata_ir::{
    core::Registry,
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};

const OPS: &str = include_str!("../../../test/dialects/llvm/ops.mlir");
const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

fn print(text: &str, generic: bool) -> String {
    let mut registry = Registry::new();
    registry.register(&strata_builtin::DIALECT).register(&strata_llvm::DIALECT);
    let cx = registry.freeze();
    let module = parse_module(&cx, "ops.mlir", text, ParseOptions::default()).unwrap_or_else(|errors| {
        let texts: Vec<String> = errors.iter().map(|e| e.render(&cx)).collect();
        panic!("{}", texts.join("\n"))
    });
    print_body(&module, &PrintOptions { generic, ..Default::default() })
}

/// The lines without those of the test's own comments, and without trailing space.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).filter(|l| !l.is_empty() && !l.starts_with("//")).collect()
}

#[test]
fn printing_what_was_printed_changes_nothing() {
    for generic in [false, true] {
        let once = print(OPS, generic);
        assert_eq!(print(&once, generic), once);
    }
}

#[test]
fn text_is_that_of_mlir() {
    for flag in ["--mlir-print-op-generic", "--mlir-print-local-scope"] {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../test/dialects/llvm/ops.mlir");
        let Ok(out) = Command::new(MLIR_OPT).args([path, flag]).output() else {
            eprintln!("mlir-opt is not installed");
            return;
        };
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let want = String::from_utf8_lossy(&out.stdout);
        let ours = print(OPS, flag == "--mlir-print-op-generic");
        for (ours, want) in lines(&ours).iter().zip(lines(&want)) {
            assert_eq!(*ours, want);
        }
        assert_eq!(lines(&ours).len(), lines(&want).len());
    }
}
