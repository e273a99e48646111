// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-legalize-dynamic-calls,canonicalize)' --split-input-file --verify-diagnostics | FileCheck %s

// Windows with everything up to an element are a scan.

// CHECK-LABEL: func.func @cumulative(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
// CHECK: chlo.scan(%[[X]]) inits (%{{.*}}) dimension=0 attributes {is_associative = true} {
// CHECK-NEXT: ^bb0(%[[INPUT:.*]]: tensor<4xf32>, %[[CARRY:.*]]: tensor<4xf32>):
// CHECK-NEXT: %[[NEXT:.*]] = "stablehlo.map"(%[[CARRY]], %[[INPUT]]) <{dimensions = array<i64: 0>}> ({
// CHECK: stablehlo.add
// CHECK: stablehlo.return %[[NEXT]], %[[NEXT]] : tensor<4xf32>, tensor<4xf32>
func.func @cumulative(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %m = stablehlo.add %n, %minus : tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %size = stablehlo.concatenate %n1, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %all = stablehlo.concatenate %m1, %none, %none, %none, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
  %pad = stablehlo.reshape %all : (tensor<4xi32>) -> tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %ones, %ones, %ones, %pad) {called_computations = [@sum]} : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Windows of known sizes are those of a base that is padded before.

// CHECK-LABEL: func.func @pool(
// CHECK: %[[BASE:.*]] = stablehlo.dynamic_pad %arg0
// CHECK: "stablehlo.reduce_window"(%[[BASE]], %{{.*}}) <{window_dilations = array<i64: 1>, window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}>
// CHECK: stablehlo.maximum
func.func @pool(%x: tensor<?xf32>, %pad: tensor<1x2xi32>) -> tensor<?xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %size = stablehlo.constant dense<3> : tensor<1xi32>
  %stride = stablehlo.constant dense<2> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %low, %size, %stride, %one, %one, %pad) {called_computations = [@largest]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @largest(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.maximum %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Others are combined cell by cell.

// CHECK-LABEL: func.func @moving(
// CHECK: stablehlo.custom_call @shape_assertion(%{{.*}}) {error_message = "a window is not positive, or too large"
// CHECK: stablehlo.while
// CHECK: stablehlo.real_dynamic_slice
// CHECK: "stablehlo.map"
func.func @moving(%x: tensor<?xf32>, %size: tensor<1xi64>, %pad: tensor<1x2xi64>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %one, %one, %one, %pad) {called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @sum(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @no_computation(%x: tensor<?xf32>, %zero: tensor<f32>, %n: tensor<1xi32>, %pad: tensor<1x2xi32>) -> tensor<?xf32> {
  // expected-error@+1 {{failed to legalize operation 'stablehlo.custom_call': its computation is no function}}
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %n, %n, %n, %n, %pad) : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @other_elements(%x: tensor<?xf32>, %zero: tensor<f32>, %n: tensor<1xi32>, %pad: tensor<1x2xi32>) -> tensor<?xf32> {
  // expected-error@+1 {{its computation takes other elements}}
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %n, %n, %n, %n, %pad) {called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
  // expected-error@+1 {{its windows must have a number for each dimension of its inputs}}
  %1 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %n, %n, %n, %n, %n) {called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @sum(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
  %0 = stablehlo.add %x, %y : tensor<f64>
  return %0 : tensor<f64>
}
