// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-refine-shapes)' --split-input-file --verify-diagnostics

// expected-error@+1 {{must have no more than one function or a `main` function to clearly identify which function will be refined}}
module {
  func.func @f() {
    return
  }
  func.func @g() {
    return
  }
}

// -----

// expected-error@+1 {{'func.func' op must have exactly one block}}
func.func @main() {
  cf.br ^bb1
^bb1:
  return
}

// -----

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{Function f is being refined recursively}}
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
