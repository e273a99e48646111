// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-qdq-to-quantized-op))' | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-quantized-op-to-qdq))' | FileCheck %s --check-prefix=QDQ

// CHECK-LABEL: @fused
// CHECK-NEXT: %[[R:.*]] = stablehlo.add %arg0, %arg1 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT: return %[[R]]
func.func @fused(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>, %y: tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
  %1 = stablehlo.uniform_dequantize %y : (tensor<4x!quant.uniform<i8:f32, 0.25>>) -> tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  %3 = stablehlo.uniform_quantize %2 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %3 : tensor<4x!quant.uniform<i8:f32, 1.0>>
}

// An operand that was never quantized keeps the op a float one.
// CHECK-LABEL: @mixed
// CHECK: stablehlo.uniform_dequantize
// CHECK: stablehlo.add %{{.*}}, %arg1 : tensor<4xf32>
// CHECK: stablehlo.uniform_quantize
func.func @mixed(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>, %y: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %y : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 1.0>>
  return %2 : tensor<4x!quant.uniform<i8:f32, 1.0>>
}

// QDQ-LABEL: @decomposed
// QDQ: %[[X:.*]] = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<4xf32>
// QDQ: %[[ABS:.*]] = stablehlo.abs %[[X]] : tensor<4xf32>
// QDQ: %[[R:.*]] = stablehlo.uniform_quantize %[[ABS]] : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
// QDQ: return %[[R]]
func.func @decomposed(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.abs %x : tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5>>
}
