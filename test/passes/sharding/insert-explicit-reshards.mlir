// RUN: strata-opt %s --sdy-insert-explicit-reshards=enable-full-version | FileCheck %s

// What keeps its sharding is what has more elements; all else is resharded.

sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @other = <["x"=4, "y"=2], device_ids=[7,6,5,4,3,2,1,0]>
// CHECK-LABEL: func.func @dot(
func.func @dot(%a: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg1 <@mesh, [{"y"}, {}]> : tensor<32x16xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.dot %arg0, %[[V0]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<32x32xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_reduce {"y"} %[[V1]] out_sharding=<@mesh, [{"x"}, {}]> : tensor<32x16xf32>
  // CHECK-NEXT: return %[[V2]] : tensor<32x16xf32>
  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<32x32xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}
// The larger operand keeps its sharding.
// CHECK-LABEL: func.func @dot_with_large_rhs(
func.func @dot_with_large_rhs(%a: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{}, {"y"}]> : tensor<8x32xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.dot %[[V0]], %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_reduce {"y"} %[[V1]] out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x16xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.reshard %[[V2]] <@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  // CHECK-NEXT: return %[[V3]] : tensor<8x16xf32>
  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// The parts of a product may stay parts of a reduction.
// CHECK-LABEL: func.func @dot_with_unreduced_result(
func.func @dot_with_unreduced_result(%a: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %b: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x16xf32> {
  // CHECK-NEXT: %[[V0:.*]] = stablehlo.dot %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>} : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.negate %[[V0]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>} : tensor<8x16xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.all_reduce {"y"} %[[V1]] out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  // CHECK-NEXT: %[[V3:.*]] = stablehlo.abs %[[V2]] : tensor<8x16xf32>
  // CHECK-NEXT: return %[[V3]] : tensor<8x16xf32>
  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>} : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>} : tensor<8x16xf32>
  %2 = stablehlo.abs %1 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @elem(
func.func @elem(%a: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x32xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg1 <@mesh, [{"x"}, {}]> : tensor<8x32xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.add %arg0, %[[V0]] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x32xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.reshard %[[V1]] <@mesh, [{}, {}]> : tensor<8x32xf32>
  // CHECK-NEXT: return %[[V2]] : tensor<8x32xf32>
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
// CHECK-LABEL: func.func @unary(
func.func @unary(%a: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {"y"}]> : tensor<8x32xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.transpose %[[V0]], dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x32xf32>) -> tensor<32x8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.reshard %[[V1]] <@mesh, [{"x"}, {}]> : tensor<32x8xf32>
  // CHECK-NEXT: return %[[V2]] : tensor<32x8xf32>
  %0 = stablehlo.transpose %a, dims=[1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x"}]>]>} : (tensor<8x32xf32>) -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}
// A sum whose initial value would be added on each device, and results of several, are computed on whole dimensions.
// CHECK-LABEL: func.func @red(
func.func @red(%a: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.reduce(%arg0 init: %[[V0]]) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.all_reduce {"y"} %[[V2]] out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V4:.*]] = sdy.reshard %[[V3]] <@mesh, [{}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V5:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<8x32xf32>
  // CHECK-NEXT: %[[V6:.*]] = stablehlo.reduce(%[[V5]] init: %[[V1]]) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V7:.*]] = sdy.reshard %[[V6]] <@mesh, [{}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V8:.*]] = stablehlo.reduce(%arg0 init: %[[V1]]) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}], unreduced=max{"y"}>]>} : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V9:.*]] = sdy.all_reduce {"y"} %[[V8]] out_sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V10:.*]] = sdy.reshard %[[V9]] <@mesh, [{}]> : tensor<8xf32>
  // CHECK-NEXT: return %[[V4]], %[[V7]], %[[V10]] : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %o = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.reduce(%a init: %o) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.reduce(%a init: %o) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func.func @norule(
func.func @norule(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.custom_call @foo(%[[V0]]) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.reshard %[[V1]] <@mesh, [{"y"}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.reshard %[[V2]] <@mesh, [{"x"}]> : tensor<8xf32>
  // CHECK-NEXT: return %[[V3]] : tensor<8xf32>
  %0 = stablehlo.custom_call @foo(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: func.func @devices(
func.func @devices(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@other, [{"x"}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.add %[[V0]], %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@other, [{"x"}]>]>} : tensor<8xf32>
  // CHECK-NEXT: return %[[V1]] : tensor<8xf32>
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@other, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: func.func @manual(
func.func @manual(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = sdy.manual_computation(%[[V0]]) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x8xf32>) {
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : tensor<2x8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.reshard %[[V2]] <@mesh, [{"y"}, {}]> : tensor<2x8xf32>
  // CHECK-NEXT: %[[V4:.*]] = sdy.reshard %[[V3]] <@mesh, [{}, {}]> : tensor<2x8xf32>
  // CHECK-NEXT: sdy.return %[[V4]] : tensor<2x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: %[[V5:.*]] = sdy.reshard %[[V1]] <@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: return %[[V5]] : tensor<8x8xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%c: tensor<2x8xf32>) {
    %1 = stablehlo.negate %c {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : tensor<2x8xf32>
    sdy.return %1 : tensor<2x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// CHECK-LABEL: func.func @branch(
func.func @branch(%p: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = "stablehlo.if"(%arg0) ({
  // CHECK-NEXT: %[[V1:.*]] = sdy.reshard %arg1 <@mesh, [{"y"}]> : tensor<8xf32>
  // CHECK-NEXT: stablehlo.return %[[V1]] : tensor<8xf32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.reshard %[[V2]] <@mesh, [{"y"}]> : tensor<8xf32>
  // CHECK-NEXT: stablehlo.return %[[V3]] : tensor<8xf32>
  // CHECK-NEXT: }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<i1>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V4:.*]] = sdy.reshard %[[V0]] <@mesh, [{}]> : tensor<8xf32>
  // CHECK-NEXT: return %[[V4]] : tensor<8xf32>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<8xf32>
  }, {
    %1 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
    stablehlo.return %1 : tensor<8xf32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<i1>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// CHECK-LABEL: func.func @barrier(
func.func @barrier(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{"y"}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} %[[V0]] : tensor<8xf32>
  // CHECK-NEXT: return %[[V1]] : tensor<8xf32>
  %0 = "stablehlo.optimization_barrier"(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// Dimensions of two factors are split from the first on.
// CHECK-LABEL: func.func @merge_dimensions(
func.func @merge_dimensions(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y"}]>]>} : (tensor<4x8xf32>) -> tensor<32xf32>
  // CHECK-NEXT: return %[[V0]] : tensor<32xf32>
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y"}]>]>} : (tensor<4x8xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
// CHECK-LABEL: func.func @merge_dimensions_of_which_the_first_is_whole(
func.func @merge_dimensions_of_which_the_first_is_whole(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{}, {}]> : tensor<4x8xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.reshape %[[V0]] : (tensor<4x8xf32>) -> tensor<32xf32>
  // CHECK-NEXT: return %[[V1]] : tensor<32xf32>
  %0 = stablehlo.reshape %a : (tensor<4x8xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
// What an op needs whole is split along dimensions that it computes on independently.
// CHECK-LABEL: func.func @sort(
func.func @sort(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<8x16xf32>
  // CHECK-NEXT: %[[V1:.*]] = "stablehlo.sort"(%[[V0]]) <{dimension = 1 : i64}> ({
  // CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  // CHECK-NEXT: stablehlo.return %[[V2]] : tensor<i1>
  // CHECK-NEXT: }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.reshard %[[V1]] <@mesh, [{}, {"x"}]> : tensor<8x16xf32>
  // CHECK-NEXT: return %[[V3]] : tensor<8x16xf32>
  %0 = "stablehlo.sort"(%a) ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// CHECK-LABEL: func.func @loop(
func.func @loop(%a: tensor<32x96xf32>, %p: tensor<i1>) -> tensor<32x96xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<32x96xf32>
  // CHECK-NEXT: %[[V1:.*]] = stablehlo.while(%iterArg = %[[V0]]) : tensor<32x96xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
  // CHECK-NEXT: cond {
  // CHECK-NEXT: stablehlo.return %arg1 : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT: %[[V2:.*]] = stablehlo.negate %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<32x96xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.reshard %[[V2]] <@mesh, [{}, {"x"}]> : tensor<32x96xf32>
  // CHECK-NEXT: %[[V4:.*]] = sdy.reshard %[[V3]] <@mesh, [{"x"}, {}]> : tensor<32x96xf32>
  // CHECK-NEXT: stablehlo.return %[[V4]] : tensor<32x96xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[V5:.*]] = sdy.reshard %[[V1]] <@mesh, [{}, {}]> : tensor<32x96xf32>
  // CHECK-NEXT: return %[[V5]] : tensor<32x96xf32>
  %0 = stablehlo.while(%i = %a) : tensor<32x96xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
    cond { stablehlo.return %p : tensor<i1> } do {
    %1 = stablehlo.negate %i {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<32x96xf32>
    stablehlo.return %1 : tensor<32x96xf32>
  }
  return %0 : tensor<32x96xf32>
}
// CHECK-LABEL: func.func private @callee(
func.func private @callee(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // CHECK-NEXT: return %arg0 : tensor<8xf32>
  return %a : tensor<8xf32>
}
// CHECK-LABEL: func.func @caller(
func.func @caller(%a: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[V0:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V1:.*]] = call @callee(%[[V0]]) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK-NEXT: %[[V2:.*]] = sdy.reshard %[[V1]] <@mesh, [{"y"}]> : tensor<8xf32>
  // CHECK-NEXT: %[[V3:.*]] = sdy.reshard %[[V2]] <@mesh, [{}]> : tensor<8xf32>
  // CHECK-NEXT: return %[[V3]] : tensor<8xf32>
  %0 = call @callee(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
