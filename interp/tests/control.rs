//! Runs small programs of arith, func, cf and scf.

use strata_interp::{Elem, Interpreter, Num, Options, Value};
use strata_ir::{core::Registry, prelude::*};

fn module(text: &str) -> Box<Body> {
    let mut r = Registry::new();
    r.register(&strata_builtin::DIALECT)
        .register(&strata_arith::DIALECT)
        .register(&strata_func::DIALECT)
        .register(&strata_cf::DIALECT)
        .register(&strata_scf::DIALECT)
        .register(&strata_ub::DIALECT);
    let cx = r.freeze();
    match strata_ir::text::parse_module(&cx, "test.mlir", text, Default::default()) {
        Ok(m) => m,
        Err(d) => panic!("{}", strata_ir::core::diagnostics::render_all(&cx, &d)),
    }
}

fn i32(v: i64) -> Value {
    Value::Scalar(Elem::I32, Num::Int(v))
}

fn run(text: &str, args: Vec<Value>) -> Result<Vec<String>, String> {
    let m = module(text);
    let options = Options { max_steps: Some(100_000), max_depth: 500, ..Options::default() };
    let i = Interpreter::new(m.cx()).with_options(options);
    match i.interpret(&m, "main", args) {
        Ok(v) => Ok(v.iter().map(|v| v.display(m.cx())).collect()),
        Err(d) => Err(d.message),
    }
}

#[test]
fn blocks_and_branches() {
    let text = "func.func @main(%n: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      cf.br ^head(%n, %c1 : i32, i32)
    ^head(%i: i32, %acc: i32):
      %done = arith.cmpi eq, %i, %c0 : i32
      cf.cond_br %done, ^exit(%acc : i32), ^body
    ^body:
      %next = arith.muli %acc, %i : i32
      %less = arith.subi %i, %c1 : i32
      cf.br ^head(%less, %next : i32, i32)
    ^exit(%r: i32):
      return %r : i32
    }";
    assert_eq!(run(text, vec![i32(5)]).unwrap(), ["120 : i32"]);
    // Counting down from -1 meets the budget before it meets zero.
    assert!(run(text, vec![i32(-1)]).unwrap_err().contains("takes more than 100000 steps"));
}

#[test]
fn a_switch_takes_its_case() {
    let text = "func.func @main(%n: i32) -> i32 {
      %a = arith.constant 10 : i32
      %b = arith.constant 20 : i32
      cf.switch %n : i32, [default: ^d(%n : i32), 3: ^d(%a : i32), -4: ^d(%b : i32)]
    ^d(%r: i32):
      return %r : i32
    }";
    assert_eq!(run(text, vec![i32(3)]).unwrap(), ["10 : i32"]);
    assert_eq!(run(text, vec![i32(-4)]).unwrap(), ["20 : i32"]);
    assert_eq!(run(text, vec![i32(7)]).unwrap(), ["7 : i32"]);
}

#[test]
fn structured_loops() {
    let text = "func.func @main(%n: index) -> (index, i32, f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %z = arith.constant 0 : i32
      %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c0) -> (index) {
        %odd = arith.remui %i, %n : index
        %x = arith.addi %acc, %odd : index
        scf.yield %x : index
      }
      %two = arith.constant 2 : i32
      %hundred = arith.constant 100 : i32
      %w = scf.while (%v = %two) : (i32) -> i32 {
        %go = arith.cmpi slt, %v, %hundred : i32
        scf.condition(%go) %v : i32
      } do {
      ^bb0(%v: i32):
        %q = arith.muli %v, %v : i32
        scf.yield %q : i32
      }
      %f = arith.constant 0.0 : f32
      %p = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%f) -> f32 {
        %one = arith.constant 1.5 : f32
        scf.reduce(%one : f32) {
        ^bb0(%a: f32, %b: f32):
          %t = arith.addf %a, %b : f32
          scf.reduce.return %t : f32
        }
      }
      return %s, %w, %p : index, i32, f32
    }";
    assert_eq!(run(text, vec![Value::index(5)]).unwrap(), ["10 : index", "256 : i32", "3.750000e+01 : f32"]);
}

#[test]
fn recursion_ends_in_a_diagnostic() {
    let text = "func.func @main(%n: i32) -> i32 {
      %r = call @main(%n) : (i32) -> i32
      return %r : i32
    }";
    assert!(run(text, vec![i32(0)]).unwrap_err().contains("nest deeper than 500 levels"));
}

#[test]
fn undefined_behaviour_is_located() {
    let text = "func.func @main(%n: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %r = arith.divsi %n, %c0 : i32
      return %r : i32
    }";
    assert_eq!(
        run(text, vec![i32(1)]).unwrap_err(),
        "'arith.divsi' op divides by zero, or the smallest number by -1"
    );
    assert!(run(text, vec![]).unwrap_err().contains("0 arguments are given, but 1 are needed"));
    assert!(
        run(text, vec![Value::index(1)]).unwrap_err().contains("argument #0 is a index, but i32 is needed")
    );
}

#[test]
fn integers_of_one_bit_and_sign() {
    let text = "func.func @main(%n: i32) -> (i32, i32, i1, i1, i8, i32) {
      %t = arith.constant true
      %s = arith.extsi %t : i1 to i32
      %u = arith.extui %t : i1 to i32
      %a = arith.addi %t, %t : i1
      %l = arith.cmpi ult, %n, %u : i32
      %b = arith.trunci %n : i32 to i8
      %c31 = arith.constant 31 : i32
      %h = arith.shrui %n, %c31 : i32
      return %s, %u, %a, %l, %b, %h : i32, i32, i1, i1, i8, i32
    }";
    let want = ["-1 : i32", "1 : i32", "false", "false", "-56 : i8", "1 : i32"];
    assert_eq!(run(text, vec![i32(-312)]).unwrap(), want);
}

#[test]
fn casts_of_floats() {
    let text = "func.func @main(%x: f32) -> (bf16, i8, i32, f64) {
      %h = arith.truncf %x : f32 to bf16
      %b = arith.fptosi %x : f32 to i8
      %i = arith.bitcast %x : f32 to i32
      %d = arith.extf %x : f32 to f64
      return %h, %b, %i, %d : bf16, i8, i32, f64
    }";
    let x = Value::Scalar(Elem::F32, Num::F32(300.5));
    let want = ["3.000000e+02 : bf16", "127 : i8", "1133920256 : i32", "3.005000e+02 : f64"];
    assert_eq!(run(text, vec![x]).unwrap(), want);
}
