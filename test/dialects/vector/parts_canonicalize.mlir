// RUN: strata-opt %s --canonicalize | FileCheck %s
// RUN: strata-opt %s --validate-passes --canonicalize | FileCheck %s
// Parts of vectors that were put together, repeated, moved or taken from others.

// CHECK: func.func @of_insertions(%arg0: vector<2x3xf32>, %arg1: vector<3xf32>, %arg2: f32) -> (f32, f32, vector<3xf32>) {
// CHECK: %0 = vector.extract %arg1[2] : f32 from vector<3xf32>
// CHECK: return %0, %arg2, %arg1 : f32, f32, vector<3xf32>
func.func @of_insertions(%v: vector<2x3xf32>, %r: vector<3xf32>, %x: f32) -> (f32, f32, vector<3xf32>) {
  %0 = vector.insert %r, %v [1] : vector<3xf32> into vector<2x3xf32>
  %1 = vector.insert %x, %0 [0, 1] : f32 into vector<2x3xf32>
  %2 = vector.transpose %1, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %3 = vector.extract %2[2, 1] : f32 from vector<3x2xf32>
  %4 = vector.extract %2[1, 0] : f32 from vector<3x2xf32>
  %5 = vector.extract %1[1] : vector<3xf32> from vector<2x3xf32>
  return %3, %4, %5 : f32, f32, vector<3xf32>
}
// CHECK: func.func @moved(%arg0: vector<2x3x4xf32>) -> (vector<4xf32>, vector<2xf32>) {
// CHECK: %0 = vector.extract %arg0[1, 2] : vector<4xf32> from vector<2x3x4xf32>
// CHECK: %1 = vector.transpose %arg0, [2, 1, 0] : vector<2x3x4xf32> to vector<4x3x2xf32>
// CHECK: %2 = vector.extract %1[3, 1] : vector<2xf32> from vector<4x3x2xf32>
// CHECK: return %0, %2 : vector<4xf32>, vector<2xf32>
func.func @moved(%v: vector<2x3x4xf32>) -> (vector<4xf32>, vector<2xf32>) {
  %0 = vector.transpose %v, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  %1 = vector.extract %0[2, 1] : vector<4xf32> from vector<3x2x4xf32>
  %2 = vector.transpose %v, [2, 1, 0] : vector<2x3x4xf32> to vector<4x3x2xf32>
  %3 = vector.extract %2[3, 1] : vector<2xf32> from vector<4x3x2xf32>
  return %1, %3 : vector<4xf32>, vector<2xf32>
}
// CHECK: func.func @of_repetitions(%arg0: vector<1x4xi32>, %arg1: i32, %arg2: index) -> (i32, vector<4xi32>, vector<3x4xi32>, i32) {
// CHECK: %0 = vector.extract %arg0[0, 3] : i32 from vector<1x4xi32>
// CHECK: %1 = vector.extract %arg0[0] : vector<4xi32> from vector<1x4xi32>
// CHECK: %2 = vector.broadcast %arg0 : vector<1x4xi32> to vector<3x4xi32>
// CHECK: return %0, %1, %2, %arg1 : i32, vector<4xi32>, vector<3x4xi32>, i32
func.func @of_repetitions(%v: vector<1x4xi32>, %x: i32, %i: index) -> (i32, vector<4xi32>, vector<3x4xi32>, i32) {
  %0 = vector.broadcast %v : vector<1x4xi32> to vector<2x3x4xi32>
  %1 = vector.extract %0[1, 2, 3] : i32 from vector<2x3x4xi32>
  %2 = vector.extract %0[0, 1] : vector<4xi32> from vector<2x3x4xi32>
  %3 = vector.extract %0[1] : vector<3x4xi32> from vector<2x3x4xi32>
  %4 = vector.broadcast %x : i32 to vector<5xi32>
  %5 = vector.extract %4[%i] : i32 from vector<5xi32>
  return %1, %2, %3, %5 : i32, vector<4xi32>, vector<3x4xi32>, i32
}
// CHECK: func.func @in_another_shape(%arg0: vector<4x6xf32>, %arg1: vector<2x3x5xf32>) -> (f32, vector<5xf32>) {
// CHECK: %0 = vector.extract %arg0[1, 5] : f32 from vector<4x6xf32>
// CHECK: %1 = vector.extract %arg1[1, 1] : vector<5xf32> from vector<2x3x5xf32>
// CHECK: return %0, %1 : f32, vector<5xf32>
func.func @in_another_shape(%v: vector<4x6xf32>, %w: vector<2x3x5xf32>) -> (f32, vector<5xf32>) {
  %0 = vector.shape_cast %v : vector<4x6xf32> to vector<3x8xf32>
  %1 = vector.extract %0[1, 3] : f32 from vector<3x8xf32>
  %2 = vector.shape_cast %w : vector<2x3x5xf32> to vector<6x5xf32>
  %3 = vector.extract %2[4] : vector<5xf32> from vector<6x5xf32>
  return %1, %3 : f32, vector<5xf32>
}
// CHECK: func.func @of_slices(%arg0: vector<8x6x4xf32>, %arg1: vector<2x4xf32>) -> (vector<4xf32>, f32) {
// CHECK: %0 = vector.extract %arg0[4, 3] : vector<4xf32> from vector<8x6x4xf32>
// CHECK: %1 = vector.extract %arg1[1, 1] : f32 from vector<2x4xf32>
// CHECK: return %0, %1 : vector<4xf32>, f32
func.func @of_slices(%v: vector<8x6x4xf32>, %p: vector<2x4xf32>) -> (vector<4xf32>, f32) {
  %0 = vector.extract_strided_slice %v {offsets = [3, 1], sizes = [4, 5], strides = [1, 1]} : vector<8x6x4xf32> to vector<4x5x4xf32>
  %1 = vector.extract %0[1, 2] : vector<4xf32> from vector<4x5x4xf32>
  %2 = vector.insert_strided_slice %p, %v {offsets = [5, 2, 0], strides = [1, 1]} : vector<2x4xf32> into vector<8x6x4xf32>
  %3 = vector.extract %2[5, 3, 1] : f32 from vector<8x6x4xf32>
  return %1, %3 : vector<4xf32>, f32
}
// CHECK: func.func @of_elements(%arg0: f32, %arg1: f32) -> vector<2xf32> {
// CHECK: %0 = vector.from_elements %arg1, %arg0 : vector<2xf32>
// CHECK: return %0 : vector<2xf32>
func.func @of_elements(%a: f32, %b: f32) -> vector<2xf32> {
  %0 = vector.from_elements %a, %b, %b, %a : vector<2x2xf32>
  %1 = vector.extract %0[1] : vector<2xf32> from vector<2x2xf32>
  return %1 : vector<2xf32>
}
// CHECK: func.func @slices_of_insertions(%arg0: vector<8x8xf32>, %arg1: vector<4x4xf32>, %arg2: vector<2x2xf32>) -> vector<2x3xf32> {
// CHECK: %0 = vector.extract_strided_slice %arg1 {offsets = [1, 1], sizes = [2, 3], strides = [1, 1]} : vector<4x4xf32> to vector<2x3xf32>
// CHECK: return %0 : vector<2x3xf32>
func.func @slices_of_insertions(%v: vector<8x8xf32>, %p: vector<4x4xf32>, %q: vector<2x2xf32>) -> vector<2x3xf32> {
  %0 = vector.insert_strided_slice %p, %v {offsets = [1, 2], strides = [1, 1]} : vector<4x4xf32> into vector<8x8xf32>
  %1 = vector.insert_strided_slice %q, %0 {offsets = [6, 0], strides = [1, 1]} : vector<2x2xf32> into vector<8x8xf32>
  %2 = vector.extract_strided_slice %1 {offsets = [2, 3], sizes = [2, 3], strides = [1, 1]} : vector<8x8xf32> to vector<2x3xf32>
  return %2 : vector<2x3xf32>
}
// CHECK: func.func @slices_of_repetitions(%arg0: vector<1x8xf32>) -> vector<2x3x4xf32> {
// CHECK: %0 = vector.extract_strided_slice %arg0 {offsets = [0, 3], sizes = [1, 4], strides = [1, 1]} : vector<1x8xf32> to vector<1x4xf32>
// CHECK: %1 = vector.broadcast %0 : vector<1x4xf32> to vector<2x3x4xf32>
// CHECK: return %1 : vector<2x3x4xf32>
func.func @slices_of_repetitions(%v: vector<1x8xf32>) -> vector<2x3x4xf32> {
  %0 = vector.broadcast %v : vector<1x8xf32> to vector<4x6x8xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [1, 2, 3], sizes = [2, 3, 4], strides = [1, 1, 1]} : vector<4x6x8xf32> to vector<2x3x4xf32>
  return %1 : vector<2x3x4xf32>
}
// CHECK: func.func @every_element(%arg0: f32, %arg1: f32, %arg2: vector<2xf32>, %arg3: vector<2x2xf32>) -> vector<2x2xf32> {
// CHECK: %0:2 = vector.to_elements %arg2 : vector<2xf32>
// CHECK: %1 = vector.from_elements %0#0, %0#1, %arg0, %arg1 : vector<2x2xf32>
// CHECK: return %1 : vector<2x2xf32>
func.func @every_element(%a: f32, %b: f32, %r: vector<2xf32>, %v: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = vector.insert %r, %v [0] : vector<2xf32> into vector<2x2xf32>
  %1 = vector.insert %a, %0 [1, 0] : f32 into vector<2x2xf32>
  %2 = vector.insert %b, %1 [1, 1] : f32 into vector<2x2xf32>
  return %2 : vector<2x2xf32>
}
// CHECK: func.func @whole(%arg0: vector<3xf32>, %arg1: vector<1x1x3xf32>) -> vector<1x1x3xf32> {
// CHECK: %0 = vector.broadcast %arg0 : vector<3xf32> to vector<1x1x3xf32>
// CHECK: return %0 : vector<1x1x3xf32>
func.func @whole(%r: vector<3xf32>, %v: vector<1x1x3xf32>) -> vector<1x1x3xf32> {
  %0 = vector.insert %r, %v [0, 0] : vector<3xf32> into vector<1x1x3xf32>
  return %0 : vector<1x1x3xf32>
}
// CHECK: func.func @constants() -> (vector<2x2xi32>, vector<2xi32>, vector<2x3xi32>, vector<4xi32>) {
// CHECK{LITERAL}: %cst = arith.constant dense<[[2, 3], [5, 6]]> : vector<2x2xi32>
// CHECK: %cst_0 = arith.constant dense<[8, 9]> : vector<2xi32>
// CHECK{LITERAL}: %cst_1 = arith.constant dense<[[1, 2, 3], [7, 8, 9]]> : vector<2x3xi32>
// CHECK: %cst_2 = arith.constant dense<[7, 9, 8, 7]> : vector<4xi32>
// CHECK: return %cst, %cst_0, %cst_1, %cst_2 : vector<2x2xi32>, vector<2xi32>, vector<2x3xi32>, vector<4xi32>
func.func @constants() -> (vector<2x2xi32>, vector<2xi32>, vector<2x3xi32>, vector<4xi32>) {
  %c = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %r = arith.constant dense<[7, 8, 9]> : vector<3xi32>
  %p = arith.constant dense<[[0, 9]]> : vector<1x2xi32>
  %0 = vector.extract_strided_slice %c {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x3xi32> to vector<2x2xi32>
  %1 = vector.extract_strided_slice %r {offsets = [1], sizes = [2], strides = [1]} : vector<3xi32> to vector<2xi32>
  %2 = vector.insert %r, %c [1] : vector<3xi32> into vector<2x3xi32>
  %3 = vector.shuffle %r, %r [0, 5, 1, 3] : vector<3xi32>, vector<3xi32>
  return %0, %1, %2, %3 : vector<2x2xi32>, vector<2xi32>, vector<2x3xi32>, vector<4xi32>
}
// CHECK: func.func @bits() -> (vector<2xi32>, vector<2xf32>) {
// CHECK: %cst = arith.constant dense<65537> : vector<2xi32>
// CHECK: %cst_0 = arith.constant dense<0.00782680511> : vector<2xf32>
// CHECK: return %cst, %cst_0 : vector<2xi32>, vector<2xf32>
func.func @bits() -> (vector<2xi32>, vector<2xf32>) {
  %a = arith.constant dense<1> : vector<4xi16>
  %b = arith.constant dense<1.0> : vector<4xf16>
  %0 = vector.bitcast %a : vector<4xi16> to vector<2xi32>
  %1 = vector.bitcast %b : vector<4xf16> to vector<2xf32>
  return %0, %1 : vector<2xi32>, vector<2xf32>
}
// CHECK: func.func @poison() -> (vector<2x3xi8>, i8, vector<2xi8>) {
// CHECK: %0 = ub.poison : vector<2x3xi8>
// CHECK: %1 = ub.poison : i8
// CHECK: %2 = ub.poison : vector<2xi8>
// CHECK: return %0, %1, %2 : vector<2x3xi8>, i8, vector<2xi8>
func.func @poison() -> (vector<2x3xi8>, i8, vector<2xi8>) {
  %0 = ub.poison : vector<3xi8>
  %1 = vector.broadcast %0 : vector<3xi8> to vector<2x3xi8>
  %2 = vector.extract %0[1] : i8 from vector<3xi8>
  %3 = vector.shuffle %0, %0 [0, 4] : vector<3xi8>, vector<3xi8>
  return %1, %2, %3 : vector<2x3xi8>, i8, vector<2xi8>
}
// CHECK: func.func @chosen(%arg0: vector<3xi32>, %arg1: vector<2xi32>, %arg2: i32) -> (i32, i32, vector<3xi32>) {
// CHECK: %0 = vector.extract %arg1[1] : i32 from vector<2xi32>
// CHECK: %1 = vector.extract %arg0[1] : i32 from vector<3xi32>
// CHECK: %2 = vector.broadcast %arg2 : i32 to vector<3xi32>
// CHECK: return %0, %1, %2 : i32, i32, vector<3xi32>
func.func @chosen(%a: vector<3xi32>, %b: vector<2xi32>, %x: i32) -> (i32, i32, vector<3xi32>) {
  %0 = vector.shuffle %a, %b [4, 1, 0] : vector<3xi32>, vector<2xi32>
  %1 = vector.extract %0[0] : i32 from vector<3xi32>
  %2 = vector.extract %0[1] : i32 from vector<3xi32>
  %3 = vector.broadcast %x : i32 to vector<2xi32>
  %4 = vector.shuffle %3, %3 [2, 0, 1] : vector<2xi32>, vector<2xi32>
  return %1, %2, %4 : i32, i32, vector<3xi32>
}
// CHECK: func.func @slices_in_a_row(%arg0: vector<4x3x2xf32>) -> (vector<1x1x2xf32>, vector<1x3x2xf32>, vector<1x2x2xf32>) {
// CHECK: %0 = vector.extract %arg0[3, 1] : vector<2xf32> from vector<4x3x2xf32>
// CHECK: %1 = vector.shape_cast %0 : vector<2xf32> to vector<1x1x2xf32>
// CHECK: %2 = vector.extract %arg0[2] : vector<3x2xf32> from vector<4x3x2xf32>
// CHECK: %3 = vector.shape_cast %2 : vector<3x2xf32> to vector<1x3x2xf32>
// CHECK: %4 = vector.extract_strided_slice %arg0 {offsets = [2, 1], sizes = [1, 2], strides = [1, 1]} : vector<4x3x2xf32> to vector<1x2x2xf32>
// CHECK: return %1, %3, %4 : vector<1x1x2xf32>, vector<1x3x2xf32>, vector<1x2x2xf32>
func.func @slices_in_a_row(%v: vector<4x3x2xf32>) -> (vector<1x1x2xf32>, vector<1x3x2xf32>, vector<1x2x2xf32>) {
  %0 = vector.extract_strided_slice %v {offsets = [3, 1], sizes = [1, 1], strides = [1, 1]} : vector<4x3x2xf32> to vector<1x1x2xf32>
  %1 = vector.extract_strided_slice %v {offsets = [2], sizes = [1], strides = [1]} : vector<4x3x2xf32> to vector<1x3x2xf32>
  %2 = vector.extract_strided_slice %v {offsets = [2, 1], sizes = [1, 2], strides = [1, 1]} : vector<4x3x2xf32> to vector<1x2x2xf32>
  return %0, %1, %2 : vector<1x1x2xf32>, vector<1x3x2xf32>, vector<1x2x2xf32>
}
