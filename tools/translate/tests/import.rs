//! `--import-llvm` beside `mlir-translate`, where that is installed; back to LLVM IR; and on damaged modules.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

fn inputs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/tools/translate/Inputs/import")
}

fn translate(arguments: &[&str]) -> Output {
    let out = Command::new(env!("CARGO_BIN_EXE_strata-translate")).args(arguments).output();
    out.expect("strata-translate runs")
}

/// The standard output of a run that succeeds.
fn good(arguments: &[&str]) -> String {
    let out = translate(arguments);
    assert!(out.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// A tool of LLVM 22.
fn tool(name: &str) -> Option<PathBuf> {
    let places = [format!("/usr/lib/llvm-22/bin/{name}"), format!("/usr/bin/{name}-22")].map(PathBuf::from);
    places.into_iter().find(|path| path.exists())
}

/// The output of a tool for its standard input.
fn piped(tool: &Path, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let mut child = Command::new(tool)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{}: {e}", tool.display()));
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let out = child.wait_with_output().expect("the tool ends");
    writer.join().expect("no panic").expect("the tool reads its input");
    assert!(out.status.success(), "{}: {arguments:?}", tool.display());
    out.stdout
}

/// The text without the layout of data, which upstream writes as entries of `dlti`.
fn without_layout(text: &str) -> String {
    let mut lines = text.lines().map(str::to_owned).collect::<Vec<_>>();
    for line in lines.iter_mut().filter(|line| line.starts_with("module attributes")) {
        *line = line.split_once("llvm.module_asm").map_or("module".to_owned(), |parts| parts.1.to_owned());
        if let Some((before, layout)) = line.clone().split_once("llvm.data_layout = \"") {
            let after = layout.split_once('"').map_or("", |parts| parts.1).trim_start_matches(", ");
            *line = format!("{before}{after}");
        }
        *line = line.replace(", }", "}").replace(", {", " {");
    }
    lines.join("\n")
}

/// Compares the import of a file with upstream's, both as `mlir-opt` prints them.
fn compare(file: &Path) {
    let (Some(upstream), Some(printer)) = (tool("mlir-translate"), tool("mlir-opt")) else {
        eprintln!("mlir-translate and mlir-opt of LLVM 22 are not installed");
        return;
    };
    let name = file.display().to_string();
    let theirs =
        Command::new(&upstream).args(["--import-llvm", &name]).output().expect("mlir-translate runs");
    assert!(theirs.status.success(), "{name}: {}", String::from_utf8_lossy(&theirs.stderr));
    let print = |text: &[u8]| without_layout(&String::from_utf8_lossy(&piped(&printer, &[], text)));
    let ours = good(&["--import-llvm", &name]);
    let (ours, theirs) = (print(ours.as_bytes()), print(&theirs.stdout));
    if let Some((line, (a, b))) = ours.lines().zip(theirs.lines()).enumerate().find(|(_, (a, b))| a != b) {
        panic!("{name}, line {}:\n  ours: {a}\nthese: {b}", line + 1);
    }
    assert_eq!(ours.lines().count(), theirs.lines().count(), "{name}");
}

#[test]
fn modules_are_what_upstream_makes_of_them() {
    for name in ["plain.ll", "constants_and_intrinsics.ll", "instructions.ll"] {
        compare(&inputs().join(name));
    }
}

#[test]
fn compiled_programs_are_what_upstream_makes_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/programs");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(programs).expect("programs").flatten().map(|f| f.path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "mlir"));
    files.sort();
    let mut compared = 0;
    for file in files.iter().step_by(files.len() / 8 + 1) {
        let to = folder.path().join("program.ll").display().to_string();
        let arguments = ["--mlir-to-llvmir", "--mcpu=x86-64-v3", "--mtriple=x86_64-linux-gnu", "-o", &to];
        let out = translate(&[&[&*file.display().to_string()], &arguments[..]].concat());
        if out.status.success() {
            compare(Path::new(&to));
            compared += 1;
        }
    }
    assert!(compared >= 4, "{compared} programs were compiled");
}

#[test]
fn modules_are_the_same_after_the_way_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for name in ["plain.ll", "constants_and_intrinsics.ll"] {
        let first = good(&["--import-llvm", &inputs().join(name).display().to_string()]);
        std::fs::write(path("first.mlir"), &first).expect("the folder can be written");
        let back = good(&["--mlir-to-llvmir", &path("first.mlir")]);
        std::fs::write(path("back.ll"), back).expect("the folder can be written");
        let second = good(&["--import-llvm", &path("back.ll")]);
        // The exporter names its source file and its version of debug information.
        let facts = |text: &str| {
            let rest = text
                .lines()
                .filter(|line| !line.contains("llvm.module_flags") && !line.starts_with("module"));
            // Constructors become a variable that comes last.
            let mut lines = rest.map(str::to_owned).collect::<Vec<_>>();
            lines.sort();
            lines
        };
        let (first, second) = (facts(&first), facts(&second));
        if let Some((a, b)) = first.iter().zip(&second).find(|(a, b)| a != b) {
            panic!("{name}:\n first: {a}\nsecond: {b}");
        }
        assert_eq!(first.len(), second.len(), "{name}");
    }
}

#[test]
fn bitcode_is_read_and_damaged_modules_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("module.bin").display().to_string();
    let source = inputs().join("plain.ll");
    let text = std::fs::read(&source).expect("an input");
    let expected = good(&["--import-llvm", &source.display().to_string()]);
    let check = |bytes: &[u8], what: &str| {
        std::fs::write(&path, bytes).expect("the folder can be written");
        let out = translate(&["--import-llvm", &path]);
        let message = String::from_utf8_lossy(&out.stderr);
        let is_error =
            out.status.code() == Some(1) && message.starts_with(&path) && message.contains(": error: ");
        assert!(out.status.success() || is_error, "{what}: {:?} {message}", out.status);
    };
    // Bytes of the text that are other ones, by a linear congruential generator.
    let mut state = 7_u64;
    let mut next = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    for i in 0..24 {
        let mut bytes = text.clone();
        for _ in 0..1 + i % 3 {
            let at = next(bytes.len());
            bytes[at] = next(256) as u8;
        }
        check(&bytes, &format!("text {i}"));
    }
    check(b"", "nothing");
    check(b"BC\xc0\xde", "a header");
    let Some(assembler) = tool("llvm-as") else { return };
    let bitcode = piped(&assembler, &["-o", "-"], &text);
    std::fs::write(&path, &bitcode).expect("the folder can be written");
    assert_eq!(good(&["--import-llvm", &path]), expected);
    for i in 0..16 {
        check(&bitcode[..next(bitcode.len())], &format!("the start of bitcode {i}"));
    }
}
