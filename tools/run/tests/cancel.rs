//! Compilations and runs that a token cancels.

use std::{thread, time::Duration};

use strata_codegen_llvm::Target;
use strata_driver::{CancelToken, Codegen, CompileOptions, Executable, Monitor, program};
use strata_interp::{Elem, Interpreter, Num, Options, Shape, Tensor, Value};

/// Adds up the numbers below its argument, which takes centuries for a large one; in two nested loops.
const SUM: &str = "func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i64>, tensor<i64>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%j = %zero, %t = %s) : tensor<i64>, tensor<i64>
    cond {
      %c = stablehlo.compare LT, %j, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %k = stablehlo.add %j, %one : tensor<i64>
      %m = stablehlo.xor %t, %k : tensor<i64>
      %u = stablehlo.add %m, %one : tensor<i64>
      stablehlo.return %k, %u : tensor<i64>, tensor<i64>
    }
    %k = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %k, %q#1 : tensor<i64>, tensor<i64>
  }
  return %r#1 : tensor<i64>
}
";

fn options() -> CompileOptions {
    let target = Target::host().unwrap_or_else(|e| panic!("{e}"));
    CompileOptions { cancellable: true, ..CompileOptions::new(target) }
}

fn compile(cancel: Option<&CancelToken>) -> Result<Executable, String> {
    let cx = program::context();
    let mut module = program::parse(&cx, "sum.mlir", SUM)?;
    let monitor = Monitor { cancel, ..Monitor::default() };
    Ok(Executable::generate(&mut module, &options(), Vec::new(), Codegen { monitor, ..Codegen::default() })?)
}

/// A token that is cancelled after a short time.
fn soon() -> CancelToken {
    let token = CancelToken::new();
    let copy = token.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        copy.cancel();
    });
    token
}

fn interpreted(n: i64, cancel: Option<CancelToken>) -> Result<Vec<Value>, String> {
    let cx = program::context();
    let module = program::parse(&cx, "sum.mlir", SUM)?;
    let options = Options { cancel: cancel.map(|c| c.flag()), ..Options::default() };
    let elem = Elem::Int { width: 64, unsigned: false };
    let argument = Value::Tensor(Tensor::from_ints(elem, Shape::new(), &[n]));
    let interpreter = Interpreter::new(&cx).with_options(options);
    interpreter.interpret(&module, "main", vec![argument]).map_err(|d| d.render(&cx))
}

#[test]
fn compiled_loops_end_when_they_are_asked_to() {
    let program = compile(None).unwrap_or_else(|e| panic!("{e}"));
    let run = |n: i64| program.run(&[&n.to_le_bytes()]);
    let small = run(20).unwrap_or_else(|e| panic!("{e}"));
    program.set_cancel(Some(&soon()));
    assert_eq!(run(i64::MAX).expect_err("a cancelled run").text(), "error: the run was cancelled\n");
    // A token stays cancelled, and the program is as good as before without it.
    assert_eq!(run(1 << 40).is_err(), true);
    program.set_cancel(None);
    assert_eq!(run(20), Ok(small.clone()));
    program.set_cancel(Some(&CancelToken::new()));
    assert_eq!(run(20), Ok(small.clone()));
    let [Value::Tensor(t)] = &interpreted(20, None).expect("it ends")[..] else { panic!("one tensor") };
    let Num::Int(want) = t.at(0) else { panic!("a number") };
    assert_eq!(small, [want.to_le_bytes()]);
}

#[test]
fn the_interpreter_ends_when_it_is_asked_to() {
    let error = interpreted(i64::MAX, Some(soon())).expect_err("it is cancelled");
    assert!(error.contains("sum.mlir:") && error.contains("the run was cancelled"), "{error}");
}

#[test]
fn compilations_end_before_the_next_pass() {
    let token = CancelToken::new();
    token.cancel();
    let error = compile(Some(&token)).err().expect("it is cancelled");
    assert!(error.contains("compilation was cancelled before pass 'sdy-drop-sharding-and-mesh'"), "{error}");
    assert!(compile(Some(&CancelToken::new())).is_ok());
}
