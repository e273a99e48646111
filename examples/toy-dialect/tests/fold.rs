//! The dialect parses, verifies, folds and prints.

use strata_ir::{
    core::diagnostics::render_all,
    rewrite::{GreedyConfig, PatternSet, rewrite_greedily},
    text::{PrintOptions, parse_module, print_body},
};

#[test]
fn the_warmer_constant_is_left() {
    let mut registry = strata_registry::registry();
    registry.register(&toy_dialect::DIALECT);
    let cx = registry.freeze();
    let text = "func.func @f() -> !toy.celsius {\n  %0 = toy.constant 20\n  %1 = toy.constant 21\n  %2 = toy.warmer %0, %1\n  return %2 : !toy.celsius\n}\n";
    let mut module = parse_module(&cx, "toy.mlir", text, Default::default())
        .unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
    for (_, body) in module.children_mut() {
        rewrite_greedily(body, &PatternSet::new(), &GreedyConfig::default());
    }
    let out = print_body(&module, &PrintOptions::default());
    assert!(
        out.contains("toy.constant 21") && !out.contains("toy.constant 20") && !out.contains("warmer"),
        "{out}"
    );
}
