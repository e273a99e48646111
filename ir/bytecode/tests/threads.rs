//! A large file gives the same module or the same error whether one thread or several read it.

use std::{fmt::Write, sync::Arc};

use strata_bytecode::{ReadOptions, WriteOptions, read_module, write_module};
use strata_core::{Body, Context, Registry, diagnostics::render_all};
use strata_text::{ParseOptions, PrintOptions, parse_module, print_body};

fn context() -> Arc<Context> {
    let mut registry = Registry::new();
    for dialect in [&strata_builtin::DIALECT, &strata_func::DIALECT, &strata_arith::DIALECT] {
        registry.register(dialect);
    }
    registry.allow_unregistered(true);
    registry.freeze()
}

/// Many functions, between them ops that are in the module itself; `more` is an attribute of some functions.
fn program(more: &str) -> String {
    let mut text = String::new();
    for i in 0..300 {
        let place = |line: usize| format!("loc(\"file{}.py\":{line}:{})", i % 7, i + 1);
        _ = writeln!(text, "func.func @f{i}(%a: i32 {{test.number = {i}}}) -> i32 attributes {{{more}}} {{");
        for k in 0..20 {
            let from = if k == 0 { "%a".to_owned() } else { format!("%{}", k - 1) };
            _ = writeln!(text, "%{k} = arith.addi {from}, %a {{n = {}}} : i32 {}", i * k, place(k + 2));
        }
        _ = writeln!(
            text,
            "%f = func.call @f{}(%19) : (i32) -> i32\nreturn %f : i32 }} {}",
            299 - i,
            place(1)
        );
        if i % 50 == 7 {
            _ = writeln!(text, "\"test.region\"() ({{ \"test.op\"() : () -> () }}) {{at = {i}}} : () -> ()");
        }
        if i % 70 == 9 {
            _ = writeln!(text, "module @m{i} {{ func.func private @inner() {} }}", place(9));
        }
    }
    text
}

fn bytes_of(text: &str) -> Vec<u8> {
    let cx = context();
    let body = parse_module(&cx, "p.mlir", text, ParseOptions::default())
        .unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
    write_module(&body, &WriteOptions::default()).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)))
}

/// The text of the module with its locations, or the error.
fn read(bytes: &[u8], threads: usize) -> Result<String, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let cx = context();
    let read: Result<Box<Body>, _> =
        pool.install(|| read_module(&cx, "p.mlirbc", bytes, ReadOptions::default()));
    let options = PrintOptions { generic: true, debuginfo: true, ..PrintOptions::default() };
    read.map(|body| print_body(&body, &options)).map_err(|e| render_all(&cx, &e))
}

#[test]
fn several_threads_read_what_one_reads() {
    // Attributes that equal only themselves are read by one thread.
    for more in ["test.plain = 1", "test.own = distinct[0]<\"d\">"] {
        let bytes = bytes_of(&program(more));
        assert!(bytes.len() > 64 << 10, "{} bytes are too few for threads", bytes.len());
        let one = read(&bytes, 1).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(one.matches("func.func").count(), 305);
        for threads in [2, 5] {
            let several = read(&bytes, threads).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(several, one, "{threads} threads");
        }
    }
}

#[test]
fn several_threads_find_the_error_of_one() {
    let bytes = bytes_of(&program("test.plain = 1"));
    let mut wrong = 0;
    for i in 0..40 {
        let mut broken = bytes.clone();
        let at = broken.len() - broken.len() * (i + 1) / 64;
        broken[at] ^= 1 << (i % 8);
        broken[at / 2] ^= 0x40;
        let one = read(&broken, 1);
        wrong += usize::from(one.is_err());
        assert_eq!(read(&broken, 3), one, "byte {at}");
    }
    assert!(wrong > 10, "{wrong} of 40");
}

#[test]
fn several_threads_verify_what_one_verifies() {
    // Every third function is wrong, and in one long function every hundredth op; some errors are about regions.
    let mut text = String::new();
    for i in 0..600 {
        let ty = if i % 3 == 2 { "i64" } else { "i32" };
        _ = writeln!(text, "func.func @f{i}(%a: i32) {{");
        for _ in 0..10 {
            _ = writeln!(text, "\"arith.addi\"(%a, %a) : (i32, i32) -> {ty}");
        }
        _ = writeln!(text, "func.call @f{}(%a) : (i32) -> ()\nreturn }}", i + i / 599);
    }
    _ = writeln!(text, "func.func @long(%a: i32) {{");
    for i in 0..9000 {
        let ty = if i % 100 == 7 { "i64" } else { "i32" };
        _ = writeln!(text, "\"arith.addi\"(%a, %a) : (i32, i32) -> {ty}");
        if i % 900 == 5 {
            _ = writeln!(
                text,
                "func.func @inner{i}() {{ %0 = \"arith.addi\"(%0, %0) : (i32, i32) -> i32 return }}"
            );
        }
    }
    text.push_str("return }\n");
    let cx = context();
    let options = ParseOptions { skip_verify: true, ..Default::default() };
    let body =
        parse_module(&cx, "p.mlir", &*text, options).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
    let errors = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        render_all(&cx, &pool.install(|| body.verify()))
    };
    let one = errors(1);
    assert!(one.matches("error:").count() > 50, "{one}");
    assert_eq!(errors(2), one);
    assert_eq!(errors(7), one);
}
