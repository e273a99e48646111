// RUN: strata-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected '>'}}
!a = !quant.uniform<i8<-4:3>:f32, 0.99872:127 23>

// -----

// expected-error@+1 {{expected ':'}}
!a = !quant.uniform<i8<16>:f32, 0.99872:127>

// -----

// expected-error@+1 {{illegal storage type prefix}}
!a = !quant.uniform<int8<-4:3>:f32, 0.99872:127>

// -----

// expected-error@+1 {{illegal storage type size: 33}}
!a = !quant.uniform<i33:f32, 0.99872:127>

// -----

// expected-error@+1 {{illegal storage type size: 33}}
!a = !quant.uniform<u33:f32, 0.99872:127>

// -----

// expected-error@+1 {{expected storage type width}}
!a = !quant.uniform<ux:f32, 0.99872:127>

// -----

// expected-error@+1 {{illegal storage min and storage max: (2:1)}}
!a = !quant.uniform<i8<2:1>:f32, 0.99872:127>

// -----

// expected-error@+1 {{illegal storage type maximum: 9}}
!a = !quant.uniform<i4<-1:9>:f32, 0.99872:127>

// -----

// expected-error@+1 {{illegal storage type minimum: -9}}
!a = !quant.uniform<i4<-9:1>:f32, 0.99872:127>

// -----

// expected-error@+1 {{expected floating point literal}}
!a = !quant.uniform<i8:f32, abc:127>

// -----

// expected-error@+1 {{expected integer value}}
!a = !quant.uniform<i8:f32, 0.1:>

// -----

// expected-error@+1 {{invalid kind of type specified}}
!a = !quant.uniform<i8:i32, 0.1>

// -----

// expected-error@+1 {{scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
!a = !quant.uniform<i8:f32, -1.0>

// -----

// expected-error@+1 {{scale 6.600000e+04 out of expressed type range [5.960464e-08, 6.550400e+04]}}
!a = !quant.uniform<i8:f16, 6.6e4>

// -----

// expected-error@+1 {{illegal quantized dimension: -1}}
!a = !quant.uniform<i8:f32:-1, {2.0,3.0:1}>

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
!a = !quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:10, 3.0:20}, {4.0:30}}>

// -----

// expected-error@+1 {{illegal quantized dimension: -1}}
!a = !quant.uniform<i8:f32:{-1:1, 1:2}, {{2.0:10, 3.0:20}}>

// -----

// expected-error@+1 {{illegal block size: 0}}
!a = !quant.uniform<i8:f32:{1:0}, {2.0:10, 3.0:20}>

// -----

// expected-error@+1 {{expected floating point literal}}
!a = !quant.uniform<i8:f32, {2.0,3.0:1}>

// -----

// expected-error@+1 {{invalid kind of type specified}}
!a = !quant.any<i8:i32>

// -----

// expected-error@+1 {{illegal min and max: (1.000000e+00:5.000000e-01)}}
!a = !quant.calibrated<f32<1.0:0.5>>

// -----

// expected-error@+1 {{expected '<'}}
!a = !quant.any

// -----

// expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
!a = !quant.uniform<i8:f32, 1>

// -----

func.func @f0(%a: f32) {
  // expected-error@+1 {{expressed type in quantized type expected to match float type}}
  %0 = quant.qcast %a : f32 to !quant.uniform<i8:f16, 1.0>
  return
}

// -----

func.func @f1(%a: f32) {
  // expected-error@+1 {{scalar types may not use per-axis quantization}}
  %0 = quant.qcast %a : f32 to !quant.uniform<i8:f32:0, {1.0}>
  return
}

// -----

func.func @f2(%a: tensor<2xf32>) {
  // expected-error@+1 {{quantized dimension must be less than tensor rank}}
  %0 = quant.qcast %a : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:1, {1.0}>>
  return
}

// -----

func.func @f3(%a: tensor<2xf32>) {
  // expected-error@+1 {{quantized dimension size does not match number of scales}}
  %0 = quant.qcast %a : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:0, {1.0}>>
  return
}

// -----

func.func @f4(%a: tensor<2xf32>) {
  // expected-error@+1 {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %a : tensor<2xf32> to tensor<3x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f5(%a: tensor<2xf32>) {
  // expected-error@+1 {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %a : tensor<2xf32> to !quant.uniform<i8:f32, 1.0>
  return
}

// -----

func.func @f6(%a: tensor<2xi32>) {
  // expected-error@+1 {{'quant.qcast' op operand #0 must be scalar or tensor of floating-point, but got 'tensor<2xi32>'}}
  %0 = quant.qcast %a : tensor<2xi32> to tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f7(%a: tensor<2xf32>) {
  // expected-error@+1 {{'quant.qcast' op result #0 must be scalar or tensor of quantized type, but got 'tensor<2xf32>'}}
  %0 = quant.qcast %a : tensor<2xf32> to tensor<2xf32>
  return
}

// -----

func.func @f8(%a: tensor<2xi8>) {
  // expected-error@+1 {{'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = quant.scast %a : tensor<2xi8> to tensor<2xi8>
  return
}

// -----

func.func @f9(%a: tensor<2xi16>) {
  // expected-error@+1 {{storage type in quantized type expected to match integer type}}
  %0 = quant.scast %a : tensor<2xi16> to tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f10(%a: tensor<2xf16>) {
  // expected-error@+1 {{'quant.scast' op operand #0 must be scalar or tensor of signless integer or quantized type, but got 'tensor<2xf16>'}}
  %0 = quant.scast %a : tensor<2xf16> to tensor<2x!quant.uniform<i8:f32, 1.0>>
  return
}

// -----

func.func @f11(%a: tensor<2xf32>) {
  // expected-error@+1 {{'quant.dcast' op operand #0 must be scalar or tensor of quantized type, but got 'tensor<2xf32>'}}
  %0 = quant.dcast %a : tensor<2xf32> to tensor<2xf32>
  return
}

// -----

func.func @f12(%a: tensor<?x2xf32>) {
  // expected-error@+1 {{'quant.qcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.qcast %a : tensor<?x2xf32> to tensor<?x?x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:10}, {3.0:20}}>>
  return
}

// -----

func.func @f13(%a: tensor<?x2xf32>) {
  // expected-error@+1 {{tensor dimension size 2 at axis 1 must be divisible by the corresponding block size 3}}
  %0 = quant.qcast %a : tensor<?x2xf32> to tensor<?x2x!quant.uniform<i8:f32:{0:1, 1:3}, {{2.0:10}, {3.0:20}}>>
  return
}

// -----

func.func @f14(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{dimension size 2 of scales tensor at axis 0 should match (tensor dimension at axis / block sizes at axis) = 2}}
  %0 = quant.qcast %a : tensor<2x2xf32> to tensor<2x2x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:10}, {3.0:20},{1.0}}>>
  return
}

// -----

func.func @f16(%a: tensor<*xf32>) {
  // expected-error@+1 {{tensor containing the sub-channel quantized type must be ranked}}
  %0 = quant.qcast %a : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:{0:1}, {1.0}>>
  return
}

// -----

func.func @f17(%a: f32) {
  // expected-error@+1 {{scalar types may not use sub-channel quantization}}
  %0 = quant.qcast %a : f32 to !quant.uniform<i8:f32:{0:1}, {1.0}>
  return
}

// -----

func.func @f18(%a: tensor<2xf32>) {
  // expected-error@+1 {{quantized dimension 1 must be less than tensor rank 1}}
  %0 = quant.qcast %a : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32:{1:1}, {1.0}>>
  return
}
