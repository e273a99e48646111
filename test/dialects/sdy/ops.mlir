// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s
// RUN: strata-opt %s --emit-bytecode | strata-opt | FileCheck %s

// CHECK: "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4]>, sym_name = "mesh"}> : () -> ()
"sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=4]>, sym_name = "mesh"}> : () -> ()

// CHECK-LABEL: func.func @shardings(
// CHECK-SAME:    %arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}p1], replicated={"b"}>}
func.func @shardings(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}p1], replicated={"b"}>}) -> tensor<8x4xf32> {
  // CHECK-NEXT: "sdy.sharding_constraint"(%arg0) <{sharding = #sdy.sharding<@mesh, [{}, {"a":(1)2}]>}>
  %0 = "sdy.sharding_constraint"(%a) <{sharding = #sdy.sharding<@mesh, [{}, {"a":(1)2}]>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK-NEXT: "sdy.manual_computation"(%0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>, manual_axes = #sdy<manual_axes{"a"}>,
  %1 = "sdy.manual_computation"(%0) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>}> ({
  ^bb0(%b: tensor<4x4xf32>):
    // CHECK: "sdy.return"(%{{.*}}) : (tensor<4x4xf32>) -> ()
    "sdy.return"(%b) : (tensor<4x4xf32>) -> ()
  }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
