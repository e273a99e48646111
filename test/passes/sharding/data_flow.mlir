// RUN: strata-opt %s --sdy-basic-propagate | FileCheck %s

// Data flow edges: loops, branches, barriers of optimizations, and computations.

sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>

// All sources and targets of an edge get one sharding: from the operand into the loop, and from its body to the next turn.
// CHECK-LABEL: func @loop
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %{{.*}}: tensor<i32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>})
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}]>]>}
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", ?}, {"b", ?}]>
// CHECK: sdy.data_flow_edge %{{.*}}
func.func @loop(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %n: tensor<i32>) -> tensor<8x8xf32> {
  %0:2 = stablehlo.while(%x = %a, %i = %n) : tensor<8x8xf32>, tensor<i32>
    cond {
      %3 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = stablehlo.negate %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"b", ?}]>]>} : tensor<8x8xf32>
      stablehlo.return %3, %i : tensor<8x8xf32>, tensor<i32>
    }
  %1 = sdy.data_flow_edge %0#0 : tensor<8x8xf32>
  %2 = sdy.data_flow_edge %0#1 : tensor<i32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func @branches
// CHECK-SAME: (%{{.*}}: tensor<i32>, %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}, %{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>})
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}]>]>}
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", ?}, {"b", ?}]>
func.func @branches(%i: tensor<i32>, %a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}, %b: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>}) {
  %0 = "stablehlo.case"(%i) ({
    %2 = stablehlo.negate %a : tensor<8x8xf32>
    stablehlo.return %2 : tensor<8x8xf32>
  }, {
    stablehlo.return %b : tensor<8x8xf32>
  }) : (tensor<i32>) -> tensor<8x8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// CHECK-LABEL: func @barrier
// CHECK-SAME: (%{{.*}}: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %{{.*}}: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>})
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", ?}]>
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"b", ?}]>
func.func @barrier(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}]>}) {
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<8xf32>, tensor<8xf32>
  %1 = sdy.data_flow_edge %0#0 : tensor<8xf32>
  %2 = sdy.data_flow_edge %0#1 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// The sharding of an edge is that of its targets, whatever its sources have.
// CHECK-LABEL: func @edge
// CHECK-SAME: (%{{.*}}: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}) -> tensor<8xf32>
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{}]>
func.func @edge(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}) -> tensor<8xf32> {
  %0 = stablehlo.optimization_barrier %a : tensor<8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{}]> : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// Through the body of a named computation, in both directions.
// CHECK-LABEL: func @named
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>})
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", ?}, {"b", ?}]>
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}, {"b", ?}]>]>}
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", ?}, {"b", ?}]>
func.func @named(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"b", ?}]>}) {
  %0 = sdy.named_computation<"f">(%a) (%x: tensor<8x8xf32>) {
    %2 = sdy.data_flow_edge %x : tensor<8x8xf32>
    %3 = stablehlo.negate %2 : tensor<8x8xf32>
    sdy.return %3 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.data_flow_edge %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Inside of a manual computation, values are local along its axes; the others go through its border.
// CHECK-LABEL: func @manual
// CHECK-SAME: (%{{.*}}: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {"c", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {"c", ?}]>})
// CHECK: sdy.manual_computation(%{{.*}}) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%{{.*}}: tensor<4x8xf32>) {
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"b", ?}, {"c", ?}]>
// CHECK: stablehlo.negate %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {"c", ?}]>]>}
// CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"a", "b", ?}, {"c", ?}]>
func.func @manual(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"c", ?}]>}) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%x: tensor<4x8xf32>) {
    %2 = sdy.data_flow_edge %x sharding=<@mesh, [{?}, {?}]> : tensor<4x8xf32>
    %3 = stablehlo.negate %2 : tensor<4x8xf32>
    sdy.return %3 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.data_flow_edge %0 sharding=<@mesh, [{"a", ?}, {?}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
