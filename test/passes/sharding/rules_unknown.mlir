// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(sdy-populate-op-sharding-rules))' --split-input-file --verify-diagnostics | FileCheck %s

// A target that is not known has the rule of its attribute, or none. The first such call of a function is named.

// CHECK-LABEL: @targets
// CHECK-NOT: sharding_rule
// CHECK: @own(%{{.*}}) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>}
func.func @targets(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @tpu_custom_call(%a) : (tensor<8xf32>) -> tensor<8xf32>
  // expected-warning@+1 {{custom call @unknown is unknown to SDY sharding rule registry}}
  %1 = stablehlo.custom_call @unknown(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.custom_call @unknown(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = stablehlo.custom_call @own(%2) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}, custom>} : (tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// CHECK-LABEL: @other_dialect
// CHECK-NOT: sharding_rule
func.func @other_dialect(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-warning@+1 {{op 'tensor.cast' is unknown to SDY sharding rule registry}}
  %0 = tensor.cast %a : tensor<8xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// Sizes that are not known, tuples and tokens have no factors.

// CHECK-LABEL: @no_factors
// CHECK-NOT: sharding_rule
func.func @no_factors(%a: tensor<?xf32>, %b: tensor<8xf32>, %t: !stablehlo.token) -> tensor<?xf32> {
  %0 = stablehlo.add %a, %a : tensor<?xf32>
  %1 = stablehlo.after_all %t, %t : !stablehlo.token
  %2 = stablehlo.tuple %b, %b : tuple<tensor<8xf32>, tensor<8xf32>>
  %3 = stablehlo.custom_call @MoveToHost() : () -> tensor<8xf32>
  return %0 : tensor<?xf32>
}

// -----

// Ops in the body of a manual computation have rules for their local sizes.

sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: @manual
// CHECK: op_sharding_rule<([i])->([i]) {i=4}>
func.func @manual(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%x: tensor<4xf32>) {
    %1 = stablehlo.negate %x : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
