// RUN: strata-opt %s | FileCheck %s
// RUN: strata-opt %s --emit-bytecode | strata-opt | FileCheck %s

// Reductions other than sums are newer than the jaxlib that the other tests of this dialect follow.

sdy.mesh @mesh = <["x"=2]>
// CHECK: func.func private @f(tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"x"}>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=min{"x"}>})
func.func private @f(tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"x"}>}, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=min{"x"}>})
