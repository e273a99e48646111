// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK: func.func @shapes(%arg0: vector<4x8xf32>) -> (vector<4x8xf32>, vector<4x8xf32>) {
// CHECK: return %arg0, %arg0 : vector<4x8xf32>, vector<4x8xf32>
func.func @shapes(%v: vector<4x8xf32>) -> (vector<4x8xf32>, vector<4x8xf32>) {
  %0 = vector.shape_cast %v : vector<4x8xf32> to vector<32xf32>
  %1 = vector.shape_cast %0 : vector<32xf32> to vector<4x8xf32>
  %2 = vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
  %3 = vector.transpose %2, [1, 0] : vector<8x4xf32> to vector<4x8xf32>
  return %1, %3 : vector<4x8xf32>, vector<4x8xf32>
}
// CHECK: func.func @elements(%arg0: f32, %arg1: vector<4x8xf32>) -> (f32, f32, f32, vector<4x8xf32>) {
// CHECK: %0 = vector.extract %arg1[3, 5] : f32 from vector<4x8xf32>
// CHECK: return %arg0, %arg0, %0, %arg1 : f32, f32, f32, vector<4x8xf32>
func.func @elements(%f: f32, %v: vector<4x8xf32>) -> (f32, f32, f32, vector<4x8xf32>) {
  %b = vector.broadcast %f : f32 to vector<4xf32>
  %0 = vector.extract %b[1] : f32 from vector<4xf32>
  %i = vector.insert %f, %v [1, 2] : f32 into vector<4x8xf32>
  %1 = vector.extract %i[1, 2] : f32 from vector<4x8xf32>
  %r = vector.extract %v[3] : vector<8xf32> from vector<4x8xf32>
  %2 = vector.extract %r[5] : f32 from vector<8xf32>
  %3 = vector.insert %r, %v [3] : vector<8xf32> into vector<4x8xf32>
  return %0, %1, %2, %3 : f32, f32, f32, vector<4x8xf32>
}
// CHECK: func.func @transfer(%arg0: memref<4x8xf32>, %arg1: f32) -> vector<8xf32> {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %0 = vector.transfer_read %arg0[%c0, %c0], %arg1 {in_bounds = [true]} : memref<4x8xf32>, vector<8xf32>
// CHECK: return %0 : vector<8xf32>
func.func @transfer(%m: memref<4x8xf32>, %f: f32) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c = memref.cast %m : memref<4x8xf32> to memref<?x8xf32>
  %0 = vector.transfer_read %c[%c0, %c0], %f : memref<?x8xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}
// CHECK: func.func @constants() -> (vector<4xf32>, f32, vector<4xi1>) {
// CHECK: %cst = arith.constant dense<6.000000e+00> : vector<4xf32>
// CHECK: %cst_0 = arith.constant 3.000000e+00 : f32
// CHECK: %0 = vector.constant_mask [2] : vector<4xi1>
// CHECK: return %cst, %cst_0, %0 : vector<4xf32>, f32, vector<4xi1>
func.func @constants() -> (vector<4xf32>, f32, vector<4xi1>) {
  %a = arith.constant dense<2.0> : vector<4xf32>
  %b = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %c2 = arith.constant 2 : index
  %0 = vector.fma %a, %a, %a : vector<4xf32>
  %1 = vector.extract %b[2] : f32 from vector<4xf32>
  %2 = vector.create_mask %c2 : vector<4xi1>
  return %0, %1, %2 : vector<4xf32>, f32, vector<4xi1>
}
