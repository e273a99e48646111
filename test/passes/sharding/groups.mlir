// RUN: strata-opt %s --sdy-basic-propagate | FileCheck %s

// The members of a group have one sharding, whatever happens to one of them.

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: func @spread
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>})
// CHECK: sdy.sharding_group %{{.*}} group_id=0
// CHECK: sdy.sharding_group %{{.*}} group_id=0
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>]>}
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>]>}
func.func @spread(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, tensor<8x8xf32>) {
  sdy.sharding_group %a group_id=0 : tensor<8x8xf32>
  sdy.sharding_group %b group_id=0 : tensor<8x8xf32>
  %0 = stablehlo.negate %a : tensor<8x8xf32>
  %1 = stablehlo.negate %b : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// They start with the sharding that one of them has.
// CHECK-LABEL: func @start
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>})
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}, {?}]>]>}
// CHECK: sdy.sharding_group %{{.*}} group_id=1
// CHECK: sdy.sharding_group %{{.*}} group_id=1
func.func @start(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %b : tensor<8x8xf32>
  sdy.sharding_group %a group_id=1 : tensor<8x8xf32>
  sdy.sharding_group %0 group_id=1 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Members with different shardings keep them; their users see a constraint each.
// CHECK-LABEL: func @conflict
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>})
// CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"b", ?}, {?}]>
// CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"b", ?}, {?}]>
// CHECK: sdy.sharding_group %{{.*}} group_id=2
// CHECK: sdy.sharding_group %{{.*}} group_id=2
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {?}]>]>}
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {?}]>]>}
func.func @conflict(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  sdy.sharding_group %a group_id=2 : tensor<8x8xf32>
  sdy.sharding_group %b group_id=2 : tensor<8x8xf32>
  %0 = stablehlo.negate %a : tensor<8x8xf32>
  %1 = stablehlo.negate %b : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
