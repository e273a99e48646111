//! Shared libraries export their C interface and nothing else, so that any number of them share a process.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// Both call the runtime: one sorts, one factors.
const FIRST: &str = r#"module @first {
  func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
    %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<64xf32>) -> tensor<64xf32>
    return %0 : tensor<64xf32>
  }
}"#;
const SECOND: &str = "module @second {
  func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = stablehlo.cholesky %x, lower = true : tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
}";

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?} did not start: {e}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}\n{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Compiles a program to a library with a header.
fn library(folder: &Path, name: &str, text: &str) -> PathBuf {
    let source = folder.join(format!("{name}.mlir"));
    std::fs::write(&source, text).expect("the program is written");
    let path = folder.join(format!("lib{name}.so"));
    run(Command::new(env!("CARGO_BIN_EXE_strata-translate"))
        .arg("--mlir-to-shared")
        .args([&source, Path::new("-o"), &path])
        .arg(format!("--header={}", folder.join(format!("{name}.h")).display())));
    path
}

#[test]
fn only_the_c_interface_is_exported() {
    let nm = "/usr/lib/llvm-22/bin/llvm-nm";
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [("first", FIRST), ("second", SECOND)] {
        let path = library(folder.path(), name, text);
        let listed =
            run(Command::new(nm).args(["--dynamic", "--defined-only", "--format=just-symbols"]).arg(path));
        let exported: Vec<&str> = listed.lines().collect();
        let strange: Vec<_> = exported.iter().filter(|s| !s.starts_with(&format!("{name}_"))).collect();
        assert!(strange.is_empty(), "{name} exports {strange:?}");
        for suffix in ["main", "main_num_inputs", "context_new", "context_free", "last_error"] {
            assert!(exported.contains(&format!("{name}_{suffix}").as_str()), "{name}_{suffix}: {exported:?}");
        }
    }
}

#[test]
fn two_libraries_work_in_one_process() {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let (first, second) = (library(folder, "first", FIRST), library(folder, "second", SECOND));
    let program = folder.join("two");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/two.c");
    run(Command::new("cc")
        .args(["-O1", "-Wall", "-Werror", "-I"])
        .args([folder, Path::new("-o"), &program, &source, &first, &second])
        .arg("-lm"));
    let printed = run(Command::new(&program).env("LD_LIBRARY_PATH", folder));
    assert_eq!(printed, "both programs are right\n");
}
