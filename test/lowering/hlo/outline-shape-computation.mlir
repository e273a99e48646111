// RUN: strata-opt %s --outline-shape-computation --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @dims
// CHECK-SAME: (%[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>)
// CHECK-NEXT: %[[V:.*]] = tensor.concat
// CHECK-NEXT: return %[[V]]
// CHECK: shape.func private @shape_cal_0(%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>) -> !shape.shape {
// CHECK-DAG: %[[S:.*]] = shape_of %[[X]] : tensor<?xf32> -> tensor<1xindex>
// CHECK-DAG: %[[T:.*]] = shape_of %[[Y]] : tensor<?xf32> -> tensor<1xindex>
// CHECK: %[[N:.*]] = arith.addi
// CHECK-NEXT: %[[R:.*]] = from_extents %[[N]] : index
// CHECK-NEXT: return %[[R]] : !shape.shape
func.func @dims(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.concat dim(0) %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %m = tensor.dim %a, %c0 : tensor<?xf32>
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %1 = arith.addi %m, %n : index
  %2 = shape.from_extents %1 : index
  %3 = shape.with_shape %0, %2 : tensor<?xf32>, !shape.shape
  %4 = shape.value_of %3 : tensor<?xf32>
  return %4 : tensor<?xf32>
}

// -----

// A region that uses values from outside stays; its result is an argument.
// CHECK-LABEL: func.func @captures
// CHECK: shape.func private @shape_cal_0(%[[N:.*]]: index) -> !shape.shape
func.func @captures(%a: tensor<?xf32>, %c: i1, %m: index, %n: index) -> tensor<?xf32> {
  %0 = scf.if %c -> index {
    scf.yield %m : index
  } else {
    %1 = arith.addi %m, %n : index
    scf.yield %1 : index
  }
  %2 = shape.from_extents %0 : index
  %3 = shape.with_shape %a, %2 : tensor<?xf32>, !shape.shape
  %4 = shape.value_of %3 : tensor<?xf32>
  return %4 : tensor<?xf32>
}

// -----

// The value stays a value with a shape where another type is asked for.
// CHECK-LABEL: func.func @other_type
// CHECK: %[[W:.*]] = shape.with_shape
// CHECK: shape.value_of %[[W]] : tensor<4xf32>
func.func @other_type(%a: tensor<?xf32>, %s: tensor<1xindex>) -> tensor<4xf32> {
  %0 = shape.with_shape %a, %s : tensor<?xf32>, tensor<1xindex>
  %1 = shape.value_of %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
