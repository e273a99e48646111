//! The tool on files, with scripts and commands.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use strata_reduce::main_with;

const PROGRAM: &str = "
func.func private @other(f32) -> f32
func.func @main(%a: tensor<64x128xf32>, %b: tensor<64x128xf32>, %c: i1) -> (tensor<64x128xf32>, f32) {
  %0 = stablehlo.add %a, %b : tensor<64x128xf32>
  %1 = stablehlo.multiply %0, %b {mine = 5 : i32} : tensor<64x128xf32>
  %2 = stablehlo.sine %1 : tensor<64x128xf32>
  %3 = stablehlo.subtract %2, %0 : tensor<64x128xf32>
  %f = arith.constant 1.0 : f32
  %4 = scf.if %c -> (f32) {
    %5 = func.call @other(%f) : (f32) -> f32
    scf.yield %5 : f32
  } else {
    %6 = arith.addf %f, %f : f32
    scf.yield %6 : f32
  }
  return %3, %4 : tensor<64x128xf32>, f32
}
func.func @unused() {
  return
}
";

/// A folder with a file and an executable script.
fn folder(program: &str, script: &str) -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, test) = (folder.path().join("in.mlir"), folder.path().join("test.sh"));
    fs::write(&file, program).expect("the program");
    fs::write(&test, format!("#!/bin/sh\n{script}\n")).expect("the script");
    fs::set_permissions(&test, fs::Permissions::from_mode(0o755)).expect("permissions");
    (folder, file, test)
}

/// Standard output, standard error and exit code.
fn reduce(args: &[&str]) -> (String, String, u8) {
    let output = main_with(args.iter().map(Into::into).collect());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.code)
}

fn words(path: &Path) -> &str {
    path.to_str().expect("a path of characters")
}

#[test]
fn a_script_decides() {
    let (_folder, file, test) = folder(PROGRAM, "! grep -q \"$1\" \"$2\"");
    for jobs in ["1", "3"] {
        let args = [words(&file), "--test", words(&test), "--test-arg", "stablehlo.sine", "--jobs", jobs];
        let (text, report, code) = reduce(&args);
        assert_eq!(code, 0, "{report}");
        let expected = "module {\n  func.func @main(%arg0: tensor<1x1xf32>) {\n    %0 = stablehlo.sine %arg0 : tensor<1x1xf32>\n    \
                        return\n  }\n}\n";
        assert_eq!(text.trim_end(), expected.trim_end(), "{jobs} at once");
        assert!(report.contains(" ops to "), "{report}");
    }
}

#[test]
fn what_has_to_stay_stays() {
    let (_folder, file, test) = folder(PROGRAM, "! grep -q stablehlo.sine \"$1\"");
    let args = [words(&file), "--test", words(&test), "--keep=unused", "--without=sizes"];
    let (text, report, code) = reduce(&args);
    assert_eq!(code, 0, "{report}");
    assert!(
        text.contains("@unused") && text.contains("tensor<64x128xf32>") && !text.contains("scf.if"),
        "{text}"
    );
    let (_, why, code) = reduce(&[words(&file), "--test", words(&test), "--without=everything"]);
    assert!(code == 1 && why.contains("no edit 'everything'; there are symbols, bodies"), "{why}");
}

#[test]
fn a_command_fails_the_same_way() {
    let (folder, file, _) = folder(PROGRAM, "");
    let tool = folder.path().join("tool.sh");
    let script = "#!/bin/sh\ngrep -q scf.if \"$1\" || { echo \"$1:1:1: error: no branch\" >&2; exit 1; }\n\
                  grep -q func.call \"$1\" && { echo \"$1:7:1: error: a call in a branch\" >&2; exit 1; }\nexit 0\n";
    fs::write(&tool, script).expect("the tool");
    let command = format!("sh {} {{}}", words(&tool));
    let (text, report, code) = reduce(&[words(&file), "--fails", &command]);
    assert_eq!(code, 0, "{report}");
    assert!(text.contains("scf.if") && text.contains("func.call") && !text.contains("stablehlo"), "{text}");
}

#[test]
fn pipelines_are_reduced() {
    let program = "module {\n  func.func @f(%a: i32) -> i32 {\n    %0 = arith.addi %a, %a : i32\n    return %0 : i32\n  }\n}\n\n\
                   {-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: \
                   \"builtin.module(canonicalize{max-iterations=3},func.func(cse,fails),symbol-dce)\",\n      \
                   disable_threading: false,\n      verify_each: true\n    }\n  }\n#-}\n";
    let (folder, file, test) = folder(program, "");
    fs::write(&test, "#!/bin/sh\nif grep -q 'pipeline.*fails' \"$1\" && grep -q arith.addi \"$1\"; then exit 1; fi\nexit 0\n")
        .expect("the script");
    let output = folder.path().join("out.mlir");
    let (text, report, code) = reduce(&[words(&file), "--test", words(&test), "-o", words(&output)]);
    assert_eq!((code, text.as_str()), (0, ""), "{report}");
    let reduced = fs::read_to_string(&output).expect("the output");
    assert!(reduced.contains("pipeline: \"builtin.module(func.func(fails))\""), "{reduced}");
    assert!(reduced.contains("arith.addi"), "{reduced}");
}

#[test]
fn errors_are_told() {
    let (_folder, file, test) = folder(PROGRAM, "exit 0");
    let (_, why, code) = reduce(&[words(&file), "--test", words(&test)]);
    assert!(code == 1 && why.contains("is not interesting") && why.contains("status 0"), "{why}");
    let (_, why, code) = reduce(&[words(&file)]);
    assert!(code == 1 && why.contains("--test or --fails is needed"), "{why}");
    let (_, why, code) = reduce(&[words(&file), "--test", "/no/such/script"]);
    assert!(code == 1 && why.contains("cannot run '/no/such/script'"), "{why}");
    let (_, why, code) = reduce(&[words(&file), "--fails", "false"]);
    assert!(code == 1 && why.contains("has no {}"), "{why}");
    let (_, why, code) = reduce(&["/no/such/file.mlir", "--fails", "false {}"]);
    assert!(code == 1 && why.contains("/no/such/file.mlir"), "{why}");
    let (_, why, code) = reduce(&[words(&file), "--test", words(&test), "--fails", "false {}"]);
    assert!(code == 2 && why.contains("cannot be used with"), "{why}");
    fs::write(&file, "func.func @f( {").expect("the program");
    let (_, why, code) = reduce(&[words(&file), "--test", words(&test)]);
    assert!(code == 1 && why.contains("in.mlir:1:"), "{why}");
}

#[test]
fn candidates_that_do_not_end_are_ended() {
    let (_folder, file, test) = folder(PROGRAM, "grep -q stablehlo.sine \"$1\" || sleep 60\nexit 1");
    let args = [words(&file), "--test", words(&test), "--test-timeout=1", "--time-limit=8"];
    let started = std::time::Instant::now();
    let (text, report, code) = reduce(&args);
    assert_eq!(code, 0, "{report}");
    assert!(text.contains("stablehlo.sine"), "{text}");
    assert!(started.elapsed().as_secs() < 40, "{report}");
}
