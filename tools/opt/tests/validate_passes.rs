//! `--validate-passes` on passes that are correct, wrong, or impossible to judge.

use std::path::Path;

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassRegistry, PassResult, pass};

/// Wrongly swaps the operands of subtractions.
#[pass(name = "test-swap-operands", each_body)]
struct Swap;
impl BodyPass for Swap {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if matches!(body.op_name(op), "arith.subi" | "arith.subf") {
                let (a, b) = (body.operand(op, 0), body.operand(op, 1));
                body.set_operands(op, &[b, a]);
            }
        }
        Ok(())
    }
}

/// Wrongly extends numbers without their sign.
#[pass(name = "test-drop-signs", each_body)]
struct DropSigns;
impl BodyPass for DropSigns {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if body.op_name(op) == "arith.extsi" {
                let info = body.cx().op_info("arith.extui").ok_or_else(|| {
                    Diagnostic::error(body.loc(op), "the dialect 'arith' is not registered")
                })?;
                let mut state = OpState::new(info, body.loc(op));
                state.operands.push(body.operand(op, 0));
                state.result_types.push(body.ty(body.result(op, 0)));
                let unsigned = Builder::before(body, op).build(state);
                body.replace_all_uses(body.result(op, 0), body.result(unsigned, 0));
                body.erase(op);
            }
        }
        Ok(())
    }
}

/// Wrongly removes the reductions of partial results.
#[pass(name = "test-drop-all-reduce", each_body)]
struct DropAllReduce;
impl BodyPass for DropAllReduce {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if body.is_live(op) && matches!(body.op_name(op), "sdy.all_reduce" | "stablehlo.all_reduce") {
                let (operand, result) = (body.operand(op, 0), body.result(op, 0));
                body.replace_all_uses(result, operand);
                body.erase(op);
            }
        }
        Ok(())
    }
}

fn passes() -> PassRegistry {
    let mut passes = strata_registry::passes();
    passes.add::<Swap>();
    passes.add::<DropSigns>();
    passes.add::<DropAllReduce>();
    passes
}

fn run(source: &str, args: &[&str]) -> (String, String, i32) {
    let args: Vec<String> = args.iter().map(|a| (*a).to_owned()).collect();
    let (out, err, code) =
        strata_opt::run_with(strata_registry::registry(), passes(), &args, source.as_bytes(), Path::new("."));
    (String::from_utf8_lossy(&out).into_owned(), String::from_utf8_lossy(&err).into_owned(), code)
}

const SUB: &str = "func.func @sub(%a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  %1 = arith.subi %a, %b : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}";

#[test]
fn a_wrong_pass_is_named_and_nothing_is_printed() {
    let pipeline = "--pass-pipeline=builtin.module(cse,func.func(canonicalize,test-swap-operands),cse)";
    let (out, err, code) = run(SUB, &["--validate-passes", pipeline]);
    assert_eq!((out.as_str(), code), ("", 1), "{err}");
    assert!(
        err.contains("<stdin>:1:1: error: pass 'test-swap-operands' changed a result of @sub: input #0: "),
        "{err}"
    );
    assert!(err.contains("element 0 of result #0 is "), "{err}");
    // Without validation the wrong result is not detected.
    let (out, err, code) = run(SUB, &[pipeline]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert!(out.contains("arith.subi %arg1, %arg0"), "{out}");
}

#[test]
fn integers_of_arrays_have_all_bits() {
    for ty in ["i8", "i16", "i32"] {
        let source = format!(
            "func.func @f(%x: tensor<64x{ty}>) -> tensor<64xi64> {{
  %0 = arith.extsi %x : tensor<64x{ty}> to tensor<64xi64>
  return %0 : tensor<64xi64>
}}"
        );
        let (_, err, code) = run(&source, &["--validate-passes", "--test-drop-signs"]);
        assert_eq!(code, 1, "{ty}: {err}");
        assert!(err.contains("pass 'test-drop-signs' changed a result of @f: input #1: "), "{ty}: {err}");
    }
}

#[test]
fn right_passes_give_the_same_output_as_without_validation() {
    for flag in ["--validate-passes", "--validate-passes=1", "--validate-passes=7"] {
        let (out, err, code) = run(SUB, &[flag, "--cse", "--canonicalize"]);
        assert_eq!((err.as_str(), code), ("", 0));
        assert_eq!(out, run(SUB, &["--cse", "--canonicalize"]).0);
    }
}

#[test]
fn a_difference_within_the_tolerance_is_none_and_one_beyond_is_one() {
    let source = |gap: &str| {
        format!(
            "func.func @f(%x: f32) -> f32 {{
  %one = arith.constant 1.0 : f32
  %gap = arith.constant {gap} : f32
  %0 = arith.subf %one, %gap : f32
  %1 = arith.subf %0, %one : f32
  %2 = math.absf %1 : f32
  return %2 : f32
}}"
        )
    };
    let args = ["--validate-passes", "--test-swap-operands"];
    // Swapped, |(1 - g) - 1| = g becomes |1 - (g - 1)| = 2 - g, which is g only for g = 1.
    assert_eq!(run(&source("1.0"), &args).2, 0);
    assert_eq!(run(&source("0.999998"), &args).2, 0);
    assert_eq!(run(&source("0.999"), &args).2, 1);
}

#[test]
fn private_functions_and_declarations_are_no_entries() {
    let private = SUB.replace("@sub", "private @sub");
    let source = format!("{private}\nfunc.func private @outside(i32)");
    let (out, err, code) = run(&source, &["--validate-passes", "--test-swap-operands"]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert!(out.contains("arith.subi %arg1, %arg0"), "{out}");
}

#[test]
fn what_cannot_be_run_is_a_remark() {
    let source = "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}";
    let (_, err, code) = run(source, &["--validate-passes", "--canonicalize"]);
    assert_eq!(code, 0, "{err}");
    assert!(
        err.contains("remark: passes are not validated for @f: there are no random values for argument #0"),
        "{err}"
    );
    let (_, err, code) = run(SUB, &["--validate-passes", "--convert-program-to-llvm", "--canonicalize"]);
    assert_eq!(code, 0, "{err}");
    let remarks: Vec<&str> = err.lines().filter(|l| l.contains("remark:")).collect();
    assert_eq!(remarks.len(), 1, "{err}");
    assert!(
        remarks[0].contains("pass 'convert-program-to-llvm' is not validated for @sub, nor are later ones"),
        "{err}"
    );
}

#[test]
fn results_in_memory_are_compared_with_results_that_are_returned() {
    let source = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}";
    let pipeline = "--pass-pipeline=builtin.module(func.func(stablehlo-legalize-to-linalg),\
                    bufferize-program,convert-linalg-to-loops,lower-affine,convert-scf-to-cf)";
    let (out, err, code) = run(source, &["--validate-passes", pipeline]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert!(out.contains("cf.cond_br"), "{out}");
}

#[test]
fn wrong_numbers_are_explained() {
    for n in ["0", "x", "-1"] {
        let (_, err, code) = run(SUB, &[&format!("--validate-passes={n}")]);
        assert_eq!(code, 2);
        assert!(err.contains("for the --validate-passes option: "), "{err}");
    }
}

/// A product whose sum is over a divided dimension.
const DIVIDED: &str = "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {\"y\"}]>}, %b: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"y\"}, {}]>}) -> tensor<8x6xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
  %1 = stablehlo.sine %0 : tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}";

const LOCALIZE: &str = "sdy-convert-global-to-local,sdy-drop-sharding-and-mesh";

#[test]
fn programs_of_devices_are_compared_with_the_whole_one() {
    let pipeline =
        format!("--pass-pipeline=builtin.module(sdy-partitioner-pipeline,{LOCALIZE},canonicalize,cse)");
    let (out, err, code) = run(DIVIDED, &["--validate-passes", &pipeline]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert!(out.contains("stablehlo.all_reduce"), "{out}");
}

#[test]
fn a_pass_that_is_wrong_on_devices_is_named() {
    // On whole tensors such a pass changes no result.
    let run = |passes: &str| {
        let pipeline = format!("--pass-pipeline=builtin.module({passes})");
        let (out, err, code) = run(DIVIDED, &["--validate-passes", &pipeline]);
        assert_eq!((out.as_str(), code), ("", 1), "{err}");
        err
    };
    let before = run(&format!("sdy-partitioner-pipeline,func.func(test-drop-all-reduce),{LOCALIZE}"));
    let expected =
        "2:1: error: pass 'test-drop-all-reduce' changed a result of @main on 4 devices: input #0: ";
    assert!(before.contains(expected), "{before}");
    let after = run(&format!("sdy-partitioner-pipeline,{LOCALIZE},func.func(test-drop-all-reduce)"));
    assert!(
        after.contains("error: pass 'test-drop-all-reduce' changed a result of @main: input #0: "),
        "{after}"
    );
}

#[test]
fn programs_that_come_with_collectives_are_run_on_devices() {
    let (collectives, _, code) = run(DIVIDED, &["--sdy-partitioner-pipeline"]);
    assert_eq!(code, 0);
    let (_, err, code) = run(&collectives, &["--validate-passes", "--test-drop-all-reduce"]);
    assert_eq!(code, 1, "{err}");
    assert!(
        err.contains("error: pass 'test-drop-all-reduce' changed a result of @main on 4 devices"),
        "{err}"
    );
    let (_, err, code) = run(&collectives, &["--validate-passes", "--cse", "--canonicalize"]);
    assert_eq!((err.as_str(), code), ("", 0));
}
