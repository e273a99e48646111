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

// -----

// Products of groups: as a custom call and as a composite.
// CHECK-LABEL: func.func private @ragged_dot
// CHECK-COUNT-2: "chlo.ragged_dot"({{.*}}) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
// CHECK: stablehlo.custom_call @chlo.ragged_dot
func.func private @ragged_dot(%a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>) {
  %0 = stablehlo.custom_call @chlo.ragged_dot(%a, %b, %g) {mhlo.attributes = {precision_config = ["DEFAULT", "HIGHEST"], ragged_dot_dimension_numbers = [dense<0> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<2> : tensor<1xi64>, dense<2> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<0> : tensor<1xi64>]}, mhlo.version = 1 : i64} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  %1 = stablehlo.composite "chlo.ragged_dot" %a, %b, %g {composite_attributes = {precision_config = ["DEFAULT", "HIGHEST"], ragged_dot_dimension_numbers = [dense<0> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<2> : tensor<1xi64>, dense<2> : tensor<1xi64>, dense<1> : tensor<1xi64>, dense<0> : tensor<1xi64>]}, decomposition = @d, version = 1 : i32} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  %2 = stablehlo.custom_call @chlo.ragged_dot(%a, %b, %g) {mhlo.attributes = {ragged_dot_dimension_numbers = [dense<0> : tensor<1xi64>]}} : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  return
}
func.func private @d(tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>

// -----

// CHECK-LABEL: func.func private @composites
// CHECK: chlo.erf %arg0 {mhlo.sharding = "{replicated}"} : tensor<5x16xf32> -> tensor<5x16xf32>
// CHECK: chlo.top_k({{.*}}, k = 4) {largest = true} : tensor<5x16xf32> -> (tensor<5x4xf32>, tensor<5x4xi32>)
// CHECK: stablehlo.composite "chlo.erf" {{.*}}version = 2
// CHECK: stablehlo.composite "other.erf"
// CHECK: stablehlo.composite "chlo.top_k" {{.*}}largest = false
func.func private @composites(%x: tensor<5x16xf32>) {
  %0 = stablehlo.composite "chlo.erf" %x {composite_attributes = {mhlo.sharding = "{replicated}"}, decomposition = @e, version = 1 : i32} : (tensor<5x16xf32>) -> tensor<5x16xf32>
  %1:2 = stablehlo.composite "chlo.top_k" %0 {composite_attributes = {k = 4 : i64, largest = true}, decomposition = @t, version = 1 : i32} : (tensor<5x16xf32>) -> (tensor<5x4xf32>, tensor<5x4xi32>)
  %2 = stablehlo.composite "chlo.erf" %x {decomposition = @e, version = 2 : i32} : (tensor<5x16xf32>) -> tensor<5x16xf32>
  %3 = stablehlo.composite "other.erf" %x {decomposition = @e, version = 1 : i32} : (tensor<5x16xf32>) -> tensor<5x16xf32>
  %4:2 = stablehlo.composite "chlo.top_k" %0 {composite_attributes = {k = 4 : i64, largest = false}, decomposition = @t, version = 1 : i32} : (tensor<5x16xf32>) -> (tensor<5x4xf32>, tensor<5x4xi32>)
  return
}
func.func private @e(tensor<5x16xf32>) -> tensor<5x16xf32>
func.func private @t(tensor<5x16xf32>) -> (tensor<5x4xf32>, tensor<5x4xi32>)
