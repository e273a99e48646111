//! Entry functions without tensors: beside `mlir-runner`, where it is installed, and memrefs with NumPy files beside the interpreter.

use std::{path::Path, process::Command};

use strata_interp::{NpyArray, read_npy, write_npy};

/// Functions of the `llvm` dialect.
const LOWERED: &str = r#"
llvm.func @f() -> f32 { %0 = llvm.mlir.constant(4.2e+01 : f32) : f32 llvm.return %0 : f32 }
llvm.func @tiny() -> f32 { %0 = llvm.mlir.constant(-1.0e-30 : f32) : f32 llvm.return %0 : f32 }
llvm.func @inf() -> f32 { %0 = llvm.mlir.constant(0xFF800000 : f32) : f32 llvm.return %0 : f32 }
llvm.func @nan() -> f32 { %0 = llvm.mlir.constant(0x7FC00000 : f32) : f32 llvm.return %0 : f32 }
llvm.func @i() -> i32 { %0 = llvm.mlir.constant(-7 : i32) : i32 llvm.return %0 : i32 }
llvm.func @l() -> i64 { %0 = llvm.mlir.constant(9000000000 : i64) : i64 llvm.return %0 : i64 }
llvm.func @v() { llvm.return }
llvm.func @takes(%a: i32) -> i32 { llvm.return %a : i32 }
llvm.mlir.global internal @counter(3 : i64) : i64
llvm.func internal @next() -> i64 {
  %p = llvm.mlir.addressof @counter : !llvm.ptr
  %0 = llvm.load %p : !llvm.ptr -> i64
  %1 = llvm.add %0, %0 : i64
  llvm.store %1, %p : i64, !llvm.ptr
  llvm.return %1 : i64
}
llvm.func @sum() -> i64 {
  %0 = llvm.call @next() : () -> i64
  %1 = llvm.call @next() : () -> i64
  %2 = llvm.add %0, %1 : i64
  llvm.return %2 : i64
}
"#;

/// A function that prints by a library.
const PRINTS: &str = "
llvm.func @printF32(f32)
llvm.func @printNewline()
llvm.func @main() {
  %0 = llvm.mlir.constant(1.5 : f32) : f32
  llvm.call @printF32(%0) : (f32) -> ()
  llvm.call @printNewline() : () -> ()
  llvm.return
}
";

/// Calls of the library of floats: 1.5 + 2.25 of `f8E4M3FN`, 1.5 of it as `f32`, their order, and a NaN.
const SOFTWARE_FLOATS: &str = "
llvm.func @_mlir_apfloat_add(i32, i64, i64) -> i64
llvm.func @_mlir_apfloat_convert(i32, i32, i64) -> i64
llvm.func @_mlir_apfloat_compare(i32, i64, i64) -> i8
llvm.func @_mlir_apfloat_isnan(i32, i64) -> i1
llvm.func @sum() -> i64 {
  %format = llvm.mlir.constant(10 : i32) : i32
  %a = llvm.mlir.constant(60 : i64) : i64
  %b = llvm.mlir.constant(65 : i64) : i64
  %0 = llvm.call @_mlir_apfloat_add(%format, %a, %b) : (i32, i64, i64) -> i64
  llvm.return %0 : i64
}
llvm.func @converted() -> i64 {
  %from = llvm.mlir.constant(10 : i32) : i32
  %to = llvm.mlir.constant(2 : i32) : i32
  %a = llvm.mlir.constant(60 : i64) : i64
  %0 = llvm.call @_mlir_apfloat_convert(%from, %to, %a) : (i32, i32, i64) -> i64
  llvm.return %0 : i64
}
llvm.func @order() -> i64 {
  %format = llvm.mlir.constant(10 : i32) : i32
  %a = llvm.mlir.constant(60 : i64) : i64
  %b = llvm.mlir.constant(65 : i64) : i64
  %0 = llvm.call @_mlir_apfloat_compare(%format, %b, %a) : (i32, i64, i64) -> i8
  %1 = llvm.zext %0 : i8 to i64
  llvm.return %1 : i64
}
llvm.func @nan() -> i64 {
  %format = llvm.mlir.constant(10 : i32) : i32
  %a = llvm.mlir.constant(127 : i64) : i64
  %0 = llvm.call @_mlir_apfloat_isnan(%format, %a) : (i32, i64) -> i1
  %1 = llvm.zext %0 : i1 to i64
  llvm.return %1 : i64
}
";

const KERNELS: &str = "
func.func @main(%a: memref<4xf32>, %n: index, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<4xf32>
    %y = arith.mulf %x, %s : f32
    memref.store %y, %a[%i] : memref<4xf32>
  }
  %r = memref.load %a[%c1] : memref<4xf32>
  return %r : f32
}
func.func @open(%a: memref<?x2xf32>, %b: memref<?x2xf32>) -> (memref<?x2xf32>, index, i1) {
  %c0 = arith.constant 0 : index
  linalg.add ins(%a, %a : memref<?x2xf32>, memref<?x2xf32>) outs(%b : memref<?x2xf32>)
  %d = memref.dim %a, %c0 : memref<?x2xf32>
  %t = arith.constant true
  return %a, %d, %t : memref<?x2xf32>, index, i1
}
func.func @out(%a: memref<2xf64>, %out: memref<2xf64>) attributes {strata.num_inputs = 1 : i64} {
  linalg.add ins(%a, %a : memref<2xf64>, memref<2xf64>) outs(%out : memref<2xf64>)
  return
}
func.func @branches(%a: memref<2xi32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i32
  cf.cond_br %c, ^write, ^end
^write:
  memref.store %x, %a[%c0] : memref<2xi32>
  cf.br ^end
^end:
  return
}
func.func @both(%a: memref<2xf32>, %t: tensor<2xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %r = memref.load %a[%c0] : memref<2xf32>
  return %r : f32
}
func.func @strided(%a: memref<2xf32, strided<[2]>>) -> f32 {
  %c0 = arith.constant 0 : index
  %r = memref.load %a[%c0] : memref<2xf32, strided<[2]>>
  return %r : f32
}
";

/// The output of a program, and its exit status.
#[derive(Debug, PartialEq)]
struct Seen(String, String, Option<i32>);

fn seen(program: &Path, folder: &Path, arguments: &[&str]) -> Seen {
    let out = Command::new(program).current_dir(folder).args(arguments).output();
    let out = out.unwrap_or_else(|e| panic!("{}: {e}", program.display()));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Seen(text(&out.stdout), text(&out.stderr), out.status.code())
}

fn strata(folder: &Path, arguments: &[&str]) -> Seen {
    seen(Path::new(env!("CARGO_BIN_EXE_strata-run")), folder, arguments)
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("lowered.mlir", LOWERED), ("prints.mlir", PRINTS), ("kernels.mlir", KERNELS)] {
        std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    }
    folder
}

#[test]
fn results_are_printed_as_mlir_runner_prints_them() {
    let folder = folder();
    let runner = ["/usr/lib/llvm-22/bin/mlir-runner", "/usr/bin/mlir-runner-22"].map(Path::new);
    let runner = runner.into_iter().find(|path| path.exists());
    for (entry, result, expected) in [
        ("f", "f32", "4.200000e+01\n"),
        ("tiny", "f32", "-1.000000e-30\n"),
        ("inf", "f32", "-INF\n"),
        ("nan", "f32", "nan\n"),
        ("i", "i32", "-7\n"),
        ("l", "i64", "9000000000\n"),
        ("sum", "i64", "18\n"),
        ("v", "void", ""),
        ("f", "i32", "Error: only single i32 function result supported\n"),
        ("i", "i64", "Error: only single i64 function result supported\n"),
        ("i", "void", "Error: expected void function\n"),
        ("takes", "i32", "Error: JIT can't invoke a main function expecting arguments\n"),
    ] {
        let result = format!("--entry-point-result={result}");
        let arguments = ["lowered.mlir", "-e", entry, &result];
        let ours = strata(folder.path(), &arguments);
        assert_eq!(format!("{}{}", ours.0, ours.1), expected, "{entry} {result}");
        if let Some(runner) = runner {
            assert_eq!(ours, seen(runner, folder.path(), &arguments), "{entry} {result}");
        }
    }
}

#[test]
fn programs_run_the_same_after_a_way_through_llvm_ir() {
    let folder = folder();
    let cx = strata_driver::program::context();
    let module = strata_driver::program::parse(&cx, "lowered.mlir", LOWERED).expect("a module");
    let exit = strata_codegen_llvm::ExitContext::new();
    let built = strata_codegen_llvm::build_module(&exit, &module).expect("a module of MLIR");
    let text = built.translate().expect("LLVM IR").to_text();
    let imported = strata_codegen_llvm::import_llvm(&cx, "lowered.ll", text.as_bytes()).map(|i| i.module);
    let imported = imported.unwrap_or_else(|e| panic!("{e:?}"));
    let options = strata_ir::text::PrintOptions::default();
    let text = strata_ir::text::print_body(&imported, &options);
    std::fs::write(folder.path().join("imported.mlir"), text).expect("the folder can be written");
    for (entry, result) in
        [("f", "f32"), ("tiny", "f32"), ("inf", "f32"), ("i", "i32"), ("l", "i64"), ("sum", "i64")]
    {
        let result = format!("--entry-point-result={result}");
        let [before, after] = ["lowered.mlir", "imported.mlir"]
            .map(|file| strata(folder.path(), &[file, "-e", entry, &result]));
        assert_eq!(before, after, "{entry}");
        assert_eq!(before.2, Some(0), "{entry}: {before:?}");
    }
}

#[test]
fn functions_of_shared_libraries_are_called() {
    let folder = folder();
    let library = "/usr/lib/llvm-22/lib/libmlir_c_runner_utils.so";
    let Seen(_, message, code) = strata(folder.path(), &["prints.mlir", "--entry-point-result=void"]);
    assert!(message.contains("Symbols not found") && message.contains("printF32"), "{message}");
    assert_eq!(code, Some(1));
    let missing = strata(folder.path(), &["prints.mlir", "--shared-libs=/no/lib.so"]);
    assert!(missing.1.contains("/no/lib.so") && missing.2 == Some(1), "{missing:?}");
    if !Path::new(library).exists() {
        eprintln!("{library} is not installed");
        return;
    }
    let libraries = format!("--shared-libs={library}");
    let ours = strata(folder.path(), &["prints.mlir", "--entry-point-result=void", &libraries]);
    assert_eq!(ours, Seen("1.5\n".to_owned(), String::new(), Some(0)));
}

#[test]
fn floats_in_software_need_no_library() {
    let folder = folder();
    std::fs::write(folder.path().join("floats.mlir"), SOFTWARE_FLOATS).expect("the folder can be written");
    let upstream = "/usr/lib/llvm-22/lib/libmlir_apfloat_wrappers.so";
    let runner = Path::new("/usr/lib/llvm-22/bin/mlir-runner");
    for (entry, expected) in
        [("sum", "71\n"), ("converted", "1069547520\n"), ("order", "2\n"), ("nan", "1\n")]
    {
        let arguments = ["floats.mlir", "-e", entry, "--entry-point-result=i64"];
        let ours = strata(folder.path(), &arguments);
        assert_eq!(ours, Seen(expected.to_owned(), String::new(), Some(0)), "{entry}");
        if runner.exists() && Path::new(upstream).exists() {
            let library = format!("--shared-libs={upstream}");
            let with_library = [&arguments[..], &[&library]].concat();
            assert_eq!(ours, seen(runner, folder.path(), &with_library), "{entry}");
        }
    }
}

#[test]
fn contents_of_memrefs_are_arguments_and_results() {
    let folder = folder();
    let file = |name: &str, array: &NpyArray| {
        std::fs::write(folder.path().join(name), write_npy(array)).expect("the folder can be written");
    };
    let array = |dtype: &str, shape: &[usize], data: Vec<u8>| NpyArray {
        dtype: dtype.to_owned(),
        shape: shape.to_vec(),
        data,
    };
    let floats = |values: &[f32]| values.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    file("a.npy", &array("f4", &[4], floats(&[1.0, 2.0, 3.0, 4.0])));
    file("n.npy", &array("i8", &[], 3_i64.to_le_bytes().to_vec()));
    file("s.npy", &array("f4", &[], floats(&[2.5])));
    let inputs = ["--input", "a.npy", "--input", "n.npy", "--input", "s.npy"];
    let Seen(_, message, code) =
        strata(folder.path(), &[&["kernels.mlir", "--output-dir", "out"], &inputs[..]].concat());
    assert_eq!((message.as_str(), code), ("", Some(0)));
    let read =
        |name: &str| read_npy(&std::fs::read(folder.path().join(name)).expect("a result")).expect("an array");
    assert_eq!(read("out/0.npy").data, floats(&[2.5, 5.0, 7.5, 4.0]));
    assert_eq!(read("out/1.npy").data, floats(&[5.0]));
    let runner = strata(folder.path(), &["kernels.mlir", "--entry-point-result=f32"]);
    assert!(runner.1.contains("expecting arguments"), "{runner:?}");
}

#[test]
fn memrefs_are_the_same_for_the_interpreter_and_the_simulator() {
    let folder = folder();
    for (entry, expected) in [
        (
            "main",
            "argument #0: tensor<4xf32>\nargument #1: tensor<i64>\nargument #2: tensor<f32>\nresult #0: tensor<4xf32>\nresult #1: tensor<f32>\n",
        ),
        (
            "open",
            "argument #0: tensor<?x2xf32>\nargument #1: tensor<?x2xf32>\nresult #0: tensor<?x2xf32>\nresult #1: tensor<?x2xf32>\nresult #2: tensor<?x2xf32>\nresult #3: tensor<i64>\nresult #4: tensor<i1>\n",
        ),
        ("out", "argument #0: tensor<2xf64>\nresult #0: tensor<2xf64>\n"),
        ("branches", "argument #0: tensor<2xi32>\nargument #1: tensor<i1>\nresult #0: tensor<2xi32>\n"),
    ] {
        let signature = strata(folder.path(), &["kernels.mlir", "-e", entry, "--signature"]);
        assert_eq!(signature, Seen(expected.to_owned(), String::new(), Some(0)), "{entry}");
        let run = ["kernels.mlir", "-e", entry, "--random-inputs=1", "--compare=interpreter"];
        let Seen(text, message, code) = strata(folder.path(), &run);
        assert_eq!((message.as_str(), code), ("", Some(0)), "{entry}");
        assert!(
            text.starts_with("results agree with the interpreter; largest difference 0e0"),
            "{entry}: {text}"
        );
    }
    let simulated =
        ["kernels.mlir", "-e", "out", "--random-inputs=1", "--compare=interpreter", "--target=gpusim"];
    let Seen(text, message, code) = strata(folder.path(), &simulated);
    assert!(code == Some(0) && text.starts_with("results agree"), "{text}{message}");
}

#[test]
fn functions_that_cannot_be_entries_are_refused() {
    let folder = folder();
    for (arguments, expected) in [
        (
            &["kernels.mlir", "-e", "both"][..],
            "argument #0 of '@both' has type 'memref<2xf32>'; a tensor of known rank is needed",
        ),
        (
            &["kernels.mlir", "-e", "strided"],
            "argument #0 of '@strided' has type 'memref<2xf32, strided<[2]>>'; a tensor of known rank is needed",
        ),
        (
            &["lowered.mlir", "-e", "takes", "--random-inputs=1", "--target=interpreter"],
            "the interpreter does not run functions of the 'llvm' dialect",
        ),
        (&["lowered.mlir", "-e", "none"], "the module has no function '@none'"),
    ] {
        let Seen(_, message, code) = strata(folder.path(), arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert_eq!(code, Some(1), "{arguments:?}");
    }
}
