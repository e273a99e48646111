// RUN: strata-opt %s --stablehlo-legalize-collectives --split-input-file | FileCheck %s

// A reduction by one op is one call.
// CHECK-LABEL: func.func @sum(
// CHECK-NEXT: [[SUM:%.*]] = call @strata_all_reduce.call(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: return [[SUM]]
// CHECK: func.func private @strata_all_reduce.call(tensor<4xf32>) -> tensor<4xf32> attributes {strata.runtime_call = "strata_all_reduce", strata.runtime_config = "ids=replica\0Agroups=0,1;2,3\0Amust=1\0Aop=all_reduce\0Achannel=0\0Areduce=add\0Aelement=f32\0A"}
func.func @sum(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// All operands take part in one call, in the type that the region computes in.
// CHECK-LABEL: func.func @products(
// CHECK: [[WIDE:%.*]] = stablehlo.convert %arg0 : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK: [[OTHER:%.*]] = stablehlo.convert %arg1 : (tensor<2xbf16>) -> tensor<2xf32>
// CHECK: call @strata_all_reduce.call([[WIDE]], [[OTHER]]) : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
// CHECK: "ids=process\0Agroups=1,0\0Amust=1\0Aop=all_reduce\0Achannel=7\0Areduce=multiply\0Aelement=f32\0A"
func.func @products(%x: tensor<4xbf16>, %y: tensor<2xbf16>) -> (tensor<4xf32>, tensor<2xf32>) {
  %0:2 = "stablehlo.all_reduce"(%x, %y) <{replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 7, type = 1>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.multiply %b, %a : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xbf16>, tensor<2xbf16>) -> (tensor<4xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<2xf32>
}

// -----

// What all bring is combined in the order of the group, where the region is more than one op.
// CHECK-LABEL: func.func @other(
// CHECK: [[MET:%.*]]:2 = call @strata_meet.call(%arg0) : (tensor<4xf32>) -> (tensor<2x4xf32>, tensor<i32>)
// CHECK: stablehlo.slice [[MET]]#0 [0:1, 0:4]
// CHECK: stablehlo.slice [[MET]]#0 [1:2, 0:4]
// CHECK: "stablehlo.map"
// CHECK: stablehlo.subtract
// CHECK: strata.runtime_config = "ids=replica\0Agroups=0,1;2,3\0Amust=1\0Aop=all_reduce\0Achannel=0\0A"
func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Groups along axes of a mesh are given by sizes and distances, for any number of devices.
// CHECK-LABEL: func.func @gather(
// CHECK-NEXT: [[ALL:%.*]] = call @strata_all_gather.call(%arg0) : (tensor<5x2xi32>) -> tensor<5x8xi32>
// CHECK: strata.runtime_config = "ids=process\0Amesh=4096\0Aaxes=4:1024\0Amust=1\0Aop=all_gather\0Achannel=1\0Adim=1\0A"
func.func @gather(%x: tensor<5x2xi32>) -> tensor<5x8xi32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "a", size = 4>, <name = "b", size = 1024>]>, axes = [#stablehlo.axis_ref<name = "a">]>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<5x2xi32>) -> tensor<5x8xi32>
  return %0 : tensor<5x8xi32>
}

// -----

// CHECK-LABEL: func.func @exchange(
// CHECK-NEXT: [[PARTS:%.*]] = call @strata_all_to_all.call(%arg0) : (tensor<2x4xi32>) -> tensor<4x2xi32>
// CHECK-NEXT: call @strata_reduce_scatter.call([[PARTS]]) : (tensor<4x2xi32>) -> tensor<4x1xi32>
// CHECK: strata.runtime_config = "ids=replica\0Agroups=0,1\0Amust=1\0Aop=all_to_all\0Achannel=0\0Asplit=1\0Aconcat=0\0A"
// CHECK: strata.runtime_config = "ids=replica\0Agroups=0,1\0Amust=1\0Aop=reduce_scatter\0Achannel=0\0Areduce=maximum\0Aelement=i32\0Adim=1\0A"
func.func @exchange(%x: tensor<2x4xi32>) -> tensor<4x1xi32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xi32>) -> tensor<4x2xi32>
  %1 = "stablehlo.reduce_scatter"(%0) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x2xi32>) -> tensor<4x1xi32>
  return %1 : tensor<4x1xi32>
}

// -----

// Who is in no group gets zeros of a broadcast. The root may be known when the program runs only.
// CHECK-LABEL: func.func @broadcast(
// CHECK-NEXT: call @strata_collective_broadcast.call(%arg0, %arg1) : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
// CHECK: strata.runtime_config = "ids=replica\0Agroups=0,1\0Amust=0\0Aop=collective_broadcast\0Achannel=0\0Aroot=dynamic\0A"
func.func @broadcast(%x: tensor<4xi32>, %root: tensor<1xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.collective_broadcast"(%x, %root) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
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
