//! Functions of programs may have any names: those of library functions that compiled code calls, those of the runtime, and names that
//! assemblers do not allow. The results of a program do not depend on them, on any target.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use clap::Parser;
use strata_run::{Cli, run};

const NM: &str = "/usr/lib/llvm-22/bin/llvm-nm";

/// Names that are special for assemblers, for LLVM, or for passes that generate names.
const STRANGE: [&str; 25] = [
    " ",
    "a b",
    "a\"b",
    "a\\b",
    "a\0b",
    "a\0c",
    "@",
    "%1",
    ".",
    "größe",
    "llvm.memcpy.p0.p0.i64",
    "llvm.sqrt.f32",
    "llvm.used",
    "_init",
    "_start",
    "user.main",
    "user.free",
    "__message",
    "__runtime_call_0_target",
    "_mlir_ciface_main",
    "main_kernel",
    "main_parallel",
    "main_parallel_chunk",
    "strata_run_main",
    "kernels",
];

/// All names that a program might share with other code.
fn names() -> Vec<String> {
    let mut names: Vec<String> =
        strata_codegen_llvm::library_names().into_iter().map(str::to_owned).collect();
    names.extend(strata_runtime_cpu::symbols().into_iter().map(|s| s.0.to_owned()));
    names.extend(STRANGE.map(str::to_owned));
    names.push("long".repeat(10_000));
    names.sort();
    names.dedup();
    names
}

/// A name as MLIR writes it.
fn quoted(name: &str) -> String {
    let mut out = String::from("@\"");
    for b in name.bytes() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' => out.push(char::from(b)),
            other => _ = write!(out, "\\{other:02X}"),
        }
    }
    out + "\""
}

/// A program with functions of these names, which are called, and whose code calls the C library and the runtime: for copies, fills,
/// sines, remainders, powers, sorts and memory.
fn program(module: &str, visibility: &str, names: &[String]) -> String {
    let mut text = format!("module @{module} {{\n");
    let mut calls = String::new();
    for (k, name) in names.iter().enumerate() {
        let name = quoted(name);
        let _ = writeln!(
            text,
            "func.func {visibility} {name}(%x: tensor<4xf32>) -> tensor<4xf32> attributes {{no_inline}} {{
               %c = stablehlo.constant dense<{k}.0> : tensor<4xf32>
               %0 = stablehlo.add %x, %c : tensor<4xf32>
               return %0 : tensor<4xf32>
             }}"
        );
        let from = if k == 0 { "%x".to_owned() } else { format!("%s{}", k - 1) };
        let _ = writeln!(
            calls,
            "%c{k} = func.call {name}(%x) : (tensor<4xf32>) -> tensor<4xf32>
             %s{k} = stablehlo.add {from}, %c{k} : tensor<4xf32>"
        );
    }
    let last = names.len() - 1;
    let _ = writeln!(
        text,
        "func.func @main(%x: tensor<4xf32>, %y: tensor<40000xf32>) -> (tensor<4xf32>, tensor<40000xf32>, tensor<40000xf32>, tensor<40000xf32>) {{
           {calls}
           %far = stablehlo.constant dense<3.0e6> : tensor<40000xf32>
           %z = stablehlo.multiply %y, %far : tensor<40000xf32>
           %sin = stablehlo.sine %z : tensor<40000xf32>
           %pow = stablehlo.power %sin, %y : tensor<40000xf32>
           %rem = stablehlo.remainder %pow, %far : tensor<40000xf32>
           %0 = \"stablehlo.sort\"(%y) <{{dimension = 0 : i64, is_stable = true}}> ({{
           ^bb0(%p: tensor<f32>, %q: tensor<f32>):
             %less = stablehlo.compare LT, %p, %q, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
             stablehlo.return %less : tensor<i1>
           }}) : (tensor<40000xf32>) -> tensor<40000xf32>
           %r = stablehlo.reverse %0, dims = [0] : tensor<40000xf32>
           %sum = stablehlo.add %r, %rem : tensor<40000xf32>
           %nothing = stablehlo.constant dense<0.0> : tensor<40000xf32>
           return %s{last}, %sum, %nothing, %y : tensor<4xf32>, tensor<40000xf32>, tensor<40000xf32>, tensor<40000xf32>
         }}\n}}"
    );
    text
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }
    fn path(&self) -> &Path {
        self.0.path()
    }
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, text).expect("the program is written");
        path
    }
}

/// Runs a program with `strata-run`, which compares it with the interpreter.
fn compare(path: &Path, options: &[&str]) {
    let mut args = vec!["strata-run".to_owned(), path.display().to_string()];
    args.extend(["--random-inputs", "1", "--compare", "interpreter"].map(str::to_owned));
    args.extend(options.iter().map(|&o| o.to_owned()));
    let cli = Cli::try_parse_from(args).expect("arguments");
    if let Err(why) = run(&cli) {
        panic!("{options:?}: {why}");
    }
}

fn translate(args: &[&str], path: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_strata-translate"));
    command.args(args).arg(path).output().unwrap_or_else(|e| panic!("{command:?} did not start: {e}"))
}

/// The output of a command that succeeds.
fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?} did not start: {e}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}\n{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn functions_of_any_name_compute_what_they_should() {
    let (folder, names) = (Folder::new(), names());
    for visibility in ["private", "public"] {
        let path = folder.write("p.mlir", &program("m", visibility, &names));
        compare(&path, &[]);
    }
}

#[test]
fn kernels_of_functions_of_any_name_compute_what_they_should() {
    let (folder, names) = (Folder::new(), names());
    // The names of the C library and the special names, without the many functions of the runtime, which no kernel calls.
    let names: Vec<String> = names
        .into_iter()
        .filter(|n| !n.starts_with("strata_rt_") || n.ends_with("_launch"))
        .step_by(3)
        .collect();
    for visibility in ["private", "public"] {
        let path = folder.write("p.mlir", &program("m", visibility, &names));
        compare(&path, &["--target", "gpusim", "--rtol", "1e-4", "--atol", "1e-4"]);
        let output = translate(&["--mlir-to-ptx", "--mcpu=sm_80"], &path);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let kernels = text.lines().filter_map(|line| line.split_once(".entry ").map(|(_, rest)| rest));
        let is_word = |name: &str| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        for kernel in kernels {
            assert!(is_word(kernel.trim_end_matches('(')), "{kernel}");
        }
    }
}

/// A shared library of such a program exports only its C interface, its object imports only names that the test above covers, and another
/// program can call it.
#[test]
fn libraries_of_functions_of_any_name_export_their_interface() {
    let (folder, names) = (Folder::new(), names());
    for visibility in ["private", "public"] {
        let path = folder.write("p.mlir", &program("m", visibility, &names));
        let (library, header) = (folder.path().join("libm_.so"), folder.path().join("m.h"));
        let header = format!("--header={}", header.display());
        let output = translate(&["--mlir-to-shared", &header, "-o", &library.display().to_string()], &path);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let list = ["--dynamic", "--defined-only", "--format=just-symbols"];
        let exported = printed(Command::new(NM).args(list).arg(&library));
        let strange: Vec<&str> = exported.lines().filter(|s| !s.starts_with("m_")).collect();
        assert!(strange.is_empty(), "{strange:?}");

        let object = folder.path().join("m.o");
        let output = translate(&["--mlir-to-obj", "-o", &object.display().to_string()], &path);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let list = ["--undefined-only", "--format=just-symbols"];
        let imported = printed(Command::new(NM).args(list).arg(&object));
        let unknown: Vec<&str> = imported.lines().filter(|s| !names.iter().any(|n| n == s)).collect();
        assert!(unknown.is_empty(), "{unknown:?} are imported, but are the names of no function of the test");

        if Command::new("cc").arg("--version").output().is_err() {
            continue;
        }
        let caller = folder.write(
            "caller.c",
            "#include \"m.h\"
#include <stdio.h>
static float y[40000], out[3][40000];
int main(void) {
  float x[4] = {1, 2, 3, 4}, s[4];
  for (int i = 0; i < 40000; i++) y[i] = (float)((i * 37) % 40000) / 40000;
  const void *in[] = {x, y};
  void *results[] = {s, out[0], out[1], out[2]};
  m_context *context = m_context_new(2);
  if (!context || m_main(in, results, context)) return 2;
  for (int i = 0; i < 40000; i++) if (out[1][i] != 0 || out[2][i] != y[i]) return 3;
  m_context_free(context);
  printf(\"%.1f %.1f\\n\", s[0], s[3]);
  return 0;
}
",
        );
        let program = folder.path().join("caller");
        printed(
            Command::new("cc")
                .args(["-O1", "-I"])
                .arg(folder.path())
                .arg("-o")
                .args([&program, &caller, &library]),
        );
        let n = names.len() as f32;
        let sum = |x: f32| x + n * x + n * (n - 1.0) / 2.0;
        let want = format!("{:.1} {:.1}\n", sum(1.0), sum(4.0));
        assert_eq!(printed(Command::new(&program).env("LD_LIBRARY_PATH", folder.path())), want);
    }
}

/// An entry function may have any name that can be passed to `strata-run`.
#[test]
fn entries_may_have_names_of_libraries() {
    let folder = Folder::new();
    for name in ["free", "sinf", "memcpy", "rt_call", "aligned_alloc", "strata_rt_begin", "main_num_inputs"] {
        let text = format!(
            "func.func @{name}(%x: tensor<4xf32>) -> tensor<4xf32> {{ %0 = stablehlo.sine %x : tensor<4xf32> return %0 : tensor<4xf32> }}"
        );
        compare(&folder.write("p.mlir", &text), &["--entry", name]);
    }
}

/// Functions of the C interface are named after the module and the entry, and these may be names of other code.
#[test]
fn an_interface_cannot_have_names_of_libraries() {
    let folder = Folder::new();
    for (module, entry) in [
        ("aligned", "alloc"),
        ("strata_rt", "call"),
        ("strata", "rt_begin"),
        ("pthread", "self"),
        ("posix", "memalign"),
    ] {
        let text = format!(
            "module @{module} {{ func.func @{entry}(%x: tensor<4xf32>) -> tensor<4xf32> {{ return %x : tensor<4xf32> }} }}"
        );
        let path = folder.write("p.mlir", &text);
        let output = translate(&["--mlir-to-obj", "--entry", entry, "-o", "/dev/null"], &path);
        let said = String::from_utf8_lossy(&output.stderr);
        let want = format!(
            "the name '{module}_{entry}' of its C interface belongs to the C library or to the runtime"
        );
        assert!(!output.status.success() && said.contains(&want) && said.contains("p.mlir:1:"), "{said}");
    }
}

/// The runtime itself imports functions of the C library, which no program may replace.
#[test]
fn what_the_runtime_imports_is_nobodys_interface() {
    let folder = Folder::new();
    let library = Path::new(env!("CARGO_BIN_EXE_strata-translate")).with_file_name("libstrata_runtime_cpu.a");
    if !library.is_file() {
        eprintln!("skipped: there is no {}", library.display());
        return;
    }
    let list = ["--undefined-only", "--format=just-symbols"];
    let imported = printed(Command::new(NM).args(list).arg(&library));
    let mut names: Vec<&str> =
        imported.lines().filter(|s| s.contains('_') && !s.contains(['$', '.', ':', ' '])).collect();
    names.sort_unstable();
    names.dedup();
    // The names of Rust's own functions contain a hash.
    names.retain(|name| !name.starts_with("_ZN") && !name.starts_with("_R"));
    assert!(names.contains(&"aligned_alloc"), "{names:?}");
    for name in names {
        for (at, _) in name.match_indices('_').filter(|(at, _)| *at > 0 && at + 1 < name.len()) {
            let (module, entry) = (&name[..at], &name[at + 1..]);
            let text = format!(
                "module @{module} {{ func.func @{entry}(%x: tensor<4xf32>) -> tensor<4xf32> {{ return %x : tensor<4xf32> }} }}"
            );
            let path = folder.write("p.mlir", &text);
            let object = folder.path().join("m.o");
            let args = ["--mlir-to-obj", "--entry", entry, "-o", &object.display().to_string()];
            if !translate(&args, &path).status.success() {
                continue;
            }
            let list = ["--defined-only", "--format=just-symbols"];
            let defined = printed(Command::new(NM).args(list).arg(&object));
            assert!(!defined.lines().any(|symbol| symbol == name), "a program defines {name}");
        }
    }
}

/// A function that is declared and not defined is a located error; a program cannot call functions of the C library by name.
#[test]
fn a_program_cannot_name_functions_of_libraries() {
    let folder = Folder::new();
    for declared in [
        "func.func private @system(tensor<4xf32>) -> tensor<4xf32>",
        "func.func private @strata_rt_free(tensor<4xf32>) -> tensor<4xf32>",
    ] {
        let name = declared.split(['@', '(']).nth(1).expect("a name");
        let text = format!(
            "module @m {{\n{declared}\nfunc.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
               %0 = call @{name}(%x) : (tensor<4xf32>) -> tensor<4xf32>
               return %0 : tensor<4xf32>
             }}\n}}"
        );
        let path = folder.write("p.mlir", &text);
        let output = translate(&["--mlir-to-obj", "-o", "/dev/null"], &path);
        let said = String::from_utf8_lossy(&output.stderr);
        let want = format!("declares '{name}', which the program uses and does not define");
        assert!(!output.status.success() && said.contains(&want) && said.contains("p.mlir:2:"), "{said}");
    }
}

/// Modules of the `llvm` dialect are translated as they are, so they may not define functions that compiled code calls implicitly.
#[test]
fn modules_of_the_llvm_dialect_cannot_define_functions_of_libraries() {
    let folder = Folder::new();
    for name in ["free", "memcpy", "strata_rt_call", "llvm.sqrt.f32", "a\\00b"] {
        let text = format!(
            "module {{\n  llvm.func @\"{name}\"(%x: f32) -> f32 {{\n    llvm.return %x : f32\n  }}\n}}"
        );
        let path = folder.write("p.mlir", &text);
        let output = translate(&["--mlir-to-obj", "-o", "/dev/null"], &path);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {said}");
        assert!(said.contains("'llvm.func' op"), "{name}: {said}");
    }
}
