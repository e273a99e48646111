// RUN: strata-opt %s --allow-unregistered-dialect --stablehlo-legalize-to-linalg --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @add(
// CHECK: linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1
// CHECK: arith.addf
func.func @add(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Unsigned integers become signless, and the division is defined for a divisor of 0.
// CHECK-LABEL: func.func @divide(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>) -> tensor<4xi8>
// CHECK: ^bb0(%[[X:.*]]: i8, %[[Y:.*]]: i8, %{{.*}}: i8):
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[Y]], %{{.*}} : i8
// CHECK: %[[SAFE:.*]] = arith.select %[[ZERO]], %{{.*}}, %[[Y]] : i8
// CHECK: %[[Q:.*]] = arith.divui %[[X]], %[[SAFE]] : i8
// CHECK: arith.select %[[ZERO]], %{{.*}}, %[[Q]] : i8
func.func @divide(%x: tensor<4xui8>, %y: tensor<4xui8>) -> tensor<4xui8> {
  %0 = stablehlo.divide %x, %y : tensor<4xui8>
  return %0 : tensor<4xui8>
}

// -----

// CHECK-LABEL: func.func @matmul(
// CHECK: linalg.fill
// CHECK: linalg.matmul ins(%arg0, %arg1 : tensor<2x3xf32>, tensor<3x4xf32>)
func.func @matmul(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @reduce(
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: ^bb0(%[[E:.*]]: f32, %[[ACC:.*]]: f32):
// CHECK: arith.maximumf %[[ACC]], %[[E]] : f32
func.func @reduce(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @loop(
// CHECK: scf.while (%{{.*}} = %arg0) : (tensor<i32>) -> tensor<i32> {
// CHECK: %[[P:.*]] = tensor.extract
// CHECK: scf.condition(%[[P]])
// CHECK: scf.yield
func.func @loop(%n: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    %c = stablehlo.constant dense<10> : tensor<i32>
    %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %i : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @dynamic_slice(
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: tensor.extract_slice %arg0[%{{.*}}] [2] [1] : tensor<5xf32> to tensor<2xf32>
func.func @dynamic_slice(%x: tensor<5xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<5xf32>, tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @unsupported(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error@+1 {{failed to legalize operation 'stablehlo.fft': no lowering is known}}
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @other_number_of_elements() -> tensor<?x?xf32> {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %x = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
  %t = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
  // expected-error@+1 {{failed to legalize operation 'stablehlo.dynamic_reshape': its operand has 6 elements, its result 4}}
  %0 = stablehlo.dynamic_reshape %x, %t : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @client_ops(
// CHECK: math.erf
func.func @client_ops(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A type without infinities is finite where it is a number.
// CHECK-LABEL: func.func @is_finite(
// CHECK: arith.cmpf ord, %[[X:.*]], %[[X]] : f8E4M3FN
// CHECK: math.absf
// CHECK: arith.cmpf one, {{.*}} : f8E5M2
func.func @is_finite(%x: tensor<4xf8E4M3FN>, %y: tensor<4xf8E5M2>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.is_finite %x : (tensor<4xf8E4M3FN>) -> tensor<4xi1>
  %1 = stablehlo.is_finite %y : (tensor<4xf8E5M2>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// -----

// The blocks of an unknown op go with it.
func.func @unknown_with_blocks(%x: tensor<f32>, %y: tensor<4xf32>) -> tensor<f32> {
  %0 = "foo.bar"(%y) ({
  ^bb0(%a: tensor<f32>):
    "foo.end"(%a) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<f32>
  // expected-error@+1 {{failed to legalize operation 'stablehlo.reduce': in its region, 'foo.max': it cannot be applied to single elements}}
  %1 = "stablehlo.reduce"(%y, %0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = "foo.max"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%2) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// An op that nobody knows does not say what a computation gives.
func.func @unknown_end(%x: tensor<4xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{failed to legalize operation 'stablehlo.scatter': a region must end with 'stablehlo.return'}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    "foo.end"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
