//! `convert-linalg-to-loops` and `convert-linalg-to-affine-loops`.

use strata_lowering_loops::linalg_to_scf::{LoopKind, convert_linalg_to_loops};

use crate::common;

fn convert(text: &str, kind: LoopKind) -> String {
    match common::lowered(text, &|b| convert_linalg_to_loops(b, kind)) {
        Ok(out) => out,
        Err(e) => panic!("{e}"),
    }
}

fn lines(out: &str) -> Vec<&str> {
    out.lines().map(str::trim).filter(|l| !l.is_empty()).collect()
}

fn assert_lines(out: &str, want: &[&str]) {
    assert!(lines(out).windows(want.len()).any(|w| w == want), "{out}");
}

const MATMUL: &str = r"
    func.func @f(%a: memref<4x?xf32>, %b: memref<?x6xf32>, %c: memref<4x6xf32>) {
      linalg.matmul ins(%a, %b : memref<4x?xf32>, memref<?x6xf32>) outs(%c : memref<4x6xf32>)
      return
    }";

#[test]
fn a_named_op_becomes_loops() {
    assert_lines(
        &convert(MATMUL, LoopKind::Scf),
        &[
            "scf.for %arg3 = %c0 to %c4 step %c1_0 {",
            "scf.for %arg4 = %c0_1 to %c6 step %c1_2 {",
            "scf.for %arg5 = %c0_3 to %dim step %c1_4 {",
            "%0 = memref.load %arg0[%arg3, %arg5] : memref<4x?xf32>",
            "%1 = memref.load %arg1[%arg5, %arg4] : memref<?x6xf32>",
            "%2 = memref.load %arg2[%arg3, %arg4] : memref<4x6xf32>",
            "%3 = arith.mulf %0, %1 : f32",
            "%4 = arith.addf %2, %3 : f32",
            "memref.store %4, %arg2[%arg3, %arg4] : memref<4x6xf32>",
            "}",
        ],
    );
}

#[test]
fn a_named_op_becomes_affine_loops() {
    assert_lines(
        &convert(MATMUL, LoopKind::Affine),
        &[
            "affine.for %arg3 = 0 to 4 {",
            "affine.for %arg4 = 0 to 6 {",
            "affine.for %arg5 = 0 to %dim {",
            "%0 = affine.load %arg0[%arg3, %arg5] : memref<4x?xf32>",
            "%1 = affine.load %arg1[%arg5, %arg4] : memref<?x6xf32>",
            "%2 = affine.load %arg2[%arg3, %arg4] : memref<4x6xf32>",
            "%3 = arith.mulf %0, %1 : f32",
            "%4 = arith.addf %2, %3 : f32",
            "affine.store %4, %arg2[%arg3, %arg4] : memref<4x6xf32>",
            "}",
        ],
    );
}

#[test]
fn maps_scalars_and_loop_numbers() {
    let out = convert(
        r#"
#in = affine_map<(i, j) -> (i + j * 2)>
#scalar = affine_map<(i, j) -> ()>
#out = affine_map<(i, j) -> (j, i)>
        func.func @f(%a: memref<20xf32>, %s: f32, %c: memref<4x8xf32>) {
          linalg.generic {indexing_maps = [#in, #scalar, #out], iterator_types = ["parallel", "parallel"]}
              ins(%a, %s : memref<20xf32>, f32) outs(%c : memref<4x8xf32>) {
          ^bb0(%x: f32, %y: f32, %o: f32):
            %i = linalg.index 1 : index
            %p = arith.index_cast %i : index to i32
            %q = arith.sitofp %p : i32 to f32
            %r = arith.addf %x, %y : f32
            %t = arith.addf %r, %q : f32
            linalg.yield %t : f32
          }
          return
        }"#,
        LoopKind::Scf,
    );
    assert_lines(
        &out,
        &[
            "%0 = affine.apply #map(%arg3, %arg4)",
            "%1 = memref.load %arg0[%0] : memref<20xf32>",
            "%2 = arith.index_cast %arg4 : index to i32",
            "%3 = arith.sitofp %2 : i32 to f32",
            "%4 = arith.addf %1, %arg1 : f32",
            "%5 = arith.addf %4, %3 : f32",
            "memref.store %5, %arg2[%arg4, %arg3] : memref<4x8xf32>",
        ],
    );
}

#[test]
fn an_output_that_is_not_read_is_not_loaded() {
    let out = convert(
        r"
        func.func @f(%x: f32, %c: memref<f32>) {
          linalg.fill ins(%x : f32) outs(%c : memref<f32>)
          return
        }",
        LoopKind::Scf,
    );
    assert_lines(&out, &["memref.store %arg0, %arg1[] : memref<f32>", "return"]);
    assert!(!out.contains("memref.load"), "{out}");
}

#[test]
fn tensors_have_to_be_bufferized_first() {
    let text = r"
        func.func @f(%x: f32, %c: tensor<4xf32>) -> tensor<4xf32> {
          %r = linalg.fill ins(%x : f32) outs(%c : tensor<4xf32>) -> tensor<4xf32>
          return %r : tensor<4xf32>
        }";
    let error =
        common::lowered(text, &|b| convert_linalg_to_loops(b, LoopKind::Scf)).err().unwrap_or_default();
    assert!(
        error.contains("'linalg.fill' op cannot be lowered to loops: it has tensor semantics"),
        "{error}"
    );
}
