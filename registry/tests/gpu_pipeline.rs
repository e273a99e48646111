//! The pipeline for GPUs: all of its passes exist, for every processor, and `mlir-opt` accepts the text after each.

use std::{
    io::Write,
    process::{Command, Stdio},
    sync::Arc,
};

use strata_ir::{
    core::{Body, Context, diagnostics::render_all},
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};
use strata_pass::{OpPipeline, Output, PassManager, PassManagerConfig, PassRegistry, Pipeline, RunStatus};
use strata_registry::pipelines::{Arch, GpuPipeline};

/// A product with elementwise ops after it, a softmax, a transpose, a loop of the host and a branch on data.
const PROGRAM: &str = r#"
func.func @main(%x: tensor<64x48xf32>, %w: tensor<48x64xf32>, %n: tensor<i32>) -> (tensor<64x64xf32>, tensor<48x64xbf16>, tensor<64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x48xf32>, tensor<48x64xf32>) -> tensor<64x64xf32>
  %top = stablehlo.reduce(%product init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %tops = stablehlo.broadcast_in_dim %top, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %moved = stablehlo.subtract %product, %tops : tensor<64x64xf32>
  %powers = stablehlo.exponential %moved : tensor<64x64xf32>
  %sum = stablehlo.reduce(%powers init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %softmax = stablehlo.divide %powers, %sums : tensor<64x64xf32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<64x48xf32>) -> tensor<48x64xf32>
  %s = stablehlo.sine %t : tensor<48x64xf32>
  %narrow = stablehlo.convert %s : (tensor<48x64xf32>) -> tensor<48x64xbf16>
  %start = stablehlo.constant dense<0> : tensor<i32>
  %loop:2 = stablehlo.while(%i = %start, %v = %sum) : tensor<i32>, tensor<64xf32>
    cond {
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %root = stablehlo.sqrt %v : tensor<64xf32>
      stablehlo.return %next, %root : tensor<i32>, tensor<64xf32>
    }
  return %softmax, %narrow, %loop#1 : tensor<64x64xf32>, tensor<48x64xbf16>, tensor<64xf32>
}
"#;

fn run(cx: &Context, passes: &Arc<PassRegistry>, item: &str, module: &mut Body) {
    let pipeline = OpPipeline::parse(passes, &format!("builtin.module({item})"))
        .unwrap_or_else(|e| panic!("{item}: {e}"));
    let config = PassManagerConfig { single_threaded: true, ..PassManagerConfig::default() };
    let report = PassManager::new(pipeline, config, None).run(module);
    let errors: Vec<_> = (report.outputs.into_iter())
        .filter_map(|o| if let Output::Diagnostic(d) = o { Some(d) } else { None })
        .collect();
    assert!(report.status == RunStatus::Success, "{item}: {}", render_all(cx, &errors));
}

/// The errors of `mlir-opt`; `None` where it is not installed.
fn complaints(text: &str) -> Option<String> {
    let tool = ["/usr/lib/llvm-22/bin/mlir-opt", "/usr/bin/mlir-opt-22"]
        .into_iter()
        .find(|t| std::path::Path::new(t).exists())?;
    let mut child =
        Command::new(tool).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    Some(String::from_utf8_lossy(&output.stderr).into_owned())
}

fn levels(arch: Arch) {
    let passes = Arc::new(strata_registry::passes());
    let cx = strata_registry::registry().freeze();
    let parsed = parse_module(&cx, "program.mlir", PROGRAM, ParseOptions::default());
    let mut module = parsed.unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
    let mut compared = 0;
    let mut before = String::new();
    let pipeline = GpuPipeline { arch, ..GpuPipeline::default() };
    let arch = arch.name();
    for item in pipeline.elements().iter().map(ToString::to_string) {
        run(&cx, &passes, &item, &mut module);
        let text = print_body(&module, &PrintOptions::default());
        if text == before || text.contains("stablehlo.") {
            continue;
        }
        match complaints(&text) {
            Some(why) => assert!(why.is_empty(), "{arch}, after {item}: {why}\n{text}"),
            None => eprintln!("there is no mlir-opt of LLVM 22 here, so nothing is compared"),
        }
        compared += 1;
        before = text;
    }
    assert!(compared > 20, "only {compared} levels for {arch}");
    for word in ["gpu.module @kernels", "nvvm.kernel", "strata_rt_gpu_launch", arch] {
        assert!(before.contains(word), "{arch}: no {word} in\n{before}");
    }
    assert!(!before.contains("gpu.launch"), "{arch}: a launch is left in\n{before}");
}

#[test]
fn every_level_for_sm_80() {
    levels(Arch::SM_80);
}

#[test]
fn every_level_for_sm_90a() {
    levels(Arch::SM_90A);
}

#[test]
fn passes_exist_for_every_processor() {
    let passes = strata_registry::passes();
    for arch in ["sm_80", "sm_90a", "sm_100a"] {
        let text = format!("builtin.module(strata-gpu-pipeline{{arch={arch}}})");
        OpPipeline::parse(&passes, &text).unwrap_or_else(|e| panic!("{arch}: {e}"));
    }
    let wrong = OpPipeline::parse(&passes, "builtin.module(strata-gpu-pipeline{arch=sm_35})");
    let why = wrong.map(|_| ()).expect_err("a processor without kernels");
    assert!(why.contains("arch must be sm_80, sm_90a, sm_100a, got sm_35"), "{why}");
}
