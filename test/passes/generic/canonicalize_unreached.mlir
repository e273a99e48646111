// RUN: strata-opt %s --canonicalize | FileCheck %s

// A loop that is never reached may come to have ops that use themselves; it goes away.
// CHECK-LABEL: func @unreached_loop
// CHECK-NEXT: return
func.func @unreached_loop(%to: memref<4xf32>, %x: f32) {
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  cf.br ^choose(%zero : i32)
^choose(%n: i32):
  cf.switch %n : i32, [
    default: ^enter,
    0: ^end,
    1: ^end
  ]
^enter:
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %c3 : index
  cf.cond_br %more, ^body, ^end
^body:
  memref.store %x, %to[%i] : memref<4xf32>
  %next = arith.addi %i, %c1 : index
  cf.br ^head(%next : index)
^end:
  return
}
