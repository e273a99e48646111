// RUN: strata-opt %s --split-input-file --verify-diagnostics --sdy-reshard-to-collectives | FileCheck %s
// RUN: strata-opt %s --split-input-file --verify-diagnostics --sdy-reshard-to-collectives=keep-redundant-reshards | FileCheck %s --check-prefix=KEEP

sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @larger = <["x"=2, "y"=2, "z"=2]>

// CHECK-LABEL: func.func @redundant(
// KEEP-LABEL: func.func @redundant(
func.func @redundant(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: return %arg0
  // KEEP-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@mesh, [{"x", ?}, {?}]>
  // KEEP-NEXT: return %[[R]]
  %0 = sdy.reshard %a <@mesh, [{"x", ?}, {?}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A value without a sharding is on all devices.
// CHECK-LABEL: func.func @no_sharding(
func.func @no_sharding(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %[[S:.*]] = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]>
  %0 = sdy.reshard %a <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %1 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: return %[[S]], %arg0
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// There are no collectives between meshes with other axes; a tensor that is on all devices needs none.
// CHECK-LABEL: func.func @other_axes(
func.func @other_axes(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %arg0 <@larger, [{"x"}, {"z"}]>
  %0 = sdy.reshard %a <@larger, [{"x"}, {"z"}]> : tensor<8x8xf32>
  // CHECK-NEXT: %[[G:.*]] = sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]>
  %1 = sdy.reshard %a <@larger, [{}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: return %[[R]], %[[G]]
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func.func @barrier(
func.func @barrier(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  // CHECK: sdy.all_gather [{"x"}, {}] %arg0 out_sharding=<@mesh, [{}, {}]>
  %0 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// An argument of a loop has the sharding of the result.
// CHECK-LABEL: func.func @loop(
func.func @loop(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %p: tensor<i1>) -> tensor<8x8xf32> {
  // CHECK: %[[M:.*]] = sdy.all_to_all [{"x"}: 0->1] %iterArg out_sharding=<@mesh, [{}, {"x"}]>
  // CHECK: %[[N:.*]] = sdy.all_to_all [{"x"}: 1->0] %{{.*}} out_sharding=<@mesh, [{"x"}, {}]>
  // CHECK-NEXT: stablehlo.return %[[N]]
  %0 = stablehlo.while(%i = %a) : tensor<8x8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
    cond { stablehlo.return %p : tensor<i1> } do {
    %1 = sdy.reshard %i <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
    %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
    %3 = sdy.reshard %2 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
    stablehlo.return %3 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// An argument of a manual computation is local along the manual axes.
// CHECK-LABEL: func.func @manual(
func.func @manual(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x"} (%b: tensor<4x8xf32>) {
    // CHECK: %[[M:.*]] = sdy.all_to_all [{"y"}: 0->1] %arg1 out_sharding=<@mesh, [{}, {"y"}]> : tensor<4x8xf32>
    // CHECK-NEXT: sdy.return %[[M]]
    %1 = sdy.reshard %b <@mesh, [{}, {"y"}]> : tensor<4x8xf32>
    sdy.return %1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=6]>
func.func @parts(%a: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {"x":(3)2}]>}) -> tensor<6x6xf32> {
  // expected-error@+1 {{'sdy.reshard' op cannot be converted to collectives: sub-axes of one sharding divide their axis in different ways}}
  %0 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
