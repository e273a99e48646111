// RUN: strata-opt %s --sdy-remove-sub-axes-in-input-output-shardings | FileCheck %s

sdy.mesh @mesh = <["x"=8, "y"=8, "z"=8]>

// Open dimensions of the main function lose parts of axes and the axes behind them; closed ones stay, as do those of values.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"z"}]>}
// CHECK-SAME: %arg1: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}, {?}]>}
// CHECK-SAME: -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}, {"x", "z", ?}]>})
func.func @main(%a: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, "y", ?}, {"z"}]>},
    %b: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x":(1)2, ?}, {?}]>})
    -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2}, {"x", "z", ?}]>}) {
  // CHECK: stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x":(1)2, "y"}, {"z"}]>]>}
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x":(1)2, "y"}, {"z"}]>]>} : tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// CHECK-LABEL: func.func private @other(%arg0: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, "y", ?}]>})
func.func private @other(%a: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2, "y", ?}]>}) -> tensor<64xf32> {
  return %a : tensor<64xf32>
}
