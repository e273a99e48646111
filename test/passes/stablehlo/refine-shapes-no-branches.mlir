// RUN: strata-opt %s --stablehlo-refine-shapes --verify-diagnostics

// A case without branches tells nothing about its results; it is refused before the pass looks at it.
func.func @main(%i: tensor<i32>) -> tensor<?xf32> {
  // expected-error@+2 {{expect at least one branch}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %0 = "stablehlo.case"(%i) : (tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
