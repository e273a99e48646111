// RUN: strata-opt %s --canonicalize | FileCheck %s

// Sizes move from one op to the next: through casts, destinations, reshapes, concatenations.

// CHECK-LABEL: func.func @dim_of_cast
// CHECK-NEXT: %dim = tensor.dim %arg0, %arg1 : tensor<*xf32>
// CHECK-NEXT: return %dim
func.func @dim_of_cast(%t: tensor<*xf32>, %i: index) -> index {
  %0 = tensor.cast %t : tensor<*xf32> to tensor<?x?x?xf32>
  %1 = tensor.dim %0, %i : tensor<?x?x?xf32>
  return %1 : index
}
// CHECK-LABEL: func.func @dim_of_destination
// CHECK-NEXT: tensor.dim %arg1, %arg2 : tensor<?x8xf32>
func.func @dim_of_destination(%v: f32, %t: tensor<?x8xf32>, %i: index) -> index {
  %0 = linalg.fill ins(%v : f32) outs(%t : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = tensor.insert %v into %0[%i, %i] : tensor<?x8xf32>
  %2 = tensor.dim %1, %i : tensor<?x8xf32>
  return %2 : index
}
// CHECK-LABEL: func.func @dim_of_reshape
// CHECK: %[[E:.*]] = tensor.extract %arg1[%arg2] : tensor<?xi64>
// CHECK: arith.index_cast %[[E]] : i64 to index
func.func @dim_of_reshape(%t: tensor<?xf32>, %shape: tensor<?xi64>, %i: index) -> index {
  %0 = tensor.reshape %t(%shape) : (tensor<?xf32>, tensor<?xi64>) -> tensor<*xf32>
  %1 = tensor.dim %0, %i : tensor<*xf32>
  return %1 : index
}
// CHECK-LABEL: func.func @reshape_to_itself
// CHECK-NEXT: return %arg0
func.func @reshape_to_itself(%t: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %d = tensor.dim %t, %c0 : tensor<?x3xf32>
  %shape = tensor.from_elements %d, %c3 : tensor<2xindex>
  %0 = tensor.reshape %t(%shape) : (tensor<?x3xf32>, tensor<2xindex>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
// CHECK-LABEL: func.func @empty_cast
// CHECK-NEXT: tensor.empty(%arg1) : tensor<6x?xi8>
// CHECK-NEXT: return
func.func @empty_cast(%m: index, %n: index) -> tensor<6x?xi8> {
  %0 = tensor.empty(%m, %n) : tensor<?x?xi8>
  %1 = tensor.cast %0 : tensor<?x?xi8> to tensor<6x?xi8>
  return %1 : tensor<6x?xi8>
}
// CHECK-LABEL: func.func @concat
// CHECK: %[[B:.*]] = tensor.cast %arg1 : tensor<2x?xf32> to tensor<2x5xf32>
// CHECK: %[[C:.*]] = tensor.concat dim(0) %arg0, %[[B]] : (tensor<3x5xf32>, tensor<2x5xf32>) -> tensor<5x5xf32>
// CHECK: tensor.cast %[[C]] : tensor<5x5xf32> to tensor<?x?xf32>
func.func @concat(%a: tensor<3x5xf32>, %b: tensor<2x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<3x5xf32>, tensor<2x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// CHECK-LABEL: func.func @concat_of_one
// CHECK-NEXT: tensor.cast %arg0 : tensor<?xf32> to tensor<4xf32>
func.func @concat_of_one(%a: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tensor.concat dim(0) %a : (tensor<?xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: func.func @insert_into_cast
// CHECK: %[[I:.*]] = tensor.insert %arg0 into %arg1[%arg2] : tensor<4xf32>
// CHECK: tensor.cast %[[I]] : tensor<4xf32> to tensor<?xf32>
func.func @insert_into_cast(%v: f32, %t: tensor<4xf32>, %i: index) -> tensor<?xf32> {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<?xf32>
  return %1 : tensor<?xf32>
}
// What the part knows before a cast becomes part of its place, up to the first unknown size.
// CHECK-LABEL: func.func @insert_cast_part
// CHECK-NEXT: tensor.insert_slice %arg0 into %arg1[%arg2, %arg2] [3, %arg2] [1, 1] : tensor<3x?xf32> into tensor<?x?xf32>
func.func @insert_cast_part(%p: tensor<3x?xf32>, %t: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.cast %p : tensor<3x?xf32> to tensor<?x?xf32>
  %1 = tensor.insert_slice %0 into %t[%n, %n] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// CHECK-LABEL: func.func @insert_nothing
// CHECK-NEXT: return %arg1
func.func @insert_nothing(%p: tensor<?x0xf32>, %t: tensor<?x9xf32>, %n: index) -> tensor<?x9xf32> {
  %0 = tensor.insert_slice %p into %t[%n, 0] [%n, 0] [1, 1] : tensor<?x0xf32> into tensor<?x9xf32>
  return %0 : tensor<?x9xf32>
}
// CHECK-LABEL: func.func @parallel_insert_cast
// CHECK: tensor.parallel_insert_slice %arg0 into %{{.*}}[%{{.*}}] [7] [1] : tensor<7xf32> into tensor<?xf32>
func.func @parallel_insert_cast(%p: tensor<7xf32>, %t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?xf32>) {
    %1 = tensor.cast %p : tensor<7xf32> to tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i] [%n] [1] : tensor<?xf32> into tensor<?xf32>
    }
  }
  return %0 : tensor<?xf32>
}
