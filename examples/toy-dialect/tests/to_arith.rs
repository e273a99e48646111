//! The dialect is converted to `arith` by the framework's driver.

use strata_ir::{
    core::diagnostics::render_all,
    text::{PrintOptions, parse_module, print_body},
};

#[test]
fn temperatures_become_numbers() {
    let mut registry = strata_registry::registry();
    registry.register(&toy_dialect::DIALECT);
    let cx = registry.freeze();
    let text = "func.func @f(%a: !toy.celsius) -> !toy.celsius {\n  %0 = toy.constant 20\n  %1 = toy.warmer %a, %0\n  return %1 : !toy.celsius\n}\n";
    let mut module = parse_module(&cx, "toy.mlir", text, Default::default())
        .unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
    for (_, body) in module.children_mut() {
        toy_dialect::to_arith::convert(body).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
    }
    assert_eq!(
        print_body(&module, &PrintOptions::default()),
        "module {
  func.func @f(%arg0: i64) -> i64 {
    %c20_i64 = arith.constant 20 : i64
    %0 = arith.maxsi %arg0, %c20_i64 : i64
    return %0 : i64
  }
}

"
    );
    assert!(module.verify().is_empty());
}
