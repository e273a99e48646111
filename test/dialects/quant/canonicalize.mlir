// RUN: strata-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @inverse(
// CHECK-NEXT:    return %arg0 : tensor<4xi8>
func.func @inverse(%a: tensor<4xi8>) -> tensor<4xi8> {
  %0 = quant.scast %a : tensor<4xi8> to tensor<4x!quant.uniform<i8:f32, 2.0>>
  %1 = quant.scast %0 : tensor<4x!quant.uniform<i8:f32, 2.0>> to tensor<4xi8>
  return %1 : tensor<4xi8>
}

// CHECK-LABEL: func.func @other_shape_of_scales(
// CHECK-NEXT:    %0 = quant.scast %arg0 : tensor<4xi8> to tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>
// CHECK-NEXT:    %1 = quant.dcast %0 : tensor<4x!quant.uniform<i8:f32, 2.000000e+00>> to tensor<4xf32>
// CHECK-NEXT:    %2 = quant.qcast %1 : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 3.000000e+00>>
// CHECK-NEXT:    %3 = quant.scast %2 : tensor<4x!quant.uniform<i8:f32, 3.000000e+00>> to tensor<4xi8>
// CHECK-NEXT:    return %3 : tensor<4xi8>
func.func @other_shape_of_scales(%a: tensor<4xi8>) -> tensor<4xi8> {
  %0 = quant.scast %a : tensor<4xi8> to tensor<4x!quant.uniform<i8:f32, 2.0>>
  %1 = quant.dcast %0 : tensor<4x!quant.uniform<i8:f32, 2.0>> to tensor<4xf32>
  %2 = quant.qcast %1 : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 3.0>>
  %3 = quant.scast %2 : tensor<4x!quant.uniform<i8:f32, 3.0>> to tensor<4xi8>
  return %3 : tensor<4xi8>
}
