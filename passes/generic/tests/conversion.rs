//! Dialect conversion on real dialects: types, signatures, casts, failures.

use strata_ir::{
    core::Registry,
    prelude::*,
    rewrite::{conversion::*, conversions},
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

/// `i32` becomes `i64`, `i1` has no equivalent, other types stay.
fn types<'r>() -> TypeConverter<'r> {
    TypeConverter::new()
        .with(|_, cx, ty| (ty == cx.i32()).then(|| Ok(cx.i64())))
        .with(|_, cx, ty| (ty == cx.i1()).then(|| Err("type 'i1' is too narrow".to_owned())))
}

/// The same op on converted values.
fn pass_on(c: &mut InPlace<'_>) -> Converted {
    let op = c.op();
    let mut state = OpState::new(c.body.info(op), c.body.loc(op));
    state.operands = c.all_operands()?.into();
    for i in 0..c.body.results(op).len() {
        state.result_types.push(c.new_result_type(i)?);
    }
    for slot in 0..state.attrs.len() {
        state.attrs[slot] = c.body.attr_slot(op, slot);
    }
    let new = c.at().build(state);
    let results = c.body.results(new).to_vec();
    c.replace(&results)
}

const ARITH: DialectConversions<Handler> = DialectConversions {
    name: "arith",
    rows: conversions! { strata_arith::AddIOp | strata_arith::SubIOp => pass_on },
    otherwise: Some("is no sum"),
};

const FUNC: DialectConversions<Handler> = DialectConversions {
    name: "func",
    rows: conversions! { strata_func::ReturnOp | strata_func::CallOp => pass_on },
    otherwise: None,
};

/// Converts the functions of a module.
fn convert(m: &mut Body, dialects: &[DialectConversions<Handler>], blocks: Blocks) -> Vec<String> {
    let table = ConversionTable::new(dialects.iter().copied());
    let mut messages = Vec::new();
    for (_, f) in m.children_mut() {
        let errors = convert_body(f, types(), &table, blocks).err().unwrap_or_default();
        messages.extend(errors.into_iter().map(|e| e.message));
    }
    messages
}

#[test]
fn types_of_ops_and_functions_are_converted() {
    let mut m = parse(
        "func.func @f(%a: i32, %x: f32) -> i32 {
           %0 = arith.addi %a, %a : i32
           %1 = arith.subi %0, %a : i32
           %2 = call @f(%1, %x) : (i32, f32) -> i32
           return %2 : i32
         }",
    );
    assert_eq!(convert(&mut m, &[ARITH, FUNC], Blocks::Convert), [""; 0]);
    assert_eq!(
        print(&m),
        "module {
  func.func @f(%arg0: i64, %arg1: f32) -> i64 {
    %0 = arith.addi %arg0, %arg0 : i64
    %1 = arith.subi %0, %arg0 : i64
    %2 = call @f(%1, %arg1) : (i64, f32) -> i64
    return %2 : i64
  }
}

"
    );
    assert!(m.verify().is_empty());
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
    assert_eq!(convert(&mut m, &[ARITH, FUNC], Blocks::Convert), [""; 0]);
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
}

#[test]
fn arguments_may_keep_their_types() {
    let mut m = parse(
        "func.func @f(%a: i32) -> i32 {
           %0 = arith.addi %a, %a : i32
           return %0 : i32
         }",
    );
    assert_eq!(convert(&mut m, &[ARITH], Blocks::Keep), [""; 0]);
    let text = print(&m);
    assert!(text.contains("@f(%arg0: i32) -> i32"), "{text}");
    assert!(text.contains("cast %arg0 : i32 to i64") && text.contains(": i64 to i32"), "{text}");
    assert!(m.verify().is_empty());
}

#[test]
fn failures_name_the_ops_and_the_reasons() {
    let mut m = parse(
        "func.func @f(%a: i16, %b: i1) {
           %0 = arith.addi %b, %b : i1
           %1 = arith.muli %a, %a : i16
           return
         }",
    );
    assert_eq!(
        convert(&mut m, &[ARITH], Blocks::Keep),
        [
            "failed to legalize operation 'arith.addi': type 'i1' is too narrow",
            "failed to legalize operation 'arith.muli': is no sum",
        ]
    );
    assert_eq!(
        convert(&mut m, &[ARITH], Blocks::Convert),
        ["failed to legalize operation 'func.func': type 'i1' is too narrow"]
    );
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
    let started = std::time::Instant::now();
    assert_eq!(convert(&mut m, &[ARITH, FUNC], Blocks::Convert), [""; 0]);
    assert!(!print(&m).contains("i32"));
    // A generous limit: the test checks that nothing is quadratic.
    assert!(started.elapsed().as_secs() < 20);
    println!("{:.2} Mop/s", f64::from(n) / started.elapsed().as_secs_f64() / 1e6);
}
