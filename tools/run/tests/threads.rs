//! `--simulate-threads`: the time of a program on more threads, and kernels that have too few tasks.

use std::process::Command;

use serde_json::Value;

/// The report of a program.
fn simulated(program: &str) -> Value {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let file = folder.path().join("p.mlir");
    std::fs::write(&file, program).expect("the folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
    command.arg(&file).args(["--random-inputs=1", "--simulate-threads", "--json", "--outputs"]);
    let out = command.arg(folder.path().join("r.npz")).output().expect("strata-run runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let report: Value = serde_json::from_slice(&out.stdout).expect("the output is JSON");
    report["threads"].clone()
}

#[test]
fn work_in_many_tasks_is_simulated_on_up_to_64_threads() {
    let program = "func.func @main(%x: tensor<1024x1000xf32>) -> tensor<1024x1000xf32> {
           %0 = stablehlo.exponential %x : tensor<1024x1000xf32>
           %1 = stablehlo.log_plus_one %0 : tensor<1024x1000xf32>
           %2 = stablehlo.tanh %1 : tensor<1024x1000xf32>
           return %2 : tensor<1024x1000xf32>
         }";
    let report = simulated(program);
    let rows = report["simulated"].as_array().expect("a list of numbers of threads");
    let numbers: Vec<u64> = rows.iter().filter_map(|row| row["threads"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 4, 8, 16, 32, 64]);
    let speedup = rows[1]["speedup"].as_f64().unwrap_or(0.0);
    assert!(speedup > 1.0, "{speedup} times as fast with 2 threads");
}

#[test]
fn a_sequential_program_is_named() {
    let program = "func.func @main(%x: tensor<2000000xf32>) -> (tensor<1000xf32>, tensor<1000xi32>) {
           %0:2 = chlo.top_k(%x, k = 1000) : tensor<2000000xf32> -> (tensor<1000xf32>, tensor<1000xi32>)
           return %0#0, %0#1 : tensor<1000xf32>, tensor<1000xi32>
         }";
    let report = simulated(program);
    let kernel = &report["kernels"][0];
    assert_eq!((kernel["tasks"].as_u64(), kernel["few"].as_bool()), (Some(1), Some(true)), "{kernel}");
    assert!(kernel["part"].as_str().is_some_and(|part| part.contains("top_k")), "{kernel}");
}
