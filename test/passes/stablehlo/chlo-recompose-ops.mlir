// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-ext-chlo-recompose-ops))' --split-input-file --validate-passes | FileCheck %s

// CHECK-LABEL: func.func @erf
// CHECK: chlo.erf %arg0 {mhlo.sharding = "{replicated}"} : tensor<4xf32> -> tensor<4xf32>
func.func @erf(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @mhlo.erf(%x) {backend_config = "", mhlo.attributes = {mhlo.sharding = "{replicated}"}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @others
// CHECK: chlo.acos %arg0
// CHECK: chlo.asinh
// CHECK: chlo.tan
// CHECK: chlo.erf_inv
func.func @others(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.custom_call @mhlo.acos(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf64>) -> tensor<4xf64>
  %1 = stablehlo.custom_call @mhlo.asinh(%0) {mhlo.attributes = {}} : (tensor<4xf64>) -> tensor<4xf64>
  %2 = stablehlo.custom_call @mhlo.tan(%1) : (tensor<4xf64>) -> tensor<4xf64>
  %3 = stablehlo.custom_call @chlo.erf_inv(%2) {mhlo.attributes = {}} : (tensor<4xf64>) -> tensor<4xf64>
  return %3 : tensor<4xf64>
}

// -----

// CHECK-LABEL: func.func private @topk
// CHECK: chlo.top_k(%arg0, k = 4) {largest = true} : tensor<5x16xf32> -> (tensor<?x?xf32>, tensor<?x?xi32>)
func.func private @topk(%x: tensor<5x16xf32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 4 : i64, largest = true}} : (tensor<5x16xf32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xi32>
}

// -----

// Calls that are not what they should be stay.
// CHECK-LABEL: func.func private @malformed
// CHECK-COUNT-6: stablehlo.custom_call @mhlo.
func.func private @malformed(%n: tensor<4xi32>, %x: tensor<4xf32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%n) {mhlo.attributes = {}} : (tensor<4xi32>) -> tensor<4xi32>
  %1 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}} : (tensor<4xf32>) -> tensor<5xf32>
  %2 = stablehlo.custom_call @mhlo.erf(%x, %x) {mhlo.attributes = {}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @mhlo.nothing(%x) {mhlo.attributes = {}} : (tensor<4xf32>) -> tensor<4xf32>
  %4:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 9 : i64}} : (tensor<4xf32>) -> (tensor<9xf32>, tensor<9xi32>)
  %5 = stablehlo.custom_call @mhlo.erf(%x) {backend_config = "more", mhlo.attributes = {}} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
