//! `lower-affine`.

use strata_lowering_loops::affine_to_scf::lower_affine;

use crate::common;

fn convert(text: &str) -> String {
    match common::lowered(text, &lower_affine) {
        Ok(out) => out,
        Err(e) => panic!("{e}"),
    }
}

fn assert_lines(out: &str, want: &[&str]) {
    let lines: Vec<&str> = out.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    assert!(lines.windows(want.len()).any(|w| w == want), "{out}");
}

#[test]
fn division_and_remainder_round_as_affine_expressions_do() {
    let out = convert(
        r"
        func.func @f(%a: index) -> index {
          %0 = affine.apply affine_map<(d0) -> (d0 mod 5 + d0 floordiv 3)>(%a)
          return %0 : index
        }",
    );
    assert_lines(
        &out,
        &[
            "%c5 = arith.constant 5 : index",
            "%0 = arith.remsi %arg0, %c5 : index",
            "%c0 = arith.constant 0 : index",
            "%1 = arith.cmpi slt, %0, %c0 : index",
            "%2 = arith.addi %0, %c5 : index",
            "%3 = arith.select %1, %2, %0 : index",
            "%c3 = arith.constant 3 : index",
            "%c0_0 = arith.constant 0 : index",
            "%c-1 = arith.constant -1 : index",
            "%4 = arith.cmpi slt, %arg0, %c0_0 : index",
            "%5 = arith.subi %c-1, %arg0 : index",
            "%6 = arith.select %4, %5, %arg0 : index",
            "%7 = arith.divsi %6, %c3 : index",
            "%8 = arith.subi %c-1, %7 : index",
            "%9 = arith.select %4, %8, %7 : index",
            "%10 = arith.addi %3, %9 : index",
            "return %10 : index",
        ],
    );
}

#[test]
fn loops_and_conditions() {
    let out = convert(
        r"
        func.func @f(%n: index, %m: memref<?xf32>, %x: f32) -> f32 {
          %r = affine.for %i = max affine_map<(d0) -> (d0, 1)>(%n) to %n step 2 iter_args(%acc = %x) -> f32 {
            %v = affine.if affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 - 7 == 0)>(%i)[%n] -> f32 {
              %l = affine.load %m[%i + 3] : memref<?xf32>
              affine.yield %l : f32
            } else {
              affine.yield %acc : f32
            }
            affine.store %v, %m[%i] : memref<?xf32>
            affine.yield %v : f32
          }
          return %r : f32
        }",
    );
    assert_lines(
        &out,
        &[
            "%c1 = arith.constant 1 : index",
            "%0 = arith.maxsi %arg0, %c1 : index",
            "%c2 = arith.constant 2 : index",
            "%1 = scf.for %arg3 = %0 to %arg0 step %c2 iter_args(%arg4 = %arg2) -> (f32) {",
            "%c0 = arith.constant 0 : index",
            "%c-3 = arith.constant -3 : index",
            "%2 = arith.addi %arg3, %c-3 : index",
            "%3 = arith.cmpi sge, %2, %c0 : index",
            "%c-7 = arith.constant -7 : index",
            "%4 = arith.addi %arg0, %c-7 : index",
            "%5 = arith.cmpi eq, %4, %c0 : index",
            "%6 = arith.andi %3, %5 : i1",
            "%7 = scf.if %6 -> (f32) {",
            "%c3 = arith.constant 3 : index",
            "%8 = arith.addi %arg3, %c3 : index",
            "%9 = memref.load %arg1[%8] : memref<?xf32>",
            "scf.yield %9 : f32",
            "} else {",
            "scf.yield %arg4 : f32",
            "}",
            "memref.store %7, %arg1[%arg3] : memref<?xf32>",
            "scf.yield %7 : f32",
            "}",
        ],
    );
}

#[test]
fn reductions_of_parallel_loops() {
    let out = convert(
        r#"
        func.func @f(%n: index, %x: f32) -> f32 {
          %r = affine.parallel (%i) = (0) to (min(%n, 10)) step (2) reduce ("maximumf") -> f32 {
            affine.yield %x : f32
          }
          return %r : f32
        }"#,
    );
    assert_lines(
        &out,
        &[
            "%cst = arith.constant 0xFF800000 : f32",
            "%1 = scf.parallel (%arg2) = (%c0) to (%0) step (%c2) init (%cst) -> f32 {",
            "scf.reduce(%arg1 : f32) {",
            "^bb0(%arg3: f32, %arg4: f32):",
            "%2 = arith.maximumf %arg3, %arg4 : f32",
            "scf.reduce.return %2 : f32",
            "}",
            "}",
            "return %1 : f32",
        ],
    );
}

#[test]
fn a_division_by_a_negative_constant_is_refused() {
    let text = r"
        func.func @f(%a: index) -> index {
          %0 = affine.apply affine_map<(d0) -> (d0 floordiv -3)>(%a)
          return %0 : index
        }";
    let error = common::lowered(text, &lower_affine).err().unwrap_or_default();
    assert!(error.contains("division by non-positive value is not supported"), "{error}");
}
