//! `--mlir-to-cpp`: the text beside `mlir-translate`'s, where that is installed, and programs that a C compiler makes of it.

use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};

use clap::Parser;
use strata_run::Cli;

fn inputs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/tools/translate/Inputs/cpp")
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|e| panic!("{command:?} did not start: {e}"))
}

fn good(command: &mut Command) -> String {
    let out = run(command);
    assert!(out.status.success(), "{command:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn translate() -> Command {
    Command::new(env!("CARGO_BIN_EXE_strata-translate"))
}

/// Runs passes on a file.
fn opt(file: &Path, passes: &[&str]) -> String {
    let mut args = vec![file.display().to_string()];
    args.extend(passes.iter().map(|&pass| pass.to_owned()));
    let (stdout, stderr, code) = strata_opt::run(&args, &[], Path::new(""));
    assert_eq!(code, 0, "{args:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8_lossy(&stdout).into_owned()
}

/// The passes from structured ops on buffers to C.
const TO_C: &[&str] =
    &["--convert-linalg-to-loops", "--convert-math-to-emitc", "--convert-to-emitc", "--form-expressions"];

#[test]
fn the_text_is_that_of_upstream() {
    let places = ["/usr/lib/llvm-22/bin/mlir-translate", "/usr/bin/mlir-translate-22"].map(Path::new);
    let Some(upstream) = places.into_iter().find(|path| path.exists()) else {
        eprintln!("mlir-translate of LLVM 22 is not installed");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let lowered = folder.path().join("lowered.mlir");
    std::fs::write(&lowered, opt(&inputs().join("linalg.mlir"), TO_C)).expect("the program is written");
    let names = ["ops", "statements", "expressions", "functions", "branches", "files"];
    let mut files: Vec<PathBuf> = names.iter().map(|name| inputs().join(format!("{name}.mlir"))).collect();
    files.push(lowered);
    let flags: [&[&str]; 4] = [&[], &["--declare-variables-at-top"], &["--file-id=x"], &["--file-id=none"]];
    let mut compared = 0;
    for file in &files {
        for flags in flags {
            let arguments = || std::iter::once("--mlir-to-cpp").chain(flags.iter().copied());
            let ours = run(translate().args(arguments()).arg(file));
            let theirs = run(Command::new(upstream).args(arguments()).arg(file));
            let name = format!("{} {flags:?}", file.display());
            assert_eq!(ours.status.success(), theirs.status.success(), "{name}");
            if theirs.status.success() {
                let text = |out: &Output| String::from_utf8_lossy(&out.stdout).into_owned();
                assert_eq!(text(&ours), text(&theirs), "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 20, "{compared} texts were compared");
}

#[test]
fn structured_ops_compute_the_same_as_c() {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let source = inputs().join("linalg.mlir");
    let lowered = folder.join("lowered.mlir");
    std::fs::write(&lowered, opt(&source, TO_C)).expect("the program is written");
    let text = good(translate().arg("--mlir-to-cpp").arg(&lowered));
    let headers = ["math.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h"];
    let headers: String = headers.iter().map(|name| format!("#include <{name}>\n")).collect();
    let function = text.replace("double main()", "double program()");
    let main = "int main(void) { printf(\"%e\\n\", program()); return 0; }\n";
    let c = folder.join("program.c");
    std::fs::write(&c, format!("{headers}{function}{main}")).expect("the program is written");
    let program = folder.join("program");
    good(
        Command::new("cc")
            .args(["-std=c11", "-O1", "-Wall", "-Wno-unused-variable", "-Werror", "-o"])
            .arg(&program)
            .arg(&c)
            .arg("-lm"),
    );
    let computed = good(&mut Command::new(&program));
    let args = [source.display().to_string(), "--entry-point-result=f64".to_owned()];
    let cli = Cli::try_parse_from(std::iter::once("strata-run".to_owned()).chain(args));
    let printed = strata_run::run(&cli.expect("the command line is right"));
    assert_eq!(Ok(computed.trim()), printed.as_deref().map(str::trim));
}
