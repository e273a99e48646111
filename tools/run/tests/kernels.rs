//! Programs with kernels, run by `strata-run` and by Rust programs: on the simulator of GPUs, and without a driver.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use strata_codegen_llvm::Target;
use strata_driver::{Codegen, CompileOptions, Executable, program, simulator::Simulator};

/// A product, and a loop whose condition is a number on the device, so that the host must read it.
const PROGRAM: &str = "func.func @main(%x: tensor<16x16xf32>, %limit: tensor<f32>) -> (tensor<16x16xf32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2.0> : tensor<16x16xf32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%y = %x, %n = %zero) : tensor<16x16xf32>, tensor<i32> cond {
    %sum = stablehlo.reduce(%y init: %none) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
    %go = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %z = stablehlo.multiply %y, %two : tensor<16x16xf32>
    %m = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %z, %m : tensor<16x16xf32>, tensor<i32>
  }
  %p = stablehlo.dot_general %0#0, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %p, %0#1 : tensor<16x16xf32>, tensor<i32>
}";

fn run(program: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let file: PathBuf = folder.path().join("p.mlir");
    std::fs::write(&file, program).expect("the folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
    command.arg(&file).args(arguments).env("STRATA_CUDA_DRIVER", "/nowhere/libcuda.so.1");
    command.env_remove("STRATA_MEMORY_LIMIT").output().expect("strata-run runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn without_a_driver_cuda_is_an_error() {
    let out = run(PROGRAM, &["--target=cuda", "--random-inputs=1"]);
    assert_eq!(out.status.code(), Some(1));
    assert_eq!(text(&out.stderr), "error: no CUDA driver: /nowhere/libcuda.so.1 was not found\n");
}

/// A driver that runs nothing, so that only the calls to it are tested: code, names, parameters, graphs.
fn driver_without_gpu(folder: &Path) -> PathBuf {
    let driver = folder.join("libcuda.so.1");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/cuda/tests/fake/driver.rs");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command.args(["--edition=2024", "--crate-type=cdylib", "-o"]).arg(&driver).arg(source);
    assert!(command.status().expect("rustc runs").success());
    driver
}

#[test]
fn kernels_go_to_the_driver() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let driver = driver_without_gpu(folder.path());
    let program = "func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %0 = stablehlo.tanh %x : tensor<64x64xf32>
      %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      return %1 : tensor<64x64xf32>
    }";
    let file = folder.path().join("p.mlir");
    std::fs::write(&file, program).expect("the folder can be written");
    let run = |flags: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
        command.arg(&file).args(["--target=cuda", "--random-inputs=1"]).args(flags);
        let out = command.env("STRATA_CUDA_DRIVER", &driver).output().expect("strata-run runs");
        assert!(out.status.success(), "{}", text(&out.stderr));
        text(&out.stdout)
    };
    // The driver reports the properties of an H200, and repeats the calls itself.
    let said = run(&["--benchmark=3", "--json"]);
    assert!(said.contains("\"recorded\":true"), "{said}");
    assert!(run(&["--memory", "--arch=sm_80"]).contains("memory of the device"));
}

/// A cached program is not compiled again, unless the program, the architecture or the assembler changes. The assembler here rejects
/// everything, so that the driver gets PTX, and counts its calls.
#[test]
fn kernels_come_from_the_compile_cache() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a temporary directory");
    let (driver, cache) = (driver_without_gpu(folder.path()), folder.path().join("cache"));
    let (assembler, log, file) =
        (folder.path().join("ptxas"), folder.path().join("log"), folder.path().join("p.mlir"));
    let write_assembler = |more: &str| {
        let script = format!("#!/bin/sh\necho run >> {}\nexit 1{more}\n", log.display());
        std::fs::write(&assembler, script).expect("the folder can be written");
        let all = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&assembler, all).expect("the file is ours");
    };
    write_assembler("");
    let compilations = |op: &str, flags: &[&str]| {
        let program = format!(
            "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {{\n%0 = stablehlo.{op} %x : tensor<8xf32>\nreturn %0 : tensor<8xf32>\n}}"
        );
        std::fs::write(&file, program).expect("the folder can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
        command.arg(&file).args(["--target=cuda", "--random-inputs=1", "--compile-cache-dir"]).arg(&cache);
        command.args(flags).env("STRATA_CUDA_DRIVER", &driver).env("STRATA_PTXAS", &assembler);
        let out = command.output().expect("strata-run runs");
        assert!(out.status.success() && out.stderr.is_empty(), "{}", text(&out.stderr));
        std::fs::read_to_string(&log).map_or(0, |log| log.lines().count())
    };
    assert_eq!(compilations("tanh", &[]), 1);
    assert_eq!(compilations("tanh", &[]), 1);
    assert_eq!(compilations("exponential", &[]), 2);
    assert_eq!(compilations("tanh", &["--arch=sm_80"]), 3);
    write_assembler(" # another one");
    assert_eq!(compilations("tanh", &[]), 4);
    assert_eq!(compilations("tanh", &[]), 4);
    assert_eq!(std::fs::read_dir(&cache).expect("a cache").count(), 4);
}

#[test]
fn flags_that_a_target_does_not_have() {
    for (arguments, why) in [
        (&["--target=cpu", "--counters"][..], "--counters is for --target=gpusim"),
        (&["--target=gpusim", "--profile=p.json"], "--profile is not for --target=gpusim"),
    ] {
        let out = run(PROGRAM, &[arguments, &["--random-inputs=1"]].concat());
        assert_eq!((out.status.code(), text(&out.stderr)), (Some(1), format!("error: {why}\n")));
    }
    let out = run(PROGRAM, &["--target=gpusim", "--arch=pascal"]);
    assert_eq!(out.status.code(), Some(2));
    let out = run(PROGRAM, &["--target=gpusim", "--arch=sm_61", "--random-inputs=1"]);
    assert!(
        out.status.code() == Some(1) && text(&out.stderr).contains("arch must be"),
        "{}",
        text(&out.stderr)
    );
}

#[test]
fn results_counters_and_memory() {
    let flags = ["--target=gpusim", "--random-inputs=1", "--compare=interpreter", "--counters", "--memory"];
    let out = run(PROGRAM, &flags);
    let said = text(&out.stdout);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(said.starts_with("results agree with the interpreter"), "{said}");
    for part in ["kernel kernels::main_kernel", "bank conflicts", "memory of the device"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let out = run(PROGRAM, &["--target=gpusim", "--random-inputs=1", "--benchmark=2", "--json"]);
    let said = text(&out.stdout);
    assert!(said.contains("\"each_us\":") && said.contains("\"peak_device_bytes\":"), "{said}");
}

#[test]
fn kernels_are_dumped() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let place = folder.path().to_string_lossy().into_owned();
    let out = run(PROGRAM, &["--target=gpusim", "--random-inputs=1", "--dump-dir", &place]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    let ptx = std::fs::read_to_string(folder.path().join("kernels.ptx")).expect("PTX is written");
    assert!(ptx.contains(".target sm_90a") && ptx.contains(".entry main_kernel"), "{ptx}");
    assert!(folder.path().join("program.ll").exists());
}

#[test]
fn tensors_of_unknown_sizes() {
    let program = "func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
      %0 = stablehlo.tanh %x : tensor<?x3xf32>
      return %0 : tensor<?x3xf32>
    }";
    let flags = ["--target=gpusim", "--random-inputs=1", "--random-size=50", "--compare=interpreter"];
    let out = run(program, &flags);
    assert!(out.status.success(), "{}{}", text(&out.stdout), text(&out.stderr));
}

#[test]
fn memory_of_the_device_has_the_limit_too() {
    let program = "func.func @main(%x: tensor<1000xf32>) -> tensor<1000xf32> {
      %0 = stablehlo.sine %x : tensor<1000xf32>
      return %0 : tensor<1000xf32>
    }";
    let folder = tempfile::tempdir().expect("a temporary directory");
    let file = folder.path().join("p.mlir");
    std::fs::write(&file, program).expect("the folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
    command.arg(&file).args(["--target=gpusim", "--random-inputs=1"]).env("STRATA_MEMORY_LIMIT", "7999");
    let out = command.output().expect("strata-run runs");
    assert_eq!(out.status.code(), Some(1));
    assert!(
        text(&out.stderr).contains("out of memory: 4000 bytes on the simulated GPU"),
        "{}",
        text(&out.stderr)
    );
}

#[test]
fn rust_programs_keep_arguments_on_the_device() {
    let cx = program::context();
    let mut module = program::parse(&cx, "p.mlir", PROGRAM).unwrap_or_else(|e| panic!("{e}"));
    let target = Target::host().unwrap_or_else(|e| panic!("{e}"));
    let options = CompileOptions::new(target);
    let simulator = Simulator::new(Some("sm_80"));
    let codegen = Codegen { backend: Some(&simulator), ..Codegen::default() };
    let program = Executable::generate(&mut module, &options, Vec::new(), codegen);
    let program = Arc::new(program.unwrap_or_else(|e| panic!("{e}")));
    let x: Vec<u8> = (0..256).flat_map(|i| (if i % 17 == 0 { 1f32 } else { 0.0 }).to_le_bytes()).collect();
    let limit = 100f32.to_le_bytes();
    let mut resident = program.resident(&[&x, &limit], true).unwrap_or_else(|e| panic!("{e}"));
    for _ in 0..3 {
        resident.call().unwrap_or_else(|e| panic!("{e}"));
        let results = resident.results().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(results[1], 7i32.to_le_bytes());
        assert_eq!(results[0][..8], [128f32.to_le_bytes(), 0f32.to_le_bytes()].concat());
    }
    // The simulator has no recordings, so the host queries it each time.
    assert!(!resident.is_recorded());
    drop(resident);
    let used = program.device_memory();
    assert!(used.iter().all(|m| m.live == 0) && used.iter().any(|m| m.peak >= 2048), "{used:?}");
}
