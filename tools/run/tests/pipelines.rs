//! Tools lower programs by a named pipeline with explicit options: `strata-opt` produces the same IR with it.

use std::path::Path;

use clap::Parser;
use strata_codegen_llvm::Target;
use strata_driver::{Backend, CompileOptions, lower, program, simulator::Simulator};
use strata_ir::text::{PrintOptions, print_body};
use strata_pass::PipelineDef;
use strata_registry::pipelines::{CpuPipeline, GpuPipeline};
use strata_run::{Cli, run};
use strata_stablehlo::ScatterOutOfBounds;

/// A product of bf16, a function of floats, a loop that may be cancelled, a scatter and a custom call.
const PROGRAM: &str = r#"
func.func @main(%x: tensor<24x32xbf16>, %w: tensor<32x16xbf16>, %h: tensor<7xf16>, %n: tensor<i32>, %at: tensor<1xi32>) -> (tensor<24x16xf32>, tensor<7xf16>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<24x32xbf16>, tensor<32x16xbf16>) -> tensor<24x16xf32>
  %powers = stablehlo.exponential %product : tensor<24x16xf32>
  %half = stablehlo.tanh %h : tensor<7xf16>
  %update = stablehlo.constant dense<2.0> : tensor<f16>
  %scattered = "stablehlo.scatter"(%half, %at, %update) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    stablehlo.return %b : tensor<f16>
  }) : (tensor<7xf16>, tensor<1xi32>, tensor<f16>) -> tensor<7xf16>
  %last = stablehlo.while(%i = %zero) : tensor<i32>
    cond {
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next : tensor<i32>
    }
  return %powers, %scattered, %last : tensor<24x16xf32>, tensor<7xf16>, tensor<i32>
}
"#;

/// The program after the pipeline of a compiling tool.
fn lowered(pipeline: &str) -> String {
    lowered_program(PROGRAM, pipeline)
}

fn lowered_program(text: &str, pipeline: &str) -> String {
    let mut module = program::parse(&program::context(), "<stdin>", text).expect("the program is right");
    lower::run_pipeline(&mut module, pipeline).unwrap_or_else(|why| panic!("{pipeline}: {why}"));
    print_body(&module, &PrintOptions::default())
}

/// The program after `strata-opt` runs the pipeline by its name.
fn by_name(pipeline: &str) -> String {
    let (name, options) = pipeline.split_once('{').expect("a pipeline with options");
    let flag = format!("--{name}={}", options.strip_suffix('}').expect("a pipeline with options"));
    let (stdout, stderr, code) = strata_opt::run(&[flag], PROGRAM.as_bytes(), Path::new("."));
    assert_eq!(code, 0, "{pipeline}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text")
}

/// Processors with and without the features that change the pipeline.
const PROCESSORS: [(Option<&str>, &str, &str); 7] = [
    (None, "native", ""),
    (Some("x86_64-linux-gnu"), "x86-64", ""),
    (Some("x86_64-linux-gnu"), "x86-64-v3", ""),
    (Some("x86_64-linux-gnu"), "x86-64-v3", "-fma,-f16c"),
    (Some("x86_64-linux-gnu"), "skylake-avx512", ""),
    (Some("x86_64-linux-gnu"), "sapphirerapids", ""),
    (Some("aarch64-linux-gnu"), "neoverse-n1", ""),
];

#[test]
fn strata_opt_runs_the_pipeline_of_each_processor_by_its_name() {
    let mut different = std::collections::BTreeSet::new();
    for (i, (triple, cpu, features)) in PROCESSORS.into_iter().enumerate() {
        let target = Target::new(triple, cpu, features).unwrap_or_else(|e| panic!("{cpu}: {e}"));
        let options = CompileOptions {
            scatter_out_of_bounds: if i % 2 == 0 {
                ScatterOutOfBounds::Window
            } else {
                ScatterOutOfBounds::Element
            },
            cancellable: i % 3 == 0,
            profile: i % 3 == 1,
            ..CompileOptions::new(target)
        };
        let text = options.pipeline_text(&["sample"], None).expect("a pipeline");
        assert!(text.starts_with(CpuPipeline::NAME), "{text}");
        let ir = lowered(&text);
        assert!(ir.contains("llvm.func") && !ir.contains("func.func"), "{text}");
        assert!(ir == by_name(&text), "{text}");
        different.insert(ir);
    }
    assert!(different.len() >= 6, "only {} of the pipelines differ", different.len());
}

#[test]
fn strata_opt_runs_the_pipeline_of_each_gpu_by_its_name() {
    for arch in ["sm_80", "sm_90a", "sm_100a"] {
        let options = CompileOptions {
            scatter_out_of_bounds: ScatterOutOfBounds::Window,
            ..CompileOptions::new(Target::host().expect("the host is a target"))
        };
        let simulator = Simulator::new(Some(arch));
        let text = options.pipeline_text(&["sample"], Some(&simulator as &dyn Backend)).expect("a pipeline");
        assert!(text.starts_with(GpuPipeline::NAME), "{text}");
        let ir = lowered(&text);
        assert!(ir.contains("gpu.module") && !ir.contains("gpu.launch "), "{text}");
        assert!(ir == by_name(&text), "{text}");
    }
}

/// Options that do not depend on the processor: those of tests and of tools.
#[test]
fn strata_opt_runs_the_pipeline_of_tests_by_its_name() {
    let usual = || CompileOptions::new(Target::host().expect("the host is a target")).cpu_pipeline(&[]);
    for pipeline in [
        CpuPipeline { tile_all: true, ..usual() },
        CpuPipeline { separate_buffers: true, ..usual() },
        CpuPipeline { separate_buffers: true, cancellable: true, profile: true, ..usual() },
    ] {
        assert!(lowered(&pipeline.text()) == by_name(&pipeline.text()), "{}", pipeline.text());
    }
}

#[test]
fn a_pipeline_may_have_its_anchor_around_it() {
    let plain = "strata-cpu-pipeline{vector-bits=128}";
    assert!(lowered(plain) == lowered(&format!("builtin.module({plain})")));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/programs/softmax.mlir");
    for (target, pipeline) in [("cpu", plain), ("gpusim", "strata-gpu-pipeline{arch=sm_90a}")] {
        for pipeline in [pipeline.to_owned(), format!("builtin.module({pipeline})")] {
            let flags = ["--random-inputs", "1", "--compare", "interpreter", "--target", target];
            let file = file.display().to_string();
            let args = ["strata-run", &file, "--pass-pipeline", &pipeline].into_iter().chain(flags);
            let cli = Cli::try_parse_from(args).expect("arguments");
            let outcome = run(&cli).unwrap_or_else(|why| panic!("{pipeline}: {why}"));
            assert!(outcome.contains("results agree with the interpreter"), "{outcome}");
        }
    }
}

/// With caches as small as these, small products pack what the chunks of a parallel loop share.
#[test]
fn operands_that_chunks_share_are_packed_once() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/programs/products/shared-panels.mlir");
    let pipeline = "strata-cpu-pipeline{tile-all l1-bytes=4096 l2-bytes=4096}";
    let text = std::fs::read_to_string(&file).expect("the program");
    let ir = lowered_program(&text, pipeline);
    let is_copy = |line: &&str| line.contains("llvm.func") && line.contains("_panels(");
    assert_eq!(ir.lines().filter(is_copy).count(), 3, "{ir}");
    let file = file.display().to_string();
    for threads in ["1", "2"] {
        let flags = ["--random-inputs", "3", "--compare", "interpreter", "--threads", threads];
        let args = ["strata-run", &file, "--pass-pipeline", pipeline].into_iter().chain(flags);
        let cli = Cli::try_parse_from(args).expect("arguments");
        let outcome = run(&cli).unwrap_or_else(|why| panic!("{threads} threads: {why}"));
        assert!(outcome.contains("results agree with the interpreter"), "{outcome}");
    }
}
