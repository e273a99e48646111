// RUN: strata-opt %s --canonicalize | FileCheck %s

// What is known about sizes before the op, about amounts and behind the op becomes part of its type.
// CHECK-LABEL: func.func @known_amounts
// CHECK: tensor.pad %arg0 low[3, 0] high[3, 2]
// CHECK: tensor<?x10xf32> to tensor<?x12xf32>
// CHECK: tensor.cast %padded : tensor<?x12xf32> to tensor<?x?xf32>
func.func @known_amounts(%t: tensor<?x10xf32>, %v: f32) -> tensor<?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.pad %t low[%c3, 0] high[3, %c2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x10xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// Constants that tell no size stay where they are.
// CHECK-LABEL: func.func @amounts_without_sizes
// CHECK: %c3 = arith.constant 3 : index
// CHECK: tensor.pad %arg0 low[%c3] high[1]
func.func @amounts_without_sizes(%t: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %c3 = arith.constant 3 : index
  %0 = tensor.pad %t low[%c3] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK-LABEL: func.func @cast_behind
// CHECK: tensor<?xf32> to tensor<9xf32>
// CHECK-NEXT: return %padded : tensor<9xf32>
func.func @cast_behind(%t: tensor<?xf32>, %n: index, %v: f32) -> tensor<9xf32> {
  %0 = tensor.pad %t low[%n] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<9xf32>
  return %1 : tensor<9xf32>
}
// CHECK-LABEL: func.func @cast_before
// CHECK: tensor.pad %arg0 low[0, %arg1] high[1, 0]
// CHECK: tensor<2x?xf32> to tensor<3x7xf32>
func.func @cast_before(%t: tensor<2x?xf32>, %n: index, %v: f32) -> tensor<?x7xf32> {
  %0 = tensor.cast %t : tensor<2x?xf32> to tensor<?x?xf32>
  %1 = tensor.pad %0 low[0, %n] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x7xf32>
  return %1 : tensor<?x7xf32>
}
// Two paddings by one value are one.
// CHECK-LABEL: func.func @twice
// CHECK: %[[HIGH:.*]] = affine.apply #{{.*}}()[%arg1]
// CHECK: %[[LOW:.*]] = affine.apply #{{.*}}()[%arg2, %arg1]
// CHECK: tensor.pad %arg0 low[%[[LOW]], 7] high[%[[HIGH]], %arg2]
// CHECK-NOT: tensor.pad
func.func @twice(%t: tensor<?x?xf32>, %m: index, %n: index, %v: f32) -> tensor<?x?xf32> {
  %0 = tensor.pad %t low[%m, 3] high[%m, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.pad %0 low[%n, 4] high[5, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// CHECK-LABEL: func.func @twice_must_stay
// CHECK-COUNT-2: tensor.pad
func.func @twice_must_stay(%t: tensor<3xf32>, %v: f32) -> tensor<6xf32> {
  %0 = tensor.pad %t nofold low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<3xf32> to tensor<4xf32>
  %1 = tensor.pad %0 low[2] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %1 : tensor<6xf32>
}
// A slice of a padded slice, padded on the other side, is one padded slice.
// CHECK-LABEL: func.func @other_dimensions
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[%arg1, 2] [%arg2, %arg3] [1, 1]
// CHECK: tensor.pad %[[S]] low[0, 0] high[%arg4, %arg5]
// CHECK-NOT: tensor.pad
func.func @other_dimensions(%t: tensor<20x30xf32>, %o: index, %m: index, %n: index, %p: index, %q: index) -> tensor<4x5xf32> {
  %v = arith.constant 2.0 : f32
  %0 = tensor.extract_slice %t[%o, 0] [%m, 30] [1, 1] : tensor<20x30xf32> to tensor<?x30xf32>
  %1 = tensor.pad %0 low[0, 0] high[%p, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x30xf32> to tensor<4x30xf32>
  %2 = tensor.extract_slice %1[0, 2] [4, %n] [1, 1] : tensor<4x30xf32> to tensor<4x?xf32>
  %3 = tensor.pad %2 low[0, 0] high[0, %q] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x?xf32> to tensor<4x5xf32>
  return %3 : tensor<4x5xf32>
}
// Not when the slice between leaves out a part of what was padded.
// CHECK-LABEL: func.func @part_of_padding
// CHECK-COUNT-2: tensor.pad
func.func @part_of_padding(%t: tensor<20x30xf32>, %m: index, %n: index, %p: index, %q: index) -> tensor<3x5xf32> {
  %v = arith.constant 2.0 : f32
  %0 = tensor.extract_slice %t[1, 0] [%m, 30] [1, 1] : tensor<20x30xf32> to tensor<?x30xf32>
  %1 = tensor.pad %0 low[0, 0] high[%p, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x30xf32> to tensor<4x30xf32>
  %2 = tensor.extract_slice %1[0, 2] [3, %n] [1, 1] : tensor<4x30xf32> to tensor<3x?xf32>
  %3 = tensor.pad %2 low[0, 0] high[0, %q] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<3x?xf32> to tensor<3x5xf32>
  return %3 : tensor<3x5xf32>
}
