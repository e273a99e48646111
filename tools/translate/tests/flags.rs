//! Flags about code generation: the compile cache, threads, CPUs and features.

use std::{
    path::Path,
    process::{Command, Output},
};

const PROGRAM: &str = "module @flags {
  func.func @main(%x: tensor<37xf32>, %y: tensor<37xf32>) -> tensor<37xf32> {
    %0 = stablehlo.multiply %x, %y : tensor<37xf32>
    %1 = stablehlo.add %0, %x : tensor<37xf32>
    return %1 : tensor<37xf32>
  }
}";

/// Runs the tool on the program.
fn translate(folder: &Path, arguments: &[&str], environment: &[(&str, &Path)]) -> Output {
    let source = folder.join("flags.mlir");
    std::fs::write(&source, PROGRAM).expect("the program is written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-translate"));
    command.arg(source).args(arguments).env_remove("STRATA_COMPILE_CACHE_DIR").env_remove("STRATA_CACHE_DIR");
    command.envs(environment.iter().copied());
    command.output().expect("the tool starts")
}

fn good(output: &Output) -> &[u8] {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    &output.stdout
}

fn entries(folder: &Path) -> Vec<std::path::PathBuf> {
    let list = std::fs::read_dir(folder).map(|l| l.map(|e| e.expect("an entry").path()).collect());
    list.unwrap_or_default()
}

#[test]
fn a_pipeline_may_have_its_anchor_around_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let cases = [
        (vec!["--mlir-to-llvmir"], "strata-cpu-pipeline"),
        (vec!["--mlir-to-llvmir"], "strata-cpu-pipeline{vector-bits=128 fma=false}"),
        (vec!["--mlir-to-ptx", "--mcpu=sm_90a"], "strata-gpu-pipeline{arch=sm_90a}"),
    ];
    for (mode, pipeline) in cases {
        let [plain, anchored] = [pipeline.to_owned(), format!("builtin.module({pipeline})")].map(|text| {
            let flag = format!("--pass-pipeline={text}");
            translate(folder, &[&mode[..], &[flag.as_str()]].concat(), &[])
        });
        assert!(!good(&plain).is_empty() && good(&plain) == good(&anchored), "{pipeline}");
    }
}

#[test]
fn compiled_programs_are_found_in_the_cache() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let cache = folder.join("cache");
    let flag = format!("--compile-cache-dir={}", cache.display());
    let plain = translate(folder, &["--mlir-to-obj"], &[]);
    let object = good(&plain);
    let first = translate(folder, &["--mlir-to-obj", &flag], &[]);
    assert!(good(&first) == object && first.stderr.is_empty());
    assert_eq!(entries(&cache).len(), 1);
    // The second run uses the cache entry: it prints the contents of that entry.
    let second = translate(folder, &["--mlir-to-obj", &flag], &[]);
    assert!(good(&second) == object);
    // Other flags make other entries.
    let faster = translate(folder, &["--mlir-to-obj", &flag, "-O1"], &[]);
    good(&faster);
    let assembly = translate(folder, &["--mlir-to-asm", &flag], &[]);
    good(&assembly);
    assert_eq!(entries(&cache).len(), 3);
    // The environment variables have the same meaning as the flag.
    for name in ["STRATA_COMPILE_CACHE_DIR", "STRATA_CACHE_DIR"] {
        let other = folder.join(name);
        good(&translate(folder, &["--mlir-to-obj"], &[(name, &other)]));
        assert_eq!(entries(&other).len(), 1, "{name}");
    }
}

#[test]
fn damaged_entries_are_warnings() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let cache = folder.join("cache");
    let flag = format!("--compile-cache-dir={}", cache.display());
    let first = translate(folder, &["--mlir-to-obj", &flag], &[]);
    let object = good(&first).to_vec();
    let entry = entries(&cache).remove(0);
    let whole = std::fs::read(&entry).expect("the entry");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    for damage in [b"foreign".to_vec(), whole[..whole.len() - 5].to_vec(), flipped] {
        std::fs::write(&entry, damage).expect("the entry is damaged");
        let output = translate(folder, &["--mlir-to-obj", &flag], &[]);
        assert!(good(&output) == object);
        let warning = String::from_utf8_lossy(&output.stderr);
        assert!(warning.starts_with("warning: compile cache: "), "{warning}");
        assert!(std::fs::read(&entry).expect("the entry") == whole, "the entry is whole again");
    }
    // A folder that cannot be created is no error either.
    let output = translate(folder, &["--mlir-to-obj", "--compile-cache-dir=/proc/nowhere"], &[]);
    assert!(good(&output) == object);
    assert!(String::from_utf8_lossy(&output.stderr).contains("the folder cannot be made"));
}

/// Several processes compile the same program with the same folder.
#[test]
fn processes_share_a_cache() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cache = folder.path().join("cache");
    let flag = format!("--compile-cache-dir={}", cache.display());
    let source = folder.path().join("flags.mlir");
    std::fs::write(&source, PROGRAM).expect("the program is written");
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_strata-translate"))
            .args(["--mlir-to-obj", &flag])
            .arg(&source)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the tool starts")
    };
    let all: Vec<_> = (0..4).map(|_| start()).collect();
    let outputs: Vec<Output> = all.into_iter().map(|c| c.wait_with_output().expect("it ends")).collect();
    for output in &outputs {
        assert!(good(output) == good(&outputs[0]) && output.stderr.is_empty());
    }
    assert_eq!(entries(&cache).len(), 1);
}

#[test]
fn threads_come_from_the_environment() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let with = |count: &str| {
        translate(folder.path(), &["--mlir-to-obj"], &[("STRATA_COMPILE_THREADS", Path::new(count))])
    };
    assert!(good(&with("1")) == good(&with("3")));
    let wrong = with("many");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("'many', which is not a number"));
}

#[test]
fn names_of_cpus_and_features_are_listed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = |arguments: &[&str]| {
        let output = translate(folder.path(), arguments, &[]);
        String::from_utf8_lossy(good(&output)).into_owned()
    };
    let here = text(&["--mcpu=help", "--mtriple=x86_64-linux-gnu"]);
    assert!(here.contains("\n  znver4\n") && here.contains("\n  avx512vnni\n"), "{here}");
    let there = text(&["--mattr=help", "--mtriple=aarch64-linux-gnu"]);
    assert!(there.contains("\n  neoverse-v2\n") && there.contains("\n  dotprod\n"), "{there}");
}

#[test]
fn levels_features_and_targets_reach_llvm() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = |arguments: &[&str]| {
        let output = translate(folder.path(), arguments, &[]);
        String::from_utf8_lossy(good(&output)).into_owned()
    };
    let ir =
        text(&["--mlir-to-llvmir", "--mtriple=x86_64-linux-gnu", "--mcpu=haswell", "--mattr=-avx2,-fma"]);
    assert!(
        ir.contains("\"target-cpu\"=\"haswell\"") && ir.contains("\"target-features\"=\"-avx2,-fma\""),
        "{ir}"
    );
    let arm = text(&["--mlir-to-assembly", "--mtriple=aarch64-linux-gnu"]);
    assert!(arm.contains(".4s"), "{arm}");
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        text(&["--mlir-to-asm", level]);
    }
    for (flag, why) in [
        ("--mcpu=nosuchcpu", "is not a known"),
        ("--mattr=+nosuchfeature", "is not a known"),
        ("--mtriple=riscv64-linux-gnu", "no code generator"),
        ("--mtriple=arm64-apple-macos14", "are Mach-O, which is not supported: only ELF is"),
        ("--mtriple=x86_64-pc-windows-msvc", "are COFF, which is not supported: only ELF is"),
    ] {
        let output = translate(folder.path(), &["--mlir-to-asm", flag], &[]);
        assert_eq!(output.status.code(), Some(1), "{flag}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(why), "{flag}");
    }
    let nothing = translate(folder.path(), &[], &[]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("--mlir-to-llvmir"));
}
