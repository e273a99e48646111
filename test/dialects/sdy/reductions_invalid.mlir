// RUN: strata-opt %s --split-input-file --verify-diagnostics

sdy.mesh @mesh = <["x"=2]>
func.func @reshard(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"x"}>}) -> tensor<4xf32> {
  // expected-error@+1 {{cannot change the reduction operator of kept unreduced axes from max to sum.}}
  %0 = sdy.reshard %a <@mesh, [{}], unreduced={"x"}> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @constraint(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=min{"x"}>}) -> tensor<4xf32> {
  // expected-error@+1 {{cannot change the reduction operator of kept unreduced axes from min to max.}}
  %0 = sdy.sharding_constraint %a <@mesh, [{}], unreduced=max{"x"}> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
