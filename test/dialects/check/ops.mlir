// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @ops(
func.func @ops(%a: tensor<2xf32>, %b: tensor<2xf32>, %i: tensor<i32>) {
  // CHECK: check.expect_eq %arg0, %arg1 : tensor<2xf32>
  check.expect_eq %a, %b : tensor<2xf32>
  // CHECK: check.expect_eq_const %arg2, dense<1> : tensor<i32>
  check.expect_eq_const %i, dense<1> : tensor<i32>
  // CHECK: check.expect_almost_eq %arg0, %arg1 : tensor<2xf32>
  check.expect_almost_eq %a, %b : tensor<2xf32>
  // CHECK: check.expect_almost_eq %arg0, %arg1, tolerance = 1.000000e-01 : tensor<2xf32>
  check.expect_almost_eq %a, %b, tolerance = 0.1 : tensor<2xf32>
  // CHECK: check.expect_almost_eq_const %arg0, dense<1.000000e+00> : tensor<2xf32>
  check.expect_almost_eq_const %a, dense<1.0> : tensor<2xf32>
  // CHECK: check.expect_close %arg0, %arg1, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %a, %b, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  // CHECK: check.expect_close %arg0, %arg1, max_ulp_difference = 18446744073709551615 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %a, %b, max_ulp_difference = 18446744073709551615 : tensor<2xf32>, tensor<2xf32>
  // CHECK: check.expect_serialized_eq %arg0, probe_id = "p", iter = 0 : tensor<2xf32>
  check.expect_serialized_eq %a, probe_id = "p", iter = 0 : tensor<2xf32>
  return
}
