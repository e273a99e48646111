// RUN: strata-opt %s --pass-pipeline='builtin.module(stablehlo-refine-arguments{types=tensor<4xf32>})' --split-input-file --verify-diagnostics

// expected-error@+1 {{number of refinements must match number of function operands 1 vs 2}}
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  return
}

// -----

// expected-error@+1 {{refinement rank must match operand rank 'tensor<?x?xf32>' -> 'tensor<4xf32>'}}
func.func @main(%x: tensor<?x?xf32>) {
  return
}

// -----

// expected-error@+1 {{refinement dimension sizes must match for static dimensions 'tensor<3xf32>' -> 'tensor<4xf32>'}}
func.func @main(%x: tensor<3xf32>) {
  return
}

// -----

// expected-error@+1 {{refinement type must be tensor '!stablehlo.token' -> 'tensor<4xf32>'}}
func.func @main(%x: !stablehlo.token) {
  return
}

// -----

// expected-error@+1 {{refinement element types must match 'tensor<?xi32>' -> 'tensor<4xf32>'}}
func.func @main(%x: tensor<?xi32>) {
  return
}

// -----

// expected-error@+1 {{must have no more than one function or a `main` function to clearly identify which function will be refined}}
module {
  func.func @f(%x: tensor<?xf32>) {
    return
  }
  func.func @g(%x: tensor<?xf32>) {
    return
  }
}
