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

fn translate() -> Command {
    Command::new(env!("CARGO_BIN_EXE_strata-translate"))
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

/// A module whose functions have the names of those of other modules, and which is large enough to be compiled in parts.
fn large() -> String {
    let mut text = "func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {\n".to_owned();
    let mut functions = String::new();
    for k in 0..60 {
        let last = if k == 0 { "x".to_owned() } else { format!("y{}", k - 1) };
        text += &format!("  %y{k} = func.call @work{k}(%{last}) : (tensor<64xf32>) -> tensor<64xf32>\n");
        functions += &format!(
            "func.func private @work{k}(%x: tensor<64xf32>) -> tensor<64xf32> attributes {{no_inline}} {{
               %c = stablehlo.constant dense<{k}.5> : tensor<64xf32>
               %q = stablehlo.abs %x : tensor<64xf32>
               %p = stablehlo.add %q, %c : tensor<64xf32>
               %0 = \"stablehlo.sort\"(%p) <{{dimension = 0 : i64}}> ({{
               ^bb0(%a: tensor<f32>, %b: tensor<f32>):
                 %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
                 stablehlo.return %less : tensor<i1>
               }}) : (tensor<64xf32>) -> tensor<64xf32>
               %1 = stablehlo.sine %0 : tensor<64xf32>
               %2 = stablehlo.power %1, %p : tensor<64xf32>
               return %2 : tensor<64xf32>
             }}\n"
        );
    }
    text + "  return %y59 : tensor<64xf32>\n}\n" + &functions
}

/// The names of all global symbols of an object that begin neither with its prefix nor with that of the runtime's functions, unless it
/// imports them.
fn strange_symbols(object: &Path, prefix: &str) -> Vec<String> {
    let nm = "/usr/lib/llvm-22/bin/llvm-nm";
    let listed =
        run(Command::new(nm).args(["--extern-only", "--defined-only", "--format=just-symbols"]).arg(object));
    let own = |name: &str| name.starts_with(prefix) || name.starts_with("strata_rt_");
    listed.lines().filter(|name| !own(name)).map(str::to_owned).collect()
}

#[test]
fn every_global_symbol_has_the_prefix() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("large.mlir");
    std::fs::write(&source, large()).expect("the program is written");
    let object = folder.path().join("large.o");
    run(translate().args(["--mlir-to-obj", "--c-prefix=enc", "-O0", "-o"]).args([&object, &source]));
    assert_eq!(strange_symbols(&object, "enc_"), Vec::<String>::new());
    let parts = strange_symbols(&object, "enc_main_");
    assert!(parts.iter().any(|name| name.starts_with("enc_main.")), "it is one part: {parts:?}");
}

#[test]
fn prefixes_are_identifiers_of_c() {
    for (prefix, good) in
        [("enc", true), ("_e1", true), ("1x", false), ("a-b", false), ("", false), ("_E", false)]
    {
        let source = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }";
        let args = ["--mlir-to-asm".to_owned(), format!("--c-prefix={prefix}")];
        let out = strata_translate::run(&args, source.as_bytes(), Path::new(""));
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        assert_eq!(out.code == 0 && text.contains(&format!("{prefix}_main:")), good, "{prefix}: {text}");
    }
    let args = ["--interpret", "--c-prefix=x"].map(str::to_owned);
    assert_eq!(strata_translate::run(&args, b"", Path::new("")).code, 2);
    let args = ["--mlir-to-asm", "--c-prefix=x"].map(str::to_owned);
    let lowered = strata_translate::run(&args, b"llvm.func @f() { llvm.return }", Path::new(""));
    assert!(String::from_utf8_lossy(&lowered.stderr).contains("no C entry for --c-prefix"), "{lowered:?}");
}

/// The same module twice, under two prefixes, as objects in one program.
#[test]
fn two_objects_work_in_one_program() {
    let library = Path::new(env!("CARGO_BIN_EXE_strata-translate")).with_file_name("libstrata_runtime_cpu.a");
    if Command::new("cc").arg("--version").output().is_err() || !library.is_file() {
        eprintln!("skipped: there is no C compiler, or no {}", library.display());
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let mut objects = Vec::new();
    for (prefix, text) in [("first", FIRST), ("second", SECOND)] {
        // The names of the modules are the same.
        let text = text.replace(&format!("module @{prefix}"), "module @model");
        let source = folder.join(format!("{prefix}.mlir"));
        std::fs::write(&source, text).expect("the program is written");
        let object = folder.join(format!("{prefix}.o"));
        let header = format!("--header={}", folder.join(format!("{prefix}.h")).display());
        run(translate()
            .args(["--mlir-to-obj", &format!("--c-prefix={prefix}"), &header, "-o"])
            .args([&object, &source]));
        assert_eq!(strange_symbols(&object, &format!("{prefix}_")), Vec::<String>::new());
        objects.push(object);
    }
    let program = folder.join("two");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/two.c");
    run(Command::new("cc")
        .args(["-O1", "-Wall", "-Werror", "-I"])
        .args([folder, Path::new("-o"), &program, &source])
        .args(objects)
        .arg(&library)
        .args(["-lm", "-lpthread", "-ldl", "-lgcc_s"]));
    assert_eq!(run(&mut Command::new(&program)), "both programs are right\n");
}

#[test]
fn names_are_part_of_the_c_interface() {
    if Command::new("cc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no C compiler");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let text = r#"func.func @main(%x: tensor<2xf32> {jax.arg_info = "params['größe'] */"}, %y: tensor<2xf32>, %z: tensor<?xf32> loc("z"))
        -> (tensor<2xf32> {jax.result_info = "result[0]"}, tensor<?xf32>) {
      %0 = stablehlo.add %x, %y : tensor<2xf32>
      return %0, %z : tensor<2xf32>, tensor<?xf32>
    }"#;
    let fixed = text.replace('?', "4");
    for (name, text) in [("open", text), ("fixed", &fixed)] {
        let library = library(folder, name, text);
        let caller = folder.join("caller.c");
        let code = format!(
            "#include \"{name}.h\"
#include <stdio.h>
int main(void) {{
  for (int i = -1; i <= {name}_main_num_inputs(); i++) {{
    const char *text = {name}_main_input_name(i);
    printf(\"%s\\n\", text ? text : \"-\");
  }}
  for (int i = 0; i < 3; i++) {{
    const char *text = {name}_main_output_name(i);
    printf(\"%s\\n\", text ? text : \"-\");
  }}
  return 0;
}}"
        );
        std::fs::write(&caller, code).expect("the caller is written");
        let program = folder.join("caller");
        run(Command::new("cc")
            .args(["-Wall", "-Werror", "-I"])
            .arg(folder)
            .arg("-o")
            .args([&program, &caller, &library]));
        let printed = run(Command::new(&program).env("LD_LIBRARY_PATH", folder));
        assert_eq!(printed, "-\nparams['größe'] */\n-\nz\n-\nresult[0]\n-\n-\n", "{name}");
    }
}

/// A copy with the runtime makes libraries in a folder where nothing else is.
#[test]
fn the_tool_alone_makes_a_library() {
    let beside = Path::new(env!("CARGO_BIN_EXE_strata-translate")).with_file_name("libstrata_runtime_cpu.a");
    if !beside.is_file() {
        eprintln!("skipped: there is no {}", beside.display());
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tool = folder.path().join("strata-translate");
    run(translate().env_remove("STRATA_RUNTIME_LIBRARY").args(["--embed-runtime", "-o"]).arg(&tool));
    let alone = || {
        let mut command = Command::new(&tool);
        command.current_dir(folder.path()).env_remove("STRATA_RUNTIME_LIBRARY");
        command
    };
    std::fs::write(folder.path().join("first.mlir"), FIRST).expect("the program is written");
    run(alone().args(["--mlir-to-shared", "first.mlir", "-o", "libfirst.so"]));
    let nm = "/usr/lib/llvm-22/bin/llvm-nm";
    let listed = run(Command::new(nm)
        .args(["--undefined-only", "--dynamic", "--format=just-symbols"])
        .arg(folder.path().join("libfirst.so")));
    assert!(!listed.contains("strata_rt_"), "{listed}");
    // A copy of the copy has the library once.
    let again = folder.path().join("again");
    run(alone().args(["--embed-runtime", "-o"]).arg(&again));
    let size = |path: &Path| std::fs::metadata(path).map(|m| m.len()).expect("a file");
    assert_eq!(size(&again), size(&tool));
}
