// RUN: strata-opt %s --canonicalize | FileCheck %s
// RUN: strata-opt %s --validate-passes --canonicalize | FileCheck %s
// Masks, and transfers of one after the other.

// CHECK: #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK: func.func @masks(%arg0: index, %arg1: index, %arg2: index) -> (vector<3x2xi1>, vector<4xi1>, vector<4xi1>, vector<2x2xi1>, vector<3xi1>) {
// CHECK: %cst = arith.constant dense<false> : vector<4xi1>
// CHECK: %0 = vector.create_mask %arg1, %arg0 : vector<3x2xi1>
// CHECK: %1 = vector.create_mask %arg0 : vector<4xi1>
// CHECK: %2 = vector.constant_mask [1, 2] : vector<2x2xi1>
// CHECK: %3 = vector.create_mask %arg0 : vector<3xi1>
// CHECK: return %0, %1, %cst, %2, %3 : vector<3x2xi1>, vector<4xi1>, vector<4xi1>, vector<2x2xi1>, vector<3xi1>
func.func @masks(%n: index, %m: index, %i: index) -> (vector<3x2xi1>, vector<4xi1>, vector<4xi1>, vector<2x2xi1>, vector<3xi1>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = vector.create_mask %n, %m : vector<2x3xi1>
  %1 = vector.transpose %0, [1, 0] : vector<2x3xi1> to vector<3x2xi1>
  %2 = vector.create_mask %c1, %n : vector<3x4xi1>
  %3 = vector.extract %2[0] : vector<4xi1> from vector<3x4xi1>
  %4 = vector.extract %2[1] : vector<4xi1> from vector<3x4xi1>
  %5 = vector.constant_mask [2, 2] : vector<4x3xi1>
  %6 = vector.extract_strided_slice %5 {offsets = [1, 0], sizes = [2, 2], strides = [1, 1]} : vector<4x3xi1> to vector<2x2xi1>
  %7 = vector.create_mask %c4, %n : vector<4x3xi1>
  %8 = vector.extract %7[%i] : vector<3xi1> from vector<4x3xi1>
  return %1, %3, %4, %6, %8 : vector<3x2xi1>, vector<4xi1>, vector<4xi1>, vector<2x2xi1>, vector<3xi1>
}
// CHECK: func.func @scalable() -> (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) {
// CHECK: %c8 = arith.constant 8 : index
// CHECK: %cst = arith.constant dense<false> : vector<[4]xi1>
// CHECK: %cst_0 = arith.constant dense<true> : vector<[4]xi1>
// CHECK: %0 = vector.create_mask %c8 : vector<[4]xi1>
// CHECK: return %cst, %cst_0, %0 : vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>
func.func @scalable() -> (vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>) {
  %cm1 = arith.constant -1 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %s = vector.vscale
  %n = arith.muli %s, %c4 : index
  %0 = vector.create_mask %cm1 : vector<[4]xi1>
  %1 = vector.create_mask %n : vector<[4]xi1>
  %2 = vector.create_mask %c8 : vector<[4]xi1>
  return %0, %1, %2 : vector<[4]xi1>, vector<[4]xi1>, vector<[4]xi1>
}
// CHECK: func.func @consecutive(%arg0: memref<?xf32>, %arg1: vector<4xi1>, %arg2: vector<4xf32>) -> vector<4xf32> {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %0 = vector.maskedload %arg0[%c0], %arg1, %arg2 : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
// CHECK: vector.maskedstore %arg0[%c0], %arg1, %arg2 : memref<?xf32>, vector<4xi1>, vector<4xf32>
// CHECK: return %0 : vector<4xf32>
func.func @consecutive(%m: memref<?xf32>, %mask: vector<4xi1>, %v: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %i = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
  %0 = vector.gather %m[%c0] [%i], %mask, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%c0] [%i], %mask, %v : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return %0 : vector<4xf32>
}
// CHECK: func.func @read_of_a_cast(%arg0: tensor<4x8xf32>, %arg1: f32) -> vector<4x8xf32> {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %0 = vector.transfer_read %arg0[%c0, %c0], %arg1 {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x8xf32>
// CHECK: return %0 : vector<4x8xf32>
func.func @read_of_a_cast(%t: tensor<4x8xf32>, %x: f32) -> vector<4x8xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = vector.transfer_read %0[%c0, %c0], %x : tensor<?x?xf32>, vector<4x8xf32>
  return %1 : vector<4x8xf32>
}
// CHECK: func.func @read_past_a_write(%arg0: tensor<4x4xf32>, %arg1: vector<1x4xf32>, %arg2: vector<1x4xf32>, %arg3: f32) -> vector<1x4xf32> {
// CHECK: return %arg1 : vector<1x4xf32>
func.func @read_past_a_write(%t: tensor<4x4xf32>, %a: vector<1x4xf32>, %b: vector<1x4xf32>, %x: f32) -> vector<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_write %a, %t[%c2, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_write %b, %0[%c0, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %2 = vector.transfer_read %1[%c2, %c0], %x {in_bounds = [true, true]} : tensor<4x4xf32>, vector<1x4xf32>
  return %2 : vector<1x4xf32>
}
// CHECK: func.func @overwritten(%arg0: tensor<4x4xf32>, %arg1: vector<1x4xf32>, %arg2: vector<1x4xf32>) -> tensor<4x4xf32> {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c2 = arith.constant 2 : index
// CHECK: %0 = vector.transfer_write %arg2, %arg0[%c0, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
// CHECK: %1 = vector.transfer_write %arg2, %0[%c2, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
// CHECK: return %1 : tensor<4x4xf32>
func.func @overwritten(%t: tensor<4x4xf32>, %a: vector<1x4xf32>, %b: vector<1x4xf32>) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = vector.transfer_write %a, %t[%c2, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_write %b, %0[%c0, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  %2 = vector.transfer_write %b, %1[%c2, %c0] {in_bounds = [true, true]} : vector<1x4xf32>, tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
// CHECK: func.func @overlapping(%arg0: tensor<4x4xf32>, %arg1: vector<2x4xf32>, %arg2: vector<2x4xf32>, %arg3: f32) -> (vector<2x4xf32>, tensor<4x4xf32>) {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %c1 = arith.constant 1 : index
// CHECK: %0 = vector.transfer_write %arg1, %arg0[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
// CHECK: %1 = vector.transfer_write %arg2, %0[%c1, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
// CHECK: %2 = vector.transfer_read %1[%c0, %c0], %arg3 {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x4xf32>
// CHECK: return %2, %1 : vector<2x4xf32>, tensor<4x4xf32>
func.func @overlapping(%t: tensor<4x4xf32>, %a: vector<2x4xf32>, %b: vector<2x4xf32>, %x: f32) -> (vector<2x4xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_write %a, %t[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
  %1 = vector.transfer_write %b, %0[%c1, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<4x4xf32>
  %2 = vector.transfer_read %1[%c0, %c0], %x {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x4xf32>
  return %2, %1 : vector<2x4xf32>, tensor<4x4xf32>
}
// CHECK: func.func @written_in_place(%arg0: vector<4x6xf32>, %arg1: tensor<6x4xf32>, %arg2: tensor<32x32xf32>, %arg3: index, %arg4: index) -> tensor<32x32xf32> {
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %extracted_slice = tensor.extract_slice %arg2[8, %arg3] [6, %arg4] [1, 1] : tensor<32x32xf32> to tensor<6x?xf32>
// CHECK: %0 = vector.transfer_write %arg0, %extracted_slice[%c0, %c0] {in_bounds = [false, true], permutation_map = #map} : vector<4x6xf32>, tensor<6x?xf32>
// CHECK: %inserted_slice = tensor.insert_slice %0 into %arg2[8, %arg3] [6, %arg4] [1, 1] : tensor<6x?xf32> into tensor<32x32xf32>
// CHECK: return %inserted_slice : tensor<32x32xf32>
func.func @written_in_place(%v: vector<4x6xf32>, %t: tensor<6x4xf32>, %d: tensor<32x32xf32>, %i: index, %n: index) -> tensor<32x32xf32> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(r, c) -> (c, r)>} : vector<4x6xf32>, tensor<6x4xf32>
  %1 = tensor.extract_slice %0[0, 0] [6, %n] [1, 1] : tensor<6x4xf32> to tensor<6x?xf32>
  %2 = tensor.insert_slice %1 into %d[8, %i] [6, %n] [1, 1] : tensor<6x?xf32> into tensor<32x32xf32>
  return %2 : tensor<32x32xf32>
}
// CHECK: func.func @written_back(%arg0: tensor<4xi32>, %arg1: i32, %arg2: index) -> tensor<4xi32> {
// CHECK: return %arg0 : tensor<4xi32>
func.func @written_back(%t: tensor<4xi32>, %p: i32, %i: index) -> tensor<4xi32> {
  %0 = vector.transfer_read %t[%i], %p : tensor<4xi32>, vector<4xi32>
  %1 = vector.transfer_write %0, %t[%i] : vector<4xi32>, tensor<4xi32>
  return %1 : tensor<4xi32>
}
