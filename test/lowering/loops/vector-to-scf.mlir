// RUN: strata-opt %s --convert-vector-to-scf | FileCheck %s
// Transfers become transfers of rows, or loops over scalars.

func.func @r(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
func.func @w(%m: memref<?x?xf32>, %i: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %i] : vector<2x4xf32>, memref<?x?xf32>
  return
}
func.func @s(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<3xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {permutation_map = affine_map<(d0,d1)->(d0)>} : memref<?x?xf32>, vector<3xf32>
  return %0 : vector<3xf32>
}

// CHECK: func.func @r(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32) -> vector<2x4xf32> {
// CHECK: %0 = vector.broadcast %arg2 : f32 to vector<2x4xf32>
// CHECK: %1 = vector.transfer_read %arg0[%arg1, %arg1], %arg2 {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK: %2 = vector.insert %1, %0 [0] : vector<4xf32> into vector<2x4xf32>
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %3 = arith.addi %arg1, %c1 : index
// CHECK: %4 = vector.transfer_read %arg0[%3, %arg1], %arg2 {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// CHECK: %5 = vector.insert %4, %2 [1] : vector<4xf32> into vector<2x4xf32>
// CHECK: return %5 : vector<2x4xf32>
// CHECK: func.func @w(%arg0: memref<?x?xf32>, %arg1: index, %arg2: vector<2x4xf32>) {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %dim = memref.dim %arg0, %c0 : memref<?x?xf32>
// CHECK: %0 = arith.cmpi sgt, %dim, %arg1 : index
// CHECK: scf.if %0 {
// CHECK: %3 = vector.extract %arg2[0] : vector<4xf32> from vector<2x4xf32>
// CHECK: vector.transfer_write %3, %arg0[%arg1, %arg1] : vector<4xf32>, memref<?x?xf32>
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %1 = arith.addi %arg1, %c1 : index
// CHECK: %c0_0 = arith.constant 0 : index
// CHECK: %dim_1 = memref.dim %arg0, %c0_0 : memref<?x?xf32>
// CHECK: %2 = arith.cmpi sgt, %dim_1, %1 : index
// CHECK: scf.if %2 {
// CHECK: %3 = vector.extract %arg2[1] : vector<4xf32> from vector<2x4xf32>
// CHECK: vector.transfer_write %3, %arg0[%1, %arg1] : vector<4xf32>, memref<?x?xf32>
// CHECK: return
// CHECK: func.func @s(%arg0: memref<?x?xf32>, %arg1: index, %arg2: f32) -> vector<3xf32> {
// CHECK: %0 = vector.broadcast %arg2 : f32 to vector<3xf32>
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c3 = arith.constant 3 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %1 = scf.for %arg3 = %c0 to %c3 step %c1 iter_args(%arg4 = %0) -> (vector<3xf32>) {
// CHECK: %2 = arith.addi %arg1, %arg3 : index
// CHECK: %c0_0 = arith.constant 0 : index
// CHECK: %dim = memref.dim %arg0, %c0_0 : memref<?x?xf32>
// CHECK: %3 = arith.cmpi sgt, %dim, %2 : index
// CHECK: %4 = scf.if %3 -> (vector<3xf32>) {
// CHECK: %5 = memref.load %arg0[%2, %arg1] : memref<?x?xf32>
// CHECK: %6 = vector.insert %5, %arg4 [%arg3] : f32 into vector<3xf32>
// CHECK: scf.yield %6 : vector<3xf32>
// CHECK: } else {
// CHECK: scf.yield %arg4 : vector<3xf32>
// CHECK: scf.yield %4 : vector<3xf32>
// CHECK: return %1 : vector<3xf32>

// A mask has rows as the vector has.
// CHECK-LABEL: func.func @masked_rows(
// CHECK-SAME: %[[M:.*]]: memref<8x8xf32>, %[[K:.*]]: vector<2x4xi1>, %[[V:.*]]: vector<2x4xf32>
// CHECK: %[[A:.*]] = vector.extract %[[K]][0] : vector<4xi1> from vector<2x4xi1>
// CHECK: vector.transfer_write %{{.*}}, %[[M]][%{{.*}}, %{{.*}}], %[[A]] {in_bounds = [true]} : vector<4xf32>, memref<8x8xf32>
// CHECK: %[[B:.*]] = vector.extract %[[K]][1] : vector<4xi1> from vector<2x4xi1>
// CHECK: vector.transfer_write %{{.*}}, %[[M]][%{{.*}}, %{{.*}}], %[[B]]
func.func @masked_rows(%m: memref<8x8xf32>, %k: vector<2x4xi1>, %v: vector<2x4xf32>, %i: index) {
  vector.transfer_write %v, %m[%i, %i], %k {in_bounds = [true, true]} : vector<2x4xf32>, memref<8x8xf32>
  return
}

// Along a column each element is read where its lane is on.
// CHECK-LABEL: func.func @masked_column(
// CHECK-SAME: %[[M:.*]]: memref<8x8xf32>, %[[K:.*]]: vector<4xi1>
// CHECK: scf.for %[[J:.*]] = %c0
// CHECK: %[[BIT:.*]] = vector.extract %[[K]][%[[J]]] : i1 from vector<4xi1>
// CHECK: scf.if %[[BIT]]
// CHECK: memref.load %[[M]]
func.func @masked_column(%m: memref<8x8xf32>, %k: vector<4xi1>, %i: index, %p: f32) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [true], permutation_map = affine_map<(a, b) -> (a)>} : memref<8x8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
