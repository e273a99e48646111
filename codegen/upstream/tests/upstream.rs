//! Upstream MLIR as a reference: accepted text, results of its passes, and messages on invalid input.

#![cfg(feature = "upstream")]

use strata_codegen_upstream::{Form, Upstream, UpstreamResult};

const FOLDABLE: &str = "func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %x, %c0 : i32
  return %0 : i32
}";

#[test]
fn pipelines_run_with_and_without_the_anchor() -> UpstreamResult<()> {
    let upstream = Upstream::new();
    for pipeline in
        ["canonicalize", "builtin.module(canonicalize,cse)", "builtin.module(func.func(canonicalize))"]
    {
        let text = upstream.run(FOLDABLE, pipeline, Form::Pretty)?;
        assert!(text.contains("return %arg0 : i32") && !text.contains("addi"), "{pipeline}: {text}");
    }
    assert!(upstream.run(FOLDABLE, "", Form::Pretty)?.contains("arith.addi"));
    Ok(())
}

#[test]
fn printed_forms() -> UpstreamResult<()> {
    let upstream = Upstream::new();
    let generic = upstream.run(FOLDABLE, "", Form::Generic)?;
    assert!(generic.contains("\"arith.addi\"(") && !generic.contains("loc("), "{generic}");
    assert!(upstream.run(FOLDABLE, "", Form::GenericWithLocations)?.contains("loc("));
    // The printed text can be parsed again.
    assert_eq!(upstream.run(&generic, "", Form::Generic)?, generic);
    Ok(())
}

#[test]
fn the_whole_way_to_the_llvm_dialect() -> UpstreamResult<()> {
    let text = "func.func @g(%m: memref<4xf32>) {
      linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = [\"parallel\"]} outs(%m : memref<4xf32>) {
      ^bb0(%a: f32):
        %0 = arith.addf %a, %a : f32
        linalg.yield %0 : f32
      }
      return
    }";
    let pipeline = "convert-linalg-to-loops,convert-scf-to-cf,finalize-memref-to-llvm,convert-func-to-llvm,\
                    convert-arith-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts";
    let out = Upstream::new().run(text, pipeline, Form::Pretty)?;
    assert!(out.contains("llvm.fadd") && !out.contains("linalg"), "{out}");
    Ok(())
}

#[test]
fn errors_are_located_diagnostics() {
    let upstream = Upstream::new();
    let error = upstream.verify("func.func @f() {\n  arith.nosuch\n}").expect_err("there is no such op");
    assert_eq!(error.step, "parse");
    assert_eq!(error.diagnostics[0].severity, "error");
    assert!(error.diagnostics[0].location.ends_with(":2:3"), "{error}");
    let error = upstream
        .verify("func.func @f() -> i32 {\n  %0 = arith.constant 1.0 : f32\n  return %0 : f32\n}")
        .expect_err("the returned type is wrong");
    assert!(error.diagnostics[0].location.contains(":3:"), "{error}");
    let error = upstream.run(FOLDABLE, "nosuchpass", Form::Pretty).expect_err("there is no such pass");
    assert_eq!(error.step, "pipeline");
    assert!(error.to_string().contains("nosuchpass"), "{error}");
    let error = upstream.verify("\"x.op\"() : () -> ()").expect_err("the dialect is not registered");
    assert!(error.to_string().contains("unregistered dialect"), "{error}");
    // An earlier failure has no effect on later requests.
    assert_eq!(upstream.verify(FOLDABLE), Ok(Vec::new()));
}

#[test]
fn unregistered_dialects_can_be_allowed() -> UpstreamResult<()> {
    let upstream = Upstream::new().allow_unregistered_dialects();
    let out = upstream.run("\"x.op\"() : () -> ()", "canonicalize", Form::Pretty)?;
    assert!(out.contains("\"x.op\"()"), "{out}");
    Ok(())
}
