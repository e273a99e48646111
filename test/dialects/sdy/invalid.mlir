// RUN: strata-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{duplicate axis name: "x"}}
sdy.mesh @mesh = <["x"=2, "x"=2]>

// -----

// expected-error @+1 {{axis size must be at least 1, got: 0}}
sdy.mesh @mesh = <["x"=0]>

// -----

// expected-error @+1 {{total product of axis sizes must match total number of device ids, got: 2 != 3}}
sdy.mesh @mesh = <["x"=2], device_ids=[0, 1, 2]>

// -----

// expected-error @+1 {{device id must be non-negative, got: -1}}
sdy.mesh @mesh = <["x"=2], device_ids=[-1, 1]>

// -----

// expected-error @+1 {{sorted device ids must be iota(product(axes)), got: 1, 2}}
sdy.mesh @mesh = <["x"=2], device_ids=[2, 1]>

// -----

// expected-error @+1 {{expecting priority in format 'p<number>', got: q1}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}q1]>})

// -----

// expected-error @+1 {{priorities with leading zeros are not allowed, got: p01}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p01]>})

// -----

// expected-error @+1 {{failed to parse Sdy_TensorSharding, expected valid named axis list after comma}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}], other={"x"}>})

// -----

// expected-error @+1 {{arg 0 - unknown mesh: @mesh}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{result 0 - sharding doesn't match tensor rank: 2 != 1}}
func.func private @f() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
// expected-error @+1 {{arg 1 - should have a sharding attribute of type TensorShardingAttr}}
func.func private @f(tensor<8xf32>, tensor<8xf32> {sdy.sharding = 1 : i64})

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'sdy.sharding_constraint' op unknown axis name: "z"}}
  %0 = sdy.sharding_constraint %a <@mesh, [{"z"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'sdy.sharding_constraint' op duplicate axis ref: "x"}}
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {"x"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=8]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'sdy.reshard' op two consecutive sub-axes can be merged: "y":(1)2, "y":(2)2}}
  %0 = sdy.reshard %a <@mesh, [{"y":(1)2, "y":(2)2}, {}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=8]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'sdy.reshard' op overlapping sub-axes: "y":(1)4, "y":(2)2}}
  %0 = sdy.reshard %a <@mesh, [{"y":(1)4}, {"y":(2)2}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=8]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'sdy.reshard' op sub-axis next pre-size 3 doesn't divide the size of the full axis 8: "y":(1)3}}
  %0 = sdy.reshard %a <@mesh, [{"y":(1)3}, {}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=8]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'sdy.reshard' op replicated axes are not ordered w.r.t. mesh}}
  %0 = sdy.reshard %a <@mesh, [{}, {}], replicated={"y", "x"}> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=8]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'sdy.reshard' op dim 0 is empty and closed but has a priority}}
  %0 = sdy.reshard %a <@mesh, [{}p1, {}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=8]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'stablehlo.abs' op result - sharding doesn't match tensor rank: 1 != 2}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=8]>
func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'stablehlo.abs' op result shardings don't match number of values: 2 shardings vs 1 values}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>, <@mesh, []>]>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'stablehlo.abs' op should have a sharding attribute of type TensorShardingPerValueAttr}}
  %0 = stablehlo.abs %a {sdy.sharding = "x"} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'stablehlo.abs' op has factor k=2 that isn't used in operand and result mappings}}
  %0 = stablehlo.abs %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8, k=2}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{'stablehlo.abs' op operand - mapping rank must match: 1 != 2}}
  %0 = stablehlo.abs %a {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// expected-error @+1 {{Expecting factor index symbol 'j', received: 'k'}}
module attributes {test.a = #sdy.op_sharding_rule<([i, k])->([i, k]) {i=8, k=8}>} {}

// -----

// expected-error @+1 {{expecting symbol from 'i' to 'z'. Received: 'a'}}
module attributes {test.a = #sdy.op_sharding_rule<([a])->([a]) {a=8}>} {}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{operand shape, corresponding sharding, and region operand shape at index 0 must match. Expected local shape 'tensor<4xf32>', actual local shape 'tensor<8xf32>'}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{operand dimension size 8 is not divisible by the manual axes size 3}}
  %0 = sdy.manual_computation(%a) in_shardings=[<mesh<["x"=3]>, [{"x"}]>] out_shardings=[<mesh<["x"=3]>, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{operand sharding at index 0 must have all manual axes come before free axes in its dimension sharding at index 0. Saw manual axis "x" after free axis "y"}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y", "x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{unknown manual axis: "z"}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] manual_axes={"z"} (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.}}
  %0 = sdy.propagation_barrier %a allowed_direction=BOTH : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'sdy.named_computation' op inferred type(s) 'tensor<8xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  %0 = sdy.named_computation<"n">(%a) (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_to_all' op target dimension 2 is out of range [0, 2)}}
  %0 = sdy.all_to_all [{"x"}: 0->2] %a out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.all_gather' op collective on operand without sharding}}
  %0 = sdy.all_gather [{}, {}] %a out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @other = <["x"=4]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @+1 {{'sdy.all_slice' op result mesh does not match operand mesh}}
  %0 = sdy.all_slice [{"x"}, {}] %a out_sharding=<@other, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @constraint_on_a_manual_axis(%arg0: tensor<16x32xf32>) -> tensor<16x32xf32> {
  // expected-note@+1 {{parent bounding this axis as manual}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%arg1: tensor<8x32xf32>) {
    // expected-error@+1 {{'sdy.sharding_constraint' op operates on axis "a" which is already bound by a parent sdy.manual_computation op}}
    %1 = sdy.sharding_constraint %arg1 <@mesh, [{}, {}], replicated={"a"}> : tensor<8x32xf32>
    sdy.return %1 : tensor<8x32xf32>
  } : (tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @result_on_a_manual_axis(%arg0: tensor<16x32xf32>) -> tensor<16x32xf32> {
  // expected-note@+1 {{parent bounding this axis as manual}}
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"a", ?}, {?}]>] out_shardings=[<@mesh, [{"a", ?}, {?}]>] manual_axes={"a"} (%arg1: tensor<8x32xf32>) {
    // expected-error@+1 {{'stablehlo.add' op result - operates on axis "a" which is already bound by a parent sdy.manual_computation op}}
    %1 = stablehlo.add %arg1, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x32xf32>
    sdy.return %1 : tensor<8x32xf32>
  } : (tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>
func.func @edge_of_a_reshard(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note@+1 {{sdy op defining the input of the sdy.data_flow_edge}}
  %0 = sdy.reshard %arg0 <@mesh, [{}]> : tensor<8xf32>
  // expected-error@+1 {{expected input of sdy.data_flow_edge to not be defined by an SdyDialect op}}
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
