// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @per_tensor(
func.func @per_tensor(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: stablehlo.uniform_quantize %arg0 : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 2.500000e-01:-3>>
  %0 = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.25:-3>>
  // CHECK: stablehlo.add %0, %0 : tensor<2x3x!quant.uniform<i8:f32, 2.500000e-01:-3>>
  %1 = stablehlo.add %0, %0 : tensor<2x3x!quant.uniform<i8:f32, 0.25:-3>>
  // CHECK: stablehlo.uniform_dequantize %1 : (tensor<2x3x!quant.uniform<i8:f32, 2.500000e-01:-3>>) -> tensor<2x3xf32>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<2x3x!quant.uniform<i8:f32, 0.25:-3>>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @per_axis(
func.func @per_axis(%a: tensor<2x3x!quant.uniform<u8:f32:1, {0.1,0.5:7,2.0}>>) -> tensor<2x3xf32> {
  // CHECK: stablehlo.uniform_dequantize %arg0 : (tensor<2x3x!quant.uniform<u8:f32:1, {1.000000e-01,5.000000e-01:7,2.000000e+00}>>) -> tensor<2x3xf32>
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x3x!quant.uniform<u8:f32:1, {0.1,0.5:7,2.0}>>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @constant(
func.func @constant() -> tensor<2x!quant.uniform<i8:f32, 2.0:15>> {
  // CHECK: stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:15>>
  %0 = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 2.0:15>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 2.0:15>>
}
