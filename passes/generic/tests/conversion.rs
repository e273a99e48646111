//! Dialect conversion on real dialects: types, signatures, failures.

use std::sync::Arc;

use strata_ir::{
    core::{OpDef, Registry},
    prelude::*,
    rewrite::conversion::*,
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};

fn parse(text: &str) -> Box<Body> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT).register(&strata_func::DIALECT).register(&strata_arith::DIALECT);
    let cx = r.allow_unregistered(true).clone().freeze();
    match parse_module(&cx, "t.mlir", text, ParseOptions::default()) {
        Ok(m) => m,
        Err(e) => panic!("{}", strata_ir::core::diagnostics::render_all(&cx, &e)),
    }
}

fn print(m: &Body) -> String {
    print_body(m, &PrintOptions::default())
}

/// `i32` becomes `i64`, `i16` becomes two `i8`, `f32` stays; nothing else converts.
fn converter() -> TypeConverter {
    let mut c = TypeConverter::new();
    c.add(|_, ty, cx| {
        if ty == cx.i32() {
            Some(cx.i64().into())
        } else if ty == cx.i16() {
            Some(Converted::Many(smallvec![cx.i8(), cx.i8()]))
        } else if ty == cx.f32() || ty == cx.i64() || ty == cx.i8() {
            Some(ty.into())
        } else {
            None
        }
    });
    c
}

struct WidenAdd;
impl ConversionPattern for WidenAdd {
    type Op = strata_arith::AddIOp;
    const NAME: &'static str = "widen-add";
    fn convert(
        &self,
        op: Self::Op,
        adaptor: &Adaptor,
        rw: &mut ConversionRewriter<'_>,
    ) -> Result<(), NoMatch> {
        let (lhs, rhs) = (adaptor.one(0)?, adaptor.one(1)?);
        rw.replace_with(op, strata_arith::AddIOp::info(), &[lhs, rhs])?;
        Ok(())
    }
}

struct PassOn<O>(std::marker::PhantomData<O>);
impl<O: OpDef + Send + Sync> ConversionPattern for PassOn<O> {
    type Op = O;
    const NAME: &'static str = "pass-on";
    fn convert(&self, op: O, adaptor: &Adaptor, rw: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
        rw.replace_with(op, O::info(), &adaptor.values)?;
        Ok(())
    }
}

fn setup() -> (ConversionTarget, ConversionPatterns) {
    let c = Arc::new(converter());
    let mut patterns = ConversionPatterns::new(c.clone());
    patterns.add(WidenAdd).add(PassOn::<strata_func::ReturnOp>(Default::default()));
    patterns.add(PassOn::<strata_func::CallOp>(Default::default()));
    add_function_conversion(&mut patterns, "func.func");
    let mut target = ConversionTarget::new();
    let k = c.clone();
    target.dynamic_op_named("func.func", move |b, op| is_function_legal(&k, b, op));
    let legal = move |b: &Body, op: Op| c.all_legal(b.cx(), b.operand_types(op).chain(b.result_types(op)));
    target.dynamic_op_named("func.return", legal.clone()).dynamic_op_named("func.call", legal.clone());
    target.dynamic_dialect("arith", legal);
    (target, patterns)
}

#[test]
fn types_of_ops_and_functions_are_converted() {
    let mut m = parse(
        "func.func @f(%a: i32, %x: f32) -> i32 {
           %0 = arith.addi %a, %a : i32
           %1 = arith.addi %0, %a : i32
           %2 = call @f(%1, %x) : (i32, f32) -> i32
           return %2 : i32
         }",
    );
    let (target, patterns) = setup();
    let stats = apply_full_conversion(&mut m, &allow_module(target), &patterns).expect("converts");
    assert_eq!(
        print(&m),
        "module {
  func.func @f(%arg0: i64, %arg1: f32) -> i64 {
    %0 = arith.addi %arg0, %arg0 : i64
    %1 = arith.addi %0, %arg0 : i64
    %2 = call @f(%1, %arg1) : (i64, f32) -> i64
    return %2 : i64
  }
}

"
    );
    assert_eq!((stats.converted, stats.casts_left), (5, 0));
    assert!(m.verify().is_empty());
}

fn allow_module(mut target: ConversionTarget) -> ConversionTarget {
    target.legal_op_named("builtin.module");
    target
}

#[test]
fn one_value_may_become_several() {
    let mut m = parse(
        "func.func @f(%a: i16, %b: i32) -> i16 {
           return %a : i16
         }",
    );
    let (target, patterns) = setup();
    apply_partial_conversion(&mut m, &target, &patterns).expect("converts");
    let text = print(&m);
    assert!(text.contains("@f(%arg0: i8, %arg1: i8, %arg2: i64) -> (i8, i8)"), "{text}");
    assert!(text.contains("return %arg0, %arg1 : i8, i8"), "{text}");
}

#[test]
fn ops_that_stay_see_casts() {
    let mut m = parse(
        "func.func @f(%a: i32) -> i32 {
           %0 = arith.addi %a, %a : i32
           %1 = \"test.keep\"(%0) : (i32) -> i32
           %2 = arith.addi %1, %0 : i32
           return %2 : i32
         }",
    );
    let (target, patterns) = setup();
    let stats = apply_partial_conversion(&mut m, &target, &patterns).expect("converts");
    assert_eq!(
        print(&m),
        "module {
  func.func @f(%arg0: i64) -> i64 {
    %0 = arith.addi %arg0, %arg0 : i64
    %1 = builtin.unrealized_conversion_cast %0 : i64 to i32
    %2 = \"test.keep\"(%1) : (i32) -> i32
    %3 = builtin.unrealized_conversion_cast %2 : i32 to i64
    %4 = arith.addi %3, %0 : i64
    return %4 : i64
  }
}

"
    );
    assert_eq!(stats.casts_left, 2);
}

#[test]
fn materializations_replace_casts() {
    let mut m = parse("func.func @f(%a: i32) {\n \"test.keep\"(%a) : (i32) -> ()\n return\n }");
    let (target, _) = setup();
    let mut c = converter();
    c.source_materialization(|b, ty, inputs| Some(strata_arith::TruncIOp::build(b, inputs[0], None, ty)));
    let mut patterns = ConversionPatterns::new(Arc::new(c));
    add_function_conversion(&mut patterns, "func.func");
    apply_partial_conversion(&mut m, &target, &patterns).expect("converts");
    assert!(
        print(&m).contains("%0 = arith.trunci %arg0 : i64 to i32\n    \"test.keep\"(%0)"),
        "{}",
        print(&m)
    );
}

#[test]
fn failures_name_the_op_the_patterns_and_the_reasons() {
    let mut m = parse(
        "func.func @f(%a: i1) {\n %0 = arith.addi %a, %a : i1\n %1 = arith.muli %a, %a : i1\n return\n }",
    );
    let mut patterns = ConversionPatterns::new(Arc::new(converter()));
    patterns.add(WidenAdd);
    let mut target = ConversionTarget::new();
    target.illegal_dialect("arith");
    let errors = apply_partial_conversion(&mut m, &target, &patterns).expect_err("i1 does not convert");
    let messages: Vec<&str> = errors.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "failed to legalize operation 'arith.addi' that was explicitly marked illegal: pattern 'widen-add' did \
             not match: operand #0: unable to convert type 'i1'",
            "failed to legalize operation 'arith.muli' that was explicitly marked illegal: no pattern converts it",
        ]
    );
}

#[test]
fn conversions_that_never_end_are_errors() {
    let mut m = parse("func.func @f(%a: i32) {\n %0 = arith.addi %a, %a : i32\n return\n }");
    let mut patterns = ConversionPatterns::keeping_types();
    patterns.add(WidenAdd);
    let mut target = ConversionTarget::new();
    target.illegal_dialect("arith");
    let errors = apply_partial_conversion(&mut m, &target, &patterns).expect_err("no end");
    assert!(errors[0].message.contains("conversion did not come to an end"), "{}", errors[0].message);
}

#[test]
fn a_long_function_is_converted_in_linear_time() {
    let n = 20_000;
    let mut text = "func.func @f(%0: i32) -> i32 {\n".to_owned();
    for i in 0..n {
        text.push_str(&format!("%{} = arith.addi %{i}, %{i} : i32\n", i + 1));
    }
    text.push_str(&format!("return %{n} : i32\n}}\n"));
    let mut m = parse(&text);
    let (target, patterns) = setup();
    let started = std::time::Instant::now();
    let stats = apply_partial_conversion(&mut m, &target, &patterns).expect("converts");
    assert_eq!((stats.converted, stats.casts_left), (n + 2, 0));
    // Generous: the point is that nothing is quadratic.
    assert!(started.elapsed().as_secs() < 20);
    println!("{:.2} Mop/s", n as f64 / started.elapsed().as_secs_f64() / 1e6);
}
