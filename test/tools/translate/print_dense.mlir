// REQUIRES: strata-translate
// RUN: strata-translate --interpret --interpreter-print-dense %s | FileCheck %s

// CHECK: dense<[1, 2, -3, -4]> : tensor<4xi8>
// CHECK: dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf16>
// CHECK: dense<[true, false]> : tensor<2xi1>
// CHECK: dense<1> : tensor<ui8>
// CHECK{LITERAL}: dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
// CHECK: dense<> : tensor<0x2xi8>
// CHECK: dense<(3.140000e+00,1.000000e+00)> : tensor<4xcomplex<f32>>
func.func @main() -> (tensor<4xi8>, tensor<2xf16>, tensor<2xi1>, tensor<ui8>, tensor<2x2xi8>, tensor<0x2xi8>, tensor<4xcomplex<f32>>) {
  %0 = stablehlo.constant dense<[1, 2, -3, -4]> : tensor<4xi8>
  %1 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf16>
  %2 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %3 = stablehlo.constant dense<1> : tensor<ui8>
  %4 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %5 = stablehlo.constant dense<> : tensor<0x2xi8>
  %6 = stablehlo.constant dense<(3.140000e+00, 1.0)> : tensor<4xcomplex<f32>>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xi8>, tensor<2xf16>, tensor<2xi1>, tensor<ui8>, tensor<2x2xi8>, tensor<0x2xi8>, tensor<4xcomplex<f32>>
}
