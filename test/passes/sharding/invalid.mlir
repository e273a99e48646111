// RUN: strata-opt %s --sdy-basic-propagate --split-input-file --verify-diagnostics

func.func @unknown_size(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{Shardy propagation only supports ranked tensors with a static shape. type: 'tensor<?xf32>'}}
  %0 = stablehlo.negate %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @tuple(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{Shardy propagation doesn't support tuples: 'tuple<tensor<8xf32>>'}}
  %0 = stablehlo.tuple %a : tuple<tensor<8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<8xf32>>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

func.func @two_groups(%a: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %a group_id=0 : tensor<8xf32>
  // expected-error@+1 {{Value can only map to one sharding group id after import.}}
  sdy.sharding_group %a group_id=1 : tensor<8xf32>
  return %a : tensor<8xf32>
}

// -----

func.func @group_of_shapes(%a: tensor<8xf32>, %b: tensor<8x8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %a group_id=0 : tensor<8xf32>
  // expected-error@+1 {{ShardingGroupOps values must have the same shape for groupId: 0}}
  sdy.sharding_group %b group_id=0 : tensor<8x8xf32>
  return %a : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>

// expected-warning@+1 {{The initial operand shardings on the sharding groups of groupID: 3 do not match.}}
func.func @group(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<8xf32> {
  sdy.sharding_group %a group_id=3 : tensor<8xf32>
  sdy.sharding_group %b group_id=3 : tensor<8xf32>
  return %a : tensor<8xf32>
}

// -----

// expected-warning@+1 {{custom call @unknown is unknown to SDY sharding rule registry}}
func.func @unknown(%a: tensor<8xf32>) -> tensor<8xf32> { %0 = stablehlo.custom_call @unknown(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
