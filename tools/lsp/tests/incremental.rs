//! After many edits, the server says of a version the same as of that text when it is opened.

use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};
use serde_json::{Value, json};
use strata_ir::core::Registry;
use strata_lsp::{
    colours, diagnostics,
    document::Document,
    hints, outline,
    position::{Encoding, Lines},
};

fn registry() -> Registry {
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(true);
    registry
}

fn open(text: &str) -> Document {
    let uri: Uri = "file:///program.mlir".parse().expect("an address");
    Document::new(uri, 0, text.to_owned(), Encoding::Utf16)
}

/// All that a version has to tell.
fn told(doc: &Document, registry: &Registry) -> Value {
    let analysis = doc.analysis(registry);
    let whole = Range::new(Position::new(0, 0), Position::new(u32::MAX, 0));
    let symbols: Vec<_> = analysis
        .parts
        .iter()
        .map(|p| {
            let x = &p.extents;
            let resolved = (0..x.symbols.len()).map(|i| p.symbols().resolve(x, i as u32));
            let uses = x.value_uses.iter().map(|u| (u.name.start, u.number, u.value));
            let values = x.values.iter().map(|v| (v.name.start, format!("{:?} {:?}", v.origin, v.region)));
            let blocks = x.blocks.iter().map(|b| format!("{b:?}"));
            let regions = x.regions.iter().map(|r| format!("{r:?}"));
            json!([
                resolved.collect::<Vec<_>>(),
                uses.collect::<Vec<_>>(),
                values.collect::<Vec<_>>(),
                blocks.collect::<Vec<_>>(),
                regions.collect::<Vec<_>>(),
                x.block_uses.iter().map(|b| format!("{b:?}")).collect::<Vec<_>>(),
                x.alias_uses.iter().map(|b| format!("{b:?}")).collect::<Vec<_>>(),
            ])
        })
        .collect();
    let details: Vec<_> =
        analysis.parts.iter().flat_map(|p| &p.diagnostics).map(|d| d.suggestions().len()).collect();
    json!({
        "diagnostics": diagnostics::all(doc, analysis),
        "outline": outline::document_symbols(doc, analysis),
        "colours": colours::semantic_tokens(doc, analysis, None),
        "hints": hints::hints(doc, analysis, whole),
        "names": symbols,
        "suggestions": details,
    })
}

fn replaced(doc: &Document, from: usize, to: usize, text: &str) -> Document {
    let lines = Lines::new(&doc.text, Encoding::Utf16);
    let range = Range::new(lines.position(&doc.text, from), lines.position(&doc.text, to));
    let change =
        TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: text.to_owned() };
    doc.changed(doc.version + 1, vec![change])
}

fn kept(doc: &Document, registry: &Registry) -> usize {
    doc.analysis(registry).parts.iter().map(|p| p.kept).sum()
}

/// A number generator of 64 bits, so that each run makes the same edits.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

const PROGRAM: &str = r#"#map = affine_map<(d0) -> (d0)>
!pair = tuple<i32, i64>
func.func @first(%a: i32, %m: memref<8xf32, #map>) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = call @second(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @declared(!pair) -> i32
func.func @second(%a: i32) -> i32 attributes {note = "x // not a comment"} {
  %c = arith.constant true
  cf.cond_br %c, ^bb1, ^bb2(%a : i32)
^bb1:
  %0 = arith.muli %a, %a : i32
  cf.br ^bb2(%0 : i32)
^bb2(%r: i32):
  return %r : i32
}
// A comment before a function.
module @inner {
  func.func @nested(%p: !pair) {
    "nobody.knows"(%p) {f = @nested, d = distinct[0]<42 : i32>} : (!pair) -> ()
    return
  }
  func.func @other(%n: index) -> index {
    %c0 = arith.constant 0 : index
    %s = scf.for %i = %c0 to %n step %n iter_args(%x = %c0) -> (index) {
      %y = arith.addi %x, %i : index
      scf.yield %y : index
    }
    return %s : index
  }
}
"func.func"() <{function_type = (i32) -> (), sym_name = "generic"}> ({
^bb0(%x: i32):
  "func.return"() : () -> ()
}) : () -> ()
func.func @last() {
  %0 = arith.constant {n = distinct[0]<42 : i32>} 7 : i32
  %1 = func.call @first(%0) : (i32) -> i32
  return
}
// -----
func.func @apart() {
  return
}
// -----
func.func @tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = call @tensors(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
"#;

/// Pieces that open, close and rename things.
const PIECES: [&str; 30] = [
    "{",
    "}",
    "(",
    ")",
    "\"",
    "//",
    "\n",
    " ",
    "%",
    "@",
    "^bb1:",
    "func.func @first() {\n  return\n}\n",
    "oops\n",
    "// -----\n",
    "module {\n",
    "#map = affine_map<(d0) -> (d0 + 1)>\n",
    "!pair = tuple<i32>\n",
    "%0 = ",
    "i64",
    "loc(unknown)",
    " attributes {a}",
    "é",
    "second",
    "distinct[0]<1 : i8>",
    "x",
    "-> i32",
    "#map = 1",
    ",",
    "  %q = arith.constant 1 : i32\n",
    "func.func @g() {",
];

#[test]
fn random_edits_give_what_a_new_server_says() {
    let registry = registry();
    let mut random = Random(7);
    let mut total = 0;
    for _ in 0..6 {
        let mut doc = open(PROGRAM);
        doc.analysis(&registry);
        for step in 0..40 {
            let boundary = |text: &str, mut at: usize| {
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            let from = boundary(&doc.text, random.below(doc.text.len() + 1));
            let length = [0, 0, 1, 1, 3, 12, 60][random.below(7)];
            let to = boundary(&doc.text, (from + length).min(doc.text.len())).max(from);
            let piece = if random.below(3) == 0 { "" } else { PIECES[random.below(PIECES.len())] };
            let next = replaced(&doc, from, to, piece);
            // Not every version is checked, as when one types fast.
            if random.below(4) > 0 {
                total += kept(&next, &registry);
                let (kept, new) = (told(&next, &registry), told(&open(&next.text), &registry));
                for (key, value) in new.as_object().expect("an object") {
                    assert_eq!(
                        &kept[key], value,
                        "step {step}, {key}, from\n{}\nto\n{}",
                        doc.text, next.text
                    );
                }
            }
            // Broken texts are repaired from time to time, so that edits also meet valid ones.
            doc = if step % 5 == 4 { replaced(&next, 0, next.text.len(), PROGRAM) } else { next };
        }
    }
    assert!(total > 10_000, "few functions are kept: {total} bytes");
}

#[test]
fn an_edit_parses_one_function_of_many() {
    let registry = registry();
    let function = |i: usize| {
        format!(
            "func.func @f{i}(%x: i32) -> i32 {{\n  %0 = call @f{i}(%x) : (i32) -> i32\n  return %0 : i32\n}}\n"
        )
    };
    let functions: String = (0..200).map(function).collect();
    let text = format!("module {{\n{functions}}}\n");
    let doc = open(&text);
    assert!(diagnostics::all(&doc, doc.analysis(&registry)).is_empty());
    let at = text.find("@f100(%x) :").expect("there");
    // An error of syntax, its correction, and a name that other functions use.
    let broken = replaced(&doc, at, at, "?");
    assert_eq!(diagnostics::all(&broken, broken.analysis(&registry)).len(), 1);
    let fixed = replaced(&broken, at, at + 1, "");
    assert!(diagnostics::all(&fixed, fixed.analysis(&registry)).is_empty());
    let name = text.find("@f7(%x: ").expect("there") + 1;
    let renamed = replaced(&fixed, name, name + 2, "g");
    let found = diagnostics::all(&renamed, renamed.analysis(&registry));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].message.contains("'f7' does not reference a valid function"), "{found:?}");
    // Lines above move what is below.
    let moved = replaced(&renamed, 0, 0, "// one\n// two\n");
    let found_there = diagnostics::all(&moved, moved.analysis(&registry));
    assert_eq!(found_there[0].range.start.line, found[0].range.start.line + 2);
    for doc in [broken, fixed, renamed, moved] {
        assert!(kept(&doc, &registry) > text.len() * 9 / 10, "{} of {}", kept(&doc, &registry), text.len());
        assert_eq!(told(&doc, &registry), told(&open(&doc.text), &registry));
    }
}

#[test]
fn many_versions_do_not_fill_a_context() {
    let registry = registry();
    let padding = "x".repeat(1 << 20);
    let mut doc = open(&format!("// {padding}\nfunc.func @f() {{\n  return\n}}\n"));
    let first = doc.analysis(&registry).parts[0].cx.clone();
    let mut contexts = 1;
    let mut last = first;
    for _ in 0..80 {
        doc = replaced(&doc, 0, 0, "\n");
        let cx = doc.analysis(&registry).parts[0].cx.clone();
        contexts += usize::from(!std::sync::Arc::ptr_eq(&cx, &last));
        last = cx;
    }
    assert!((2..8).contains(&contexts), "{contexts} contexts");
}
