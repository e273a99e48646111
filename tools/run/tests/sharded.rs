//! Programs with shardings: on a mesh of one device, shardings are dropped, and computations on parts become computations on the whole; on
//! several, programs, inputs and results are divided.

use std::process::{Command, Output};

use strata_interp::{NpyArray, write_npy};

/// A computation on parts with a sum over all devices, constraints, and shardings of arguments and results.
const PROGRAM: &str = r#"
sdy.mesh @mesh = <["x"=DEVICES, "y"=1]>
func.func @main() -> (tensor<2x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}) {
  %a = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {}], replicated={"y"}> : tensor<2x4xi32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%b: tensor<2x4xi32>) {
    %2 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %s = stablehlo.add %p, %q : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<2x4xi32>) -> tensor<2x4xi32>
    %3 = func.call @twice(%2) : (tensor<2x4xi32>) -> tensor<2x4xi32>
    sdy.return %3 : tensor<2x4xi32>
  } : (tensor<2x4xi32>) -> tensor<2x4xi32>
  %4 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<2x4xi32>
  return %4 : tensor<2x4xi32>
}
func.func private @twice(%a: tensor<2x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<2x4xi32> {
  %0 = stablehlo.add %a, %a : tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}
"#;

fn run(program: &str, target: &str) -> Output {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let file = folder.path().join("p.mlir");
    std::fs::write(&file, program).expect("the folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
    command.arg(file).arg(format!("--target={target}"));
    command.output().expect("strata-run runs")
}

#[test]
fn one_device_has_all() {
    for target in ["interpreter", "cpu", "gpusim"] {
        let out = run(&PROGRAM.replace("DEVICES", "1"), target);
        let (text, errors) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert_eq!(
            text.trim(),
            "dense<[[2, 4, 6, 8], [10, 12, 14, 16]]> : tensor<2x4xi32>",
            "{target}: {errors}"
        );
    }
}

#[test]
fn parts_of_several_devices_are_refused() {
    let out = run(&PROGRAM.replace("DEVICES", "2"), "cpu");
    let errors = String::from_utf8_lossy(&out.stderr);
    let want = "'sdy.manual_computation' op computes on the parts of a mesh of 2 devices, which a program for one device cannot";
    assert!(!out.status.success() && errors.contains(want), "{errors}");
}

/// A program whose result is divided otherwise than its argument.
const DIVIDED: &str = r#"
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<1x4xi32>) {
    %1 = stablehlo.add %b, %b : tensor<1x4xi32>
    sdy.return %1 : tensor<1x4xi32>
  } : (tensor<2x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}
"#;

/// The output and the errors of a run of this program.
fn run_divided(arguments: &[&str]) -> (bool, String, String) {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let (program, input) = (folder.path().join("p.mlir"), folder.path().join("a.npy"));
    let data = (1..=8_i32).flat_map(i32::to_le_bytes).collect();
    let array = NpyArray { dtype: "i4".to_owned(), shape: vec![2, 4], data };
    std::fs::write(&program, DIVIDED).expect("the folder can be written");
    std::fs::write(&input, write_npy(&array)).expect("the folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
    command.arg(program).arg("--input").arg(input).args(arguments);
    let out = command.output().expect("strata-run runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    (out.status.success(), text(&out.stdout), text(&out.stderr))
}

#[test]
fn inputs_are_divided_and_results_put_together() {
    for target in ["interpreter", "cpu", "gpusim"] {
        let (_, text, errors) = run_divided(&["--partitions=2", &format!("--target={target}")]);
        assert_eq!(text, "dense<[[2, 4, 6, 8], [10, 12, 14, 16]]> : tensor<2x4xi32>", "{target}: {errors}");
    }
}

#[test]
fn the_cost_names_collectives() {
    let (_, text, errors) = run_divided(&["--partitions=2", "--cost"]);
    let row = text.lines().find(|line| line.starts_with("stablehlo.all_to_all") && line.ends_with(" 8 B"));
    assert!(row.is_some(), "{text}\n{errors}");
}

/// A convolution of an image whose rows are divided.
const ROWS: &str = r#"
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<1x64x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<3x3x8x8xf32>) -> (tensor<1x64x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}) {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x64x32x8xf32>, tensor<3x3x8x8xf32>) -> tensor<1x64x32x8xf32>
  return %0 : tensor<1x64x32x8xf32>
}
"#;

#[test]
fn devices_get_the_borders_of_their_neighbours() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let file = folder.path().join("p.mlir");
    std::fs::write(&file, ROWS).expect("the folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
    let out = command.arg(file).args(["--partitions=8", "--cost"]).output().expect("strata-run runs");
    let text = String::from_utf8_lossy(&out.stdout);
    let table = text.lines().skip_while(|line| !line.starts_with("collective "));
    let rows: Vec<Vec<&str>> = table.skip(1).map(|line| line.split_whitespace().collect()).collect();
    // A row of 32 pixels of 8 floats from each side.
    assert_eq!(rows[0], ["stablehlo.collective_permute", "2", "2", "2048", "B"], "{text}");
    assert_eq!(rows[1][..2], ["in", "all"], "{text}");
}

#[test]
fn the_number_of_devices_is_that_of_the_mesh() {
    let (ok, _, errors) = run_divided(&["--partitions=4"]);
    let want = "the program has a mesh of 2 devices, but runs on 4 partitions";
    assert!(!ok && errors.contains(want), "{errors}");
}
