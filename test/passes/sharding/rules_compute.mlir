// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(sdy-populate-op-sharding-rules))' | FileCheck %s
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(sdy-populate-op-sharding-rules{conservative-propagation=true}))' | FileCheck %s --check-prefix=CONSERVATIVE

// CHECK-LABEL: @elementwise
// CHECK: op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
// CHECK: op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
func.func @elementwise(%a: tensor<8x16xf32>) -> tensor<8x16xi1> {
  %0 = stablehlo.add %a, %a : tensor<8x16xf32>
  %1 = stablehlo.compare LT, %0, %a : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
  return %1 : tensor<8x16xi1>
}

// CHECK-LABEL: @scalars
// CHECK: op_sharding_rule<([], [])->([])>
func.func @scalars(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %a : tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @select_scalar
// CHECK: op_sharding_rule<([], [i, j], [i, j])->([i, j]) {i=8, j=16}>
// CHECK: op_sharding_rule<([], [i, j], [])->([i, j]) {i=8, j=16}>
func.func @select_scalar(%p: tensor<i1>, %a: tensor<8x16xf32>, %l: tensor<f32>) -> tensor<8x16xf32> {
  %0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<8x16xf32>
  %1 = stablehlo.clamp %l, %0, %l : (tensor<f32>, tensor<8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}

// CHECK-LABEL: @cholesky
// CHECK: op_sharding_rule<([i, j, k, l])->([i, j, k, l]) {i=2, j=4, k=8, l=8} need_replication={k, l}>
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} need_replication={i, j}>
func.func @cholesky(%a: tensor<2x4x8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<2x4x8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x4x8x8xf32>
  %1 = stablehlo.cholesky %b, lower = true : tensor<8x8xf32>
  return %0, %1 : tensor<2x4x8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: @conv
// CHECK: op_sharding_rule<([i, jk, lm, n], [k, m, n, o])->([i, j, l, o]) {i=2, j=112, k=2, l=112, m=2, n=192, o=64} reduction={k, m, n} permutation={j, l}>
// CONSERVATIVE-LABEL: @conv
// CONSERVATIVE: op_sharding_rule<([i, l, m, j], [n, o, j, k])->([i, p, q, k]) {i=2, j=192, k=64, l=1, m=1, n=1, o=1, p=1, q=1} reduction={j}>
func.func @conv(%a: tensor<2x224x224x192xf32>, %k: tensor<3x3x192x64xf32>) -> tensor<2x112x112x64xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x224x224x192xf32>, tensor<3x3x192x64xf32>) -> tensor<2x112x112x64xf32>
  return %0 : tensor<2x112x112x64xf32>
}

// CHECK-LABEL: @conv_feature_groups
// CHECK: op_sharding_rule<([i, j, k, lm], [o, p, m, ln])->([i, j, k, ln]) {i=8, j=223, k=223, l=8, m=12, n=8, o=1, p=1} reduction={m} permutation={j, k}>
// CONSERVATIVE-LABEL: @conv_feature_groups
// CONSERVATIVE: op_sharding_rule<([i, m, n, jk], [o, p, k, jl])->([i, q, r, jl]) {i=8, j=8, k=12, l=8, m=1, n=1, o=1, p=1, q=1, r=1} reduction={k}>
func.func @conv_feature_groups(%a: tensor<8x227x227x96xf32>, %k: tensor<5x5x12x64xf32>) -> tensor<8x223x223x64xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<8x227x227x96xf32>, tensor<5x5x12x64xf32>) -> tensor<8x223x223x64xf32>
  return %0 : tensor<8x223x223x64xf32>
}

// CHECK-LABEL: @conv_batch_groups
// CHECK: op_sharding_rule<([ij, k, l, m], [k, l, m, in])->([j, o, p, in]) {i=4, j=2, k=14, l=14, m=96, n=16, o=1, p=1} reduction={k, l, m}>
// CONSERVATIVE-LABEL: @conv_batch_groups
// CONSERVATIVE: op_sharding_rule<([ij, m, n, k], [o, p, k, il])->([j, q, r, il]) {i=4, j=2, k=96, l=16, m=1, n=1, o=1, p=1, q=1, r=1} reduction={k}>
func.func @conv_batch_groups(%a: tensor<8x14x14x96xf32>, %k: tensor<14x14x96x64xf32>) -> tensor<2x3x3x64xf32> {
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64} : (tensor<8x14x14x96xf32>, tensor<14x14x96x64xf32>) -> tensor<2x3x3x64xf32>
  return %0 : tensor<2x3x3x64xf32>
}

// CHECK-LABEL: @dot_general
// CHECK: op_sharding_rule<([i, j, l], [i, l, k])->([i, j, k]) {i=4, j=8, k=16, l=32} reduction={l}>
func.func @dot_general(%a: tensor<4x8x32xf32>, %b: tensor<4x32x16xf32>) -> tensor<4x8x16xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x8x32xf32>, tensor<4x32x16xf32>) -> tensor<4x8x16xf32>
  return %0 : tensor<4x8x16xf32>
}

// CHECK-LABEL: @dots
// CHECK: op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}>
// CHECK: op_sharding_rule<([i, j], [j])->([i]) {i=8, j=32} reduction={j}>
// CHECK: op_sharding_rule<([j], [j, i])->([i]) {i=16, j=32} reduction={j}>
// CHECK: op_sharding_rule<([i], [i])->([]) {i=32} reduction={i}>
func.func @dots(%a: tensor<8x32xf32>, %b: tensor<32x16xf32>, %x: tensor<32xf32>) -> (tensor<8x16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<f32>) {
  %0 = stablehlo.dot %a, %b : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.dot %a, %x : (tensor<8x32xf32>, tensor<32xf32>) -> tensor<8xf32>
  %2 = stablehlo.dot %x, %b : (tensor<32xf32>, tensor<32x16xf32>) -> tensor<16xf32>
  %3 = stablehlo.dot %x, %x : (tensor<32xf32>, tensor<32xf32>) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<8x16xf32>, tensor<8xf32>, tensor<16xf32>, tensor<f32>
}

// CHECK-LABEL: @ffts
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=192, j=212} need_replication={j}>
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k]) {i=192, j=8, k=256} need_replication={j, k} blocked_propagation={k}>
func.func @ffts(%a: tensor<192x212xcomplex<f32>>, %r: tensor<192x8x256xf32>) -> (tensor<192x212xcomplex<f32>>, tensor<192x8x129xcomplex<f32>>) {
  %0 = stablehlo.fft %a, type = FFT, length = [212] : (tensor<192x212xcomplex<f32>>) -> tensor<192x212xcomplex<f32>>
  %1 = stablehlo.fft %r, type = RFFT, length = [8, 256] : (tensor<192x8x256xf32>) -> tensor<192x8x129xcomplex<f32>>
  return %0, %1 : tensor<192x212xcomplex<f32>>, tensor<192x8x129xcomplex<f32>>
}

// CHECK-LABEL: @reduces
// CHECK: op_sharding_rule<([i, j, k], [])->([i, k]) {i=2, j=64, k=13} reduction={j}>
// CHECK: op_sharding_rule<([i, j, k], [i, j, k], [], [])->([j], [j]) {i=2, j=64, k=13} reduction={i, k}>
func.func @reduces(%a: tensor<2x64x13xf32>, %b: tensor<2x64x13xi32>, %x: tensor<f32>, %y: tensor<i32>) -> (tensor<2x13xf32>, tensor<64xf32>, tensor<64xi32>) {
  %0 = stablehlo.reduce(%a init: %x) applies stablehlo.add across dimensions = [1] : (tensor<2x64x13xf32>, tensor<f32>) -> tensor<2x13xf32>
  %1:2 = stablehlo.reduce(%a init: %x), (%b init: %y) across dimensions = [0, 2] : (tensor<2x64x13xf32>, tensor<2x64x13xi32>, tensor<f32>, tensor<i32>) -> (tensor<64xf32>, tensor<64xi32>)
    reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>) {
      %2 = stablehlo.add %p, %q : tensor<f32>
      %3 = stablehlo.add %r, %s : tensor<i32>
      stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
    }
  return %0, %1#0, %1#1 : tensor<2x13xf32>, tensor<64xf32>, tensor<64xi32>
}

// CHECK-LABEL: @windows
// CHECK: op_sharding_rule<([i, j, k], [])->([i, j, k]) {i=16, j=48, k=1} permutation={i, k}>
// CHECK: op_sharding_rule<([j, k, m], [i, k, l], [])->([j, k, m]) {i=16, j=48, k=48, l=1, m=3} need_replication={i, l} permutation={j, m}>
// CONSERVATIVE-LABEL: @windows
// CONSERVATIVE: op_sharding_rule<([i, j, k], [])->([i, j, k]) {i=16, j=48, k=1} permutation={i, k} blocked_propagation={i, k}>
// CONSERVATIVE: op_sharding_rule<([j, k, m], [i, k, l], [])->([j, k, m]) {i=16, j=48, k=48, l=1, m=3} need_replication={i, l} permutation={j, m} blocked_propagation={i, j, l, m}>
func.func @windows(%a: tensor<48x48x3xf32>, %s: tensor<16x48x1xf32>, %x: tensor<f32>) -> (tensor<16x48x1xf32>, tensor<48x48x3xf32>) {
  %0 = "stablehlo.reduce_window"(%a, %x) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {window_dimensions = array<i64: 3, 1, 3>, window_strides = array<i64: 3, 1, 3>} : (tensor<48x48x3xf32>, tensor<f32>) -> tensor<16x48x1xf32>
  %2 = "stablehlo.select_and_scatter"(%a, %s, %x) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %3 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }, {
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %3 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) {window_dimensions = array<i64: 3, 1, 3>, window_strides = array<i64: 3, 1, 3>} : (tensor<48x48x3xf32>, tensor<16x48x1xf32>, tensor<f32>) -> tensor<48x48x3xf32>
  return %0, %2 : tensor<16x48x1xf32>, tensor<48x48x3xf32>
}

// CHECK-LABEL: @sorts
// CHECK: op_sharding_rule<([i, j, k])->([i, j, k]) {i=4, j=32, k=8} need_replication={j}>
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=1, j=8} need_replication={j} blocked_propagation={j}>
func.func @sorts(%a: tensor<4x32x8xi32>, %v: tensor<1x8xi32>) -> (tensor<4x32x8xi32>, tensor<1x8xi32>) {
  %0 = "stablehlo.sort"(%a) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %2 = stablehlo.compare GT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) {dimension = 1 : i64, is_stable = true} : (tensor<4x32x8xi32>) -> tensor<4x32x8xi32>
  %1 = "stablehlo.sort"(%v) ({
    ^bb0(%p: tensor<i32>, %q: tensor<i32>):
      %2 = stablehlo.compare GT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) {dimension = -1 : i64, is_stable = true} : (tensor<1x8xi32>) -> tensor<1x8xi32>
  return %0, %1 : tensor<4x32x8xi32>, tensor<1x8xi32>
}

// CHECK-LABEL: @triangular_solve
// CHECK: op_sharding_rule<([i, j, l], [i, j, k])->([i, l, k]) {i=8, j=4, k=3, l=4} need_replication={j, k, l}>
// CHECK: op_sharding_rule<([i, l, j], [i, j, k])->([i, l, k]) {i=8, j=4, k=3, l=4} need_replication={j, k, l}>
// CHECK: op_sharding_rule<([i, l, k], [i, j, k])->([i, j, l]) {i=8, j=3, k=4, l=4} need_replication={j, k, l}>
// CHECK: op_sharding_rule<([i, k, l], [i, j, k])->([i, j, l]) {i=8, j=3, k=4, l=4} need_replication={j, k, l}>
func.func @triangular_solve(%a: tensor<8x4x4xf32>, %b: tensor<8x4x3xf32>, %c: tensor<8x3x4xf32>) -> (tensor<8x4x3xf32>, tensor<8x4x3xf32>, tensor<8x3x4xf32>, tensor<8x3x4xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<8x4x4xf32>, tensor<8x4x3xf32>) -> tensor<8x4x3xf32>
  %1 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<8x4x4xf32>, tensor<8x4x3xf32>) -> tensor<8x4x3xf32>
  %2 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<8x4x4xf32>, tensor<8x3x4xf32>) -> tensor<8x3x4xf32>
  %3 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<8x4x4xf32>, tensor<8x3x4xf32>) -> tensor<8x3x4xf32>
  return %0, %1, %2, %3 : tensor<8x4x3xf32>, tensor<8x4x3xf32>, tensor<8x3x4xf32>, tensor<8x3x4xf32>
}

// CHECK-LABEL: @batch_norm_training_11
// CHECK: op_sharding_rule<([i, j, k], [k], [k])->([i, j, k], [k], [k]) {i=8, j=16, k=4} need_replication={i, j}>
func.func @batch_norm_training_11(%a: tensor<8x16x4xf32>, %s: tensor<4xf32>) -> tensor<8x16x4xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%a, %s, %s) {epsilon = 1.0 : f32, feature_index = 2 : i64} : (tensor<8x16x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<8x16x4xf32>,tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<8x16x4xf32>
}

// CHECK-LABEL: @batch_norm_grad_12
// CHECK: op_sharding_rule<([i, j, k], [k], [k], [k], [i, j, k])->([i, j, k], [k], [k]) {i=8, j=16, k=4} need_replication={i, j}>
func.func @batch_norm_grad_12(%a: tensor<8x16x4xf32>, %s: tensor<4xf32>) -> tensor<8x16x4xf32> {
  %0:3 = "stablehlo.batch_norm_grad"(%a, %s, %s, %s, %a) {epsilon = 1.0 : f32, feature_index = 2 : i64} : (tensor<8x16x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x16x4xf32>) -> (tensor<8x16x4xf32>,tensor<4xf32>, tensor<4xf32>)
  return %0#0 : tensor<8x16x4xf32>
}

// CHECK-LABEL: @reduce_window_21
// CHECK: op_sharding_rule<([i, j], [])->([i, j]) {i=48, j=20} permutation={i}>
// CONSERVATIVE-LABEL: @reduce_window_21
// CONSERVATIVE: op_sharding_rule<([i, j], [])->([i, j]) {i=48, j=20} permutation={i} blocked_propagation={i}>
func.func @reduce_window_21(%a: tensor<48x20xf32>, %x: tensor<f32>) -> tensor<48x20xf32> {
  %0 = "stablehlo.reduce_window"(%a, %x) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[1,1],[0,0]]> : tensor<2x2xi64>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>} : (tensor<48x20xf32>, tensor<f32>) -> tensor<48x20xf32>
  return %0 : tensor<48x20xf32>
}

// CHECK-LABEL: @reduce_window_22
// CHECK: op_sharding_rule<([i, j], [])->([i, j]) {i=48, j=10} permutation={j}>
// CONSERVATIVE-LABEL: @reduce_window_22
// CONSERVATIVE: op_sharding_rule<([i, j], [])->([i, j]) {i=48, j=10} permutation={j} blocked_propagation={j}>
func.func @reduce_window_22(%a: tensor<48x20xf32>, %x: tensor<f32>) -> tensor<48x10xf32> {
  %0 = "stablehlo.reduce_window"(%a, %x) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>, padding = dense<[[0,0],[0,0]]> : tensor<2x2xi64>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>} : (tensor<48x20xf32>, tensor<f32>) -> tensor<48x10xf32>
  return %0 : tensor<48x10xf32>
}

// CHECK-LABEL: @reduce_window_23
// CHECK: op_sharding_rule<([i, j], [])->([i, j]) {i=48, j=20} permutation={j}>
// CONSERVATIVE-LABEL: @reduce_window_23
// CONSERVATIVE: op_sharding_rule<([i, j], [])->([i, j]) {i=48, j=20} permutation={j} blocked_propagation={j}>
func.func @reduce_window_23(%a: tensor<48x20xf32>, %x: tensor<f32>) -> tensor<48x20xf32> {
  %0 = "stablehlo.reduce_window"(%a, %x) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[0,0],[1,-1]]> : tensor<2x2xi64>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>} : (tensor<48x20xf32>, tensor<f32>) -> tensor<48x20xf32>
  return %0 : tensor<48x20xf32>
}

// CHECK-LABEL: @select_and_scatter_24
// CHECK: op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=48, j=10, k=20} need_replication={j} permutation={k}>
// CONSERVATIVE-LABEL: @select_and_scatter_24
// CONSERVATIVE: op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=48, j=10, k=20} need_replication={j} permutation={k} blocked_propagation={j, k}>
func.func @select_and_scatter_24(%a: tensor<48x20xf32>, %s: tensor<48x10xf32>, %x: tensor<f32>) -> (tensor<48x20xf32>) {
  %2 = "stablehlo.select_and_scatter"(%a, %s, %x) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %3 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }, {
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %3 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) {window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>, padding = dense<[[0,0],[0,0]]> : tensor<2x2xi64>} : (tensor<48x20xf32>, tensor<48x10xf32>, tensor<f32>) -> tensor<48x20xf32>
  return %2 : tensor<48x20xf32>
}

// CHECK-LABEL: @select_and_scatter_25
// CHECK: op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=48, j=20, k=20} need_replication={j} permutation={k}>
// CONSERVATIVE-LABEL: @select_and_scatter_25
// CONSERVATIVE: op_sharding_rule<([i, k], [i, j], [])->([i, k]) {i=48, j=20, k=20} need_replication={j} permutation={k} blocked_propagation={j, k}>
func.func @select_and_scatter_25(%a: tensor<48x20xf32>, %s: tensor<48x20xf32>, %x: tensor<f32>) -> (tensor<48x20xf32>) {
  %2 = "stablehlo.select_and_scatter"(%a, %s, %x) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %3 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }, {
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %3 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) {window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[0,0],[1,-1]]> : tensor<2x2xi64>} : (tensor<48x20xf32>, tensor<48x20xf32>, tensor<f32>) -> tensor<48x20xf32>
  return %2 : tensor<48x20xf32>
}

// CHECK-LABEL: @select_and_scatter_26
// CHECK: op_sharding_rule<([i, j], [i, j], [])->([i, j]) {i=48, j=20}>
func.func @select_and_scatter_26(%a: tensor<48x20xf32>, %s: tensor<48x20xf32>, %x: tensor<f32>) -> (tensor<48x20xf32>) {
  %2 = "stablehlo.select_and_scatter"(%a, %s, %x) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %3 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }, {
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %3 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) {window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>, padding = dense<[[0,0],[0,0]]> : tensor<2x2xi64>} : (tensor<48x20xf32>, tensor<48x20xf32>, tensor<f32>) -> tensor<48x20xf32>
  return %2 : tensor<48x20xf32>
}

// CHECK-LABEL: @select_and_scatter_27
// CHECK: op_sharding_rule<([j, k], [i, k], [])->([j, k]) {i=16, j=48, k=20} need_replication={i} permutation={j}>
// CONSERVATIVE-LABEL: @select_and_scatter_27
// CONSERVATIVE: op_sharding_rule<([j, k], [i, k], [])->([j, k]) {i=16, j=48, k=20} need_replication={i} permutation={j} blocked_propagation={i, j}>
func.func @select_and_scatter_27(%a: tensor<48x20xf32>, %s: tensor<16x20xf32>, %x: tensor<f32>) -> (tensor<48x20xf32>) {
  %2 = "stablehlo.select_and_scatter"(%a, %s, %x) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %3 = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    }, {
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %3 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %3 : tensor<f32>
    }) {window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 3, 1>, padding = dense<[[0,0],[0,0]]> : tensor<2x2xi64>} : (tensor<48x20xf32>, tensor<16x20xf32>, tensor<f32>) -> tensor<48x20xf32>
  return %2 : tensor<48x20xf32>
}

// CHECK-LABEL: @batch_norm_inference_32
// CHECK: op_sharding_rule<([i, j, k], [k], [k], [k], [k])->([i, j, k]) {i=8, j=16, k=4}>
func.func @batch_norm_inference_32(%a: tensor<8x16x4xf32>, %s: tensor<4xf32>) -> tensor<8x16x4xf32> {
  %0 = "stablehlo.batch_norm_inference"(%a, %s, %s, %s, %s) {epsilon = 1.0 : f32, feature_index = 2 : i64} : (tensor<8x16x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x16x4xf32>
  return %0 : tensor<8x16x4xf32>
}

// CHECK-LABEL: @map_33
// CHECK: op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=16}>
func.func @map_33(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = "stablehlo.map"(%a, %a) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %1 = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {dimensions = array<i64: 0, 1>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// CHECK-LABEL: @chlo
// CHECK: op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>
// CHECK: op_sharding_rule<([i, j])->([i, j], [i, j]) {i=8, j=16} need_replication={j} blocked_propagation={j}>
func.func @chlo(%a: tensor<8x16xf32>) -> (tensor<8x3xf32>, tensor<8x3xi32>) {
  %0 = chlo.erf %a : tensor<8x16xf32> -> tensor<8x16xf32>
  %1:2 = chlo.top_k(%0, k = 3) : tensor<8x16xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
  return %1#0, %1#1 : tensor<8x3xf32>, tensor<8x3xi32>
}
