// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @types(%a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{failed to verify that all of {actual, expected} have same type}}
  check.expect_close %a, %b, max_ulp_difference = 3 : tensor<2xf32>, tensor<3xf32>
  return
}

// -----

func.func @inexact(%a: tensor<2xi32>) {
  // expected-error@+1 {{'check.expect_almost_eq' op operand #0 must be}}
  check.expect_almost_eq %a, %a : tensor<2xi32>
  return
}
