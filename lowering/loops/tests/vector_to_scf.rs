//! `convert-vector-to-scf`.

use strata_lowering_loops::vector_to_scf::convert_vector_to_scf;

use crate::common;

fn convert(text: &str) -> String {
    match common::lowered(text, &convert_vector_to_scf) {
        Ok(out) => out,
        Err(e) => panic!("{e}"),
    }
}

fn assert_lines(out: &str, want: &[&str]) {
    let lines: Vec<&str> = out.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    assert!(lines.windows(want.len()).any(|w| w == want), "{out}");
}

#[test]
fn rows_inside_of_the_memref_are_read_one_by_one() {
    let out = convert(
        r"
        func.func @f(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
          %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
          return %0 : vector<2x4xf32>
        }",
    );
    assert_lines(
        &out,
        &[
            "%0 = vector.broadcast %arg2 : f32 to vector<2x4xf32>",
            "%1 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>",
            "%2 = vector.insert %1, %0 [0] : vector<4xf32> into vector<2x4xf32>",
            "%c1 = arith.constant 1 : index",
            "%3 = arith.addi %arg1, %c1 : index",
            "%4 = vector.transfer_read %arg0[%3, %arg1], %arg2 {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>",
            "%5 = vector.insert %4, %2 [1] : vector<4xf32> into vector<2x4xf32>",
            "return %5 : vector<2x4xf32>",
        ],
    );
}

#[test]
fn rows_that_may_be_outside_are_written_under_a_condition() {
    let out = convert(
        r"
        func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<2x4xf32>) {
          vector.transfer_write %v, %m[%i, %i] : vector<2x4xf32>, memref<?x?xf32>
          return
        }",
    );
    assert_lines(
        &out,
        &[
            "%dim = memref.dim %arg0, %c0 : memref<?x?xf32>",
            "%0 = arith.cmpi sgt, %dim, %arg1 : index",
            "scf.if %0 {",
            "%3 = vector.extract %arg2[0] : vector<4xf32> from vector<2x4xf32>",
            "vector.transfer_write %3, %arg0[%arg1, %arg1] : vector<4xf32>, memref<?x?xf32>",
            "}",
        ],
    );
}

#[test]
fn a_column_is_read_by_a_loop() {
    let out = convert(
        r"
        func.func @f(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<3xf32> {
          %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d0)>}
              : memref<?x?xf32>, vector<3xf32>
          return %0 : vector<3xf32>
        }",
    );
    assert_lines(
        &out,
        &[
            "%4 = scf.if %3 -> (vector<3xf32>) {",
            "%5 = memref.load %arg0[%2, %arg1] : memref<?x?xf32>",
            "%6 = vector.insert %5, %arg4 [%arg3] : f32 into vector<3xf32>",
            "scf.yield %6 : vector<3xf32>",
            "} else {",
            "scf.yield %arg4 : vector<3xf32>",
            "}",
            "scf.yield %4 : vector<3xf32>",
            "}",
            "return %1 : vector<3xf32>",
        ],
    );
}

#[test]
fn too_many_rows_are_refused() {
    let text = r"
        func.func @f(%m: memref<?x?xf32>, %i: index, %v: vector<100000x4xf32>) {
          vector.transfer_write %v, %m[%i, %i] : vector<100000x4xf32>, memref<?x?xf32>
          return
        }";
    let error = common::lowered(text, &convert_vector_to_scf).err().unwrap_or_default();
    assert!(error.contains("'vector.transfer_write' op cannot be lowered to loops"), "{error}");
    assert!(error.contains("unroll_ops"), "{error}");
}
