// RUN: strata-opt %s --int-range-optimizations | FileCheck %s

// A branch that comes to a block on two ways passes an argument twice.
// CHECK-LABEL: @main
// CHECK-SAME: (%[[C:.*]]: i1, %[[A:.*]]: i32, %[[B:.*]]: i32, %[[D:.*]]: tensor<2xi32>)
// CHECK: cf.cond_br %[[C]], ^bb1(%[[A]] : i32), ^bb1(%[[B]] : i32)
// CHECK: ^bb1(%[[X:.*]]: i32):
// CHECK-NEXT: return %[[X]], %[[D]]
func.func @main(%c: i1, %a: i32, %b: i32, %d: tensor<2xi32>) -> (i32, tensor<2xi32>) {
  cf.cond_br %c, ^bb1(%d, %a : tensor<2xi32>, i32), ^bb1(%d, %b : tensor<2xi32>, i32)
^bb1(%y: tensor<2xi32>, %x: i32):
  return %x, %y : i32, tensor<2xi32>
}
