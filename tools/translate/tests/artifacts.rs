//! Flags of `--serialize` and `--deserialize`: versions, other dialects, locations.

use std::{
    path::Path,
    process::{Command, Output},
};

const PROGRAM: &str = "func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.tanh %a : tensor<f32>
  return %0 : tensor<f32>
}";
/// Ops of other dialects, with values of their own types and with regions.
const MIXED: &str = r#"sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.tanh %a : tensor<4xf32>
  %1 = arith.addf %0, %a : tensor<4xf32>
  %2 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    %3 = stablehlo.abs %b : tensor<2xf32>
    sdy.return %3 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}"#;

fn translate(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-translate"));
    command.current_dir(folder).args(arguments).output().expect("the tool starts")
}

fn good(folder: &Path, arguments: &[&str]) -> String {
    let output = translate(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn bad(folder: &Path, arguments: &[&str]) -> String {
    let output = translate(folder, arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("p.mlir", PROGRAM), ("mixed.mlir", MIXED)] {
        std::fs::write(folder.path().join(name), text).expect("the program is written");
    }
    folder
}

#[test]
fn the_version_of_an_artifact_is_shown() {
    let folder = folder();
    let at = folder.path();
    // Patch versions have the same ops as their minor version.
    for version in ["0.9.0", "1.4.1", "1.9.0", "1.10.0"] {
        good(at, &["--serialize", &format!("--target={version}"), "p.mlir", "-o", "p.bc"]);
        let text = good(at, &["--deserialize", "--print-stablehlo-version", "p.bc"]);
        let first = format!("// Reading portable artifact with StableHLO version: {version}\nmodule {{");
        assert!(text.starts_with(&first), "{text}");
    }
    let text = good(at, &["--deserialize", "--print-stablehlo-version", "p.mlir"]);
    assert!(text.starts_with("// Failed parsing StableHLO version from portable artifact\n"), "{text}");
    let why = bad(at, &["--serialize", "--target=1.x.0", "p.mlir"]);
    assert!(
        why.contains("Invalid target version argument '1.x.0'\nTarget version must be of the form `#.#.#`."),
        "{why}"
    );
}

#[test]
fn other_dialects_are_part_of_artifacts_when_asked_for() {
    let folder = folder();
    let at = folder.path();
    let why = bad(at, &["--serialize", "mixed.mlir"]);
    assert!(
        why.contains("failed to legalize operation 'sdy.mesh' that was explicitly marked illegal"),
        "{why}"
    );
    good(at, &["--serialize", "--allow-other-dialects", "--target=1.17.0", "mixed.mlir", "-o", "mixed.bc"]);
    let again = good(at, &["--deserialize", "mixed.bc"]);
    assert_eq!(again, good(at, &["--deserialize", "mixed.mlir"]));
}

#[test]
fn locations_are_left_out_when_asked_for() {
    let folder = folder();
    let at = folder.path();
    good(at, &["--serialize", "p.mlir", "-o", "with.bc"]);
    good(at, &["--serialize", "--strip-debuginfo", "p.mlir", "-o", "without.bc"]);
    let has_name = |file: &str| {
        let bytes = std::fs::read(at.join(file)).expect("it was just written");
        bytes.windows(6).any(|w| w == b"p.mlir")
    };
    assert!(has_name("with.bc") && !has_name("without.bc"));
    let text = |file: &str| good(at, &["--deserialize", file]);
    assert_eq!(text("with.bc"), text("without.bc"));
}
