// RUN: strata-opt %s --decompose-vector-ops --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME: %[[V:.*]]: vector<2x2xf32>)
// CHECK: %[[A:.*]] = vector.extract %[[V]][0, 0]
// CHECK: %[[B:.*]] = vector.extract %[[V]][0, 1]
// CHECK: %[[C:.*]] = vector.extract %[[V]][1, 0]
// CHECK: %[[D:.*]] = vector.extract %[[V]][1, 1]
// CHECK: %[[R:.*]] = vector.from_elements %[[A]], %[[C]] : vector<2xf32>
// CHECK: vector.insert %[[R]], %{{.*}} [0]
// CHECK: %[[S:.*]] = vector.from_elements %[[B]], %[[D]] : vector<2xf32>
// CHECK: vector.insert %[[S]], %{{.*}} [1]
func.func @transpose(%v: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.transpose %v, [1, 0] : vector<2x2xf32> to vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @compress(
// CHECK: %[[L:.*]] = vector.extract %{{.*}}[0] : i1 from vector<2xi1>
// CHECK: scf.if %[[L]] {
// CHECK:   memref.store
// CHECK: }
// CHECK: arith.index_castui %[[L]] : i1 to index
func.func @compress(%m: memref<8xf32>, %i: index, %mask: vector<2xi1>, %v: vector<2xf32>) {
  vector.compressstore %m[%i], %mask, %v : memref<8xf32>, vector<2xi1>, vector<2xf32>
  return
}

// -----

// Rows and columns of a product of matrices.

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
// CHECK-LABEL: func.func @contract(
// CHECK-COUNT-8: arith.mulf
// CHECK-NOT: vector.contract
func.func @contract(%x: vector<2x2xf32>, %y: vector<2x2xf32>, %z: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %z : vector<2x2xf32>, vector<2x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @masked(
// CHECK: arith.addf
// CHECK: arith.select
// CHECK-NOT: vector.mask
func.func @masked(%v: vector<2xf32>, %m: vector<2xi1>, %acc: f32) -> f32 {
  %0 = vector.mask %m { vector.reduction <add>, %v, %acc : vector<2xf32> into f32 } : vector<2xi1> -> f32
  return %0 : f32
}
