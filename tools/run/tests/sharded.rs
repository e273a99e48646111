//! Programs with shardings: on one device, and divided among several.

use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = r#"sdy.mesh @mesh = <["x"=DEVICES]>
func.func @main(%a: tensor<2x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<PARTx4xi32>) {
    %1 = stablehlo.add %b, %b : tensor<PARTx4xi32>
    sdy.return %1 : tensor<PARTx4xi32>
  } : (tensor<2x4xi32>) -> tensor<2x4xi32>
  return %0 : tensor<2x4xi32>
}
"#;
const RESULT: &str = "dense<[[2, 4, 6, 8], [10, 12, 14, 16]]> : tensor<2x4xi32>";

fn run(devices: i64, arguments: &[&str]) -> Output {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sharded-{devices}-{}", arguments.concat()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("program.mlir");
    let text = PROGRAM.replace("DEVICES", &devices.to_string()).replace("PART", &(2 / devices).to_string());
    std::fs::write(&file, text).expect("a program is written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-run"));
    command.arg(file).arg("--input=dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>").args(arguments);
    command.output().expect("strata-run runs")
}

fn shown(out: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    (text(&out.stdout), text(&out.stderr))
}

#[test]
fn one_device_has_all() {
    for target in ["interpreter", "cpu", "gpusim"] {
        let (text, errors) = shown(&run(1, &[&format!("--target={target}")]));
        assert_eq!(text, RESULT, "{target}: {errors}");
    }
}

#[test]
fn inputs_are_divided_and_results_put_together() {
    for target in ["interpreter", "cpu"] {
        let (text, errors) = shown(&run(2, &["--partitions=2", &format!("--target={target}")]));
        assert_eq!(text, RESULT, "{target}: {errors}");
    }
}

#[test]
fn the_cost_names_collectives() {
    let (text, errors) = shown(&run(2, &["--partitions=2", "--cost"]));
    let row = text.lines().find(|line| line.starts_with("stablehlo.all_to_all") && line.ends_with("8 B"));
    assert!(row.is_some(), "{text}\n{errors}");
}

#[test]
fn parts_of_several_devices_are_refused_on_one() {
    let out = run(2, &["--target=cpu"]);
    let errors = shown(&out).1;
    let want = "'sdy.manual_computation' op computes on the parts of a mesh of 2 devices, which a program for one device cannot";
    assert!(!out.status.success() && errors.contains(want), "{errors}");
}

#[test]
fn the_number_of_devices_is_that_of_the_mesh() {
    let out = run(2, &["--partitions=4"]);
    let errors = shown(&out).1;
    let want = "the program has a mesh of 2 devices, but runs on 4 partitions";
    assert!(!out.status.success() && errors.contains(want), "{errors}");
}
