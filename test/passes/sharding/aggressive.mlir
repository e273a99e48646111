// RUN: strata-opt %s --sdy-aggressive-propagate | FileCheck %s

// The aggressive strategy: where two factors want the same axes, those of the larger tensor are taken.

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// The left operand is the larger one.
// CHECK-LABEL: func @larger_source
// CHECK-SAME: (%{{.*}}: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %{{.*}}: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) -> (tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>})
// CHECK: stablehlo.dot %{{.*}}, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>]>}
func.func @larger_source(%a: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) -> tensor<32x8xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<32x16xf32>, tensor<16x8xf32>) -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// Of equal ones the first counts, and what remains of the axes of the other one.
// CHECK-LABEL: func @first_source
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", "a", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>})
// CHECK: stablehlo.dot %{{.*}}, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}]>]>}
func.func @first_source(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", "a", ?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Elementwise: the factor that is split most comes first.
// CHECK-LABEL: func @most_parts
// CHECK-SAME: (%{{.*}}: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %{{.*}}: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", "b", ?}]>}) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", "b", ?}]>})
// CHECK: stablehlo.add %{{.*}}, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", "b", ?}]>]>}
func.func @most_parts(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %b: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", "b", ?}]>}) -> tensor<16x16xf32> {
  %0 = stablehlo.add %a, %b : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// Operands of elementwise ops get no axes that the result cannot have.
// CHECK-LABEL: func @not_sideways
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %{{.*}}: tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK: stablehlo.add %{{.*}}, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {?}]>]>}
func.func @not_sideways(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {?}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Axes spread to an operand though another one cannot have them.
// CHECK-LABEL: func @each_for_itself
// CHECK-SAME: (%{{.*}}: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %{{.*}}: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>})
// CHECK: stablehlo.dot %{{.*}}, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}]>]>}
func.func @each_for_itself(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b", ?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
