//! Canonicalises the test files of the structured dialects. The expected text stands in the file itself, in `CHECK`
//! comments as `FileCheck` reads them.

use std::{path::PathBuf, sync::Arc};

use strata_ir::{
    core::{Body, Context, Registry},
    rewrite::{GreedyConfig, PatternSet, rewrite_greedily},
    text,
};

fn context() -> Arc<Context> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT).register(&strata_arith::DIALECT);
    r.register(&strata_math::DIALECT).register(&strata_tensor::DIALECT).register(&strata_memref::DIALECT);
    r.register(&strata_linalg::DIALECT).register(&strata_vector::DIALECT);
    r.freeze()
}

fn canonicalize(body: &mut Body) {
    rewrite_greedily(body, &PatternSet::new(), &GreedyConfig::default());
    for (_, child) in body.children_mut() {
        canonicalize(child);
    }
}

fn check(dialect: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../test/dialects/{dialect}/canonicalize.mlir"));
    let source = std::fs::read_to_string(&file).unwrap();
    let cx = context();
    let mut body = match text::parse_module(&cx, dialect, &source, Default::default()) {
        Ok(b) => b,
        Err(errors) => panic!("{dialect} does not parse: {errors:#?}"),
    };
    assert!(body.verify().is_empty(), "{:#?}", body.verify());
    canonicalize(&mut body);
    let printed = text::print_body(&body, &Default::default());
    assert!(body.verify().is_empty(), "{printed}\n{:#?}", body.verify());
    if std::env::var_os("SHOW").is_some() {
        println!("{printed}");
    }
    // The checks are plain text in order: each must occur after the one before.
    let mut rest = printed.as_str();
    let mut n = 0;
    for line in source.lines() {
        let Some(want) =
            line.trim().strip_prefix("// CHECK: ").or(line.trim().strip_prefix("// CHECK-NEXT: "))
        else {
            continue;
        };
        n += 1;
        match rest.find(want) {
            Some(at) => rest = &rest[at + want.len()..],
            None => panic!("{dialect}: `{want}` does not follow in\n{printed}"),
        }
    }
    assert!(n > 0, "{dialect} checks nothing");
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
