//! Common parts of the tests of the lowerings.

use std::sync::Arc;

use strata_ir::{
    core::{Context, Registry, diagnostics::render_all},
    prelude::*,
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};

/// A context with the dialects that loops need.
pub fn context() -> Arc<Context> {
    let mut r = Registry::new();
    for dialect in [
        &strata_builtin::DIALECT,
        &strata_func::DIALECT,
        &strata_arith::DIALECT,
        &strata_cf::DIALECT,
        &strata_scf::DIALECT,
        &strata_affine::DIALECT,
        &strata_memref::DIALECT,
        &strata_tensor::DIALECT,
        &strata_linalg::DIALECT,
        &strata_vector::DIALECT,
    ] {
        r.register(dialect);
    }
    r.allow_unregistered(true);
    r.freeze()
}

/// Parses a module.
pub fn parse(cx: &Arc<Context>, text: &str) -> Box<Body> {
    match parse_module(cx, "t.mlir", text, ParseOptions::default()) {
        Ok(body) => body,
        Err(e) => panic!("{}", render_all(cx, &e)),
    }
}

/// Runs `pass` on all bodies of the module, and verifies the result.
pub fn lowered(
    text: &str,
    pass: &dyn Fn(&mut Body) -> Result<(), Vec<Diagnostic>>,
) -> Result<String, String> {
    let cx = context();
    let mut module = parse(&cx, text);
    run(&mut module, pass).map_err(|e| render_all(&cx, &e))?;
    let errors = module.verify();
    let out = print_body(&module, &PrintOptions::default());
    assert!(errors.is_empty(), "{}\n{out}", render_all(&cx, &errors));
    Ok(out)
}

fn run(
    body: &mut Body,
    pass: &dyn Fn(&mut Body) -> Result<(), Vec<Diagnostic>>,
) -> Result<(), Vec<Diagnostic>> {
    pass(body)?;
    for (_, child) in body.children_mut() {
        run(child, pass)?;
    }
    Ok(())
}
