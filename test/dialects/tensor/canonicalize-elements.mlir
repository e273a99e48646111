// RUN: strata-opt %s --canonicalize | FileCheck %s

// An element of a computed tensor is computed where it is needed.
// CHECK-LABEL: func.func @of_generate
// CHECK-NEXT: %[[S:.*]] = arith.addi %arg1, %arg2 : index
// CHECK-NEXT: return %[[S]] : index
func.func @of_generate(%n: index, %i: index, %j: index) -> index {
  %0 = tensor.generate %n {
  ^bb0(%a: index, %b: index):
    %s = arith.addi %a, %b : index
    tensor.yield %s : index
  } : tensor<?x4xindex>
  %1 = tensor.extract %0[%i, %j] : tensor<?x4xindex>
  return %1 : index
}
// Unless computing it is seen elsewhere.
// CHECK-LABEL: func.func @of_generate_with_effects
// CHECK: tensor.generate
// CHECK: tensor.extract
func.func @of_generate_with_effects(%n: index, %i: index, %m: memref<?xindex>) -> index {
  %0 = tensor.generate %n {
  ^bb0(%a: index):
    memref.store %a, %m[%a] : memref<?xindex>
    tensor.yield %a : index
  } : tensor<?xindex>
  %1 = tensor.extract %0[%i] : tensor<?xindex>
  return %1 : index
}
// CHECK-LABEL: func.func @of_sparse
// CHECK-DAG: %[[A:.*]] = arith.constant 8 : i16
// CHECK-DAG: %[[B:.*]] = arith.constant 0 : i16
// CHECK: return %[[A]], %[[B]] : i16, i16
func.func @of_sparse() -> (i16, i16) {
  %t = arith.constant sparse<[[0, 1], [2, 0]], [7, 8]> : tensor<3x2xi16>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.extract %t[%c2, %c0] : tensor<3x2xi16>
  %1 = tensor.extract %t[%c1, %c1] : tensor<3x2xi16>
  return %0, %1 : i16, i16
}
// CHECK-LABEL: func.func @of_index_cast
// CHECK-NEXT: %[[E:.*]] = tensor.extract %arg0[%arg1] : tensor<?xi64>
// CHECK-NEXT: arith.index_cast %[[E]] : i64 to index
func.func @of_index_cast(%t: tensor<?xi64>, %i: index) -> index {
  %0 = arith.index_cast %t : tensor<?xi64> to tensor<?xindex>
  %1 = tensor.extract %0[%i] : tensor<?xindex>
  return %1 : index
}
// CHECK-LABEL: func.func @gather_equal_elements
// CHECK-NEXT: arith.constant dense<3> : tensor<2x1xi32>
func.func @gather_equal_elements(%where: tensor<2x1xindex>) -> tensor<2x1xi32> {
  %t = arith.constant dense<3> : tensor<5xi32>
  %0 = tensor.gather %t[%where] gather_dims([0]) : (tensor<5xi32>, tensor<2x1xindex>) -> tensor<2x1xi32>
  return %0 : tensor<2x1xi32>
}
