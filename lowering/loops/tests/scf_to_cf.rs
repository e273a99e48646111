//! `convert-scf-to-cf`.

use strata_lowering_loops::scf_to_cf::convert_scf_to_cf;

use crate::common;

fn convert(text: &str) -> String {
    match common::lowered(text, &convert_scf_to_cf) {
        Ok(out) => out,
        Err(e) => panic!("{e}"),
    }
}

/// The lines of a function body without the names of values, on which the tests do not depend.
fn shape(out: &str) -> Vec<&str> {
    out.lines().map(|l| l.split("//").next().unwrap_or("").trim()).filter(|l| !l.is_empty()).collect()
}

#[test]
fn nested_loops_with_carried_values() {
    let out = convert(
        r"
        func.func private @use(index)
        func.func @f(%lb: index, %ub: index, %s: index, %x: f32) -> f32 {
          %r = scf.for %i = %lb to %ub step %s iter_args(%a = %x) -> (f32) {
            %b = arith.addf %a, %a : f32
            scf.for %j = %lb to %i step %s {
              func.call @use(%j) : (index) -> ()
            }
            scf.yield %b : f32
          }
          return %r : f32
        }",
    );
    let want = [
        "func.func @f(%arg0: index, %arg1: index, %arg2: index, %arg3: f32) -> f32 {",
        "cf.br ^bb1(%arg0, %arg3 : index, f32)",
        "^bb1(%0: index, %1: f32):",
        "%2 = arith.cmpi slt, %0, %arg1 : index",
        "cf.cond_br %2, ^bb2, ^bb6",
        "^bb2:",
        "%3 = arith.addf %1, %1 : f32",
        "cf.br ^bb3(%arg0 : index)",
        "^bb3(%4: index):",
        "%5 = arith.cmpi slt, %4, %0 : index",
        "cf.cond_br %5, ^bb4, ^bb5",
        "^bb4:",
        "call @use(%4) : (index) -> ()",
        "%6 = arith.addi %4, %arg2 : index",
        "cf.br ^bb3(%6 : index)",
        "^bb5:",
        "%7 = arith.addi %0, %arg2 : index",
        "cf.br ^bb1(%7, %3 : index, f32)",
        "^bb6:",
        "return %1 : f32",
    ];
    let got = shape(&out);
    assert!(got.windows(want.len()).any(|w| w == want), "{out}");
}

#[test]
fn conditionals() {
    let out = convert(
        r"
        func.func private @g()
        func.func @f(%c: i1, %x: f32) -> f32 {
          scf.if %c { func.call @g() : () -> () }
          %r = scf.if %c -> f32 {
            scf.yield %x : f32
          } else {
            %y = arith.negf %x : f32
            scf.yield %y : f32
          }
          return %r : f32
        }",
    );
    let want = [
        "cf.cond_br %arg0, ^bb1, ^bb2",
        "^bb1:",
        "call @g() : () -> ()",
        "cf.br ^bb2",
        "^bb2:",
        "cf.cond_br %arg0, ^bb3, ^bb4",
        "^bb3:",
        "cf.br ^bb5(%arg1 : f32)",
        "^bb4:",
        "%0 = arith.negf %arg1 : f32",
        "cf.br ^bb5(%0 : f32)",
        "^bb5(%1: f32):",
        "cf.br ^bb6",
        "^bb6:",
        "return %1 : f32",
    ];
    let got = shape(&out);
    assert!(got.windows(want.len()).any(|w| w == want), "{out}");
}

#[test]
fn while_loops() {
    let out = convert(
        r"
        func.func @f(%x: i32) -> i32 {
          %c10 = arith.constant 10 : i32
          %r = scf.while (%a = %x) : (i32) -> i32 {
            %c = arith.cmpi slt, %a, %c10 : i32
            scf.condition(%c) %a : i32
          } do {
          ^bb0(%b: i32):
            %n = arith.addi %b, %b : i32
            scf.yield %n : i32
          }
          %s = scf.while (%a = %r) : (i32) -> i32 {
            %c = arith.cmpi slt, %a, %c10 : i32
            scf.condition(%c) %a : i32
          } do {
          ^bb0(%b: i32):
            scf.yield %b : i32
          }
          return %s : i32
        }",
    );
    let want = [
        "cf.br ^bb1(%arg0 : i32)",
        "^bb1(%0: i32):",
        "%1 = arith.cmpi slt, %0, %c10_i32 : i32",
        "cf.cond_br %1, ^bb2(%0 : i32), ^bb3",
        "^bb2(%2: i32):",
        "%3 = arith.addi %2, %2 : i32",
        "cf.br ^bb1(%3 : i32)",
        "^bb3:",
        "cf.br ^bb4(%0 : i32)",
        "^bb4(%4: i32):",
        "%5 = arith.cmpi slt, %4, %c10_i32 : i32",
        "cf.cond_br %5, ^bb4(%4 : i32), ^bb5",
        "^bb5:",
        "return %4 : i32",
    ];
    let got = shape(&out);
    assert!(got.windows(want.len()).any(|w| w == want), "{out}");
}

#[test]
fn parallel_loops_run_one_after_the_other() {
    let out = convert(
        r"
        func.func @f(%n: index, %z: f32, %v: f32) -> f32 {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init(%z) -> f32 {
            scf.reduce(%v : f32) {
            ^bb0(%a: f32, %b: f32):
              %s = arith.addf %a, %b : f32
              scf.reduce.return %s : f32
            }
          }
          return %r : f32
        }",
    );
    let want = [
        "cf.br ^bb1(%c0, %arg1 : index, f32)",
        "^bb1(%0: index, %1: f32):",
        "%2 = arith.cmpi slt, %0, %arg0 : index",
        "cf.cond_br %2, ^bb2, ^bb6",
        "^bb2:",
        "cf.br ^bb3(%c0, %1 : index, f32)",
        "^bb3(%3: index, %4: f32):",
        "%5 = arith.cmpi slt, %3, %arg0 : index",
        "cf.cond_br %5, ^bb4, ^bb5",
        "^bb4:",
        "%6 = arith.addf %4, %arg2 : f32",
        "%7 = arith.addi %3, %c1 : index",
        "cf.br ^bb3(%7, %6 : index, f32)",
        "^bb5:",
        "%8 = arith.addi %0, %c1 : index",
        "cf.br ^bb1(%8, %4 : index, f32)",
        "^bb6:",
        "return %1 : f32",
    ];
    let got = shape(&out);
    assert!(got.windows(want.len()).any(|w| w == want), "{out}");
}

#[test]
fn switches_regions_and_foralls() {
    let out = convert(
        r"
        func.func private @use(index)
        func.func @f(%c: i1, %n: index) -> i32 {
          %r = scf.index_switch %n -> i32
          case 2 { %a = arith.constant 10 : i32
            scf.yield %a : i32 }
          default { %a = arith.constant 30 : i32
            scf.yield %a : i32 }
          %e = scf.execute_region -> i32 {
            cf.cond_br %c, ^a, ^b
          ^a:
            scf.yield %r : i32
          ^b:
            %d = arith.constant 11 : i32
            scf.yield %d : i32
          }
          scf.forall (%i, %j) in (%n, 4) {
            func.call @use(%i) : (index) -> ()
          }
          return %e : i32
        }",
    );
    for line in [
        "cf.switch %0 : i64, [",
        "default: ^bb2,",
        "2: ^bb1",
        "^bb7(%2: i32):",
        "%c4 = arith.constant 4 : index",
    ] {
        assert!(shape(&out).iter().any(|l| l.starts_with(line)), "{line}\n{out}");
    }
    assert!(!out.contains("scf."), "{out}");
}

#[test]
fn a_region_with_one_block_stays_one_block() {
    let text = r#"
        func.func @f(%c: i1, %n: index) {
          affine.for %i = 0 to 10 {
            scf.if %c { "t.a"() : () -> () }
          }
          return
        }"#;
    let error = common::lowered(text, &convert_scf_to_cf).err().unwrap_or_default();
    assert!(error.contains("failed to legalize operation 'scf.if'"), "{error}");
    assert!(error.contains("'affine.for' around it holds a single block"), "{error}");
}

#[test]
fn long_and_deep_code_takes_linear_time() {
    let mut text = String::from("func.func @f(%c: i1) {\n");
    for _ in 0..20_000 {
        text.push_str("scf.if %c { \"t.a\"() : () -> () }\n");
    }
    text.push_str(&"scf.if %c {\n".repeat(2_000));
    text.push_str(&"}\n".repeat(2_000));
    text.push_str("return\n}\n");
    let out = convert(&text);
    assert_eq!(out.matches("cf.cond_br").count(), 22_000);
    assert!(!out.contains("scf."));
}
