//! Patterns that call functions: conditions with and without results, and changes.

use std::sync::Arc;

use strata_ir::{
    core::{Registry, diagnostics::render_all},
    prelude::*,
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_passes_pdl::{Natives, Object, apply_patterns};

fn parse(text: &str) -> Box<Body> {
    let mut registry = Registry::new();
    registry.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT);
    registry.register(&strata_arith::DIALECT).register(&strata_pdl::DIALECT).allow_unregistered(true);
    let cx = registry.freeze();
    parse_module(&cx, "t.mlir", text, ParseOptions::default())
        .unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)))
}

/// The program after the patterns of `@patterns` were applied to the rest, or the error.
fn apply(natives: &Natives, text: &str) -> Result<String, String> {
    let mut module = parse(text);
    let patterns = module.children().find(|(_, c)| c.self_as::<strata_builtin::ModuleOp>().is_some());
    let (shell, patterns) = patterns.map(|(op, body)| (op, body.clone())).expect("there are patterns");
    apply_patterns(&mut module, &patterns, natives, &|_, op| op == shell).map_err(|d| d.message)?;
    assert_eq!(module.verify(), [], "the result is valid");
    let text = print_body(&module, &PrintOptions::default());
    Ok(text.split_once("func.func").map(|(_, rest)| rest.to_owned()).unwrap_or_default())
}

/// `even(attr)` holds for even integers, `half(attr)` for those too, with the half as its result.
fn natives() -> Natives {
    let number = |body: &Body, args: &[Object]| match args {
        [Object::Attr(attr)] => body.cx().attr_i64(*attr),
        _ => None,
    };
    let mut natives = Natives::new();
    natives.constraint("even", Arc::new(move |b, args| (number(b, args)? % 2 == 0).then(Vec::new)));
    natives.constraint(
        "half",
        Arc::new(move |b, args| {
            let n = number(b, args).filter(|n| n % 2 == 0)?;
            Some(vec![Object::Attr(b.cx().i64_attr(n / 2))])
        }),
    );
    natives.rewrite(
        "rename",
        Arc::new(|rw, args| {
            let [Object::Op(op)] = args else { return None };
            let name = rw.cx().string_attr("renamed");
            rw.set_attr(*op, "k", Some(name));
            Some(Vec::new())
        }),
    );
    natives.rewrite("fails", Arc::new(|_, _| None));
    natives
}

const USES: &str = r#"
func.func @f() {
  "a.op"() {k = 6} : () -> ()
  "a.op"() {k = 3} : () -> ()
  return
}"#;

fn with_pattern(pattern: &str) -> String {
    format!("module @patterns {{ pdl.pattern : benefit(1) {{ {pattern} }} }}{USES}")
}

#[test]
fn conditions_hold_or_are_negated() {
    for (negated, kept) in [("", 3), (" {isNegated = true}", 6)] {
        let text = with_pattern(&format!(
            "%k = attribute %root = operation \"a.op\" {{\"k\" = %k}}
             apply_native_constraint \"even\"(%k : !pdl.attribute){negated}
             rewrite %root {{ erase %root }}"
        ));
        let out = apply(&natives(), &text).expect("it applies");
        assert_eq!(out.matches("a.op").count(), 1);
        assert!(out.contains(&format!("k = {kept} : i64")), "{out}");
    }
}

#[test]
fn results_of_conditions_are_used_by_rewrites() {
    let text = with_pattern(
        "%k = attribute %root = operation \"a.op\" {\"k\" = %k}
         %h = apply_native_constraint \"half\"(%k : !pdl.attribute) : !pdl.attribute
         rewrite %root { %n = operation \"a.half\" {\"k\" = %h} erase %root }",
    );
    let out = apply(&natives(), &text).expect("it applies");
    assert!(out.contains("\"a.half\"() {k = 3 : i64}") && out.contains("\"a.op\"() {k = 3 : i64}"), "{out}");
}

#[test]
fn changes_are_made_by_functions() {
    let text = with_pattern(
        "%k = attribute = 6 : i64 %root = operation \"a.op\" {\"k\" = %k} rewrite %root with \"rename\"",
    );
    let out = apply(&natives(), &text).expect("it applies");
    assert!(out.contains("k = \"renamed\"") && out.contains("k = 3 : i64"), "{out}");
}

#[test]
fn failures_and_unknown_functions_are_errors() {
    let fails = with_pattern("%root = operation \"a.op\" rewrite %root with \"fails\"");
    assert_eq!(apply(&natives(), &fails), Err("native rewrite 'fails' failed".to_owned()));
    let unknown = with_pattern("%root = operation \"a.op\" rewrite %root with \"nobody\"");
    let message = "'pdl.rewrite' op native rewrite 'nobody' is not registered";
    assert_eq!(apply(&natives(), &unknown), Err(message.to_owned()));
}
