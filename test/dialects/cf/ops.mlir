// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @branches(
func.func @branches(%c: i1, %a: i32, %b: f32) -> i32 {
  // CHECK-NEXT: cf.assert %arg0, "must hold"
  cf.assert %c, "must hold"
  // CHECK-NEXT: cf.assert %arg0, "quote \22" {d.x}
  cf.assert %c, "quote \22" {d.x}
  // CHECK-NEXT: cf.br ^bb1
  cf.br ^bb1
  // CHECK-NEXT: ^bb1:
^bb1:
  // CHECK-NEXT: cf.br ^bb2(%arg1, %arg2 : i32, f32) {d.x}
  cf.br ^bb2(%a, %b : i32, f32) {d.x}
^bb2(%0: i32, %1: f32):
  // CHECK: cf.cond_br %arg0, ^bb3, ^bb2(%0, %1 : i32, f32)
  cf.cond_br %c, ^bb3, ^bb2(%0, %1 : i32, f32)
^bb3:
  // CHECK: cf.cond_br %arg0 weights([10, 20]), ^bb4(%arg1 : i32), ^bb5 {d.x = 1 : i64}
  cf.cond_br %c weights([10, 20]), ^bb4(%a : i32), ^bb5 {d.x = 1}
^bb4(%2: i32):
  return %2 : i32
^bb5:
  return %a : i32
}

// CHECK-LABEL: func.func @switches(
func.func @switches(%f: i32, %g: i64, %a: i32) {
  // CHECK-NEXT: cf.switch %arg0 : i32, [
  // CHECK-NEXT:   default: ^bb1(%arg2 : i32),
  // CHECK-NEXT:   42: ^bb1(%arg0 : i32),
  // CHECK-NEXT:   4294967291: ^bb2
  // CHECK-NEXT: ] {d.x}
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    42: ^bb1(%f : i32),
    -5: ^bb2
  ] {d.x}
^bb1(%x: i32):
  // CHECK: cf.switch %arg1 : i64, [
  // CHECK-NEXT: default: ^bb2]
  cf.switch %g : i64, [
    default: ^bb2
  ]
^bb2:
  // CHECK: cf.switch %arg1 : i64, [
  // CHECK-NEXT:   default: ^bb3,
  // CHECK-NEXT:   1: ^bb3,
  // CHECK-NEXT:   1: ^bb2
  // CHECK-NEXT: ]
  cf.switch %g : i64, [
    default: ^bb3,
    1: ^bb3,
    1: ^bb2
  ]
^bb3:
  return
}

// Numbers of cases that are too large for the flag are cut to its width.
// CHECK-LABEL: @cut_cases
// CHECK: 1: ^bb1
// CHECK-NEXT: 14: ^bb2
func.func @cut_cases(%flag: i4) {
  cf.switch %flag : i4, [
    default: ^bb1,
    17: ^bb1,
    -18: ^bb2
  ]
^bb1:
  return
^bb2:
  return
}
