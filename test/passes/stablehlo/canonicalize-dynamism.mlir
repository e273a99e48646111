// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-canonicalize-dynamism))' --split-input-file --validate-passes | FileCheck %s

// CHECK-LABEL: @movement
// CHECK: stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK: stablehlo.iota dim = 1 : tensor<2x3xi32>
// CHECK: stablehlo.reshape %{{.*}} : (tensor<2x3xf32>) -> tensor<6xf32>
// CHECK: stablehlo.pad %arg0, %arg1, low = [1], high = [2], interior = [0]
func.func @movement(%x: tensor<3xf32>, %v: tensor<f32>) -> (tensor<6xf32>, tensor<2x3xi32>, tensor<6xf32>) {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %c6 = stablehlo.constant dense<6> : tensor<1xi32>
  %low = stablehlo.constant dense<1> : tensor<1xi32>
  %high = stablehlo.constant dense<2> : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_iota %c, dim = 1 : (tensor<2xi32>) -> tensor<2x3xi32>
  %2 = stablehlo.dynamic_reshape %0, %c6 : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
  %3 = stablehlo.dynamic_pad %x, %v, %low, %high, %none : (tensor<3xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xf32>
  return %2, %1, %3 : tensor<6xf32>, tensor<2x3xi32>, tensor<6xf32>
}

// -----

// CHECK-LABEL: @slices
// CHECK: stablehlo.slice %arg0 [1:7:2]
// CHECK: %[[START:.*]] = stablehlo.reshape %{{.*}} : (tensor<1xi32>) -> tensor<i32>
// CHECK: stablehlo.dynamic_slice %arg0, %[[START]], sizes = [3]
func.func @slices(%x: tensor<8xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %start = stablehlo.constant dense<1> : tensor<1xi32>
  %end = stablehlo.constant dense<7> : tensor<1xi32>
  %step = stablehlo.constant dense<2> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %n = stablehlo.constant dense<3> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %start, %end, %step : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  %1 = stablehlo.iota dim = 0 : tensor<1xi32>
  %2 = stablehlo.add %1, %n : tensor<1xi32>
  %3 = stablehlo.real_dynamic_slice %x, %1, %2, %one : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  return %0, %3 : tensor<3xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: @gathered
// CHECK: "stablehlo.gather"(%arg0, %arg1) <{{.*}}slice_sizes = array<i64: 1, 4>}>
func.func @gathered(%x: tensor<3x4xf32>, %i: tensor<1xi32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>}> : (tensor<3x4xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: @custom
// CHECK: stablehlo.custom_call @f(%arg0) : (tensor<4xf32>) -> tensor<1x2xf32>
func.func private @custom(%x: tensor<4xf32>) -> tensor<1x2xf32> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = stablehlo.custom_call @f(%x, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

// The layouts of operands that are dropped are dropped.
// CHECK-LABEL: @layouts
// CHECK: stablehlo.custom_call @f(%arg0) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4xf32>) -> tensor<1x2xf32>
func.func private @layouts(%x: tensor<4xf32>) -> tensor<1x2xf32> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = stablehlo.custom_call @f(%x, %c) {indices_of_shape_operands = dense<1> : tensor<1xi64>, operand_layouts = [dense<0> : tensor<1xindex>, dense<0> : tensor<1xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
