//! Code for AArch64: its calls and registers, and, where qemu is installed, its results.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::Command,
};

use strata_driver::{program, signature::signature};
use strata_interp::{Elem, NpyArray, npy::dtype_of, read_npy};

const TRIPLE: &str = "aarch64-linux-gnu";
/// The C library and its companions for AArch64, as Debian installs them beside those of the host.
const SYSROOT: &str = "/usr/aarch64-linux-gnu";
/// Rust's name for the target, which is also the folder that cargo builds the runtime in.
const RUST_TARGET: &str = "aarch64-unknown-linux-gnu";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A program of the manifest.
struct Program {
    name: String,
    folder: PathBuf,
    inputs: usize,
    rtol: f64,
    atol: f64,
}

fn programs() -> Vec<Program> {
    let folder = root().join("test/e2e");
    let manifest = std::fs::read_to_string(folder.join("manifest.tsv")).expect("the manifest is committed");
    let program = |line: &str| {
        let [name, inputs, _, rtol, atol, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("malformed line: {line}")
        };
        let number = |text: &str| text.parse::<f64>().unwrap_or_else(|e| panic!("{line}: {e}"));
        Program {
            name: name.to_owned(),
            folder: folder.join(name),
            inputs: inputs.parse().unwrap_or_else(|e| panic!("{line}: {e}")),
            rtol: number(rtol),
            atol: number(atol),
        }
    };
    manifest.lines().filter(|l| !l.starts_with('#') && !l.starts_with("name")).map(program).collect()
}

/// Runs `strata-translate`.
fn translate(arguments: &[&str]) -> Result<Vec<u8>, String> {
    let arguments: Vec<String> = arguments.iter().map(|&a| a.to_owned()).collect();
    let out = strata_translate::run(&arguments, b"", Path::new(""));
    if out.code == 0 { Ok(out.stdout) } else { Err(String::from_utf8_lossy(&out.stderr).into_owned()) }
}

fn assembly(program: &Program, flags: &[&str]) -> String {
    let file = program.folder.join("program.mlir").display().to_string();
    let mut arguments = vec!["--mlir-to-assembly", &file];
    arguments.extend(flags);
    let text = translate(&arguments).unwrap_or_else(|e| panic!("{}: {e}", program.name));
    String::from_utf8(text).expect("assembly is text")
}

/// The external functions that the code of a program calls.
fn calls(assembly: &str) -> BTreeSet<&str> {
    let defined: BTreeSet<&str> =
        assembly.lines().filter_map(|l| l.strip_suffix(':').or_else(|| l.split(':').next())).collect();
    assembly
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let is_call = matches!(words.next()?, "bl" | "b" | "callq" | "call" | "jmp" | "jmpq");
            let name = words.next()?.trim_end_matches("@PLT");
            let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            (is_call && is_name && !defined.contains(name)).then_some(name)
        })
        .collect()
}

/// An op that is inline code on x86-64 with AVX2 is no call on AArch64 either, and floats are in NEON registers.
#[test]
fn programs_are_neon_code_without_more_calls_than_on_x86() {
    let mut with_vectors = 0;
    for program in programs() {
        let arm = assembly(&program, &["--mtriple", TRIPLE, "--mcpu=neoverse-n1"]);
        let intel = assembly(&program, &["--mtriple=x86_64-linux-gnu", "--mcpu=haswell"]);
        let more: Vec<_> = calls(&arm).difference(&calls(&intel)).map(|&s| s.to_owned()).collect();
        assert!(more.is_empty(), "{} calls {more:?} on AArch64 only", program.name);
        with_vectors += usize::from(arm.contains(".4s") || arm.contains(".2d"));
    }
    assert!(with_vectors >= 35, "NEON in {with_vectors} programs only");
}

#[test]
fn products_use_fused_vector_instructions() {
    let programs = programs();
    let product = programs.iter().find(|p| p.name == "matmul_33x65x129").expect("a product of matrices");
    for cpu in ["generic", "cortex-a76", "neoverse-v2", "apple-m1"] {
        let text = assembly(product, &["--mtriple", TRIPLE, "--mcpu", cpu]);
        assert!(text.contains("fmla\tv"), "{cpu}");
    }
}

/// The programs needed for running, or the reason why one is missing.
fn emulator(scratch: &Path) -> Result<PathBuf, String> {
    let found = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !found("qemu-aarch64") || !found("aarch64-linux-gnu-gcc") || !Path::new(SYSROOT).join("lib").is_dir() {
        return Err(
            "qemu-aarch64 or aarch64-linux-gnu-gcc is missing (cargo xtask setup installs them)".into()
        );
    }
    let run = scratch.join("run");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/aarch64/run.c");
    let built = Command::new("aarch64-linux-gnu-gcc")
        .args(["-O1", "-Wall", "-Werror", "-o"])
        .args([&run, &source])
        .arg("-ldl")
        .output()
        .map_err(|e| e.to_string())?;
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    Ok(run)
}

/// The runtime for AArch64, where Rust's target is installed.
fn runtime() -> Option<PathBuf> {
    const NAME: &str = "libstrata_runtime_cpu.a";
    let tool = Path::new(env!("CARGO_BIN_EXE_strata-translate"));
    let (profile, target) = (tool.parent()?, tool.parent()?.parent()?);
    Some(target.join(RUST_TARGET).join(profile.file_name()?).join(NAME)).filter(|p| p.is_file())
}

/// Compiles a program for AArch64, runs it under qemu, and compares its results with XLA's.
fn check(program: &Program, run: &Path, scratch: &Path) -> Result<(), String> {
    let cx = program::context();
    let file = program.folder.join("program.mlir");
    let text = std::fs::read_to_string(&file).map_err(|e| e.to_string())?;
    let text = text.replacen("module @", "module @p_", 1);
    let source = scratch.join("program.mlir");
    std::fs::write(&source, &text).map_err(|e| e.to_string())?;
    let module = program::parse(&cx, "program.mlir", &text)?;
    let signature = signature(&module, "main").map_err(|d| d.render(&cx))?;
    let (library, header) = (scratch.join("program.so"), scratch.join("program.h"));
    let names = [&source, &library, &header].map(|p| p.display().to_string());
    let header_flag = format!("--header={}", names[2]);
    translate(&["--mlir-to-shared", &names[0], "-o", &names[1], "--mtriple", TRIPLE, &header_flag])?;
    // The header contains the prefix of the functions.
    let header = std::fs::read_to_string(header).map_err(|e| e.to_string())?;
    let prefix = header.split_once("_context_new").and_then(|(before, _)| before.rsplit_once('*'));
    let prefix = prefix.ok_or("the header has no context")?.1;
    let read = |name: String| -> Result<NpyArray, String> {
        let bytes = std::fs::read(program.folder.join(&name)).map_err(|e| format!("{name}: {e}"))?;
        read_npy(&bytes).map_err(|e| format!("{name}: {e}"))
    };
    let mut command = Command::new("qemu-aarch64");
    command.args(["-L", SYSROOT]).arg(run).arg(&library).arg(prefix);
    for (i, spec) in signature.inputs.iter().enumerate().take(program.inputs) {
        let value = read(format!("in_{i}.npy"))?.to_value(&cx, spec.ty)?;
        let path = scratch.join(format!("in_{i}"));
        let data = NpyArray::from_value(&value).ok_or("an argument has no data")?.data;
        std::fs::write(&path, data).map_err(|e| e.to_string())?;
        command.arg(path);
    }
    command.arg("--");
    let outputs: Vec<PathBuf> =
        (0..signature.outputs.len()).map(|i| scratch.join(format!("out_{i}"))).collect();
    for (path, spec) in outputs.iter().zip(&signature.outputs) {
        command.arg(format!("{}:{}", path.display(), spec.bytes()));
    }
    let done = command.output().map_err(|e| e.to_string())?;
    if !done.status.success() {
        return Err(format!("{}: {}", done.status, String::from_utf8_lossy(&done.stderr)));
    }
    for (i, (path, spec)) in outputs.iter().zip(&signature.outputs).enumerate() {
        let elem = Elem::from_type(&cx, cx.elem_or_self(spec.ty)).ok_or("no such element type")?;
        let data = std::fs::read(path).map_err(|e| e.to_string())?;
        let shape: Vec<usize> = spec.shape.iter().map(|&d| d as usize).collect();
        let got = NpyArray { dtype: dtype_of(elem), shape: shape.clone(), data }.to_value(&cx, spec.ty)?;
        let (got, want) = (got.elements().ok_or("no elements")?.clone(), read(format!("out_{i}.npy"))?);
        assert_eq!(want.shape, shape);
        for n in 0..got.len() {
            let (a, b) = (got.at(n), want.get(elem, n).ok_or("the file is short")?);
            let (x, y) = (a.real(), b.real());
            let close =
                x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= program.atol + program.rtol * y.abs();
            if !if elem.is_float() { close } else { a.bits(elem) == b.bits(elem) } {
                return Err(format!("result {i}: element {n} is {x}, XLA gave {y}"));
            }
        }
    }
    Ok(())
}

#[test]
fn programs_match_xla_under_qemu() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let run = match emulator(scratch.path()) {
        Ok(run) => run,
        Err(why) => {
            eprintln!("skipped: {why}");
            return;
        }
    };
    let has_runtime = runtime().is_some();
    let (mut ran, mut without, mut failures) = (0, Vec::new(), Vec::new());
    for program in programs() {
        match check(&program, &run, scratch.path()) {
            Ok(()) => ran += 1,
            Err(e) if e.contains("libstrata_runtime_cpu.a") && !has_runtime => without.push(program.name),
            Err(e) => failures.push(format!("{}: {e}", program.name)),
        }
    }
    if !without.is_empty() {
        eprintln!(
            "skipped {} programs that call the runtime; to run them: cargo build -p strata-runtime-cpu --target {RUST_TARGET}",
            without.len()
        );
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(ran >= if has_runtime { 50 } else { 10 }, "only {ran} programs were run");
}
