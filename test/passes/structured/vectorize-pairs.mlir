// RUN: strata-opt %s --linalg-vectorize=vector-bits=256 --canonicalize --validate-passes | FileCheck %s

// Rows of two are stored together, in the buffer whose rows are all of them: a lane beyond its row has no place.
// CHECK-LABEL: func.func @pairs(
// CHECK-SAME: %[[X:.*]]: memref<2x7xf32>, %[[Y:.*]]: memref<7x2xf32>)
// CHECK: %[[V:.*]] = vector.interleave %{{.*}}, %{{.*}} : vector<8xf32> -> vector<16xf32>
// CHECK: %[[ROW:.*]] = memref.collapse_shape %[[Y]] {{\[}}[0, 1]] : memref<7x2xf32> into memref<14xf32>
// CHECK: %[[M:.*]] = vector.constant_mask [14] : vector<16xi1>
// CHECK: vector.maskedstore %[[ROW]][%c0], %[[M]], %[[V]]
func.func @pairs(%x: memref<2x7xf32>, %y: memref<7x2xf32>) {
  linalg.transpose ins(%x : memref<2x7xf32>) outs(%y : memref<7x2xf32>) permutation = [1, 0]
  return
}

// CHECK-LABEL: func.func @longer(
// CHECK: scf.for %[[I:.*]] = %c0 to %c16 step %c8
// CHECK: %[[AT:.*]] = arith.muli %[[I]], %c2 : index
// CHECK: vector.store %{{.*}}, %{{.*}}[%{{.*}}, %[[AT]]] : memref<2x38xf32{{.*}}>, vector<16xf32>
func.func @longer(%x: memref<2x2x19xf32>, %y: memref<2x19x2xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, n, p) -> (a, p, n)>, affine_map<(a, n, p) -> (a, n, p)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<2x2x19xf32>) outs(%y : memref<2x19x2xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// CHECK-LABEL: func.func @small(
// CHECK: vector.maskedstore
func.func @small(%x: memref<3x5xf32>, %y: memref<5x3xf32>) {
  linalg.transpose ins(%x : memref<3x5xf32>) outs(%y : memref<5x3xf32>) permutation = [1, 0]
  return
}
