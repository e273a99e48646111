//! The memory of compiled programs: allocated once, freed, bounded in loops; and allocation failure is an error.

use std::process::Command;

use strata_codegen_llvm::Target;
use strata_driver::{Codegen, CompileOptions, Executable, program};
use strata_pass::{Pipeline, pipeline::print_pipeline};
use strata_registry::pipelines::CpuPipeline;
use strata_runtime_cpu::MemoryUse;

/// Temporary arrays that are too large for the stack.
const CHAIN: &str = "func.func @main(%a: tensor<300x333xf32>) -> (tensor<300x333xf32>, tensor<333xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.exponential %a : tensor<300x333xf32>
  %s = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0] : (tensor<300x333xf32>, tensor<f32>) -> tensor<333xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<333xf32>) -> tensor<300x333xf32>
  %d = stablehlo.divide %e, %b : tensor<300x333xf32>
  %g = stablehlo.dot_general %d, %e, contracting_dims = [1] x [1] : (tensor<300x333xf32>, tensor<300x333xf32>) -> tensor<300x300xf32>
  %h = stablehlo.dot_general %g, %d, contracting_dims = [1] x [0] : (tensor<300x300xf32>, tensor<300x333xf32>) -> tensor<300x333xf32>
  %t = stablehlo.transpose %h, dims = [1, 0] : (tensor<300x333xf32>) -> tensor<333x300xf32>
  %u = stablehlo.dot_general %t, %d, contracting_dims = [1] x [0] : (tensor<333x300xf32>, tensor<300x333xf32>) -> tensor<333x333xf32>
  %v = stablehlo.dot_general %h, %u, contracting_dims = [1] x [0] : (tensor<300x333xf32>, tensor<333x333xf32>) -> tensor<300x333xf32>
  return %v, %s : tensor<300x333xf32>, tensor<333xf32>
}";

/// A million iterations with arrays allocated in each.
const LOOP: &str = "func.func @main(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n0 = stablehlo.constant dense<0> : tensor<i32>
  %n1 = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<1000000> : tensor<i32>
  %r:2 = stablehlo.while(%i = %n0, %x = %a) : tensor<i32>, tensor<4x4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %z = stablehlo.dot_general %y, %x, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %w = stablehlo.tanh %z : tensor<4x4xf32>
    %j = stablehlo.add %i, %n1 : tensor<i32>
    stablehlo.return %j, %w : tensor<i32>, tensor<4x4xf32>
  }
  return %r#1 : tensor<4x4xf32>
}";

/// A temporary array whose sizes are an argument.
const UNKNOWN: &str = "#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%n: tensor<i64>) -> tensor<i64> {
  %c0 = arith.constant 0 : index
  %i = tensor.extract %n[] : tensor<i64>
  %k = arith.index_cast %i : i64 to index
  %e = tensor.empty(%k, %k) : tensor<?x?xi64>
  %f = linalg.generic {indexing_maps = [#id], iterator_types = [\"parallel\", \"parallel\"]} outs(%e : tensor<?x?xi64>) {
  ^bb0(%old: i64):
    %row = linalg.index 0 : index
    %number = arith.index_cast %row : index to i64
    linalg.yield %number : i64
  } -> tensor<?x?xi64>
  %v = tensor.extract %f[%c0, %c0] : tensor<?x?xi64>
  %r = tensor.from_elements %v : tensor<i64>
  return %r : tensor<i64>
}";

/// The default pipeline with a separate buffer for each temporary array, allocated where it is needed.
fn pipeline_of_single_buffers() -> String {
    let mut passes = CpuPipeline::default().elements();
    let all = passes.len();
    passes.retain(|pass| {
        !["promote-freed-buffers-to-stack", "memref-plan-arena"].contains(&pass.name.as_str())
    });
    assert_eq!(passes.len(), all - 2, "the passes are in the pipeline");
    print_pipeline(&passes)
}

fn compile(text: &str, pipeline: Option<String>) -> Executable {
    let cx = program::context();
    let mut module = program::parse(&cx, "memory.mlir", text).expect("the program is right");
    let options =
        CompileOptions { pipeline, ..CompileOptions::new(Target::host().expect("the host is a target")) };
    // On several threads, the number of chunks that need memory at the same time varies.
    let codegen = Codegen { run_threads: 1, ..Codegen::default() };
    Executable::generate(&mut module, &options, Vec::new(), codegen).expect("the program compiles")
}

fn ones(executable: &Executable) -> Vec<Vec<u8>> {
    executable.signature.inputs.iter().map(|s| 0.01f32.to_le_bytes().repeat(s.len())).collect()
}

/// Runs a program; returns the memory use of its context afterwards.
fn run(executable: &Executable, inputs: &[Vec<u8>]) -> MemoryUse {
    let inputs: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
    executable.run(&inputs).expect("the program runs");
    let [memory] = executable.memory()[..] else { panic!("one call at a time needs one context") };
    memory
}

#[test]
fn the_second_call_asks_for_no_memory() {
    let [planned, single] = [None, Some(pipeline_of_single_buffers())].map(|pipeline| {
        let executable = compile(CHAIN, pipeline);
        let inputs = ones(&executable);
        let first = run(&executable, &inputs);
        assert!(first.requests > 0 && first.peak > 0, "{first:?}");
        assert_eq!((first.live, run(&executable, &inputs)), (0, first));
        first
    });
    // Arrays with disjoint live ranges share their bytes.
    assert!(10 * planned.peak < 9 * single.peak, "{planned:?}, {single:?}");
    assert!(planned.requests < single.requests, "{planned:?}, {single:?}");
}

#[test]
fn a_loop_needs_the_memory_of_an_iteration() {
    for pipeline in [None, Some(pipeline_of_single_buffers())] {
        let single = pipeline.is_some();
        let executable = compile(LOOP, pipeline);
        let memory = run(&executable, &ones(&executable));
        assert_eq!(memory.live, 0, "{memory:?}");
        assert!(memory.requests <= 16 && memory.peak <= 4096 && memory.kept <= 8192, "{memory:?}");
        assert_eq!(memory.requests > 0, single, "{memory:?}");
    }
}

#[test]
fn sizes_that_there_is_no_memory_for_are_errors() {
    let executable = compile(UNKNOWN, None);
    let call = |n: i64| executable.run(&[&n.to_le_bytes()]);
    assert_eq!(call(3), Ok(vec![vec![0; 8]]));
    // The product exceeds 64 bits, 63 bits, or any machine's memory; or the size is negative.
    for n in [1 << 31, 1 << 62, i64::MAX, 3 << 29, 1 << 24, -1, i64::MIN, -(1 << 31)] {
        let why = call(n).expect_err("there is not so much memory");
        assert!(why.text().contains("out of memory"), "{n}: {why}");
    }
    // The call fails, and the program can be run again.
    assert_eq!(call(100), Ok(vec![vec![0; 8]]));
    assert_eq!(executable.memory().iter().map(|m| m.live).sum::<u64>(), 0);
    let text = "func.func @main() -> tensor<1152921504606846976xi8> {
      %r = stablehlo.constant dense<1> : tensor<1152921504606846976xi8>
      return %r : tensor<1152921504606846976xi8>
    }";
    let why = compile(text, None).run(&[]).expect_err("there is not so much memory");
    assert!(why.text().contains("out of memory"), "{why}");
}

#[test]
fn each_refused_allocation_is_an_error() {
    let folder = std::env::temp_dir().join(format!("strata-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is a place for files");
    let file = folder.join("chain.mlir");
    std::fs::write(&file, CHAIN).expect("the program can be written");
    for pipeline in [None, Some(pipeline_of_single_buffers())] {
        let executable = compile(CHAIN, pipeline.clone());
        let peak = run(&executable, &ones(&executable)).peak;
        let limited = |bytes: u64| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
            command
                .arg(&file)
                .args(["--random-inputs", "1"])
                .env("STRATA_MEMORY_LIMIT", bytes.to_string())
                .env("STRATA_NUM_THREADS", "1");
            if let Some(text) = &pipeline {
                command.args(["--mcpu", "x86-64-v3", "--pass-pipeline", text]);
            }
            command.output().expect("the tool starts")
        };
        // The allocation fails at each of the first buffers in turn.
        for bytes in [0, 400_000, peak / 2, peak - 1] {
            let done = limited(bytes);
            let said = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(1), "{bytes} of {peak}: {said}");
            assert!(said.contains("out of memory"), "{said}");
        }
        assert_eq!(limited(peak).status.code(), Some(0));
    }
    std::fs::remove_dir_all(&folder).expect("the files can go");
}

/// Programs that call routines with work memory, as templates over the type.
const ROUTINES: [(&str, &str); 5] = [
    (
        "sort",
        "func.func @main(%a: tensor<100000xf32>) -> (tensor<100000xf32>, tensor<100000xi32>) {
          %i = stablehlo.iota dim = 0 : tensor<100000xi32>
          %r:2 = \"stablehlo.sort\"(%a, %i) <{dimension = 0 : i64, is_stable = true}> ({
          ^bb0(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
            %c = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          }) : (tensor<100000xf32>, tensor<100000xi32>) -> (tensor<100000xf32>, tensor<100000xi32>)
          return %r#0, %r#1 : tensor<100000xf32>, tensor<100000xi32>
        }",
    ),
    (
        "transform",
        "func.func @main(%a: tensor<100003xf32>) -> tensor<50002xcomplex<f32>> {
          %r = stablehlo.fft %a, type = RFFT, length = [100003] : (tensor<100003xf32>) -> tensor<50002xcomplex<f32>>
          return %r : tensor<50002xcomplex<f32>>
        }",
    ),
    (
        "qr",
        "func.func @main(%a: tensor<3x100x90xf32>) -> (tensor<3x100x90xf32>, tensor<3x90xf32>) {
          %r:2 = \"stablehlo.custom_call\"(%a) <{call_target_name = \"lapack_sgeqrf_ffi\"}> : (tensor<3x100x90xf32>) -> (tensor<3x100x90xf32>, tensor<3x90xf32>)
          return %r#0, %r#1 : tensor<3x100x90xf32>, tensor<3x90xf32>
        }",
    ),
    (
        "hessenberg",
        "func.func @main(%a: tensor<30x30xf32>) -> (tensor<30x30xf32>, tensor<29xf32>, tensor<i32>) {
          %r:3 = \"stablehlo.custom_call\"(%a) <{call_target_name = \"lapack_sgehrd_ffi\"}> : (tensor<30x30xf32>) -> (tensor<30x30xf32>, tensor<29xf32>, tensor<i32>)
          return %r#0, %r#1, %r#2 : tensor<30x30xf32>, tensor<29xf32>, tensor<i32>
        }",
    ),
    (
        "cholesky",
        "func.func @main(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
          %r = stablehlo.cholesky %a, lower = true : tensor<64x64xf32>
          return %r : tensor<64x64xf32>
        }",
    ),
];

#[test]
fn what_routines_work_in_counts() {
    let folder = std::env::temp_dir().join(format!("strata-scratch-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is a place for files");
    for (name, text) in ROUTINES {
        let executable = compile(text, None);
        let inputs = ones(&executable);
        let memory = run(&executable, &inputs);
        // They compute in the memory of their results, and need some beside it.
        assert!(memory.live == 0 && memory.peak > 0, "{name}: {memory:?}");
        let file = folder.join(format!("{name}.mlir"));
        std::fs::write(&file, text).expect("the program can be written");
        // A result has to fit, too.
        let enough = memory.peak.max(inputs[0].len() as u64);
        for (bytes, status) in [(enough, 0), (memory.peak - 1, 1), (0, 1)] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
            command.arg(&file).args(["--random-inputs", "1"]);
            command.env("STRATA_MEMORY_LIMIT", bytes.to_string()).env("STRATA_NUM_THREADS", "1");
            let done = command.output().expect("the tool starts");
            let said = String::from_utf8_lossy(&done.stderr);
            assert_eq!(done.status.code(), Some(status), "{name}, {bytes} of {}: {said}", memory.peak);
            assert_eq!(said.contains("out of memory"), status == 1, "{said}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("the files can go");
}

#[test]
fn a_small_stack_is_enough() {
    let executable = compile(CHAIN, None);
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let run = thread.spawn(move || run(&executable, &ones(&executable))).expect("a thread starts");
    assert!(run.join().is_ok());
}

/// Calls nested to a depth that an argument gives.
const NESTED: &str = "func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %0 = func.call @f(%n) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @f(%n: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare GT, %n, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = \"stablehlo.if\"(%p) ({
    %m = stablehlo.subtract %n, %one : tensor<i32>
    %q = func.call @f(%m) : (tensor<i32>) -> tensor<i32>
    %s = stablehlo.add %q, %one : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }, {
    stablehlo.return %z : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}";

#[test]
fn calls_that_nest_too_deeply_are_an_error() {
    let executable = compile(NESTED, None);
    let call = |n: i32| executable.run(&[&n.to_le_bytes()]);
    assert_eq!(call(500), Ok(vec![500i32.to_le_bytes().to_vec()]));
    let why = call(i32::MAX).expect_err("there is not so much stack");
    assert!(why.text().contains("nest too deeply"), "{why}");
    assert_eq!(call(3), Ok(vec![3i32.to_le_bytes().to_vec()]));
}
