// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-legalize-quant-to-math))' --validate-passes | FileCheck %s

// CHECK-LABEL: @there_and_back
// CHECK-SAME: -> tensor<4xf32>
// CHECK: %[[SCALE:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK: %[[SCALED:.*]] = stablehlo.divide %arg0, %[[SCALE]]
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<-3.000000e+00> : tensor<4xf32>
// CHECK: %[[SHIFTED:.*]] = stablehlo.add %[[SCALED]], %[[ZERO]]
// CHECK: %[[LOW:.*]] = stablehlo.constant dense<-1.280000e+02>
// CHECK: %[[HIGH:.*]] = stablehlo.constant dense<1.270000e+02>
// CHECK: %[[CLAMPED:.*]] = stablehlo.clamp %[[LOW]], %[[SHIFTED]], %[[HIGH]]
// CHECK: %[[ROUND:.*]] = stablehlo.round_nearest_even %[[CLAMPED]]
// CHECK: %[[STORED:.*]] = stablehlo.convert %[[ROUND]] : (tensor<4xf32>) -> tensor<4xi8>
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[STORED]] : (tensor<4xi8>) -> tensor<4xi32>
// CHECK: stablehlo.subtract %[[WIDE]]
// CHECK: stablehlo.multiply
func.func @there_and_back(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: @axis
// CHECK: %[[SCALES:.*]] = stablehlo.constant dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK: stablehlo.broadcast_in_dim %[[SCALES]], dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
func.func @axis(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<3x2xf32>) -> tensor<3x2x!quant.uniform<u8:f32:1, {0.5:7, 0.25}>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<3x2x!quant.uniform<u8:f32:1, {0.5:7, 0.25}>>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// Other scales are a way through floats.
// CHECK-LABEL: @rescaled
// CHECK-NOT: quant
func.func @rescaled(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
  %1 = stablehlo.uniform_quantize %0 : (tensor<4x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<4x!quant.uniform<i16:f32, 0.1>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<4x!quant.uniform<i16:f32, 0.1>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Integers move as they are; everything else is computed on floats.
// CHECK-LABEL: func.func private @computed
// CHECK-SAME: (%arg0: tensor<2x2xi8>) -> tensor<4xi8>
// CHECK: stablehlo.reshape %arg0 : (tensor<2x2xi8>) -> tensor<4xi8>
// CHECK: stablehlo.tanh %{{.*}} : tensor<4xf32>
func.func private @computed(%x: tensor<2x2x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-3>> {
  %0 = stablehlo.reshape %x : (tensor<2x2x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
  %1 = stablehlo.tanh %0 : tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
  return %1 : tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
}

// Where sizes are unknown, CHLO's ops repeat the scales; those of an axis stay a vector.
// CHECK-LABEL: @unknown_sizes
// CHECK-SAME: -> tensor<?x2xf32>
// CHECK: %[[SCALES:.*]] = stablehlo.constant dense<[5.000000e-01, 2.500000e-01]> : tensor<2xf32>
// CHECK: %[[SCALED:.*]] = chlo.broadcast_divide %arg0, %[[SCALES]] {broadcast_dimensions = array<i64: 1>} : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
// CHECK: %[[ZEROS:.*]] = stablehlo.constant dense<[1.000000e+00, -2.000000e+00]> : tensor<2xf32>
// CHECK: %[[SHIFTED:.*]] = chlo.broadcast_add %[[SCALED]], %[[ZEROS]] {broadcast_dimensions = array<i64: 1>}
// CHECK: stablehlo.clamp %{{.*}}, %[[SHIFTED]], %{{.*}} : (tensor<f32>, tensor<?x2xf32>, tensor<f32>) -> tensor<?x2xf32>
// CHECK: %[[INTEGERS:.*]] = stablehlo.convert %{{.*}} : (tensor<?x2xf32>) -> tensor<?x2xi8>
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[INTEGERS]] : (tensor<?x2xi8>) -> tensor<?x2xi32>
// CHECK: chlo.broadcast_subtract %[[WIDE]], %{{.*}} {broadcast_dimensions = array<i64: 1>} : (tensor<?x2xi32>, tensor<2xi32>) -> tensor<?x2xi32>
// CHECK: chlo.broadcast_multiply
func.func @unknown_sizes(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.uniform_quantize %x : (tensor<?x2xf32>) -> tensor<?x2x!quant.uniform<i8:f32:1, {0.5:1, 0.25:-2}>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<?x2x!quant.uniform<i8:f32:1, {0.5:1, 0.25:-2}>>) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}

// What only gives numbers on, out of a region or in a tuple, gives on the integers.
// CHECK-LABEL: @given_on
// CHECK: %[[Q:.*]] = stablehlo.convert %{{.*}} : (tensor<f32>) -> tensor<i8>
// CHECK: "stablehlo.if"
// CHECK: stablehlo.return %[[Q]] : tensor<i8>
// CHECK: stablehlo.tuple %{{.*}} : tuple<tensor<i8>>
// CHECK: stablehlo.get_tuple_element {{.*}} : (tuple<tensor<i8>>) -> tensor<i8>
func.func @given_on(%p: tensor<i1>, %x: tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.uniform_quantize %x : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<!quant.uniform<i8:f32, 0.5>>
  }, {
    stablehlo.return %0 : tensor<!quant.uniform<i8:f32, 0.5>>
  }) : (tensor<i1>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  %2 = stablehlo.tuple %1 : tuple<tensor<!quant.uniform<i8:f32, 0.5>>>
  %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<!quant.uniform<i8:f32, 0.5>>>) -> tensor<!quant.uniform<i8:f32, 0.5>>
  return %3 : tensor<!quant.uniform<i8:f32, 0.5>>
}
