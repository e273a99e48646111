// RUN: strata-opt %s --sdy-basic-propagate | FileCheck %s

// The basic strategy: axes spread along factors of sharding rules where nothing is in conflict.

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>
sdy.mesh @mesh_4_2 = <["x"=4, "y"=2]>
sdy.mesh @mesh_6 = <["x"=6, "y"=4]>
sdy.mesh @single = <[], device_ids=[0]>

// Forward, backward, and sideways.
// CHECK-LABEL: func @elementwise
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>})
// CHECK: stablehlo.add %{{.*}}, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}]>]>}
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}]>]>}
func.func @elementwise(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", ?}]>]>} : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// A closed dimension gets no axes, and stops those of others.
// CHECK-LABEL: func @closed
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>})
// CHECK: stablehlo.add %{{.*}}, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", ?}]>]>}
func.func @closed(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Replicated axes split nothing.
// CHECK-LABEL: func @replicated
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>})
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}], replicated={"b"}>]>}
func.func @replicated(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {?}], replicated={"b"}>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Of axes in conflict, the common prefix spreads.
// CHECK-LABEL: func @conflict
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {?}]>}, %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c", ?}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>})
// CHECK: stablehlo.add %{{.*}}, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {?}]>]>}
func.func @conflict(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {?}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c", ?}, {?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Axes that split two factors of one result split none of them.
// CHECK-LABEL: func @used_twice
// CHECK-SAME: (%{{.*}}: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"c", ?}]>}, %{{.*}}: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", ?}, {"a", ?}]>}) -> tensor<8x8xf32>
func.func @used_twice(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"c", ?}]>}, %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"a", ?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot %a, %b : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A contracted dimension is split alike in both operands.
// CHECK-LABEL: func @contracted
// CHECK-SAME: (%{{.*}}: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"c", ?}]>}, %{{.*}}: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"c", ?}, {"b", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b"}]>})
// CHECK: stablehlo.dot %{{.*}}, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}]>]>}
func.func @contracted(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"c", ?}]>}, %b: tensor<16x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b"}]>}) {
  %0 = stablehlo.dot %a, %b : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// An axis is divided among the factors of a dimension.
// CHECK-LABEL: func @sub_axes
// CHECK-SAME: (%{{.*}}: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"x", "y", ?}]>}) -> (tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"x":(1)2, ?}, {"x":(2)2, "y", ?}]>}, tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"x", "y", ?}, {?}]>})
// CHECK: stablehlo.reshape %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh_4_2, [{"x":(1)2, ?}, {"x":(2)2, "y", ?}]>]>}
// CHECK: stablehlo.reshape %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh_4_2, [{"x", "y", ?}, {?}]>]>}
func.func @sub_axes(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"x", "y", ?}]>}) -> (tensor<2x8xf32>, tensor<8x2xf32>) {
  %0 = stablehlo.reshape %a : (tensor<16xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.reshape %a : (tensor<16xf32>) -> tensor<8x2xf32>
  return %0, %1 : tensor<2x8xf32>, tensor<8x2xf32>
}

// Parts of an axis become one axis.
// CHECK-LABEL: func @merge
// CHECK-SAME: (%{{.*}}: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"x":(1)2, ?}, {"x":(2)2, "y", ?}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"x", "y", ?}]>})
// CHECK: stablehlo.reshape %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh_4_2, [{"x", "y", ?}]>]>}
func.func @merge(%a: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"x":(1)2, ?}, {"x":(2)2, "y", ?}]>}) -> tensor<16xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x8xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// The second factor waits until the first one is split into single elements, as parts must be contiguous.
// CHECK-LABEL: func @strided
// CHECK-SAME: (%{{.*}}: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"y", ?}, {"x", ?}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"y", ?}]>})
// CHECK: stablehlo.reshape %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh_4_2, [{"y", ?}]>]>}
func.func @strided(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"y", ?}, {"x", ?}]>}) -> tensor<32xf32> {
  %0 = stablehlo.reshape %a : (tensor<4x8xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// An axis whose size does not divide a factor that has others behind it stays with its dimension.
// CHECK-LABEL: func @overflow
// CHECK-SAME: (%{{.*}}: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh_6, [{"x", ?}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh_6, [{"x":(1)2, ?}, {?}]>}, tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh_6, [{"x", ?}]>})
// CHECK: stablehlo.reshape %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh_6, [{"x":(1)2, ?}, {?}]>]>}
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh_6, [{"x", ?}]>]>}
func.func @overflow(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh_6, [{"x", ?}]>}) -> (tensor<4x4xf32>, tensor<16xf32>) {
  %0 = stablehlo.reshape %a : (tensor<16xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.negate %a : tensor<16xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<16xf32>
}

// Two ways to divide an axis are in conflict, though their parts do not overlap.
// CHECK-LABEL: func @divided_otherwise
// CHECK-SAME: (%{{.*}}: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh_6, [{?}, {"x":(3)2, ?}]>}, %{{.*}}: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh_6, [{"x":(1)2, ?}, {?}]>}) -> tensor<16x6xf32>
func.func @divided_otherwise(%a: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh_6, [{?}, {"x":(3)2, ?}]>}, %b: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh_6, [{"x":(1)2, ?}, {?}]>}) -> tensor<16x6xf32> {
  %0 = stablehlo.add %a, %b : tensor<16x6xf32>
  return %0 : tensor<16x6xf32>
}

// Nothing spreads along a factor that is blocked, or through a barrier against its direction.
// CHECK-LABEL: func @barriers
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c", ?}, {"b", ?}]>}, %{{.*}}: tensor<i32>) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c", ?}, {?}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "c", ?}, {?}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", "c", ?}]>})
// CHECK: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [8, 2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "c", ?}, {?}]>]>}
// CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=BACKWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "c", ?}, {?}]>]>}
// CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=FORWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "c", ?}, {"b", ?}]>]>}
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "c", ?}, {?}]>]>}
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", "c", ?}]>]>}
func.func @barriers(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %i: tensor<i32>) -> (tensor<8x2xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [8, 2] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x2xf32>
  %1 = sdy.propagation_barrier %a allowed_direction=BACKWARD : tensor<8x8xf32>
  %2 = sdy.propagation_barrier %a allowed_direction=FORWARD : tensor<8x8xf32>
  %3 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", "c", ?}, {?}]>]>} : tensor<8x8xf32>
  %4 = stablehlo.negate %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", "c", ?}]>]>} : tensor<8x8xf32>
  return %0, %3, %4 : tensor<8x2xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// A rule of the user counts, and stays.
// CHECK-LABEL: func @custom_rule
// CHECK-SAME: (%{{.*}}: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {"a", ?}]>})
// CHECK: stablehlo.custom_call @turn(%{{.*}}) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {"a", ?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=4}, custom>}
func.func @custom_rule(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> tensor<4x8xf32> {
  %0 = stablehlo.custom_call @turn(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=4}, custom>} : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Meshes are not mixed, and a single device says nothing about dimensions.
// CHECK-LABEL: func @meshes
// CHECK-SAME: (%{{.*}}: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %{{.*}}: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"x", ?}]>}) -> (tensor<8xf32>, tensor<8xf32>)
// CHECK: stablehlo.custom_call @foo(%{{.*}}) {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>}
func.func @meshes(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh_4_2, [{"x", ?}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.add %a, %b : tensor<8xf32>
  %1 = stablehlo.custom_call @foo(%b) {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.negate %1 : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}

// The axes of partial sums split nothing.
// CHECK-LABEL: func @unreduced
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}], unreduced={"a"}>}, %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>})
// CHECK: stablehlo.add %{{.*}}, %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", ?}]>]>}
func.func @unreduced(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}], unreduced={"a"}>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %a, %b : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
