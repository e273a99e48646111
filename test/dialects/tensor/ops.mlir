// RUN: strata-opt %s | FileCheck %s

// CHECK: func.func @f(%arg0: tensor<?x4xf32>, %arg1: index, %arg2: f32, %arg3: tensor<*xf32>, %arg4: tensor<4x4xf32>, %arg5: tensor<2xindex>, %arg6: tensor<3x1xindex>, %arg7: tensor<1x4xf32>) -> tensor<?x4xf32> {
// CHECK: %0 = tensor.empty(%arg1) : tensor<?x4xf32>
// CHECK: %extracted = tensor.extract %arg0[%arg1, %arg1] : tensor<?x4xf32>
// CHECK: %inserted = tensor.insert %arg2 into %arg0[%arg1, %arg1] : tensor<?x4xf32>
// CHECK: %extracted_slice = tensor.extract_slice %arg0[%arg1, 0] [2, %arg1] [1, 1] : tensor<?x4xf32> to tensor<2x?xf32>
// CHECK: %extracted_slice_0 = tensor.extract_slice %arg4[0, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<4xf32>
// CHECK: %inserted_slice = tensor.insert_slice %extracted_slice_0 into %arg4[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<4x4xf32>
// CHECK: %padded = tensor.pad %arg0 low[%arg1, 1] high[0, 2] {
// CHECK: ^bb0(%arg8: index, %arg9: index):
// CHECK: tensor.yield %arg2 : f32
// CHECK: } : tensor<?x4xf32> to tensor<?x7xf32>
// CHECK: %padded_1 = tensor.pad %arg4 nofold low[0, 0] high[0, 0] {
// CHECK: ^bb0(%arg8: index, %arg9: index):
// CHECK: tensor.yield %arg2 : f32
// CHECK: } : tensor<4x4xf32> to tensor<4x4xf32>
// CHECK: %dim = tensor.dim %arg0, %arg1 : tensor<?x4xf32>
// CHECK: %cast = tensor.cast %arg0 : tensor<?x4xf32> to tensor<4x4xf32>
// CHECK: %from_elements = tensor.from_elements %arg2, %arg2 : tensor<2xf32>
// CHECK: %splat = tensor.splat %arg2 : tensor<4xf32>
// CHECK: %splat_2 = tensor.splat %arg2[%arg1] : tensor<?xf32>
// CHECK: %generated = tensor.generate %arg1 {
// CHECK: ^bb0(%arg8: index, %arg9: index):
// CHECK: tensor.yield %arg2 : f32
// CHECK: } : tensor<?x4xf32>
// CHECK: %concat = tensor.concat dim(0) %arg0, %arg4 : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
// CHECK: %reshape = tensor.reshape %arg3(%arg5) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK: %rank = tensor.rank %arg3 : tensor<*xf32>
// CHECK: %1 = tensor.bitcast %arg4 : tensor<4x4xf32> to tensor<4x4xi32>
// CHECK: %gather = tensor.gather %arg4[%arg6] gather_dims([0]) unique : (tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<3x1x4xf32>
// CHECK: %scatter = tensor.scatter %gather into %arg4[%arg6] scatter_dims([0]) unique : (tensor<3x1x4xf32>, tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<4x4xf32>
// CHECK: return %0 : tensor<?x4xf32>
func.func @f(%t: tensor<?x4xf32>, %i: index, %f: f32, %u: tensor<*xf32>, %s: tensor<4x4xf32>, %sh: tensor<2xindex>, %idx: tensor<3x1xindex>, %p: tensor<1x4xf32>) -> tensor<?x4xf32> {
  %0 = tensor.empty(%i) : tensor<?x4xf32>
  %1 = tensor.extract %t[%i, %i] : tensor<?x4xf32>
  %2 = tensor.insert %f into %t[%i, %i] : tensor<?x4xf32>
  %3 = tensor.extract_slice %t[%i, 0] [2, %i] [1, 1] : tensor<?x4xf32> to tensor<2x?xf32>
  %4 = tensor.extract_slice %s[0, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<4xf32>
  %5 = tensor.insert_slice %4 into %s[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<4x4xf32>
  %6 = tensor.expand_shape %t [[0, 1], [2]] output_shape [1, %i, 4] : tensor<?x4xf32> into tensor<1x?x4xf32>
  %7 = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %8 = tensor.pad %t low[%i, 1] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32> to tensor<?x7xf32>
  %9 = tensor.pad %s nofold low[0, 0] high[0, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<4x4xf32> to tensor<4x4xf32>
  %10 = tensor.dim %t, %i : tensor<?x4xf32>
  %11 = tensor.cast %t : tensor<?x4xf32> to tensor<4x4xf32>
  %12 = tensor.from_elements %f, %f : tensor<2xf32>
  %13 = tensor.splat %f : tensor<4xf32>
  %14 = tensor.splat %f[%i] : tensor<?xf32>
  %15 = tensor.generate %i {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32>
  %16 = tensor.concat dim(0) %t, %s : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %17 = tensor.reshape %u(%sh) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %18 = tensor.rank %u : tensor<*xf32>
  %19 = tensor.bitcast %s : tensor<4x4xf32> to tensor<4x4xi32>
  %20 = tensor.gather %s[%idx] gather_dims([0]) unique : (tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<3x1x4xf32>
  %21 = tensor.scatter %20 into %s[%idx] scatter_dims([0]) unique : (tensor<3x1x4xf32>, tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<4x4xf32>
  return %0 : tensor<?x4xf32>
}
