//! Large constants of any type are in an object file once, as bytes, and are not LLVM values.

use std::fmt::Write;

use strata_codegen_llvm::{
    Linker, Target, TargetMachine, Threads, compile, compile_objects, link_relocatable, link_shared,
    load_objects,
};
use strata_ir::core::Body;
use strata_ir::text::{ParseOptions, parse_module};

use crate::from_ir::context;

/// Bytes that occur nowhere else in an object file.
fn bytes(n: usize) -> Vec<u8> {
    let mut state = 12345u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..n).map(next).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, b| {
        write!(text, "{b:02X}").expect("strings take text");
        text
    })
}

fn parse(text: &str) -> Box<Body> {
    let fail = |e: Vec<_>| panic!("{}", strata_ir::core::diagnostics::render_all(&context(), &e));
    parse_module(&context(), "constants.mlir", text, ParseOptions::default()).unwrap_or_else(fail)
}

fn host() -> Target {
    Target::host().unwrap_or_else(|e| panic!("{e}"))
}

/// A constant with elements of `width` bytes, and `@at`, which loads byte `i`.
fn module(elem: &str, width: usize, linkage: &str, bytes: &[u8]) -> Box<Body> {
    let n = bytes.len() / width;
    let hex = hex(bytes);
    parse(&format!(
        "llvm.mlir.global {linkage} constant @w(dense<\"0x{hex}\"> : tensor<{n}x{elem}>) {{alignment = 64 : i64}} : !llvm.array<{n} x {elem}>
         llvm.func @at(%i: i64) -> i8 {{
           %w = llvm.mlir.addressof @w : !llvm.ptr
           %p = llvm.getelementptr %w[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
           %v = llvm.load %p : !llvm.ptr -> i8
           llvm.return %v : i8
         }}"
    ))
}

fn occurrences(of: &[u8], all: &[u8]) -> usize {
    all.windows(of.len()).filter(|window| *window == of).count()
}

type At = extern "C" fn(i64) -> u8;

#[test]
fn every_type_of_elements_is_bytes() {
    let types =
        [("i8", 1), ("i16", 2), ("i32", 4), ("i64", 8), ("bf16", 2), ("f16", 2), ("f32", 4), ("f64", 8)];
    for ((elem, width), linkage) in
        types.into_iter().zip(["private", "internal", "external"].into_iter().cycle())
    {
        let bytes = bytes(4096);
        let module = module(elem, width, linkage, &bytes);
        let objects = compile_objects(&module, &host(), Threads::new(1)).unwrap_or_else(|e| panic!("{e}"));
        let [object] = &objects[..] else { panic!("{} objects", objects.len()) };
        assert_eq!(occurrences(&bytes, object), 1, "{elem}");
        assert!(occurrences(b".rodata.strata.0\0", object) == 1 && object.len() < 6000, "{elem}");
        let jit = load_objects(objects, &[]).unwrap_or_else(|e| panic!("{e}"));
        let at = jit.lookup("at").unwrap_or_else(|e| panic!("{e}"));
        // SAFETY: the type is the compiled function's.
        let at: At = unsafe { at.function() };
        assert!((0..4096).all(|i| at(i as i64) == bytes[i]), "{elem}");
    }
}

#[test]
fn text_has_one_literal_for_a_constant() {
    let machine = TargetMachine::new(&host()).unwrap_or_else(|e| panic!("{e}"));
    let ir =
        compile(&module("f32", 4, "private", &bytes(1 << 16)), &machine).unwrap_or_else(|e| panic!("{e}"));
    let text = ir.to_text();
    assert!(text.contains("constant [65536 x i8] c\""), "{}", &text[..200]);
    assert!(!text.contains("float") && text.lines().count() < 30, "{}", &text[..200]);
    // The other way of generating an object file gives the same bytes.
    let object = machine.emit_object(&ir).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(occurrences(&bytes(1 << 16), &object), 1);
}

#[test]
fn what_is_small_or_asks_for_more_stays_a_value() {
    let machine = TargetMachine::new(&host()).unwrap_or_else(|e| panic!("{e}"));
    let text = |module: &Body| compile(module, &machine).unwrap_or_else(|e| panic!("{e}")).to_text();
    assert!(text(&module("f32", 4, "private", &bytes(256))).contains("x float]"));
    let with = |attr: &str| {
        let n = 1024;
        parse(&format!(
            "llvm.mlir.global constant @w(dense<\"0x{}\"> : tensor<{n}xi32>) {{{attr}}} : !llvm.array<{n} x i32>",
            hex(&bytes(4 * n))
        ))
    };
    for attr in ["section = \".mine\", alignment = 64 : i64", "", "alignment = 2 : i64"] {
        assert!(text(&with(attr)).contains("[1024 x i32]"), "{attr}");
    }
    assert!(text(&with("alignment = 4 : i64")).contains("[4096 x i8]"));
    // Passes must not fold loads of the placeholder.
    assert!(text(&module("i8", 1, "private", &bytes(4096))).contains("load i8"));
}

/// Two functions, large enough for a part each, that read one constant.
#[test]
fn parts_share_constants_and_libraries_have_them() {
    let bytes = bytes(1 << 16);
    let mut text = format!(
        "llvm.mlir.global private constant @w(dense<\"0x{}\"> : tensor<16384xf32>) {{alignment = 64 : i64}} : !llvm.array<16384 x f32>\n",
        hex(&bytes)
    );
    for f in 0..3 {
        writeln!(text, "llvm.func @f{f}(%v0: i64) -> i64 {{\n%w = llvm.mlir.addressof @w : !llvm.ptr")
            .expect("text");
        for i in 0..700 {
            writeln!(
                text,
                "%p{i} = llvm.getelementptr %w[%v{i}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
                 %b{i} = llvm.load %p{i} : !llvm.ptr -> i8
                 %v{} = llvm.zext %b{i} : i8 to i64",
                i + 1
            )
            .expect("strings take text");
        }
        writeln!(text, "llvm.return %v700 : i64 }}").expect("strings take text");
    }
    let follow = |mut v: i64| {
        (0..700).for_each(|_| v = i64::from(bytes[v as usize]));
        v
    };
    let objects = compile_objects(&parse(&text), &host(), Threads::new(2)).unwrap_or_else(|e| panic!("{e}"));
    assert!(objects.len() > 1);
    assert_eq!(objects.iter().map(|object| occurrences(&bytes, object)).sum::<usize>(), 1);
    let objects: Vec<&[u8]> = objects.iter().map(Vec::as_slice).collect();
    let one = link_relocatable(&objects).unwrap_or_else(|e| panic!("{e}"));
    let folder = tempfile::tempdir().expect("a temporary directory");
    for (name, objects) in [("parts.so", &objects[..]), ("one.so", &[one.as_slice()])] {
        let path = folder.path().join(name);
        let linker = Linker::find().unwrap_or_else(|e| panic!("{e}"));
        link_shared(&linker, objects, &[], &path, None).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(occurrences(&bytes, &std::fs::read(&path).expect("the library is there")), 1);
        // SAFETY: the library has no initialisers, and the types are those of the compiled functions.
        unsafe {
            let library = libloading::Library::new(&path).expect("the library loads");
            for f in ["f0", "f1", "f2"] {
                let f = library.get::<extern "C" fn(i64) -> i64>(f.as_bytes()).expect("it is exported");
                assert_eq!(f(77), follow(77), "{name}");
            }
        }
    }
}

#[test]
fn aarch64_has_the_same_bytes() {
    let target = Target::new(Some("aarch64-unknown-linux-gnu"), "", "").unwrap_or_else(|e| panic!("{e}"));
    let bytes = bytes(4096);
    let objects = compile_objects(&module("f64", 8, "private", &bytes), &target, Threads::new(1));
    let objects = objects.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(occurrences(&bytes, &objects[0]), 1);
}
