//! The passes of the dialects one by one, and the acceptance of their results by MLIR's tools.

use std::{
    io::Write,
    process::{Command, Stdio},
    sync::Arc,
};

use strata_ir::{
    core::{Body, Context, Registry, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_lowering_llvm::{
    arith::ARITH,
    engine::{Dialect, Options},
    func::{CF, FUNC},
    math::MATH,
    memref::MEMREF,
    module::{FUNCTIONS, ToLlvm},
    vector::VECTOR,
};

const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";
const INPUT: &str = include_str!("../../../test/lowering/llvm/mixed.mlir");

fn context() -> Arc<Context> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT)
        .register(&strata_arith::DIALECT)
        .register(&strata_cf::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_math::DIALECT)
        .register(&strata_memref::DIALECT)
        .register(&strata_vector::DIALECT)
        .register(&strata_llvm::DIALECT);
    r.freeze()
}

fn parse(cx: &Arc<Context>) -> Box<Body> {
    parse_module(cx, "mixed.mlir", INPUT, ParseOptions::default())
        .unwrap_or_else(|e| panic!("{}", render_all(cx, &e)))
}

fn run(cx: &Context, module: &mut Body, dialects: &[Dialect], functions: bool, blocks: bool) {
    let functions: &[_] = if functions { &FUNCTIONS } else { &[] };
    let conversion =
        ToLlvm { dialects, functions, blocks, full: false, folds: false, options: Options::default() };
    if let Err(errors) = conversion.run(module) {
        panic!("{}", render_all(cx, &errors));
    }
    let errors = module.verify();
    let text = || print_body(module, &PrintOptions::default());
    assert!(errors.is_empty(), "{}\n{}", render_all(cx, &errors), text());
}

/// The output of `mlir-opt` for a module; `None` if it is not installed.
fn mlir_opt(text: &str, flags: &[&str]) -> Option<String> {
    let mut child = Command::new(MLIR_OPT)
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let out = child.wait_with_output().ok()?;
    assert!(out.status.success(), "{}\n{text}", String::from_utf8_lossy(&out.stderr));
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Each conversion alone leaves a module that MLIR accepts, with casts where the others are missing.
#[test]
fn each_dialect_converts_alone() {
    let cases: [(&str, Dialect, bool, bool); 6] = [
        ("arith.", ARITH, false, false),
        ("math.", MATH, false, false),
        ("memref.", MEMREF, false, false),
        ("vector.", VECTOR, false, false),
        ("cf.", CF, false, true),
        ("func.", FUNC, true, false),
    ];
    for (prefix, dialect, functions, blocks) in cases {
        let cx = context();
        let mut module = parse(&cx);
        run(&cx, &mut module, &[dialect], functions, blocks);
        let text = print_body(&module, &PrintOptions { generic: true, ..Default::default() });
        assert!(!text.contains(&format!("\"{prefix}")), "{prefix} is left over:\n{text}");
        mlir_opt(&text, &[]);
    }
}

/// Run one after the other they leave only casts that cancel each other.
#[test]
fn all_dialects_convert_one_after_the_other() {
    let cx = context();
    let mut module = parse(&cx);
    for (dialect, functions, blocks) in [
        (VECTOR, false, false),
        (MEMREF, false, false),
        (ARITH, false, false),
        (MATH, false, false),
        (CF, false, true),
        (FUNC, true, false),
    ] {
        run(&cx, &mut module, &[dialect], functions, blocks);
    }
    let text = print_body(&module, &PrintOptions::default());
    if let Some(done) = mlir_opt(&text, &["--reconcile-unrealized-casts", "--mlir-print-op-generic"]) {
        let left: Vec<&str> = done
            .lines()
            .filter(|l| {
                let name = l.split_once('"').and_then(|(_, r)| r.split_once('.')).map(|(d, _)| d);
                !matches!(name, None | Some("llvm")) && !l.contains("builtin.module")
            })
            .collect();
        assert!(left.is_empty(), "left over:\n{}", left.join("\n"));
    }
}
