// RUN: strata-opt %s --split-input-file --verify-diagnostics

// Programs that jaxlib refuses, with its errors; found by test/jax/verifier.py.

func.func @dcast(%a0: tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>) {
  // expected-error@+1 {{'quant.dcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = "quant.dcast"(%a0) : (tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>) -> tensor<f32>
  func.return
}

// -----

func.func @dcast(%a0: tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) {
  // expected-error@+1 {{expressed type in quantized type expected to match float type}}
  %0 = "quant.dcast"(%a0) : (tensor<2x3x!quant.uniform<i8:f32, 2.000000e+00:15>>) -> tensor<2x3xf4E2M1FN>
  func.return
}

// -----

func.func @qcast(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = "quant.qcast"(%a0) : (tensor<4xf32>) -> tensor<1x!quant.uniform<i8:f32, 3.000000e+00>>
  func.return
}

// -----

func.func @qcast(%a0: tensor<2x3x!quant.uniform<i4:f32, 2.000000e+00:1>>) {
  // expected-error@+1 {{Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<3x?x!quant.uniform<i8:f32, 2.000000e+00:15>>'}}
  %0 = "quant.qcast"(%a0) : (tensor<2x3x!quant.uniform<i4:f32, 2.000000e+00:1>>) -> tensor<3x?x!quant.uniform<i8:f32, 2.000000e+00:15>, #stablehlo.bounds<2, ?>>
  func.return
}

// -----

func.func @qcast(%a0: tensor<*xf32>) {
  // expected-error@+1 {{expected non-function type}}
  %0 = "quant.qcast"(%a0) : (tensor<*xf32>) -> tensor<3x*x!quant.uniform<i8:f32, 1.000000e+00:15>>
  func.return
}

// -----

func.func @qcast(%a0: tensor<*xf16>) {
  // expected-error@+1 {{expressed type in quantized type expected to match float type}}
  %0 = "quant.qcast"(%a0) : (tensor<*xf16>) -> tensor<*x!quant.uniform<i8:f32:0, {1.000000e+00}>>
  func.return
}

// -----

func.func @qcast(%a0: tensor<2x4xf32>) {
  // expected-error@+1 {{quantized dimension size does not match number of scales}}
  %0 = "quant.qcast"(%a0) : (tensor<2x4xf32>) -> tensor<2x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00}>>
  func.return
}

// -----

func.func @scast(%a0: tensor<?xi8>) {
  // expected-error@+1 {{'quant.scast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = "quant.scast"(%a0) : (tensor<?xi8>) -> i32
  func.return
}

// -----

func.func @scast(%a0: tensor<2x3xi8>) {
  // expected-error@+1 {{'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = "quant.scast"(%a0) : (tensor<2x3xi8>) -> tensor<2x3xi8>
  func.return
}

// -----

func.func @scast(%a0: tensor<4xi8>) {
  // expected-error@+1 {{quantized dimension must be less than tensor rank}}
  %0 = "quant.scast"(%a0) : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32:1, {5.000000e-01:0,2.000000e+00:0}>>
  func.return
}

// -----

func.func @scast(%a0: tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00:3,1.000000e+00:3,5.000000e-01:3,2.000000e+00:3,5.000000e-01:3}>>) {
  // expected-error@+1 {{quantized dimension size does not match number of scales}}
  %0 = "quant.scast"(%a0) : (tensor<4x!quant.uniform<i8:f32:0, {1.000000e+00:3,1.000000e+00:3,5.000000e-01:3,2.000000e+00:3,5.000000e-01:3}>>) -> tensor<4xi8>
  func.return
}

// -----

func.func @scast(%a0: tensor<3xi3>) {
  // expected-error@+1 {{storage type in quantized type expected to match integer type}}
  %0 = "quant.scast"(%a0) : (tensor<3xi3>) -> tensor<3x!quant.any<i8:f32>>
  func.return
}
