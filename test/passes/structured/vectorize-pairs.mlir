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

// Elements that repeat are read once.
// CHECK-LABEL: func.func @four_times(
// CHECK-SAME: %[[X:.*]]: memref<64xf32>, %[[Y:.*]]: memref<64x4xf32>)
// CHECK: scf.for %[[I:.*]] = %c0 to %c64 step %c8
// CHECK: %[[V:.*]] = vector.load %[[X]][%[[I]]] : memref<64xf32>, vector<8xf32>
// CHECK: %[[ALL:.*]] = vector.interleave %{{.*}}, %{{.*}} : vector<16xf32> -> vector<32xf32>
// CHECK: %[[AT:.*]] = arith.muli %[[I]], %c4 : index
// CHECK: vector.store %[[ALL]], %{{.*}}[%[[AT]]] : memref<256xf32>, vector<32xf32>
// CHECK-NOT: masked
// CHECK: return
func.func @four_times(%x: memref<64xf32>, %y: memref<64x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64xf32>) outs(%y : memref<64x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}

// Rows of four have the elements of four rows in their order.
// CHECK-LABEL: func.func @fours(
// CHECK-SAME: %[[X:.*]]: memref<4x8xf32>, %[[Y:.*]]: memref<8x4xf32>)
// CHECK-DAG: %[[R0:.*]] = vector.load %[[X]][%c0, %c0]
// CHECK-DAG: %[[R1:.*]] = vector.load %[[X]][%c1, %c0]
// CHECK-DAG: %[[R2:.*]] = vector.load %[[X]][%c2, %c0]
// CHECK-DAG: %[[R3:.*]] = vector.load %[[X]][%c3, %c0]
// CHECK-DAG: %[[S0:.*]] = arith.addf %[[R0]], %[[R0]]
// CHECK-DAG: %[[S1:.*]] = arith.addf %[[R1]], %[[R1]]
// CHECK-DAG: %[[S2:.*]] = arith.addf %[[R2]], %[[R2]]
// CHECK-DAG: %[[S3:.*]] = arith.addf %[[R3]], %[[R3]]
// CHECK-DAG: %[[EVEN:.*]] = vector.interleave %[[S0]], %[[S2]]
// CHECK-DAG: %[[ODD:.*]] = vector.interleave %[[S1]], %[[S3]]
// CHECK: vector.interleave %[[EVEN]], %[[ODD]]
func.func @fours(%x: memref<4x8xf32>, %y: memref<8x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x8xf32>) outs(%y : memref<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %a : f32
    linalg.yield %c : f32
  }
  return
}

// A dimension of one element is no loop with masks.
// CHECK-LABEL: func.func @ones(
// CHECK: scf.for %{{.*}} = %c0 to %c24 step %c8
// CHECK-NOT: masked
// CHECK: vector.store %{{.*}} : memref<2x24xf32>, vector<8xf32>
// CHECK: return
func.func @ones(%x: memref<24xf32>, %y: memref<2x24x1xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (b)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<24xf32>) outs(%y : memref<2x24x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  return
}
