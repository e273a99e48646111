// RUN: strata-opt %s --canonicalize | FileCheck %s
// RUN: strata-opt %s --validate-passes --canonicalize | FileCheck %s
// Changes of shape of what was repeated, transposed, or taken apart.

// CHECK: func.func @casts(%arg0: vector<3xf32>, %arg1: vector<2x1x3xf32>) -> (vector<6x3xf32>, vector<1x3xf32>, vector<6xf32>) {
// CHECK: %0 = vector.broadcast %arg0 : vector<3xf32> to vector<6x3xf32>
// CHECK: %1 = vector.shape_cast %arg0 : vector<3xf32> to vector<1x3xf32>
// CHECK: %2 = vector.shape_cast %arg1 : vector<2x1x3xf32> to vector<6xf32>
// CHECK: return %0, %1, %2 : vector<6x3xf32>, vector<1x3xf32>, vector<6xf32>
func.func @casts(%v: vector<3xf32>, %w: vector<2x1x3xf32>) -> (vector<6x3xf32>, vector<1x3xf32>, vector<6xf32>) {
  %0 = vector.broadcast %v : vector<3xf32> to vector<2x3x3xf32>
  %1 = vector.shape_cast %0 : vector<2x3x3xf32> to vector<6x3xf32>
  %2 = vector.broadcast %v : vector<3xf32> to vector<1x1x3xf32>
  %3 = vector.shape_cast %2 : vector<1x1x3xf32> to vector<1x3xf32>
  %4 = vector.transpose %w, [1, 0, 2] : vector<2x1x3xf32> to vector<1x2x3xf32>
  %5 = vector.shape_cast %4 : vector<1x2x3xf32> to vector<6xf32>
  return %1, %3, %5 : vector<6x3xf32>, vector<1x3xf32>, vector<6xf32>
}
// Elements that are repeated one by one are not the row repeated.
// CHECK: func.func @stretched(%arg0: vector<2x1xf32>) -> vector<2x2x2xf32> {
// CHECK: %0 = vector.broadcast %arg0 : vector<2x1xf32> to vector<2x4xf32>
// CHECK: %1 = vector.shape_cast %0 : vector<2x4xf32> to vector<2x2x2xf32>
// CHECK: return %1 : vector<2x2x2xf32>
func.func @stretched(%v: vector<2x1xf32>) -> vector<2x2x2xf32> {
  %0 = vector.broadcast %v : vector<2x1xf32> to vector<2x4xf32>
  %1 = vector.shape_cast %0 : vector<2x4xf32> to vector<2x2x2xf32>
  return %1 : vector<2x2x2xf32>
}
// CHECK: func.func @transposes(%arg0: vector<3x1xf32>, %arg1: f32, %arg2: vector<1x4xf32>) -> (vector<2x3x5xf32>, vector<5x2x3xf32>, vector<3x2xf32>, vector<4x1xf32>) {
// CHECK: %0 = vector.broadcast %arg0 : vector<3x1xf32> to vector<2x3x5xf32>
// CHECK: %1 = vector.transpose %0, [2, 0, 1] : vector<2x3x5xf32> to vector<5x2x3xf32>
// CHECK: %2 = vector.broadcast %arg1 : f32 to vector<3x2xf32>
// CHECK: %3 = vector.transpose %arg2, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
// CHECK: return %0, %1, %2, %3 : vector<2x3x5xf32>, vector<5x2x3xf32>, vector<3x2xf32>, vector<4x1xf32>
func.func @transposes(%v: vector<3x1xf32>, %x: f32, %w: vector<1x4xf32>) -> (vector<2x3x5xf32>, vector<5x2x3xf32>, vector<3x2xf32>, vector<4x1xf32>) {
  %0 = vector.broadcast %v : vector<3x1xf32> to vector<2x3x5xf32>
  %1 = vector.transpose %0, [2, 0, 1] : vector<2x3x5xf32> to vector<5x2x3xf32>
  %2 = vector.broadcast %x : f32 to vector<2x3xf32>
  %3 = vector.transpose %2, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %4 = vector.transpose %w, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  return %0, %1, %3, %4 : vector<2x3x5xf32>, vector<5x2x3xf32>, vector<3x2xf32>, vector<4x1xf32>
}
// CHECK: func.func @unit_dimensions(%arg0: vector<2x1x1x3xf32>, %arg1: vector<6xf32>) -> (vector<2x1x1x3xf32>, vector<1x6xf32>) {
// CHECK: %0 = vector.shape_cast %arg1 : vector<6xf32> to vector<1x6xf32>
// CHECK: return %arg0, %0 : vector<2x1x1x3xf32>, vector<1x6xf32>
func.func @unit_dimensions(%v: vector<2x1x1x3xf32>, %w: vector<6xf32>) -> (vector<2x1x1x3xf32>, vector<1x6xf32>) {
  %0 = vector.transpose %v, [0, 2, 1, 3] : vector<2x1x1x3xf32> to vector<2x1x1x3xf32>
  %1 = vector.shape_cast %w : vector<6xf32> to vector<6x1xf32>
  %2 = vector.transpose %1, [1, 0] : vector<6x1xf32> to vector<1x6xf32>
  return %0, %2 : vector<2x1x1x3xf32>, vector<1x6xf32>
}
// CHECK: func.func @in_a_row(%arg0: vector<2x2x3xf32>) -> vector<3x1xf32> {
// CHECK: %0 = vector.extract %arg0[1, 0] : vector<3xf32> from vector<2x2x3xf32>
// CHECK: %1 = vector.shape_cast %0 : vector<3xf32> to vector<3x1xf32>
// CHECK: return %1 : vector<3x1xf32>
func.func @in_a_row(%v: vector<2x2x3xf32>) -> vector<3x1xf32> {
  %0 = vector.extract %v[1, 0, 0] : f32 from vector<2x2x3xf32>
  %1 = vector.extract %v[1, 0, 1] : f32 from vector<2x2x3xf32>
  %2 = vector.extract %v[1, 0, 2] : f32 from vector<2x2x3xf32>
  %3 = vector.from_elements %0, %1, %2 : vector<3x1xf32>
  return %3 : vector<3x1xf32>
}
// CHECK: func.func @elements_of_repetitions(%arg0: vector<2x1xf32>, %arg1: f32) -> (f32, f32, f32, f32, f32, f32) {
// CHECK: %0:2 = vector.to_elements %arg0 : vector<2x1xf32>
// CHECK: return %0#0, %0#0, %0#1, %0#1, %arg1, %arg1 : f32, f32, f32, f32, f32, f32
func.func @elements_of_repetitions(%v: vector<2x1xf32>, %x: f32) -> (f32, f32, f32, f32, f32, f32) {
  %0 = vector.broadcast %v : vector<2x1xf32> to vector<2x2xf32>
  %1:4 = vector.to_elements %0 : vector<2x2xf32>
  %2 = vector.broadcast %x : f32 to vector<2xf32>
  %3:2 = vector.to_elements %2 : vector<2xf32>
  return %1#0, %1#1, %1#2, %1#3, %3#0, %3#1 : f32, f32, f32, f32, f32, f32
}
// CHECK: func.func @by_turns(%arg0: vector<3xi32>, %arg1: vector<3xi32>) -> vector<6xi32> {
// CHECK: %0 = vector.interleave %arg0, %arg1 : vector<3xi32> -> vector<6xi32>
// CHECK: return %0 : vector<6xi32>
func.func @by_turns(%a: vector<3xi32>, %b: vector<3xi32>) -> vector<6xi32> {
  %0 = vector.shuffle %a, %b [0, 3, 1, 4, 2, 5] : vector<3xi32>, vector<3xi32>
  return %0 : vector<6xi32>
}
// CHECK: func.func @single(%arg0: vector<1xf32>, %arg1: vector<2x1x3xi32>, %arg2: f32, %arg3: vector<2x3xi32>, %arg4: vector<1xi1>) -> (f32, f32, vector<2x3xi32>, f32) {
// CHECK: %0 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK: %1 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK: %2 = arith.maximumf %1, %arg2 : f32
// CHECK: %3 = vector.shape_cast %arg1 : vector<2x1x3xi32> to vector<2x3xi32>
// CHECK: %4 = arith.xori %arg3, %3 : vector<2x3xi32>
// CHECK: %5 = vector.extract %arg4[0] : i1 from vector<1xi1>
// CHECK: %6 = vector.extract %arg0[0] : f32 from vector<1xf32>
// CHECK: %7 = arith.mulf %6, %arg2 : f32
// CHECK: %8 = arith.select %5, %7, %arg2 : f32
// CHECK: return %0, %2, %4, %8 : f32, f32, vector<2x3xi32>, f32
func.func @single(%v: vector<1xf32>, %w: vector<2x1x3xi32>, %x: f32, %y: vector<2x3xi32>, %m: vector<1xi1>) -> (f32, f32, vector<2x3xi32>, f32) {
  %0 = vector.reduction <add>, %v : vector<1xf32> into f32
  %1 = vector.reduction <maximumf>, %v, %x : vector<1xf32> into f32
  %2 = vector.multi_reduction <xor>, %w, %y [1] : vector<2x1x3xi32> to vector<2x3xi32>
  %3 = vector.mask %m { vector.reduction <mul>, %v, %x : vector<1xf32> into f32 } : vector<1xi1> -> f32
  return %0, %1, %2, %3 : f32, f32, vector<2x3xi32>, f32
}
// CHECK: func.func @dimensions_in_front(%arg0: vector<1x3xf32>, %arg1: vector<4xf32>) -> (vector<2x3xf32>, vector<5x4xf32>) {
// CHECK: %0 = vector.broadcast %arg0 : vector<1x3xf32> to vector<2x3xf32>
// CHECK: %1 = vector.broadcast %arg1 : vector<4xf32> to vector<5x4xf32>
// CHECK: return %0, %1 : vector<2x3xf32>, vector<5x4xf32>
func.func @dimensions_in_front(%v: vector<1x3xf32>, %w: vector<4xf32>) -> (vector<2x3xf32>, vector<5x4xf32>) {
  %0 = vector.shape_cast %v : vector<1x3xf32> to vector<3xf32>
  %1 = vector.broadcast %0 : vector<3xf32> to vector<2x3xf32>
  %2 = vector.shape_cast %w : vector<4xf32> to vector<1x1x4xf32>
  %3 = vector.extract %2[0] : vector<1x4xf32> from vector<1x1x4xf32>
  %4 = vector.broadcast %3 : vector<1x4xf32> to vector<5x4xf32>
  return %1, %4 : vector<2x3xf32>, vector<5x4xf32>
}
// CHECK: func.func @elements_in_another_order(%arg0: i8, %arg1: i8, %arg2: i8) -> vector<3x2xi8> {
// CHECK: %0 = vector.from_elements %arg0, %arg2, %arg1, %arg0, %arg2, %arg1 : vector<3x2xi8>
// CHECK: return %0 : vector<3x2xi8>
func.func @elements_in_another_order(%a: i8, %b: i8, %c: i8) -> vector<3x2xi8> {
  %0 = vector.from_elements %a, %b, %c, %c, %a, %b : vector<2x3xi8>
  %1 = vector.transpose %0, [1, 0] : vector<2x3xi8> to vector<3x2xi8>
  return %1 : vector<3x2xi8>
}
// CHECK: func.func @rows_that_are_all(%arg0: vector<3x4xf32>) -> vector<6x2xf32> {
// CHECK: %0 = vector.shape_cast %arg0 : vector<3x4xf32> to vector<6x2xf32>
// CHECK: return %0 : vector<6x2xf32>
func.func @rows_that_are_all(%v: vector<3x4xf32>) -> vector<6x2xf32> {
  %0 = vector.shape_cast %v : vector<3x4xf32> to vector<1x6x2xf32>
  %1 = vector.extract %0[0] : vector<6x2xf32> from vector<1x6x2xf32>
  return %1 : vector<6x2xf32>
}
// CHECK: func.func @copies_into_copies(%arg0: f32) -> vector<2x3xf32> {
// CHECK: %0 = vector.broadcast %arg0 : f32 to vector<2x3xf32>
// CHECK: return %0 : vector<2x3xf32>
func.func @copies_into_copies(%x: f32) -> vector<2x3xf32> {
  %0 = vector.broadcast %x : f32 to vector<2x3xf32>
  %1 = vector.broadcast %x : f32 to vector<2xf32>
  %2 = vector.insert_strided_slice %1, %0 {offsets = [1, 0], strides = [1]} : vector<2xf32> into vector<2x3xf32>
  return %2 : vector<2x3xf32>
}
// Dimensions in front are all that changes.
// CHECK: func.func @trailing_dimensions_stay(%arg0: vector<2x1xf32>) -> vector<1x4x2x3xf32> {
// CHECK: %0 = vector.broadcast %arg0 : vector<2x1xf32> to vector<1x4x2x3xf32>
// CHECK: return %0 : vector<1x4x2x3xf32>
func.func @trailing_dimensions_stay(%v: vector<2x1xf32>) -> vector<1x4x2x3xf32> {
  %0 = vector.broadcast %v : vector<2x1xf32> to vector<4x2x3xf32>
  %1 = vector.shape_cast %0 : vector<4x2x3xf32> to vector<1x4x2x3xf32>
  return %1 : vector<1x4x2x3xf32>
}
