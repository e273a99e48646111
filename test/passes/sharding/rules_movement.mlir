// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(sdy-populate-op-sharding-rules))' | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(sdy-populate-op-sharding-rules{conservative-propagation=true}))' | FileCheck %s --check-prefix=CONSERVATIVE

// CHECK-LABEL: @bitcast
// CHECK: op_sharding_rule<([i, j, k])->([i, j]) {i=4, j=2, k=2} need_replication={k}>
// CHECK: op_sharding_rule<([i, j])->([i, j, k]) {i=4, j=2, k=2} need_replication={k}>
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=4, j=2}>
func.func @bitcast(%a: tensor<4x2x2xui32>, %b: tensor<4x2xui64>, %c: tensor<4x2xf32>) -> (tensor<4x2xui64>, tensor<4x2x2xui32>, tensor<4x2xi32>) {
  %0 = stablehlo.bitcast_convert %a : (tensor<4x2x2xui32>) -> tensor<4x2xui64>
  %1 = stablehlo.bitcast_convert %b : (tensor<4x2xui64>) -> tensor<4x2x2xui32>
  %2 = stablehlo.bitcast_convert %c : (tensor<4x2xf32>) -> tensor<4x2xi32>
  return %0, %1, %2 : tensor<4x2xui64>, tensor<4x2x2xui32>, tensor<4x2xi32>
}

// CHECK-LABEL: @broadcasts
// CHECK: op_sharding_rule<([i, k, l])->([i, j, k, l]) {i=2, j=64, k=13, l=1}>
// CHECK: op_sharding_rule<([i, k, l])->([i, j, k, m]) {i=2, j=64, k=13, l=1, m=5}>
// CHECK: op_sharding_rule<([])->([i, j]) {i=4, j=8}>
func.func @broadcasts(%a: tensor<2x13x1xf32>, %s: tensor<f32>) -> (tensor<2x64x13x1xf32>, tensor<2x64x13x5xf32>, tensor<4x8xf32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 2, 3] : (tensor<2x13x1xf32>) -> tensor<2x64x13x1xf32>
  %1 = stablehlo.broadcast_in_dim %a, dims = [0, 2, 3] : (tensor<2x13x1xf32>) -> tensor<2x64x13x5xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  return %0, %1, %2 : tensor<2x64x13x1xf32>, tensor<2x64x13x5xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: @concat
// CHECK: op_sharding_rule<([i, j, k], [i, j, k])->([i, j, k]) {i=4, j=80, k=256} need_replication={j}>
// CONSERVATIVE-LABEL: @concat
// CONSERVATIVE: op_sharding_rule<([i, k, j], [i, l, j])->([i, m, j]) {i=4, j=256, k=1, l=1, m=1}>
func.func @concat(%a: tensor<4x32x256xf32>, %b: tensor<4x48x256xf32>) -> tensor<4x80x256xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4x32x256xf32>, tensor<4x48x256xf32>) -> tensor<4x80x256xf32>
  return %0 : tensor<4x80x256xf32>
}

// CHECK-LABEL: @rotate
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=4, j=32} permutation={j}>
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=4, j=32} permutation={j}>
// CHECK: op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=32} permutation={j}>
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=4, j=32} permutation={j}>
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=4, j=32} permutation={j}>
// CHECK: op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=4, j=34} permutation={j}>
// CONSERVATIVE-LABEL: @rotate
// CONSERVATIVE: op_sharding_rule<([i, j])->([i, j]) {i=4, j=32} permutation={j} blocked_propagation={j}>
// CONSERVATIVE: op_sharding_rule<([i, j])->([i, j]) {i=4, j=32} permutation={j} blocked_propagation={j}>
// CONSERVATIVE: op_sharding_rule<([i, j], [i, k])->([i, l]) {i=4, j=1, k=1, l=1}>
// CONSERVATIVE: op_sharding_rule<([i, j])->([i, j]) {i=4, j=32} permutation={j} blocked_propagation={j}>
// CONSERVATIVE: op_sharding_rule<([i, j])->([i, j]) {i=4, j=32} permutation={j} blocked_propagation={j}>
// CONSERVATIVE: op_sharding_rule<([i, j], [i, k], [i, l])->([i, m]) {i=4, j=1, k=1, l=1, m=1}>
func.func @rotate(%a: tensor<4x32xf32>) -> (tensor<4x32xf32>, tensor<4x34xf32>) {
  %0 = stablehlo.slice %a [0:4, 0:3] : (tensor<4x32xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.slice %a [0:4, 3:32] : (tensor<4x32xf32>) -> tensor<4x29xf32>
  %2 = stablehlo.concatenate %1, %0, dim = 1 : (tensor<4x29xf32>, tensor<4x3xf32>) -> tensor<4x32xf32>
  %3 = stablehlo.slice %a [0:4, 31:32] : (tensor<4x32xf32>) -> tensor<4x1xf32>
  %4 = stablehlo.slice %a [0:4, 0:1] : (tensor<4x32xf32>) -> tensor<4x1xf32>
  %5 = stablehlo.concatenate %3, %a, %4, dim = 1 : (tensor<4x1xf32>, tensor<4x32xf32>, tensor<4x1xf32>) -> tensor<4x34xf32>
  return %2, %5 : tensor<4x32xf32>, tensor<4x34xf32>
}

// CHECK-LABEL: @dynamic_slices
// CHECK: op_sharding_rule<([i, j, k], [], [], [])->([i, j, k]) {i=32, j=4, k=8} need_replication={j, k} blocked_propagation={j, k}>
// CHECK: op_sharding_rule<([i, j, l], [i, k, m], [], [], [])->([i, j, l]) {i=32, j=4, k=1, l=8, m=2} need_replication={k, m}>
func.func @dynamic_slices(%a: tensor<32x4x8xf32>, %u: tensor<32x1x2xf32>, %i: tensor<i32>) -> (tensor<32x1x2xf32>, tensor<32x4x8xf32>) {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, sizes = [32, 1, 2] : (tensor<32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x1x2xf32>
  %1 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i : (tensor<32x4x8xf32>, tensor<32x1x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x4x8xf32>
  return %0, %1 : tensor<32x1x2xf32>, tensor<32x4x8xf32>
}

// CHECK-LABEL: @gather
// CHECK: op_sharding_rule<([o, k, l, m], [i, j, p])->([i, j, k, l, n]) {i=2, j=3, k=4, l=2, m=5, n=1, o=3, p=3} reduction={m, o} need_replication={k, n, p} blocked_propagation={k}>
func.func @gather(%a: tensor<3x4x2x5xf32>, %i: tensor<2x3x3xi64>) -> tensor<2x3x2x2x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3, 4], collapsed_slice_dims = [0], start_index_map = [0, 1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2, 1>} : (tensor<3x4x2x5xf32>, tensor<2x3x3xi64>) -> tensor<2x3x2x2x1xf32>
  return %0 : tensor<2x3x2x2x1xf32>
}

// CHECK-LABEL: @gather_batches
// CHECK: op_sharding_rule<([j, m, i, l], [i, j, k, n])->([i, j, k, l]) {i=7, j=5, k=3, l=4, m=3, n=2} reduction={m} need_replication={l, n} blocked_propagation={l}>
func.func @gather_batches(%a: tensor<5x3x7x4xf32>, %i: tensor<7x5x3x2xi64>) -> tensor<7x5x3x2xf32> {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [1, 0], start_index_map = [1, 3], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1, 2>} : (tensor<5x3x7x4xf32>, tensor<7x5x3x2xi64>) -> tensor<7x5x3x2xf32>
  return %0 : tensor<7x5x3x2xf32>
}

// CHECK-LABEL: @gather_scalar_index
// CHECK: op_sharding_rule<([k, j], [i])->([i, j]) {i=16, j=32, k=64} reduction={k}>
func.func @gather_scalar_index(%a: tensor<64x32xf32>, %i: tensor<16xi32>) -> tensor<16x32xf32> {
  %0 = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 32>} : (tensor<64x32xf32>, tensor<16xi32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}

// CHECK-LABEL: @pad_slice_reverse
// CHECK: op_sharding_rule<([i, j, k], [])->([i, j, k]) {i=28, j=28, k=16} permutation={i, j}>
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k]) {i=28, j=28, k=16} permutation={i}>
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k]) {i=28, j=28, k=16} permutation={j, k}>
// CONSERVATIVE-LABEL: @pad_slice_reverse
// CONSERVATIVE: op_sharding_rule<([i, j, k], [])->([i, j, k]) {i=28, j=28, k=16} permutation={i, j} blocked_propagation={i, j}>
// CONSERVATIVE: op_sharding_rule<([i, j, k])->([i, j, k]) {i=28, j=28, k=16} permutation={i} blocked_propagation={i}>
// CONSERVATIVE: op_sharding_rule<([i, j, k])->([i, j, k]) {i=28, j=28, k=16} permutation={j, k}>
func.func @pad_slice_reverse(%a: tensor<28x28x16xf32>, %v: tensor<f32>) -> (tensor<30x26x16xf32>, tensor<14x28x16xf32>, tensor<28x28x16xf32>) {
  %0 = stablehlo.pad %a, %v, low = [1, -1, 0], high = [1, -1, 0], interior = [0, 0, 0] : (tensor<28x28x16xf32>, tensor<f32>) -> tensor<30x26x16xf32>
  %1 = stablehlo.slice %a [2:16, 0:28, 0:16] : (tensor<28x28x16xf32>) -> tensor<14x28x16xf32>
  %2 = stablehlo.reverse %a, dims = [1, 2] : tensor<28x28x16xf32>
  return %0, %1, %2 : tensor<30x26x16xf32>, tensor<14x28x16xf32>, tensor<28x28x16xf32>
}

// CHECK-LABEL: @scatter
// CHECK: op_sharding_rule<([n, k, m], [n, k, m], [i, j, o], [i, j, l, m], [i, j, l, m])->([n, k, m], [n, k, m]) {i=2, j=3, k=4, l=2, m=2, n=3, o=2} need_replication={i, j, k, l, o}>
func.func @scatter(%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>) {
  %0:2 = "stablehlo.scatter"(%a, %a, %i, %u, %u) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
      %1 = stablehlo.add %p, %r : tensor<f32>
      stablehlo.return %1, %s : tensor<f32>, tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>, tensor<2x3x2x2xf32>) -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>)
  return %0#0, %0#1 : tensor<3x4x2xf32>, tensor<3x4x2xf32>
}

// CHECK-LABEL: @scatter_batches
// CHECK: op_sharding_rule<([j, n, i, l], [i, j, k, o], [i, j, k, m])->([j, n, i, l]) {i=7, j=5, k=3, l=4, m=2, n=3, o=2} need_replication={k, l, m, o}>
func.func @scatter_batches(%a: tensor<5x3x7x4xf32>, %i: tensor<7x5x3x2xi64>, %u: tensor<7x5x3x2xf32>) -> tensor<5x3x7x4xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      stablehlo.return %q : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3], inserted_window_dims = [1], input_batching_dims = [0, 2], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 3>} : (tensor<5x3x7x4xf32>, tensor<7x5x3x2xi64>, tensor<7x5x3x2xf32>) -> tensor<5x3x7x4xf32>
  return %0 : tensor<5x3x7x4xf32>
}

// CHECK-LABEL: @transpose
// CHECK: op_sharding_rule<([k, j, l, i])->([i, j, k, l]) {i=100, j=32, k=256, l=64}>
func.func @transpose(%a: tensor<256x32x64x100xf32>) -> tensor<100x32x256x64xf32> {
  %0 = stablehlo.transpose %a, dims = [3, 1, 0, 2] : (tensor<256x32x64x100xf32>) -> tensor<100x32x256x64xf32>
  return %0 : tensor<100x32x256x64xf32>
}

// CHECK-LABEL: @reshape0
// CHECK: op_sharding_rule<([i, j, k])->([ij, k]) {i=2, j=4, k=4}>
func.func @reshape0(%a: tensor<2x4x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x4x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// CHECK-LABEL: @reshape1
// CHECK: op_sharding_rule<([i, j])->([j]) {i=1, j=8}>
func.func @reshape1(%a: tensor<1x8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.reshape %a : (tensor<1x8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @reshape2
// CHECK: op_sharding_rule<([i, k])->([i, j, k, l]) {i=8, j=1, k=4, l=1}>
func.func @reshape2(%a: tensor<8x4xf32>) -> tensor<8x1x4x1xf32> {
  %0 = stablehlo.reshape %a : (tensor<8x4xf32>) -> tensor<8x1x4x1xf32>
  return %0 : tensor<8x1x4x1xf32>
}

// CHECK-LABEL: @reshape3
// CHECK: op_sharding_rule<([ij, k])->([i, jk]) {i=4, j=2, k=6}>
func.func @reshape3(%a: tensor<8x6xf32>) -> tensor<4x12xf32> {
  %0 = stablehlo.reshape %a : (tensor<8x6xf32>) -> tensor<4x12xf32>
  return %0 : tensor<4x12xf32>
}

// CHECK-LABEL: @reshape4
// CHECK: op_sharding_rule<([i, lm])->([j, km]) {i=8, j=3, k=8, l=3, m=2}>
func.func @reshape4(%a: tensor<8x6xf32>) -> tensor<3x16xf32> {
  %0 = stablehlo.reshape %a : (tensor<8x6xf32>) -> tensor<3x16xf32>
  return %0 : tensor<3x16xf32>
}

// CHECK-LABEL: @reshape5
// CHECK: op_sharding_rule<([ij, mn])->([ik, ln]) {i=2, j=5, k=2, l=5, m=2, n=6}>
func.func @reshape5(%a: tensor<10x12xf32>) -> tensor<4x30xf32> {
  %0 = stablehlo.reshape %a : (tensor<10x12xf32>) -> tensor<4x30xf32>
  return %0 : tensor<4x30xf32>
}

// CHECK-LABEL: @reshape6
// CHECK: op_sharding_rule<([i, k, l, n])->([j, m, o, p]) {i=2, j=7, k=3, l=5, m=5, n=7, o=3, p=2}>
func.func @reshape6(%a: tensor<2x3x5x7xf32>) -> tensor<7x5x3x2xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x3x5x7xf32>) -> tensor<7x5x3x2xf32>
  return %0 : tensor<7x5x3x2xf32>
}

// CHECK-LABEL: @reshape7
// CHECK: op_sharding_rule<([ij, mn])->([ik, ln]) {i=3, j=3, k=2, l=3, m=2, n=2}>
func.func @reshape7(%a: tensor<9x4xf32>) -> tensor<6x6xf32> {
  %0 = stablehlo.reshape %a : (tensor<9x4xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// CHECK-LABEL: @reshape8
// CHECK: op_sharding_rule<([ij, ln])->([ik, mn]) {i=2, j=2, k=3, l=3, m=2, n=3}>
func.func @reshape8(%a: tensor<4x9xf32>) -> tensor<6x6xf32> {
  %0 = stablehlo.reshape %a : (tensor<4x9xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}

// CHECK-LABEL: @reshape9
// CHECK: op_sharding_rule<([ij, ln])->([ik, mn]) {i=3, j=2, k=5, l=5, m=2, n=2}>
func.func @reshape9(%a: tensor<6x10xf32>) -> tensor<15x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<6x10xf32>) -> tensor<15x4xf32>
  return %0 : tensor<15x4xf32>
}

// CHECK-LABEL: @reshape10
// CHECK: op_sharding_rule<([i, j, k])->([i, k]) {i=2, j=1, k=13}>
func.func @reshape10(%a: tensor<2x1x13xf32>) -> tensor<2x13xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x1x13xf32>) -> tensor<2x13xf32>
  return %0 : tensor<2x13xf32>
}

// CHECK-LABEL: @reshape11
// CHECK: op_sharding_rule<([ij, m])->([ik, l]) {i=4, j=5, k=3, l=5, m=3}>
func.func @reshape11(%a: tensor<20x3xf32>) -> tensor<12x5xf32> {
  %0 = stablehlo.reshape %a : (tensor<20x3xf32>) -> tensor<12x5xf32>
  return %0 : tensor<12x5xf32>
}

// CHECK-LABEL: @reshape12
// CHECK: op_sharding_rule<([ij, ln])->([ik, mn]) {i=4, j=4, k=5, l=5, m=4, n=3}>
func.func @reshape12(%a: tensor<16x15xf32>) -> tensor<20x12xf32> {
  %0 = stablehlo.reshape %a : (tensor<16x15xf32>) -> tensor<20x12xf32>
  return %0 : tensor<20x12xf32>
}

// CHECK-LABEL: @reshape13
// CHECK: op_sharding_rule<([ijk])->([i, j, k]) {i=4, j=4, k=4}>
func.func @reshape13(%a: tensor<64xf32>) -> tensor<4x4x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<64xf32>) -> tensor<4x4x4xf32>
  return %0 : tensor<4x4x4xf32>
}

// CHECK-LABEL: @reshape14
// CHECK: op_sharding_rule<([i, l, m])->([j, k]) {i=7, j=6, k=7, l=2, m=3}>
func.func @reshape14(%a: tensor<7x2x3xf32>) -> tensor<6x7xf32> {
  %0 = stablehlo.reshape %a : (tensor<7x2x3xf32>) -> tensor<6x7xf32>
  return %0 : tensor<6x7xf32>
}

// CHECK-LABEL: @reshape15
// CHECK: op_sharding_rule<([i, j])->([k]) {i=1, j=1, k=1}>
func.func @reshape15(%a: tensor<1x1xf32>) -> tensor<1xf32> {
  %0 = stablehlo.reshape %a : (tensor<1x1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: @reshape16
// CHECK: op_sharding_rule<([i, lm, n])->([j, k, mn]) {i=5, j=3, k=5, l=3, m=3, n=2}>
func.func @reshape16(%a: tensor<5x9x2xf32>) -> tensor<3x5x6xf32> {
  %0 = stablehlo.reshape %a : (tensor<5x9x2xf32>) -> tensor<3x5x6xf32>
  return %0 : tensor<3x5x6xf32>
}

// CHECK-LABEL: @reshape17
// CHECK: op_sharding_rule<([ij, ln])->([ik, mn]) {i=4, j=3, k=5, l=5, m=3, n=7}>
func.func @reshape17(%a: tensor<12x35xf32>) -> tensor<20x21xf32> {
  %0 = stablehlo.reshape %a : (tensor<12x35xf32>) -> tensor<20x21xf32>
  return %0 : tensor<20x21xf32>
}

// CHECK-LABEL: @reshape18
// CHECK: op_sharding_rule<([ij, l])->([ik, m]) {i=6, j=5, k=7, l=7, m=5}>
func.func @reshape18(%a: tensor<30x7xf32>) -> tensor<42x5xf32> {
  %0 = stablehlo.reshape %a : (tensor<30x7xf32>) -> tensor<42x5xf32>
  return %0 : tensor<42x5xf32>
}

// CHECK-LABEL: @reshape19
// CHECK: op_sharding_rule<([ij, k, l, m])->([i, jm]) {i=2, j=4, k=1, l=1, m=3}>
func.func @reshape19(%a: tensor<8x1x1x3xf32>) -> tensor<2x12xf32> {
  %0 = stablehlo.reshape %a : (tensor<8x1x1x3xf32>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>
}

// CHECK-LABEL: @reshape20
// CHECK: op_sharding_rule<([ij, mn])->([ik, ln]) {i=9, j=5, k=2, l=5, m=2, n=7}>
func.func @reshape20(%a: tensor<45x14xf32>) -> tensor<18x35xf32> {
  %0 = stablehlo.reshape %a : (tensor<45x14xf32>) -> tensor<18x35xf32>
  return %0 : tensor<18x35xf32>
}

// CHECK-LABEL: @reshape21
// CHECK: op_sharding_rule<([ijk])->([i, j, k]) {i=2, j=4, k=4}>
func.func @reshape21(%a: tensor<32xf32>) -> tensor<2x4x4xf32> {
  %0 = stablehlo.reshape %a : (tensor<32xf32>) -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}

// CHECK-LABEL: @reshape22
// CHECK: op_sharding_rule<([i, j, k])->([ijk]) {i=2, j=4, k=4}>
func.func @reshape22(%a: tensor<2x4x4xf32>) -> tensor<32xf32> {
  %0 = stablehlo.reshape %a : (tensor<2x4x4xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// CHECK-LABEL: @reshape23
// CHECK: op_sharding_rule<([])->([i, j]) {i=1, j=1}>
func.func @reshape23(%a: tensor<f32>) -> tensor<1x1xf32> {
  %0 = stablehlo.reshape %a : (tensor<f32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// CHECK-LABEL: @reshape24
// CHECK: op_sharding_rule<([i, j])->([]) {i=1, j=1}>
func.func @reshape24(%a: tensor<1x1xf32>) -> tensor<f32> {
  %0 = stablehlo.reshape %a : (tensor<1x1xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @reshape25
// CHECK-NOT: sharding_rule
// CHECK: return
func.func @reshape25(%a: tensor<0x4xf32>) -> tensor<2x0xf32> {
  %0 = stablehlo.reshape %a : (tensor<0x4xf32>) -> tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
}

// CHECK-LABEL: @scatter_13
// CHECK: op_sharding_rule<([n, k, m], [n, k, m], [i, j, o], [i, j, l, m], [i, j, l, m])->([n, k, m], [n, k, m]) {i=2, j=3, k=4, l=2, m=2, n=3, o=2} reduction={i, j} need_replication={k, l, o}>
func.func @scatter_13(%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>) {
  %0:2 = "stablehlo.scatter"(%a, %a, %i, %u, %u) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
      %1 = stablehlo.add %p, %r : tensor<f32>
      %2 = stablehlo.add %q, %s : tensor<f32>
      stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>, tensor<2x3x2x2xf32>) -> (tensor<3x4x2xf32>, tensor<3x4x2xf32>)
  return %0#0, %0#1 : tensor<3x4x2xf32>, tensor<3x4x2xf32>
}

// CHECK-LABEL: @scatter_14
// CHECK: op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=2, j=4, k=3, l=1} reduction={i} need_replication={l}>
func.func @scatter_14(%a: tensor<3x4xi1>, %i: tensor<2x1xi64>, %u: tensor<2x4xi1>) -> (tensor<3x4xi1>) {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%p: tensor<i1>, %q: tensor<i1>):
      %1 = stablehlo.or %p, %q : tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xi1>, tensor<2x1xi64>, tensor<2x4xi1>) -> (tensor<3x4xi1>)
  return %0 : tensor<3x4xi1>
}

// CHECK-LABEL: @scatter_15
// CHECK: op_sharding_rule<([n, k, m], [i, j, o], [i, j, l, m])->([n, k, m]) {i=2, j=3, k=4, l=2, m=2, n=3, o=2} reduction={i, j} need_replication={k, l, o}>
func.func @scatter_15(%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.maximum %p, %q : tensor<f32>
 stablehlo.return %1 : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// CHECK-LABEL: @scatter_16
// CHECK: op_sharding_rule<([n, k, m], [i, j, o], [i, j, l, m])->([n, k, m]) {i=2, j=3, k=4, l=2, m=2, n=3, o=2} need_replication={i, j, k, l, o}>
func.func @scatter_16(%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.subtract %p, %q : tensor<f32>
 stablehlo.return %1 : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// CHECK-LABEL: @scatter_17
// CHECK: op_sharding_rule<([n, k, m], [i, j, o], [i, j, l, m])->([n, k, m]) {i=2, j=3, k=4, l=2, m=2, n=3, o=2} need_replication={i, j, k, l, o}>
func.func @scatter_17(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %1 = stablehlo.and %p, %q : tensor<i32>
 stablehlo.return %1 : tensor<i32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return %0 : tensor<3x4x2xi32>
}

// CHECK-LABEL: @scatter_18
// CHECK: op_sharding_rule<([n, k, m], [i, j, o], [i, j, l, m])->([n, k, m]) {i=2, j=3, k=4, l=2, m=2, n=3, o=2} need_replication={i, j, k, l, o}>
func.func @scatter_18(%a: tensor<3x4x2xf32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      stablehlo.return %q : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>} : (tensor<3x4x2xf32>, tensor<2x3x2xi64>, tensor<2x3x2x2xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// CHECK-LABEL: @scatter_19
// CHECK: op_sharding_rule<([k, i, j], [l], [i, j])->([k, i, j]) {i=4, j=2, k=3, l=1} need_replication={l}>
func.func @scatter_19(%a: tensor<3x4x2xf32>, %i: tensor<1xi64>, %u: tensor<4x2xf32>) -> tensor<3x4x2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      stablehlo.return %q : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>} : (tensor<3x4x2xf32>, tensor<1xi64>, tensor<4x2xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// CHECK-LABEL: @scatter_20
// CHECK: op_sharding_rule<([l, i, k], [m], [j, k])->([l, i, k]) {i=4, j=2, k=2, l=3, m=1} need_replication={i, j, m}>
func.func @scatter_20(%a: tensor<3x4x2xf32>, %i: tensor<1xi64>, %u: tensor<2x2xf32>) -> tensor<3x4x2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      stablehlo.return %q : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>} : (tensor<3x4x2xf32>, tensor<1xi64>, tensor<2x2xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// CHECK-LABEL: @pad_28
// CHECK: op_sharding_rule<([i, j], [])->([i, j]) {i=48, j=20} permutation={i}>
// CONSERVATIVE-LABEL: @pad_28
// CONSERVATIVE: op_sharding_rule<([i, j], [])->([i, j]) {i=48, j=20} permutation={i} blocked_propagation={i}>
func.func @pad_28(%a: tensor<48x20xf32>, %x: tensor<f32>) -> tensor<48x20xf32> {
  %0 = stablehlo.pad %a, %x, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<48x20xf32>, tensor<f32>) -> tensor<48x20xf32>
  return %0 : tensor<48x20xf32>
}

// CHECK-LABEL: @pad_29
// CHECK: op_sharding_rule<([i, j], [])->([i, j]) {i=48, j=20} permutation={j}>
// CONSERVATIVE-LABEL: @pad_29
// CONSERVATIVE: op_sharding_rule<([i, j], [])->([i, j]) {i=48, j=20} permutation={j} blocked_propagation={j}>
func.func @pad_29(%a: tensor<48x20xf32>, %x: tensor<f32>) -> tensor<48x42xf32> {
  %0 = stablehlo.pad %a, %x, low = [0, 0], high = [0, 3], interior = [0, 1] : (tensor<48x20xf32>, tensor<f32>) -> tensor<48x42xf32>
  return %0 : tensor<48x42xf32>
}

// CHECK-LABEL: @scatter_30
// CHECK: op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=2, j=4, k=3, l=1} reduction={i} need_replication={l}>
func.func @scatter_30(%a: tensor<3x4xi1>, %i: tensor<2x1xi64>, %u: tensor<2x4xi1>) -> (tensor<3x4xi1>) {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%p: tensor<i1>, %q: tensor<i1>):
      %1 = stablehlo.and %p, %q : tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xi1>, tensor<2x1xi64>, tensor<2x4xi1>) -> (tensor<3x4xi1>)
  return %0 : tensor<3x4xi1>
}

// CHECK-LABEL: @scatter_31
// CHECK: op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=2, j=4, k=3, l=1} need_replication={i, l}>
func.func @scatter_31(%a: tensor<3x4xi1>, %i: tensor<2x1xi64>, %u: tensor<2x4xi1>) -> (tensor<3x4xi1>) {
  %0 = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%p: tensor<i1>, %q: tensor<i1>):
      %1 = stablehlo.xor %p, %q : tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3x4xi1>, tensor<2x1xi64>, tensor<2x4xi1>) -> (tensor<3x4xi1>)
  return %0 : tensor<3x4xi1>
}

// CHECK-LABEL: @broadcast_35
// CHECK: op_sharding_rule<([j, k])->([i, j, k]) {i=4, j=8, k=16}>
func.func @broadcast_35(%a: tensor<8x16xf32>) -> tensor<4x8x16xf32> {
  %0 = "stablehlo.broadcast"(%a) {broadcast_sizes = array<i64: 4>} : (tensor<8x16xf32>) -> tensor<4x8x16xf32>
  return %0 : tensor<4x8x16xf32>
}
