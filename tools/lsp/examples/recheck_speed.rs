//! The time from an edit to diagnostics: `cargo run --release -p strata-lsp --example recheck_speed [LINES]`.
//!
//! Files of functions of the dialects of tensors and of loops are edited in their middle; the shortest and the median time of 21 edits is
//! printed, with the time of a parse without extents. The first edit parses the whole file, the others the function that is edited.

use std::{fmt::Write, time::Instant};

use strata_ir::text::{ParseOptions, parse_module};
use strata_lsp::{diagnostics, document::Document, position::Encoding};

/// A program of about this many lines.
fn program(lines: usize) -> String {
    let mut out = String::new();
    for i in 0..lines / 20 {
        let _ = write!(
            out,
            "func.func @f{i}(%x: tensor<4x8xf32>, %m: memref<16xf32>, %n: index) -> tensor<4x8xf32> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = stablehlo.add %x, %x : tensor<4x8xf32>
  %1 = stablehlo.multiply %0, %x : tensor<4x8xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %3 = stablehlo.dot_general %1, %2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  scf.for %i = %c0 to %n step %c1 {{
    %v = memref.load %m[%i] : memref<16xf32>
    %w = arith.addf %v, %v : f32
    %u = math.exp %w : f32
    memref.store %u, %m[%i] : memref<16xf32>
  }}
  %4 = stablehlo.exponential %1 {{mhlo.frontend_attributes = {{a = \"b\"}}}} : tensor<4x8xf32>
  %5 = stablehlo.maximum %4, %1 : tensor<4x8xf32>
  %6 = stablehlo.tanh %5 : tensor<4x8xf32>
  %7 = call @f{i}(%6, %m, %n) : (tensor<4x8xf32>, memref<16xf32>, index) -> tensor<4x8xf32>
  return %7 : tensor<4x8xf32>
}}

"
        );
    }
    out
}

fn main() {
    let lines = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(10_000);
    let mut registry = strata_registry::registry();
    registry.allow_unregistered(true);
    let text = program(lines);
    println!("{} lines, {} bytes", text.lines().count(), text.len());
    let uri: lsp_types::Uri = "file:///program.mlir".parse().expect("an address");
    let mut doc = Document::new(uri, 0, text.clone(), Encoding::Utf16);
    let line = (lines / 40 * 20) as u32;
    let mut times = Vec::new();
    for (version, inserted) in
        ["  // a\n", "  oops\n", "  %q = arith.constant 1 : i32\n"].iter().cycle().take(21).enumerate()
    {
        let at = lsp_types::Position::new(line + 4, 0);
        let change = lsp_types::TextDocumentContentChangeEvent {
            range: Some(lsp_types::Range::new(at, at)),
            range_length: None,
            text: (*inserted).to_owned(),
        };
        let started = Instant::now();
        let next = doc.changed(version as i32 + 1, vec![change]);
        let found = diagnostics::all(&next, next.analysis(&registry));
        times.push((started.elapsed(), found.len()));
        if !inserted.contains("oops") {
            doc = next;
        }
    }
    times.sort_unstable();
    println!(
        "edit, parse with extents, verify: {:?} at best, median {:?}, last {:?}",
        times[0].0, times[10].0, times[20].0
    );
    println!("diagnostics of an edit: at most {}", times.iter().map(|t| t.1).max().unwrap_or_default());
    let mut plain = Vec::new();
    for _ in 0..11 {
        let cx = registry.clone().freeze();
        let copy = text.clone();
        let started = Instant::now();
        let module = parse_module(&cx, "program.mlir", copy, ParseOptions::default());
        plain.push(started.elapsed());
        assert!(module.is_ok(), "the program is valid");
    }
    plain.sort_unstable();
    println!("parse without extents, verify: {:?} at best, median {:?}", plain[0], plain[5]);
}
