// RUN: strata-opt %s --convert-vector-to-scf | FileCheck %s --check-prefix=LOOP
// RUN: strata-opt %s --convert-vector-to-scf=full-unroll | FileCheck %s --check-prefix=UNROLL
// Transfers become loops over transfers of rows, or one transfer for each row. The same as upstream's: `test/upstream`.

// LOOP-LABEL: func.func @read(
// LOOP-SAME: %[[M:.*]]: memref<?x?xf32>, %[[I:.*]]: index, %[[P:.*]]: f32
// LOOP: %[[BUFFER:.*]] = memref.alloca() : memref<vector<2x4xf32>>
// LOOP: %[[ROWS:.*]] = vector.type_cast %[[BUFFER]] : memref<vector<2x4xf32>> to memref<2xvector<4xf32>>
// LOOP: scf.for %[[J:.*]] = %c0 to %c2 step %c1 {
// LOOP: %[[AT:.*]] = affine.apply #{{.*}}(%[[J]])[%[[I]]]
// LOOP: %[[ROW:.*]] = vector.transfer_read %[[M]][%[[AT]], %[[I]]], %[[P]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// LOOP: memref.store %[[ROW]], %[[ROWS]][%[[J]]]
// LOOP: memref.load %[[BUFFER]][]

// UNROLL-LABEL: func.func @read(
// UNROLL-SAME: %[[M:.*]]: memref<?x?xf32>, %[[I:.*]]: index, %[[P:.*]]: f32
// UNROLL: %[[V:.*]] = vector.broadcast %[[P]] : f32 to vector<2x4xf32>
// UNROLL: %[[R0:.*]] = vector.transfer_read %[[M]][%[[I]], %[[I]]], %[[P]] {in_bounds = [true]} : memref<?x?xf32>, vector<4xf32>
// UNROLL: %[[V0:.*]] = vector.insert %[[R0]], %[[V]] [0]
// UNROLL: %[[R1:.*]] = vector.transfer_read
// UNROLL: vector.insert %[[R1]], %[[V0]] [1]
func.func @read(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<?x?xf32>, vector<2x4xf32>
  return %0 : vector<2x4xf32>
}

// Rows that may be outside of memory are written under a condition.
// UNROLL-LABEL: func.func @write(
// UNROLL: %[[SIZE:.*]] = memref.dim
// UNROLL: %[[IN:.*]] = arith.cmpi sgt, %[[SIZE]], %{{.*}} : index
// UNROLL: scf.if %[[IN]] {
// UNROLL: vector.extract %{{.*}}[0] : vector<4xf32> from vector<2x4xf32>
// UNROLL: vector.transfer_write
func.func @write(%m: memref<?x?xf32>, %i: index, %v: vector<2x4xf32>) {
  vector.transfer_write %v, %m[%i, %i] : vector<2x4xf32>, memref<?x?xf32>
  return
}

// An element that is broadcast is read once, with its mask.
// LOOP-LABEL: func.func @masked_element(
// LOOP: %[[E:.*]] = vector.transfer_read %arg0[%arg1, %arg1], %arg2, %arg3 : memref<?x?xf32>, vector<f32>
// LOOP: vector.broadcast %[[E]] : vector<f32> to vector<4xf32>
func.func @masked_element(%m: memref<?x?xf32>, %i: index, %p: f32, %k: vector<1xi1>) -> vector<4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (0)>} : memref<?x?xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// Rows outside of memory are the padding, and not what the vector had before into which they are put; upstream leaves that.
// UNROLL-LABEL: func.func @padded_insertion(
// UNROLL: vector.broadcast %{{.*}} : f32 to vector<2x4xf32>
// UNROLL: vector.insert %{{.*}}, %{{.*}} [1] : vector<2x4xf32> into vector<3x2x4xf32>
func.func @padded_insertion(%m: memref<?x?xf32>, %i: index, %p: f32, %v: vector<3x2x4xf32>) -> vector<3x2x4xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<2x4xf32>
  %1 = vector.insert %0, %v[1] : vector<2x4xf32> into vector<3x2x4xf32>
  return %1 : vector<3x2x4xf32>
}
