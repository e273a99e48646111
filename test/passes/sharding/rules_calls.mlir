// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(sdy-populate-op-sharding-rules))' | FileCheck %s

// CHECK-LABEL: @custom_calls
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k]) {i=8, j=16, k=32}>
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k], [i, k]) {i=8, j=16, k=16}>
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k], [i, l]) {i=8, j=16, k=32, l=16} need_replication={j, k, l}>
// CHECK: op_sharding_rule<([i, j, k], [i, l])->([i, j, k]) {i=8, j=16, k=32, l=5} need_replication={j, k, l}>
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k], [i, j, k]) {i=8, j=16, k=32} need_replication={k} blocked_propagation={k}>
func.func @custom_calls(%a: tensor<8x16x32xf32>, %b: tensor<8x16x16xf32>, %t: tensor<8x5xf32>) -> (tensor<8x16x32xf32>, tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8x16x32xf32>, tensor<8x16xf32>, tensor<8x16x32xf32>, tensor<8x16x4xf32>, tensor<8x16x4xi32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%a) : (tensor<8x16x32xf32>) -> tensor<8x16x32xf32>
  %1:2 = stablehlo.custom_call @Eigh(%b) : (tensor<8x16x16xf32>) -> (tensor<8x16x16xf32>, tensor<8x16xf32>)
  %2:2 = stablehlo.custom_call @Qr(%a) : (tensor<8x16x32xf32>) -> (tensor<8x16x32xf32>, tensor<8x16xf32>)
  %3 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%a, %t) : (tensor<8x16x32xf32>, tensor<8x5xf32>) -> tensor<8x16x32xf32>
  %4:2 = stablehlo.custom_call @mhlo.topk(%a) : (tensor<8x16x32xf32>) -> (tensor<8x16x4xf32>, tensor<8x16x4xi32>)
  return %0, %1#0, %1#1, %2#0, %2#1, %3, %4#0, %4#1 : tensor<8x16x32xf32>, tensor<8x16x16xf32>, tensor<8x16xf32>, tensor<8x16x32xf32>, tensor<8x16xf32>, tensor<8x16x32xf32>, tensor<8x16x4xf32>, tensor<8x16x4xi32>
}

// CHECK-LABEL: @approx_top_k
// CHECK: op_sharding_rule<([i, j], [i, j], [], [])->([i, k], [i, k]) {i=16, j=4, k=2} need_replication={k} blocked_propagation={k}>
func.func @approx_top_k(%a: tensor<16x4xf32>, %i: tensor<16x4xi32>, %v: tensor<f32>, %n: tensor<i32>) -> (tensor<16x2xf32>, tensor<16x2xi32>) {
  %0:2 = stablehlo.custom_call @ApproxTopK(%a, %i, %v, %n) : (tensor<16x4xf32>, tensor<16x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<16x2xf32>, tensor<16x2xi32>)
  return %0#0, %0#1 : tensor<16x2xf32>, tensor<16x2xi32>
}

// CHECK-LABEL: @rng
// CHECK: op_sharding_rule<([i], [i])->([i]) {i=1} need_replication={i} blocked_propagation={i}>
// CHECK: op_sharding_rule<([i])->([i], [j, k]) {i=1, j=4, k=1000} need_replication={i} blocked_propagation={i}>
// CHECK: op_sharding_rule<([i], [i])->([i]) {i=1}>
func.func @rng(%h: tensor<1xui32>, %l: tensor<1xui32>) -> (tensor<1xui64>, tensor<4x1000xui32>, tensor<1xui64>) {
  %0 = stablehlo.custom_call @X64Combine(%h, %l) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui64>
  %1, %2 = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<1xui64>) -> (tensor<1xui64>, tensor<4x1000xui32>)
  %3 = stablehlo.custom_call @X64Combine(%l, %h) : (tensor<1xui32>, tensor<1xui32>) -> tensor<1xui64>
  return %1, %2, %3 : tensor<1xui64>, tensor<4x1000xui32>, tensor<1xui64>
}

// CHECK-LABEL: @all_gather_0
// CHECK: op_sharding_rule<([i, k, j])->([i, l, j]) {i=8, j=4, k=16, l=32} need_replication={k, l}>
func.func @all_gather_0(%a: tensor<8x16x4xf32>) -> tensor<8x32x4xf32> {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x16x4xf32>) -> tensor<8x32x4xf32>
  return %0 : tensor<8x32x4xf32>
}

// CHECK-LABEL: @all_gather_1
// CHECK: op_sharding_rule<([i, k, j], [i, k, j])->([i, l, j], [i, l, j]) {i=8, j=4, k=16, l=32} need_replication={k, l}>
func.func @all_gather_1(%a: tensor<8x16x4xf32>,%b: tensor<8x16x4xf32>) -> (tensor<8x32x4xf32>,tensor<8x32x4xf32>) {
  %0:2 = "stablehlo.all_gather"(%a,%b) {all_gather_dim = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x16x4xf32>,tensor<8x16x4xf32>) -> (tensor<8x32x4xf32>,tensor<8x32x4xf32>)
  return %0#0,%0#1 : tensor<8x32x4xf32>,tensor<8x32x4xf32>
}

// CHECK-LABEL: @all_gather_2
// CHECK: op_sharding_rule<([i, k, j])->([i, l, j]) {i=8, j=4, k=16, l=16} need_replication={k, l}>
func.func @all_gather_2(%a: tensor<8x16x4xf32>) -> tensor<8x16x4xf32> {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0],[1]]> : tensor<2x1xi64>} : (tensor<8x16x4xf32>) -> tensor<8x16x4xf32>
  return %0 : tensor<8x16x4xf32>
}

// CHECK-LABEL: @reduce_scatter_3
// CHECK: op_sharding_rule<([i, k, j])->([i, l, j]) {i=8, j=4, k=16, l=8} need_replication={k, l}>
func.func @reduce_scatter_3(%a: tensor<8x16x4xf32>) -> tensor<8x8x4xf32> {
  %0 = "stablehlo.reduce_scatter"(%a) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x16x4xf32>) -> tensor<8x8x4xf32>
  return %0 : tensor<8x8x4xf32>
}

// CHECK-LABEL: @all_reduce_4
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k]) {i=8, j=16, k=4}>
func.func @all_reduce_4(%a: tensor<8x16x4xf32>) -> tensor<8x16x4xf32> {
  %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x16x4xf32>) -> tensor<8x16x4xf32>
  return %0 : tensor<8x16x4xf32>
}

// CHECK-LABEL: @all_reduce_5
// CHECK: op_sharding_rule<([i, j, k], [l])->([i, j, k], [l]) {i=8, j=16, k=4, l=5}>
func.func @all_reduce_5(%a: tensor<8x16x4xf32>,%b: tensor<5xf32>) -> tensor<8x16x4xf32> {
  %0:2 = "stablehlo.all_reduce"(%a,%b) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x16x4xf32>,tensor<5xf32>) -> (tensor<8x16x4xf32>,tensor<5xf32>)
  return %0#0 : tensor<8x16x4xf32>
}

// CHECK-LABEL: @collective_permute_6
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k]) {i=8, j=16, k=4}>
func.func @collective_permute_6(%a: tensor<8x16x4xf32>) -> tensor<8x16x4xf32> {
  %0 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x16x4xf32>) -> tensor<8x16x4xf32>
  return %0 : tensor<8x16x4xf32>
}

// CHECK-LABEL: @cross_replica_sum_7
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k]) {i=8, j=16, k=4}>
func.func @cross_replica_sum_7(%a: tensor<8x16x4xf32>) -> tensor<8x16x4xf32> {
  %0 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x16x4xf32>) -> tensor<8x16x4xf32>
  return %0 : tensor<8x16x4xf32>
}

// CHECK-LABEL: @all_to_all_8
// CHECK: op_sharding_rule<([l, j, i])->([m, k, i]) {i=4, j=16, k=8, l=8, m=16} need_replication={j, k, l, m}>
func.func @all_to_all_8(%a: tensor<8x16x4xf32>) -> tensor<16x8x4xf32> {
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x16x4xf32>) -> tensor<16x8x4xf32>
  return %0 : tensor<16x8x4xf32>
}

// CHECK-LABEL: @all_to_all_9
// CHECK: op_sharding_rule<([i, k, j])->([i, l, j]) {i=8, j=4, k=16, l=16} need_replication={k, l}>
func.func @all_to_all_9(%a: tensor<8x16x4xf32>) -> tensor<8x16x4xf32> {
  %0 = "stablehlo.all_to_all"(%a) {split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x16x4xf32>) -> tensor<8x16x4xf32>
  return %0 : tensor<8x16x4xf32>
}

// CHECK-LABEL: @all_to_all_10
// CHECK: op_sharding_rule<([l, j, i], [l, j, i])->([m, k, i], [m, k, i]) {i=4, j=16, k=8, l=8, m=16} need_replication={j, k, l, m}>
func.func @all_to_all_10(%a: tensor<8x16x4xf32>,%b: tensor<8x16x4xf32>) -> (tensor<16x8x4xf32>,tensor<16x8x4xf32>) {
  %0:2 = "stablehlo.all_to_all"(%a,%b) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1]]> : tensor<1x2xi64>} : (tensor<8x16x4xf32>,tensor<8x16x4xf32>) -> (tensor<16x8x4xf32>,tensor<16x8x4xf32>)
  return %0#0,%0#1 : tensor<16x8x4xf32>,tensor<16x8x4xf32>
}

// CHECK-LABEL: @collective_broadcast_34
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
func.func @collective_broadcast_34(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0]]> : tensor<1x1xi64>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
