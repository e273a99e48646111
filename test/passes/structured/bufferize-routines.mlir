// RUN: strata-opt %s --bufferize-program -split-input-file | FileCheck %s

// Many lines are sorted in the memory of the argument, where this is its last use and its memory that of the function.
// CHECK-LABEL: func @lines
// CHECK-SAME: (%[[X:.*]]: memref<64x8xf32>, %[[OUT:.*]]: memref<64x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[X]] : memref<64x8xf32>) outs(%[[OUT]] : memref<64x8xf32>)
// CHECK: call @sort(%[[OUT]], %[[OUT]])
// CHECK-NOT: memref.copy
func.func @lines(%x: tensor<64x8xf32>) -> tensor<64x8xf32> {
  %e = tensor.empty() : tensor<64x8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x8xf32>) outs(%e : tensor<64x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<64x8xf32>
  %1 = call @sort(%0) : (tensor<64x8xf32>) -> tensor<64x8xf32>
  return %1 : tensor<64x8xf32>
}

// An argument of the function belongs to the caller.
// CHECK-LABEL: func @argument
// CHECK-SAME: (%[[X:.*]]: memref<64x8xf32>, %[[OUT:.*]]: memref<64x8xf32>)
// CHECK: call @sort(%[[X]], %[[OUT]])
func.func @argument(%x: tensor<64x8xf32>) -> tensor<64x8xf32> {
  %0 = call @sort(%x) : (tensor<64x8xf32>) -> tensor<64x8xf32>
  return %0 : tensor<64x8xf32>
}

// The first call is not the last use of what it sorts, the second one is.
// CHECK-LABEL: func @used_twice
// CHECK-SAME: (%[[X:.*]]: memref<64x8xf32>, %[[OUT0:.*]]: memref<64x8xf32>, %[[OUT1:.*]]: memref<64x8xf32>)
// CHECK: call @sort(%[[X]], %[[OUT1]])
// CHECK: call @sort(%[[OUT1]], %[[OUT0]])
func.func @used_twice(%x: tensor<64x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>) {
  %0 = call @sort(%x) : (tensor<64x8xf32>) -> tensor<64x8xf32>
  %1 = call @sort(%0) : (tensor<64x8xf32>) -> tensor<64x8xf32>
  return %1, %0 : tensor<64x8xf32>, tensor<64x8xf32>
}
func.func private @sort(tensor<64x8xf32>) -> tensor<64x8xf32>
    attributes {strata.runtime_call = "strata_sort", strata.runtime_config = "dimension=1\nkeys=0:0:f32:total:up\nresults=0\n"}

// -----

// One line is sorted in another array anyway.
// CHECK-LABEL: func @line
// CHECK: call @sort(%[[A:.*]], %[[B:.*]]) :
// CHECK-NEXT: call @sort(%[[B]], %{{.*}}) :
// CHECK-NOT: call @sort(%[[B]], %[[B]])
func.func @line(%x: tensor<512xf32>) -> tensor<512xf32> {
  %0 = call @sort(%x) : (tensor<512xf32>) -> tensor<512xf32>
  %1 = call @sort(%0) : (tensor<512xf32>) -> tensor<512xf32>
  return %1 : tensor<512xf32>
}
func.func private @sort(tensor<512xf32>) -> tensor<512xf32>
    attributes {strata.runtime_call = "strata_sort", strata.runtime_config = "dimension=0\nkeys=0:0:f32:total:up\nresults=0\n"}

// -----

// A system is solved in the memory of its right side, a matrix is factored in its own. A transform of real numbers has a result of another type.
// CHECK-LABEL: func @dense
// CHECK-SAME: (%[[A:.*]]: memref<4x4xf32>, %[[B:.*]]: memref<4x2xf32>, %[[OUT:.*]]: memref<4x2xf32>)
// CHECK: call @factor(%[[A]], %[[F:.*]]) :
// CHECK-NEXT: call @solve(%[[F]], %[[B]], %[[OUT]]) :
// CHECK-NEXT: call @solve(%[[F]], %[[OUT]], %[[OUT]]) :
func.func @dense(%a: tensor<4x4xf32>, %b: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = call @factor(%a) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = call @solve(%0, %b) : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = call @solve(%0, %1) : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %2 : tensor<4x2xf32>
}
// CHECK-LABEL: func @transforms
// CHECK-SAME: (%[[X:.*]]: memref<4x8xf32>, %[[OUT:.*]]: memref<4x5xcomplex<f32>>)
// CHECK: call @real(%[[X]], %[[OUT]]) :
// CHECK-NEXT: call @complex(%[[OUT]], %[[OUT]]) :
func.func @transforms(%x: tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>> {
  %0 = call @real(%x) : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
  %1 = call @complex(%0) : (tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>>
  return %1 : tensor<4x5xcomplex<f32>>
}
func.func private @factor(tensor<4x4xf32>) -> tensor<4x4xf32> attributes {strata.runtime_call = "strata_cholesky"}
func.func private @solve(tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32> attributes {strata.runtime_call = "lapack_strsm_ffi"}
func.func private @real(tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>> attributes {strata.runtime_call = "strata_fft"}
func.func private @complex(tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>> attributes {strata.runtime_call = "strata_fft"}
