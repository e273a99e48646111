// RUN: strata-opt %s --linalg-vectorize=vector-bits=256 --canonicalize | FileCheck %s

// Eight rows become eight columns by unpacking inside of 128 bits, then by putting halves together.
// CHECK-LABEL: func @tile
// CHECK-SAME: (%[[X:.*]]: memref<8x8xf32>, %[[Y:.*]]: memref<8x8xf32>)
// CHECK-COUNT-8: vector.load %[[X]]{{.*}} : memref<8x8xf32>, vector<8xf32>
// CHECK: vector.shuffle {{.*}} [0, 8, 1, 9, 4, 12, 5, 13]
// CHECK: vector.shuffle {{.*}} [2, 10, 3, 11, 6, 14, 7, 15]
// CHECK: vector.shuffle {{.*}} [0, 1, 2, 3, 8, 9, 10, 11]
// CHECK: vector.store {{.*}} %[[Y]]
func.func @tile(%x: memref<8x8xf32>, %y: memref<8x8xf32>) {
  linalg.transpose ins(%x : memref<8x8xf32>) outs(%y : memref<8x8xf32>) permutation = [1, 0]
  return
}

// Blocks of a cache line of both buffers, tiles inside of them; what is left over has masks.
// CHECK-LABEL: func @with_rest
// CHECK: scf.for {{.*}} to %c32 step %c16
// CHECK: scf.for {{.*}} to %c64 step %c16
// CHECK: scf.for {{.*}} step %c8
// CHECK: scf.for {{.*}} step %c8
// CHECK: vector.load
// CHECK: vector.shuffle
// CHECK: vector.store
// CHECK: vector.constant_mask [3]
// CHECK: vector.maskedload
func.func @with_rest(%x: memref<64x35xf32>, %y: memref<35x64xf32>) {
  linalg.transpose ins(%x : memref<64x35xf32>) outs(%y : memref<35x64xf32>) permutation = [1, 0]
  return
}

// An operand in the other order among operands in this one.
// CHECK-LABEL: func @sum
// CHECK-SAME: (%[[X:.*]]: memref<8x8xf32>, %[[Y:.*]]: memref<8x8xf32>, %[[Z:.*]]: memref<8x8xf32>)
// CHECK-COUNT-8: vector.load %[[X]]
// CHECK: %[[C:.*]] = vector.shuffle {{.*}} [0, 1, 2, 3, 8, 9, 10, 11]
// CHECK: %[[V:.*]] = vector.load %[[Y]]
// CHECK: arith.addf %{{.*}}, %[[V]] : vector<8xf32>
// CHECK: vector.store {{.*}} %[[Z]]
func.func @sum(%x: memref<8x8xf32>, %y: memref<8x8xf32>, %z: memref<8x8xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<8x8xf32>, memref<8x8xf32>) outs(%z : memref<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return
}
