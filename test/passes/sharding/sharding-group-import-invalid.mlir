// RUN: strata-opt %s --split-input-file --verify-diagnostics --sdy-sharding-group-import

func.func @shapes(%a: tensor<8xf32>, %b: tensor<4xf32>) {
  sdy.sharding_group %a group_id=2 : tensor<8xf32>
  // expected-error@+1 {{ShardingGroupOps values must have the same shape for groupId: 2}}
  sdy.sharding_group %b group_id=2 : tensor<4xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @computations(%a: tensor<8xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
  sdy.sharding_group %b group_id=2 : tensor<4xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%c: tensor<4xf32>) {
    // expected-error@+1 {{ShardingGroupOps values cannot cross ManualComputationOp boundaries for groupId: 2}}
    sdy.sharding_group %c group_id=2 : tensor<4xf32>
    sdy.return %c : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
