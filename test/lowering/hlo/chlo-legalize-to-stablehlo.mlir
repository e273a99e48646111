// RUN: strata-opt %s --chlo-legalize-to-stablehlo --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @broadcast(
// CHECK: [[Y:%.*]] = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<4xf32>) -> tensor<4x3xf32>
// CHECK: stablehlo.add %arg0, [[Y]] : tensor<4x3xf32>
func.func @broadcast(%x: tensor<4x3xf32>, %y: tensor<4xf32>) -> tensor<4x3xf32> {
  %0 = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 0>} : (tensor<4x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic(
// CHECK: stablehlo.get_dimension_size %arg0, dim = 0
// CHECK: stablehlo.dynamic_broadcast_in_dim
// CHECK: stablehlo.dynamic_broadcast_in_dim
// CHECK: stablehlo.multiply
func.func @dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_multiply %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @narrow(
// CHECK: stablehlo.convert %arg0 : (tensor<2xbf16>) -> tensor<2xf32>
// CHECK: stablehlo.atan2
// CHECK: stablehlo.convert {{%.*}} : (tensor<2xf32>) -> tensor<2xbf16>
func.func @narrow(%x: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = chlo.asin %x : tensor<2xbf16> -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// -----

// CHECK-LABEL: func.func @top_k(
// CHECK: stablehlo.iota dim = 1 : tensor<4x3xi32>
// CHECK: "stablehlo.sort"
// CHECK: stablehlo.compare GT, {{%.*}}, {{%.*}}, TOTALORDER
// CHECK: stablehlo.slice {{.*}} [0:4, 0:2]
func.func @top_k(%x: tensor<4x3xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>) {
  %0:2 = chlo.top_k(%x, k = 2) : tensor<4x3xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  return %0#0, %0#1 : tensor<4x2xf32>, tensor<4x2xi32>
}

// -----

func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{failed to legalize operation 'chlo.erf' that was explicitly marked illegal: operands must be ranked}}
  %0 = chlo.erf %x : tensor<*xf32> -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// The steps of polynomials may be rounded once; other products and sums of an expansion are not marked.
// CHECK-LABEL: func.func @polynomial(
// CHECK: [[SQUARE:%.*]] = stablehlo.multiply %arg0, %arg0 : tensor<4xf32>
// CHECK: [[PRODUCT:%.*]] = stablehlo.multiply {{.*}} {strata.contract = true} : tensor<4xf32>
// CHECK: stablehlo.add [[PRODUCT]], {{.*}} {strata.contract = true} : tensor<4xf32>
func.func @polynomial(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.erf_inv %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
