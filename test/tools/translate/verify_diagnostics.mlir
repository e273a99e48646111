// REQUIRES: strata-translate
// RUN: strata-translate --interpret --verify-diagnostics --split-input-file %s
// RUN: not strata-translate --interpret --split-input-file %s
// RUN: not strata-translate --mlir-to-llvmir --verify-diagnostics %s 2>&1 | FileCheck %s
// CHECK: --verify-diagnostics is for --interpret, --serialize, --deserialize, --mlir-to-cpp, --mlir-to-dot and --sharding-to-…

// expected-error@+1 {{'@main' takes 1 arguments, --args has 0}}
func.func @main(%x: tensor<f32>) {
  return
}

// -----

func.func @main() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  // expected-error@+1 {{Fallback for check.expect_eq_const failed}}
  check.expect_eq_const %0, dense<2> : tensor<i32>
  return
}

// -----

func.func @main() {
  // expected-error@+1 {{custom op 'nothing' is unknown}}
  nothing
  return
}
