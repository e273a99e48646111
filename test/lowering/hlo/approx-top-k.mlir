// RUN: strata-opt %s --stablehlo-approx-top-k-expander | FileCheck %s

// CHECK-LABEL: func.func @best(
// CHECK: [[SORTED:%.*]]:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK: ^bb0([[X:%.*]]: tensor<f32>, [[Y:%.*]]: tensor<f32>, {{%.*}}: tensor<i32>, {{%.*}}: tensor<i32>):
// CHECK: [[BETTER:%.*]] = stablehlo.compare GT, [[X]], [[Y]]
// CHECK: stablehlo.return [[BETTER]]
// CHECK: stablehlo.slice [[SORTED]]#0 [0:3, 0:2]
// CHECK: stablehlo.slice [[SORTED]]#1 [0:3, 0:2]
func.func @best(%x: tensor<3x5xf32>, %i: tensor<3x5xi32>, %least: tensor<f32>, %none: tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>) {
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %least, %none) {called_computations = [@better], mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 1 : i64, top_k = 2 : i64}} : (tensor<3x5xf32>, tensor<3x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi32>
}

func.func private @better(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
