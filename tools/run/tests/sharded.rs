//! Programs with shardings, on a mesh of one device: shardings are dropped, and computations on parts become computations on the whole.

use std::process::{Command, Output};

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
