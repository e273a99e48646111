// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(shape-legalize-to-stablehlo))' --split-input-file --verify-diagnostics | FileCheck %s
// RUN: strata-opt %s --chlo-pre-serialization-pipeline --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=PIPELINE

// The texts are those of jaxlib's pass of this name.

// CHECK-LABEL: func.func @shape_of
// CHECK: %[[N:.*]] = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
// CHECK: %[[N1:.*]] = stablehlo.reshape %[[N]] : (tensor<i32>) -> tensor<1xi32>
// CHECK: %[[M:.*]] = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
// CHECK: %[[M1:.*]] = stablehlo.reshape %[[M]] : (tensor<i32>) -> tensor<1xi32>
// CHECK: %[[LIST:.*]] = stablehlo.concatenate %[[N1]], %[[M1]], dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
// CHECK: builtin.unrealized_conversion_cast %[[LIST]] : tensor<2xi32> to tensor<2xindex>
func.func @shape_of(%x: tensor<?x4xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

// CHECK-LABEL: func.func @broadcast
// CHECK: %[[Y:.*]] = builtin.unrealized_conversion_cast %arg0 : tensor<2xindex> to tensor<2xi32>
// CHECK: %[[Z:.*]] = builtin.unrealized_conversion_cast %arg1 : tensor<3xindex> to tensor<3xi32>
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<1xi32>
// CHECK: %[[LONG:.*]] = stablehlo.concatenate %[[ONE]], %[[Y]], dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
// CHECK: %[[MAX:.*]] = stablehlo.maximum %[[LONG]], %[[Z]] : tensor<3xi32>
// CHECK: %[[INDEX:.*]] = builtin.unrealized_conversion_cast %[[MAX]] : tensor<3xi32> to tensor<3xindex>
// CHECK: %[[I32:.*]] = builtin.unrealized_conversion_cast %[[INDEX]] : tensor<3xindex> to tensor<3xi32>
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg2, %[[I32]], dims = [0, 1, 2] : (tensor<?x?x?xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
// PIPELINE-LABEL: func.func @broadcast
// PIPELINE: %[[MAX:.*]] = stablehlo.maximum
// PIPELINE-NEXT: stablehlo.dynamic_broadcast_in_dim %arg2, %[[MAX]], dims = [0, 1, 2]
func.func @broadcast(%y: tensor<2xindex>, %z: tensor<3xindex>, %w: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = shape.broadcast %y, %z : tensor<2xindex>, tensor<3xindex> -> tensor<3xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %w, %0, dims = [0, 1, 2] : (tensor<?x?x?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @num_elements
// CHECK: %[[X:.*]] = builtin.unrealized_conversion_cast %arg0 : tensor<2xindex> to tensor<2xi32>
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK: stablehlo.slice %[[X]] [0:1] : (tensor<2xi32>) -> tensor<1xi32>
// CHECK: %[[FIRST:.*]] = stablehlo.multiply %[[ONE]], %{{.*}} : tensor<i32>
// CHECK: %[[ALL:.*]] = stablehlo.multiply %[[FIRST]], %{{.*}} : tensor<i32>
// CHECK: builtin.unrealized_conversion_cast %[[ALL]] : tensor<i32> to index
func.func @num_elements(%y: tensor<2xindex>) -> index {
  %0 = shape.num_elements %y : tensor<2xindex> -> index
  return %0 : index
}

// -----

// What computes on indices beside shapes becomes StableHLO too.
// CHECK-LABEL: func.func @indices
// CHECK-NOT: {{tensor\.|arith\.index_cast|arith\.muli}}
// CHECK: stablehlo.get_dimension_size
// CHECK: stablehlo.slice %{{.*}} [1:2] : (tensor<3xi32>) -> tensor<1xi32>
// CHECK: stablehlo.multiply
// CHECK: stablehlo.convert %{{.*}} : (tensor<i32>) -> tensor<i64>
// CHECK: stablehlo.concatenate
// CHECK: stablehlo.constant dense<[1, 2]> : tensor<2xi32>
func.func @indices(%x: tensor<?x4xf32>, %y: tensor<3xindex>) -> (i64, tensor<2xindex>, tensor<2xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %x, %c0 : tensor<?x4xf32>
  %1 = tensor.extract %y[%c1] : tensor<3xindex>
  %2 = arith.muli %0, %1 : index
  %3 = arith.index_cast %2 : index to i64
  %4 = tensor.from_elements %2, %c0 : tensor<2xindex>
  %5 = shape.const_shape [1, 2] : tensor<2xindex>
  return %3, %4, %5 : i64, tensor<2xindex>, tensor<2xindex>
}

// -----

func.func @checks(%y: tensor<2xindex>) {
  // expected-error@+1 {{failed to legalize operation 'shape.cstr_broadcastable' that was explicitly marked illegal}}
  %0 = shape.cstr_broadcastable %y, %y : tensor<2xindex>, tensor<2xindex>
  shape.assuming %0 {
  }
  return
}

// -----

func.func @unknown_rank(%y: tensor<?xindex>, %z: tensor<3xindex>) -> tensor<?xindex> {
  // expected-error@+1 {{failed to legalize operation 'shape.broadcast' that was explicitly marked illegal}}
  %0 = shape.broadcast %y, %z : tensor<?xindex>, tensor<3xindex> -> tensor<?xindex>
  return %0 : tensor<?xindex>
}
