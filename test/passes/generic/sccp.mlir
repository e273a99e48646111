// RUN: strata-opt %s --sccp --split-input-file | FileCheck %s

// CHECK-LABEL: @branch
// CHECK: %[[C:.*]] = arith.constant 2 : i32
// CHECK: return %[[C]]
func.func @branch(%x: i32) -> i32 {
  %t = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %t, ^a(%c1 : i32), ^b
^a(%y: i32):
  %0 = arith.addi %y, %c1 : i32
  return %0 : i32
^b:
  cf.br ^a(%x : i32)
}

// -----

// A value carried unchanged around a loop is constant.
// CHECK-LABEL: @loop
// CHECK: %[[C:.*]] = arith.constant 5 : i32
// CHECK: ^bb3:
// CHECK-NEXT: return %[[C]]
func.func @loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  cf.br ^head(%c5, %c0 : i32, i32)
^head(%k: i32, %i: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^exit
^body:
  %k2 = arith.addi %k, %c0 : i32
  %i2 = arith.addi %i, %c5 : i32
  cf.br ^head(%k2, %i2 : i32, i32)
^exit:
  return %k : i32
}

// -----

// Two values are no constant.
// CHECK-LABEL: @merge
// CHECK: ^bb1(%[[A:[^:]*]]: i32):
// CHECK-NEXT: return %[[A]]
func.func @merge(%c: i1) -> i32 {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  cf.cond_br %c, ^a(%c0 : i32), ^a(%c5 : i32)
^a(%r: i32):
  return %r : i32
}
