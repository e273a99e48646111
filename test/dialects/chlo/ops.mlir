// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @ops(
func.func @ops(%a: tensor<3xf32>, %b: tensor<2x3xf32>, %p: tensor<3xi1>) {
  // CHECK: chlo.acos {{%.*}} {foo = 1 : i32} : tensor<3xf32> -> tensor<3xf32>
  %0 = chlo.acos %a {foo = 1 : i32} : tensor<3xf32> -> tensor<3xf32>
  // CHECK: chlo.next_after {{%.*}}, {{%.*}} : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
  %1 = chlo.next_after %a, %a : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
  // CHECK: chlo.broadcast_add {{%.*}}, {{%.*}} {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_compare {{%.*}}, {{%.*}} {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %3 = chlo.broadcast_compare %a, %a {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type FLOAT>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  // CHECK: chlo.broadcast_select {{%.*}}, {{%.*}}, {{%.*}} : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %4 = chlo.broadcast_select %p, %a, %a : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  // CHECK: chlo.constant dense<1.000000e+00> : tensor<3xf32>
  %5 = chlo.constant dense<1.0> : tensor<3xf32>
  // CHECK: "chlo.constant_like"({{%.*}}) <{value = 3.200000e+00 : f32}> : (tensor<3xf32>) -> tensor<3xf32>
  %6 = "chlo.constant_like"(%a) <{value = 3.2 : f32}> : (tensor<3xf32>) -> tensor<3xf32>
  // CHECK: %values, %indices = chlo.top_k({{%.*}}, k = 2) : tensor<3xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %7:2 = chlo.top_k(%a, k = 2) : tensor<3xf32> -> (tensor<2xf32>, tensor<2xi32>)
  // CHECK: chlo.polygamma {{%.*}}, {{%.*}} : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
  %8 = chlo.polygamma %a, %a : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
  // CHECK: chlo.is_inf {{%.*}} : tensor<3xf32> -> tensor<3xi1>
  %9 = chlo.is_inf %a : tensor<3xf32> -> tensor<3xi1>
  return
}

// CHECK-LABEL: func.func @scan(
func.func @scan(%a: tensor<3x4xf32>, %i: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>) {
  // CHECK: chlo.scan({{%.*}}) inits ({{%.*}}) dimension=0 {{.*}}attributes {is_reverse = true} {
  // CHECK-NEXT: ^bb0(%input: tensor<4xf32>, %carry: tensor<4xf32>):
  // CHECK: } : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  %0:2 = chlo.scan (%a) inits (%i) dimension = 0 attributes {is_reverse = true} {
  ^bb0(%x: tensor<4xf32>, %c: tensor<4xf32>):
    %s = stablehlo.add %x, %c : tensor<4xf32>
    stablehlo.return %s, %s : tensor<4xf32>, tensor<4xf32>
  } : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<4xf32>
}
