// RUN: strata-opt %s --canonicalize | FileCheck %s
// RUN: strata-opt %s --validate-passes --canonicalize | FileCheck %s
// Sizes of operands that other operands, or users of the results, know.

// CHECK: func.func @shared_loops(%arg0: tensor<?x8xf32>, %arg1: tensor<8x?xf32>, %arg2: tensor<4x16xf32>) -> tensor<4x16xf32> {
// CHECK: %cast = tensor.cast %arg0 : tensor<?x8xf32> to tensor<4x8xf32>
// CHECK: %cast_0 = tensor.cast %arg1 : tensor<8x?xf32> to tensor<8x16xf32>
// CHECK: %0 = linalg.matmul ins(%cast, %cast_0 : tensor<4x8xf32>, tensor<8x16xf32>) outs(%arg2 : tensor<4x16xf32>) -> tensor<4x16xf32>
// CHECK: return %0 : tensor<4x16xf32>
func.func @shared_loops(%a: tensor<?x8xf32>, %b: tensor<8x?xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x?xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
// CHECK: func.func @results_become_static(%arg0: tensor<5xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
// CHECK: %cast = tensor.cast %arg1 : tensor<?xf32> to tensor<5xf32>
// CHECK: %0 = linalg.exp ins(%arg0 : tensor<5xf32>) outs(%cast : tensor<5xf32>) -> tensor<5xf32>
// CHECK: %cast_0 = tensor.cast %0 : tensor<5xf32> to tensor<?xf32>
// CHECK: return %cast_0 : tensor<?xf32>
func.func @results_become_static(%a: tensor<5xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%a : tensor<5xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK: func.func @known_by_users(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) -> (tensor<?xf32>, tensor<6xf32>) {
// CHECK: %cast = tensor.cast %arg1 : tensor<?xf32> to tensor<6xf32>
// CHECK: %cast_0 = tensor.cast %arg0 : tensor<?xf32> to tensor<6xf32>
// CHECK: %0 = linalg.exp ins(%cast_0 : tensor<6xf32>) outs(%cast : tensor<6xf32>) -> tensor<6xf32>
// CHECK: %cast_1 = tensor.cast %0 : tensor<6xf32> to tensor<?xf32>
// CHECK: return %cast_1, %0 : tensor<?xf32>, tensor<6xf32>
func.func @known_by_users(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<6xf32>) {
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<6xf32>
  return %0, %1 : tensor<?xf32>, tensor<6xf32>
}
// CHECK: func.func @nothing_known(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
// CHECK: %0 = linalg.exp ins(%arg0 : tensor<?xf32>) outs(%arg1 : tensor<?xf32>) -> tensor<?xf32>
// CHECK: return %0 : tensor<?xf32>
func.func @nothing_known(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK: func.func @casts_of_memrefs(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
// CHECK: linalg.exp ins(%arg0 : memref<4xf32>) outs(%arg1 : memref<4xf32>)
// CHECK: return
func.func @casts_of_memrefs(%a: memref<4xf32>, %b: memref<4xf32>) {
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  linalg.exp ins(%0 : memref<?xf32>) outs(%b : memref<4xf32>)
  return
}
// CHECK: func.func @to_itself(%arg0: memref<4xf32>) {
// CHECK: return
func.func @to_itself(%m: memref<4xf32>) {
  linalg.copy ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%m : memref<4xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
