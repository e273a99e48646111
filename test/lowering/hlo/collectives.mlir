// RUN: strata-opt %s --stablehlo-legalize-collectives --split-input-file | FileCheck %s

// What all bring is combined in the order of the group.
// CHECK-LABEL: func.func @sum(
// CHECK: [[MET:%.*]]:2 = call @strata_meet.call(%arg0) : (tensor<4xf32>) -> (tensor<2x4xf32>, tensor<i32>)
// CHECK: stablehlo.slice [[MET]]#0 [0:1, 0:4]
// CHECK: stablehlo.slice [[MET]]#0 [1:2, 0:4]
// CHECK: "stablehlo.map"
// CHECK: stablehlo.add
// CHECK: func.func private @strata_meet.call(tensor<4xf32>) -> (tensor<2x4xf32>, tensor<i32>) attributes {strata.runtime_call = "strata_meet", strata.runtime_config = "ids=replica\0Agroups=0,1;2,3\0Amust=1\0Aop=all_reduce\0Achannel=0\0A"}
func.func @sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// The new dimension goes in front of the one that is gathered, and the two become one.
// CHECK-LABEL: func.func @gather(
// CHECK: [[MET:%.*]]:2 = call @strata_meet.call(%arg0)
// CHECK: [[TURNED:%.*]] = stablehlo.transpose [[MET]]#0, dims = [1, 0, 2] : (tensor<3x5x2xi32>) -> tensor<5x3x2xi32>
// CHECK: stablehlo.reshape [[TURNED]] : (tensor<5x3x2xi32>) -> tensor<5x6xi32>
func.func @gather(%x: tensor<5x2xi32>) -> tensor<5x6xi32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<5x2xi32>) -> tensor<5x6xi32>
  return %0 : tensor<5x6xi32>
}

// -----

// CHECK-LABEL: func.func @exchange(
// CHECK: [[MET:%.*]]:2 = call
// CHECK: [[START:%.*]] = stablehlo.multiply [[MET]]#1, {{%.*}} : tensor<i32>
// CHECK: stablehlo.dynamic_slice [[MET]]#0, {{%.*}}, {{%.*}}, [[START]], sizes = [2, 2, 2]
func.func @exchange(%x: tensor<2x4xi32>) -> tensor<4x2xi32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xi32>) -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}

// -----

// CHECK-LABEL: func.func @others(
// CHECK: call @strata_permute.call(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
// CHECK: call @strata_process_id.call() : () -> tensor<ui32>
// CHECK: strata.runtime_config = "ids=replica\0Apairs=0,1;1,0\0Achannel=0\0A"
func.func @others(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<ui32>) {
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
  %1 = stablehlo.replica_id : tensor<ui32>
  return %0, %1 : tensor<2xi32>, tensor<ui32>
}

// -----

// Sizes have to be known.
// CHECK-LABEL: func.func @unknown(
// CHECK: "stablehlo.all_gather"
func.func @unknown(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// What is sent and received are calls in the order of the program.
// CHECK-LABEL: func.func @transfers(
// CHECK: [[A:%.*]] = call @strata_infeed.call() : () -> tensor<2xi32>
// CHECK: call @strata_outfeed.call([[A]], %arg0) : (tensor<2xi32>, tensor<3xf32>) -> ()
// CHECK: return [[A]]
func.func @transfers(%x: tensor<3xf32>, %t: !stablehlo.token) -> tensor<2xi32> {
  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %b = "stablehlo.outfeed"(%a#0, %x, %a#1) : (tensor<2xi32>, tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
  return %a#0 : tensor<2xi32>
}
