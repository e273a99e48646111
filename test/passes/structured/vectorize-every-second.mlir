// RUN: strata-opt %s --validate-passes --linalg-vectorize=vector-bits=128 --canonicalize --cse | FileCheck %s

// The second vector begins with the last element of the first one: nothing behind the ninth element is read.
// CHECK-LABEL: func.func @every_second
// CHECK-SAME: (%[[X:.*]]: memref<9xf32>, %[[Y:.*]]: memref<5xf32>)
// CHECK: %[[FIRST:.*]] = vector.load %[[X]][%c0] : memref<9xf32>, vector<4xf32>
// CHECK: %[[SECOND:.*]] = vector.load %[[X]][%c3] : memref<9xf32>, vector<4xf32>
// CHECK: %[[EVEN:.*]] = vector.shuffle %[[FIRST]], %[[SECOND]] [0, 2, 5, 7] : vector<4xf32>, vector<4xf32>
// CHECK: vector.store {{.*}}, %[[Y]][%c0]
// CHECK: %[[MASK:.*]] = vector.constant_mask [1] : vector<4xi1>
// CHECK: vector.maskedload %[[X]][%c8], %[[MASK]]
#second = affine_map<(i) -> (2 * i)>
#same = affine_map<(i) -> (i)>
func.func @every_second(%x: memref<9xf32>, %y: memref<5xf32>) {
  linalg.generic {indexing_maps = [#second, #same], iterator_types = ["parallel"]} ins(%x : memref<9xf32>) outs(%y : memref<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  }
  return
}
