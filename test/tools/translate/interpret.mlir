// REQUIRES: strata-translate
// RUN: not strata-translate --interpret %s --split-input-file --args='[dense<[1, 2]> : tensor<2xi32>]' 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t.err

// CHECK: tensor<2xi32> {
// CHECK-NEXT: [2, 4]
// CHECK-NEXT: }
// CHECK-NEXT: tensor<2xi32> {
// CHECK-NEXT: [1, 2]
// CHECK-NEXT: }
func.func @main(%a: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = stablehlo.add %a, %a : tensor<2xi32>
  return %0, %a : tensor<2xi32>, tensor<2xi32>
}

// -----

// ERR: interpret.mlir:[[#@LINE+1]]:1: error: argument #0 of '@main' has type 'tensor<2xf32>', --args gives 'tensor<2xi32>'
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

// -----

// ERR: interpret.mlir:[[#@LINE+1]]:1: error: '@main' takes 0 arguments, --args has 1
func.func @main() {
  return
}

// -----

// A part that fails does not end the others.
// CHECK-NEXT: tensor<2xi32> {
// CHECK-NEXT: [-1, -2]
// CHECK-NEXT: }
func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  %0 = stablehlo.negate %a : tensor<2xi32>
  return %0 : tensor<2xi32>
}
