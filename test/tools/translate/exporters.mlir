// REQUIRES: strata-translate
// RUN: strata-translate --interpret %s --split-input-file | FileCheck %s --allow-empty --check-prefix=NONE
// NONE-NOT: {{.}}

// Q R is what was factored.
func.func @qr() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [-4.0, 5.0, 6.0], [7.0, 8.0, -9.0], [1.0, 0.0, 2.0]]> : tensor<4x3xf64>
  %0:2 = stablehlo.custom_call @Qr(%x) : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>)
  %q = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) : (tensor<4x3xf64>, tensor<3xf64>) -> tensor<4x3xf64>
  %top = stablehlo.slice %0#0 [0:3, 0:3] : (tensor<4x3xf64>) -> tensor<3x3xf64>
  %row = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %col = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %upper = stablehlo.compare LE, %row, %col : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %zero = stablehlo.constant dense<0.0> : tensor<3x3xf64>
  %r = stablehlo.select %upper, %top, %zero : tensor<3x3xi1>, tensor<3x3xf64>
  %again = stablehlo.dot_general %q, %r, contracting_dims = [1] x [0] : (tensor<4x3xf64>, tensor<3x3xf64>) -> tensor<4x3xf64>
  check.expect_almost_eq %again, %x, tolerance = 1.0e-13 : tensor<4x3xf64>
  %square = stablehlo.dot_general %q, %q, contracting_dims = [0] x [0] : (tensor<4x3xf64>, tensor<4x3xf64>) -> tensor<3x3xf64>
  check.expect_almost_eq_const %square, dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>, tolerance = 1.0e-13
  return
}

// -----

// The vectors belong to the values; only the triangle that the configuration names is read.
func.func @eigh() {
  %x = stablehlo.constant dense<[[2.0, 99.0], [1.0, 2.0]]> : tensor<2x2xf64>
  %0:2 = stablehlo.custom_call @Eigh(%x) {backend_config = "1,1,100,1e-6"} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %0#1, dense<[1.0, 3.0]> : tensor<2xf64>, tolerance = 1.0e-13
  %1 = stablehlo.abs %0#0 : tensor<2x2xf64>
  check.expect_almost_eq_const %1, dense<0.70710678118654752> : tensor<2x2xf64>, tolerance = 1.0e-13
  %2:2 = stablehlo.custom_call @Eigh(%x) {backend_config = "0,1,100,1e-6"} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>)
  check.expect_almost_eq_const %2#1, dense<[-97.0, 101.0]> : tensor<2xf64>, tolerance = 1.0e-11
  return
}

// -----

// Exchanges are counted from zero, and the permutation is what they do.
func.func @lu() {
  %x = stablehlo.constant dense<[[0.0, 1.0, 2.0], [2.0, 4.0, 2.0], [4.0, 4.0, 4.0]]> : tensor<3x3xf64>
  %0:3 = stablehlo.custom_call @LuDecomposition(%x) : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3xi32>, tensor<3xi32>)
  check.expect_eq_const %0#1, dense<[2, 1, 2]> : tensor<3xi32>
  check.expect_eq_const %0#2, dense<[2, 1, 0]> : tensor<3xi32>
  check.expect_almost_eq_const %0#0, dense<[[4.0, 4.0, 4.0], [0.5, 2.0, 0.0], [0.0, 0.5, 2.0]]> : tensor<3x3xf64>
  return
}

// -----

func.func @top_k() {
  %x = stablehlo.constant dense<[3, -1, 7, 7, 0]> : tensor<5xi32>
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<5xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[7, 7]> : tensor<2xi32>
  check.expect_eq_const %0#1, dense<[2, 3]> : tensor<2xi32>
  %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = false}} : (tensor<5xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  check.expect_eq_const %1#1, dense<[1, 4]> : tensor<2xi32>
  return
}

// -----

// Stored integers are bits like any others.
func.func @bitcast_of_quantized() {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.uniform_quantize %0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:1>>
  %2 = stablehlo.bitcast_convert %1 : (tensor<2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2xi8>
  check.expect_eq_const %2, dense<[3, 5]> : tensor<2xi8>
  %3 = stablehlo.bitcast_convert %2 : (tensor<2xi8>) -> tensor<2x!quant.uniform<i8:f32, 0.25:1>>
  %4 = stablehlo.uniform_dequantize %3 : (tensor<2x!quant.uniform<i8:f32, 0.25:1>>) -> tensor<2xf32>
  check.expect_eq_const %4, dense<[0.5, 1.0]> : tensor<2xf32>
  return
}

// -----

// Products of groups, whose dimensions are six tensors.
func.func @ragged_dot() {
  %a = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %b = stablehlo.constant dense<[[[1.0], [10.0]], [[100.0], [1000.0]]]> : tensor<2x2x1xf32>
  %g = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = stablehlo.custom_call @chlo.ragged_dot(%a, %b, %g) {mhlo.attributes = {precision_config = ["DEFAULT", "DEFAULT"], ragged_dot_dimension_numbers = [dense<> : tensor<0xi64>, dense<> : tensor<0xi64>, dense<1> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<0> : tensor<1xi64>, dense<0> : tensor<1xi64>]}, mhlo.version = 1 : i64} : (tensor<3x2xf32>, tensor<2x2x1xf32>, tensor<2xi64>) -> tensor<3x1xf32>
  check.expect_eq_const %0, dense<[[21.0], [4300.0], [6500.0]]> : tensor<3x1xf32>
  return
}

// -----

// Arguments that nothing uses may have any type, and a mesh of one device says nothing.
sdy.mesh @mesh = <["x"=1]>
func.func @main(%t: !stablehlo.token, %u: tensor<*xf32>) {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<2xf32>
  check.expect_eq_const %0, dense<[1.0, 2.0]> : tensor<2xf32>
  return
}
