//! Large modules are compiled in parts by several threads, with the same result for any number of them.

use std::fmt::Write;

use strata_codegen_llvm::{
    Linker, OptLevel, Target, Threads, compile_objects, link_relocatable, link_shared, load_objects,
};
use strata_ir::core::Body;
use strata_ir::text::{ParseOptions, parse_module};

use crate::from_ir::context;

/// Functions `@work0`, `@work1`, … of a few hundred operations each, which share a table, call each other, and are called
/// by `@sum`. Each adds its number to the elements of the table.
fn module(functions: usize) -> Box<Body> {
    let mut text = String::from(
        "llvm.mlir.global internal constant @table(dense<[3, 5, 7, 11]> : tensor<4xi64>) : !llvm.array<4 x i64>
         llvm.mlir.global internal @count(0 : i64) : i64
         llvm.func @labs(i64) -> i64
         llvm.func internal @bottom(%x: i64) -> i64 {\n%r = llvm.call @labs(%x) : (i64) -> i64\nllvm.return %r : i64 }\n",
    );
    for i in 0..functions {
        let callee = if i == 0 { "bottom".to_owned() } else { format!("work{}", i - 1) };
        writeln!(
            text,
            "llvm.func internal @work{i}(%x: i64) -> i64 {{
               %t = llvm.mlir.addressof @table : !llvm.ptr
               %p = llvm.mlir.addressof @count : !llvm.ptr
               %n = llvm.load %p : !llvm.ptr -> i64
               %k = llvm.mlir.constant({i} : i64) : i64
               %m = llvm.add %n, %k : i64
               llvm.store %m, %p : i64, !llvm.ptr
               %v0 = llvm.call @{callee}(%x) : (i64) -> i64"
        )
        .expect("strings take text");
        for j in 0..300 {
            writeln!(
                text,
                "%q{j} = llvm.getelementptr %t[{}] : (!llvm.ptr) -> !llvm.ptr, i64
                 %e{j} = llvm.load volatile %q{j} : !llvm.ptr -> i64
                 %v{} = llvm.add %v{j}, %e{j} : i64",
                j % 4,
                j + 1
            )
            .expect("strings take text");
        }
        writeln!(text, "llvm.return %v300 : i64 }}").expect("strings take text");
    }
    writeln!(
        text,
        "llvm.func @sum(%x: i64) -> i64 {{ %r = llvm.call @work{}(%x) : (i64) -> i64 llvm.return %r : i64 }}
         llvm.func @count_now() -> i64 {{
           %p = llvm.mlir.addressof @count : !llvm.ptr %n = llvm.load %p : !llvm.ptr -> i64 llvm.return %n : i64 }}",
        functions - 1
    )
    .expect("strings take text");
    let cx = context();
    let fail = |e: Vec<_>| panic!("{}", strata_ir::core::diagnostics::render_all(&cx, &e));
    parse_module(&cx, "parts.mlir", &text, ParseOptions::default()).unwrap_or_else(fail)
}

fn objects(module: &Body, target: &Target, threads: usize) -> Vec<Vec<u8>> {
    compile_objects(module, target, Threads::new(threads)).unwrap_or_else(|e| panic!("{e}"))
}

fn host() -> Target {
    Target::host().unwrap_or_else(|e| panic!("{e}"))
}

type Sum = extern "C" fn(i64) -> i64;
type Count = extern "C" fn() -> i64;

/// Calls `@sum` of 10 functions, and checks the results.
fn check(sum: Sum, count: Count) {
    assert_eq!(count(), 0);
    assert_eq!(sum(-4), 4 + 10 * 75 * (3 + 5 + 7 + 11));
    assert_eq!(count(), (0..10).sum::<i64>());
}

#[test]
fn parts_are_the_same_with_any_number_of_threads() {
    let module = module(10);
    let one = objects(&module, &host(), 1);
    assert!(one.len() >= 4, "{} parts", one.len());
    for threads in [2, 3, 16] {
        assert!(objects(&module, &host(), threads) == one, "{threads} threads");
    }
}

#[test]
fn parts_are_one_program_in_the_jit() {
    extern "C" fn labs(x: i64) -> i64 {
        x.abs()
    }
    let module = module(10);
    let symbols = [("labs".to_owned(), labs as *const ())];
    let jit = load_objects(objects(&module, &host(), 2), &symbols).unwrap_or_else(|e| panic!("{e}"));
    let lookup = |name: &str| jit.lookup(name).unwrap_or_else(|e| panic!("{e}"));
    let (sum, count) = (lookup("sum"), lookup("count_now"));
    // SAFETY: the types are those of the compiled functions, and the symbols outlive the calls.
    unsafe { check(sum.function(), count.function()) };
}

#[test]
fn parts_become_one_object_and_a_library_that_exports_what_the_module_does() {
    let module = module(10);
    let objects = objects(&module, &host(), 2);
    let objects: Vec<&[u8]> = objects.iter().map(Vec::as_slice).collect();
    let one = link_relocatable(&objects).unwrap_or_else(|e| panic!("{e}"));
    let folder = tempfile::tempdir().expect("a temporary directory");
    for (name, objects) in [("parts.so", &objects[..]), ("one.so", &[one.as_slice()])] {
        let path = folder.path().join(name);
        let linker = Linker::find().unwrap_or_else(|e| panic!("{e}"));
        link_shared(&linker, objects, &[], &path, None).unwrap_or_else(|e| panic!("{e}"));
        // SAFETY: the library has no initialisers, and the types are those of the compiled functions.
        unsafe {
            let library = libloading::Library::new(&path).expect("the library loads");
            let sum = library.get::<Sum>(b"sum").expect("sum is exported");
            check(*sum, *library.get::<Count>(b"count_now").expect("count_now is exported"));
            for hidden in ["work0", "sum.work0", "table", "sum.table", "bottom"] {
                assert!(library.get::<Sum>(hidden.as_bytes()).is_err(), "{hidden} is exported");
            }
        }
    }
}

#[test]
fn what_inlines_or_is_small_stays_whole() {
    let count = |module: &Body, target: &Target| objects(module, target, 2).len();
    assert_eq!(count(&module(10), &host().with_opt(OptLevel::O3)), 1);
    assert_eq!(count(&module(1), &host()), 1);
}

#[test]
fn the_first_part_that_fails_is_reported() {
    // A vector that is too wide for LLVM, in one of the functions.
    let mut text = String::new();
    for i in 0..4 {
        let body: String =
            (0..1200).map(|j| format!("%v{} = llvm.add %v{j}, %v{j} : i64\n", j + 1)).collect();
        let bad = if i == 2 { "%bad = llvm.mlir.undef : vector<100000xf32>" } else { "" };
        writeln!(text, "llvm.func @f{i}(%v0: i64) -> i64 {{ {bad}\n{body} llvm.return %v1200 : i64 }}")
            .expect("strings take text");
    }
    let cx = context();
    let module = parse_module(&cx, "wide.mlir", &text, ParseOptions::default()).expect("valid text");
    for threads in [1, 4] {
        let error = compile_objects(&module, &host(), Threads::new(threads)).unwrap_err();
        assert!(error.to_string().contains("larger than the limit"), "{error}");
    }
}

/// A symbol that only one part uses stays local, so that symbols of several libraries do not clash.
#[test]
fn what_one_part_uses_is_local() {
    let (mut text, mut calls) = (String::new(), String::new());
    for i in 0..200 {
        let _ = writeln!(
            text,
            "llvm.func internal @work{i}(%x: i64) -> i64 attributes {{no_inline}} {{
               %0 = llvm.mul %x, %x : i64 %1 = llvm.mul %0, %x : i64 %2 = llvm.mul %1, %x : i64 %3 = llvm.mul %2, %x : i64
               %4 = llvm.mul %3, %x : i64 %5 = llvm.mul %4, %x : i64 %6 = llvm.mul %5, %x : i64 llvm.return %6 : i64
             }}"
        );
        let from = if i == 0 { "%x".to_owned() } else { format!("%a{}", i - 1) };
        let _ = writeln!(calls, "%a{i} = llvm.call @work{i}({from}) : (i64) -> i64");
    }
    let _ = writeln!(text, "llvm.func @main(%x: i64) -> i64 {{ {calls} llvm.return %a199 : i64 }}");
    let cx = context();
    let fail = |e: Vec<_>| panic!("{}", strata_ir::core::diagnostics::render_all(&cx, &e));
    let module = parse_module(&cx, "local.mlir", &text, ParseOptions::default()).unwrap_or_else(fail);
    let objects = objects(&module, &host(), 1);
    let folder = tempfile::tempdir().expect("a temporary directory");
    let path = folder.path().join("local.so");
    let objects: Vec<&[u8]> = objects.iter().map(Vec::as_slice).collect();
    let linker = Linker::find().unwrap_or_else(|e| panic!("{e}"));
    link_shared(&linker, &objects, &[], &path, None).unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: the library runs nothing when it is loaded.
    let library = unsafe { libloading::Library::new(&path) }.unwrap_or_else(|e| panic!("{e}"));
    // SAFETY: nothing is called.
    let found = |name: &str| unsafe { library.get::<*const ()>(name.as_bytes()).is_ok() };
    assert!(found("main"));
    assert!(!(0..200).any(|i| found(&format!("work{i}"))));
}
