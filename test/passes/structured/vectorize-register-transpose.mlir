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

// Rows that are reduced next to each other: the index of the largest element of each, in its own order.
// CHECK-LABEL: func @argmax
// CHECK-SAME: (%[[X:.*]]: memref<16x24xf32>, %[[V:.*]]: memref<16xf32>, %[[I:.*]]: memref<16xi32>)
// CHECK: scf.for %{{.*}} = %c0 to %c16 step %c8
// CHECK: %[[A:.*]] = vector.load %[[V]]
// CHECK: %[[B:.*]] = vector.load %[[I]]
// CHECK: %[[R:.*]]:2 = scf.for %{{.*}} = %c0 to %c24 step %c8 iter_args(%{{.*}} = %[[A]], %{{.*}} = %[[B]]) -> (vector<8xf32>, vector<8xi32>)
// CHECK-COUNT-8: vector.load %[[X]]
// CHECK: vector.shuffle
// CHECK: arith.cmpf ogt, {{.*}} : vector<8xf32>
// CHECK: vector.store %[[R]]#0, %[[V]]
// CHECK: vector.store %[[R]]#1, %[[I]]
func.func @argmax(%x: memref<16x24xf32>, %v: memref<16xf32>, %i: memref<16xi32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : memref<16x24xf32>) outs(%v, %i : memref<16xf32>, memref<16xi32>) {
  ^bb0(%a: f32, %best: f32, %at: i32):
    %n = linalg.index 1 : index
    %m = arith.index_cast %n : index to i32
    %c = arith.cmpf ogt, %a, %best : f32
    %s = arith.select %c, %a, %best : f32
    %t = arith.select %c, %m, %at : i32
    linalg.yield %s, %t : f32, i32
  }
  return
}

// Many short rows.
// CHECK-LABEL: func @short
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c8
// CHECK-COUNT-8: vector.maskedload {{.*}} : memref<64x5xf32>
// CHECK-COUNT-5: arith.addf {{.*}} : vector<8xf32>
// CHECK-NOT: arith.addf
// CHECK: vector.store
func.func @short(%x: memref<64x5xf32>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x5xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  return
}

// Three elements of rows that follow one another are picked from whole vectors; a number that the sums start from needs no fill.
// CHECK-LABEL: func @packed
// CHECK-NOT: linalg.fill
// CHECK: scf.for %[[I:.*]] = %c0 to %c64 step %c8
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %{{.*}} {{\[}}[0, 1]] : memref<66x3xf32> into memref<198xf32>
// CHECK: %[[AT:.*]] = arith.muli %[[I]], %c3
// CHECK: %[[ROWS:.*]] = vector.load %[[FLAT]][%[[AT]]] : memref<198xf32>, vector<24xf32>
// CHECK: %[[A:.*]] = vector.shuffle %[[ROWS]], %[[ROWS]] [0, 3, 6, 9, 12, 15, 18, 21] : vector<24xf32>, vector<24xf32>
// CHECK: %[[B:.*]] = vector.shuffle %[[ROWS]], %[[ROWS]] [1, 4, 7, 10, 13, 16, 19, 22] : vector<24xf32>, vector<24xf32>
// CHECK: %[[C:.*]] = vector.shuffle %[[ROWS]], %[[ROWS]] [2, 5, 8, 11, 14, 17, 20, 23] : vector<24xf32>, vector<24xf32>
// CHECK: arith.addf %[[A]], %cst{{.*}} : vector<8xf32>
// CHECK: arith.addf %{{.*}}, %[[B]] : vector<8xf32>
// CHECK: arith.addf %{{.*}}, %[[C]] : vector<8xf32>
// CHECK: vector.store
// CHECK: vector.maskedload {{.*}} : memref<66x3xf32>
func.func @packed(%x: memref<66x3xf32>, %y: memref<66xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<66xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<66x3xf32>) outs(%y : memref<66xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  return
}

// Rows with a gap between them are read one by one.
// CHECK-LABEL: func @gaps
// CHECK-COUNT-8: vector.maskedload
func.func @gaps(%x: memref<64x3xf32, strided<[4, 1]>>, %y: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<64x3xf32, strided<[4, 1]>>) outs(%y : memref<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  return
}
