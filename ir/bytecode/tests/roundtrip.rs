//! Text, bytecode of every version, text again.

use std::sync::Arc;

use strata_bytecode::{
    CURRENT_VERSION, Cursor, Emitter, ReadOptions, WriteOptions, is_bytecode, read_header, read_module,
    write_module,
};
use strata_core::{Context, Limits, Registry, diagnostics::render_all};
use strata_text::{ParseOptions, PrintOptions, parse_module, print_body};

fn context() -> Arc<Context> {
    context_within(Limits::default())
}

fn context_within(limits: Limits) -> Arc<Context> {
    let mut registry = Registry::new();
    registry.set_limits(limits);
    for dialect in [
        &strata_builtin::DIALECT,
        &strata_func::DIALECT,
        &strata_arith::DIALECT,
        &strata_cf::DIALECT,
        &strata_scf::DIALECT,
    ] {
        registry.register(dialect);
    }
    registry.allow_unregistered(true);
    registry.freeze()
}

/// Programs with all builtin types and attributes, regions, branches, resources and locations.
pub const PROGRAMS: &[&str] = &[
    r#"
func.func private @types(i1, si7, ui129, index, f16, bf16, f32, f64, f80, f128, tf32, f8E4M3FN, none,
  complex<f32>, tuple<i1, tuple<>>, tensor<2x?xf32, "e">, tensor<*xi8>, vector<2x[4]xi32>, vector<f32>,
  memref<2x?xf32>, memref<4xf32, strided<[2], offset: 1>>, memref<4xf32, affine_map<(d0) -> (d0 + 1)>, 3 : i32>,
  memref<*xf32>, memref<*xf32, "s">, (i1) -> (i2, i3), !other.type<a, b>) -> ()
"#,
    r#"
module attributes {
  a = [1, 2 : i8, -7 : i200, 5 : index, true, false, 1.5, 2.0 : f16, 0x7FC00000 : f32, "s", "t" : i3, unit],
  b = {x = @f, y = @f::@g::@h, z = i32, empty = {}},
  c = [dense<[1, 2, 3]> : tensor<3xi4>, dense<7> : tensor<5xi64>, dense<true> : tensor<9xi1>,
       dense<[true, false, true]> : tensor<3xi1>, dense<> : tensor<0xf32>, dense<(1.0, 2.0)> : tensor<complex<f32>>],
  d = [array<i64: 1, -2>, array<i1: true, false>, array<f32: 1.0>, array<i8>],
  e = [affine_map<(d0)[s0] -> (d0 * 2 + s0)>, affine_set<(d0) : (d0 >= 0)>, strided<[1, ?]>],
  f = sparse<[[0, 1]], 5> : tensor<2x2xi32>, g = #other.attr<1, "x">, h = loc(fused<"m">["a", callsite("b" at "c")]),
  i = dense_resource<blob> : tensor<3xi8>, j = distinct[0]<"d">
} {
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x01000000010203"
    }
  }
#-}
"#,
    r#"
func.func @branches(%c: i1, %n: i32, %x: index) -> i32 attributes {note} {
  cf.cond_br %c, ^a(%n : i32), ^b
^a(%p: i32):
  %s = arith.addi %p, %q overflow<nsw> : i32
  cf.br ^c(%s : i32)
^b:
  %q = arith.constant 3 : i32
  cf.br ^a(%q : i32)
^c(%r: i32):
  %z:2 = scf.for %i = %x to %x step %x iter_args(%k = %r, %l = %r) -> (i32, i32) {
    %m = scf.if %c -> i32 {
      scf.yield %k : i32
    } else {
      %o = arith.cmpi slt, %k, %l : i32
      %t = arith.select %o, %k, %r : i32
      scf.yield %t : i32
    }
    scf.yield %m, %k : i32, i32
  }
  return %z#1 : i32
}
"#,
    r#"
"a.graph"() ({
  %0 = "a.use"(%1) <{p = 1 : i32}> : (i32) -> i32
  %1:2 = "a.def"(%0, %1#1) {d} : (i32, i32) -> (i32, i32)
}, {
^bb0(%x: i32 loc("arg"("f.mlir":3:4))):
  "a.end"(%x)[^bb1] : (i32) -> ()
^bb1:
  "a.end"() : () -> ()
}) : () -> () loc("file.mlir":10:20 to 11:3)
"#,
];

#[test]
fn every_version_gives_the_same_text() {
    let cx = context();
    let options = PrintOptions { generic: true, debuginfo: true, ..PrintOptions::default() };
    for (i, text) in PROGRAMS.iter().enumerate() {
        let body =
            parse_module(&cx, "p.mlir", *text, ParseOptions { skip_verify: true, ..Default::default() })
                .unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        let want = print_body(&body, &options);
        for version in 0..=CURRENT_VERSION {
            let write = WriteOptions { version, ..WriteOptions::default() };
            let bytes = write_module(&body, &write).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
            assert!(is_bytecode(&bytes));
            let header = read_header(&cx, "p.mlirbc", &bytes).unwrap_or_else(|e| panic!("{e:?}"));
            assert_eq!((header.version, header.producer), (version, &*write.producer));
            let again = read_module(&cx, "p.mlirbc", &bytes, ReadOptions { skip_verify: true })
                .unwrap_or_else(|e| panic!("program {i}, version {version}: {}", render_all(&cx, &e)));
            let got = print_body(&again, &options);
            // Before version 5 the properties of an unknown op are attributes like any other.
            let plain = |t: &str| t.replace(" <{p = 1 : i32}>", "").replace(" {p = 1 : i32}", "");
            assert_eq!(plain(&got), plain(&want), "program {i}, version {version}");
        }
    }
}

#[test]
fn bodies_stay_within_their_limits() {
    // Ops that take next to nothing, values that are used often, arguments of blocks, results of one op.
    let ops = r#""a.b"() : () -> ()"#.repeat(40);
    let uses = format!(
        "%0 = \"a.b\"() : () -> i32\n\"a.c\"({}%0) : ({}i32) -> ()",
        "%0, ".repeat(39),
        "i32, ".repeat(39)
    );
    let args = format!("\"a.b\"() ({{\n^bb0({}%z: i1):\n}}) : () -> ()", {
        (0..39).map(|i| format!("%{i}: i1, ")).collect::<String>()
    });
    let results = format!("%0:40 = \"a.b\"() : () -> ({}i1)", "i1, ".repeat(39));
    for text in [ops, uses, args, results] {
        let body = parse_module(&context(), "p.mlir", text, ParseOptions::default())
            .unwrap_or_else(|e| panic!("{e:?}"));
        let bytes = write_module(&body, &WriteOptions::default()).unwrap_or_default();
        let read = |entities| {
            let cx = context_within(Limits { entities, ..Limits::default() });
            let errors = read_module(&cx, "p.mlirbc", &bytes, ReadOptions::default()).err();
            errors.map(|e| render_all(&cx, &e))
        };
        let error = read(20).unwrap_or_default();
        assert!(error.contains("a body has more than 20 ops, values or operands (entities)"), "{error}");
        assert_eq!(read(60), None);
    }
}

#[test]
fn names_without_a_dialect_are_kept() {
    let cx = context();
    let body = parse_module(&cx, "p.mlir", r#""foo"() : () -> ()"#, ParseOptions::default())
        .unwrap_or_else(|e| panic!("{e:?}"));
    let bytes = write_module(&body, &WriteOptions::default()).unwrap_or_default();
    let again =
        read_module(&cx, "p.mlirbc", &bytes, ReadOptions::default()).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(print_body(&again, &PrintOptions::default()), print_body(&body, &PrintOptions::default()));
}

#[test]
fn places_in_files_are_locations() {
    let cx = context();
    let text = r#"
"a.b"() : () -> () loc("x.py":3:4)
"a.b"() : () -> () loc("y.py":3:4)
"a.b"() : () -> () loc("x.py":3:5)
"a.b"() : () -> () loc("n"("x.py":3:4))
"#;
    let body = parse_module(&cx, "p.mlir", text, ParseOptions::default()).unwrap_or_else(|e| panic!("{e:?}"));
    let bytes = write_module(&body, &WriteOptions::default()).unwrap_or_default();
    let other = context();
    let again =
        read_module(&other, "p.mlirbc", &bytes, ReadOptions::default()).unwrap_or_else(|e| panic!("{e:?}"));
    let shown = PrintOptions { debuginfo: true, ..PrintOptions::default() };
    assert_eq!(print_body(&again, &shown), print_body(&body, &shown));
    let first = again.entry().and_then(|b| again.first_op(b)).expect("an op");
    assert_eq!(again.loc(first).file_line_col(&other), Some(("x.py", 3, 4)));
    // A file that is read twice gets a range of positions each time.
    let twice =
        read_module(&other, "p.mlirbc", &bytes, ReadOptions::default()).unwrap_or_else(|e| panic!("{e:?}"));
    assert_eq!(print_body(&twice, &shown), print_body(&body, &shown));
}

#[test]
fn a_newer_version_is_refused() {
    let cx = context();
    let body = parse_module(&cx, "p.mlir", "", ParseOptions::default()).unwrap_or_else(|e| panic!("{e:?}"));
    let newer = WriteOptions { version: CURRENT_VERSION + 1, ..WriteOptions::default() };
    let message = write_module(&body, &newer).expect_err("a version that does not exist")[0].message.clone();
    assert_eq!(message, "unsupported version requested 7, must be in range [0, 6]");
    let mut bytes = write_module(&body, &WriteOptions::default()).unwrap_or_default();
    bytes[4] = 7 << 1 | 1;
    let errors = read_module(&cx, "p.mlirbc", &bytes, ReadOptions::default()).err().unwrap_or_default();
    let text = render_all(&cx, &errors);
    assert!(
        text.starts_with("p.mlirbc:0:0: error: bytecode version 7 is newer than the current version 6"),
        "{text}"
    );
}

#[test]
fn numbers_have_the_encoding_of_the_format() {
    let mut e = Emitter::default();
    e.varint(1);
    e.varint(0x80);
    e.svarint(-1);
    assert_eq!(e.out, [3, 0b10, 0b10, 3]);
    let mut e = Emitter::default();
    let values: Vec<u64> = (0..64).flat_map(|b| [1 << b, (1 << b) - 1, u64::MAX >> b]).collect();
    for &v in &values {
        e.varint(v);
        e.svarint(v as i64);
    }
    let mut c = Cursor::new(&e.out, 0);
    for &v in &values {
        assert_eq!(c.varint().ok(), Some(v));
        assert_eq!(c.svarint().ok(), Some(v as i64));
    }
    assert!(c.at_end());
}

/// A source of numbers that are the same in every run.
struct Random(u64);
impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

#[test]
fn broken_files_are_diagnostics() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut accepted, mut refused) = (0, 0);
    for text in PROGRAMS {
        let cx = context();
        let skip = ParseOptions { skip_verify: true, ..Default::default() };
        let body =
            parse_module(&cx, "p.mlir", *text, skip).unwrap_or_else(|e| panic!("{}", render_all(&cx, &e)));
        for version in [0, 3, 6] {
            let bytes =
                write_module(&body, &WriteOptions { version, ..WriteOptions::default() }).unwrap_or_default();
            let mut check = |bytes: &[u8]| match read_module(&cx, "m", bytes, ReadOptions::default()) {
                // An accepted file can be written again.
                Ok(body) => {
                    accepted += 1;
                    assert!(write_module(&body, &WriteOptions::default()).is_ok());
                }
                Err(errors) => {
                    refused += 1;
                    assert!(!errors.is_empty() && !render_all(&cx, &errors).is_empty());
                }
            };
            for n in 0..bytes.len() {
                check(&bytes[..n]);
            }
            for _ in 0..1500 {
                let mut mutant = bytes.clone();
                for _ in 0..1 + random.below(3) {
                    let at = random.below(mutant.len());
                    match random.below(4) {
                        0 => mutant[at] ^= 1 << random.below(8),
                        1 => mutant[at] = [0, 1, 0xff, 0x80, 0x7f][random.below(5)],
                        2 => mutant.insert(at, random.below(256) as u8),
                        _ => drop(mutant.remove(at)),
                    }
                }
                check(&mutant);
            }
        }
    }
    assert!(refused > 10_000 && accepted > 100, "{accepted} accepted, {refused} refused");
}
