// RUN: strata-opt --linalg-split-reductions --split-input-file %s | FileCheck %s
// RUN: strata-opt --linalg-split-reductions --split-input-file --validate-passes %s -o /dev/null

// One operand is read along its columns: a result for each row first, then their sum.
// CHECK-DAG: #[[IJ:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[JI:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[J:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @trace(
// CHECK-SAME: %[[X:.*]]: tensor<64x32xf32>, %[[Y:.*]]: tensor<32x64xf32>, %[[S:.*]]: tensor<f32>
// CHECK: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<32xf32>)
// CHECK: %[[P:.*]] = linalg.generic {indexing_maps = [#[[IJ]], #[[JI]], #[[J]]], iterator_types = ["reduction", "parallel"]} ins(%[[X]], %[[Y]] : {{.*}}) outs(%[[FILL]] : tensor<32xf32>)
// CHECK: %[[T:.*]] = linalg.generic {{{.*}}iterator_types = ["reduction"]} ins(%[[P]] : tensor<32xf32>) outs(%[[S]] : tensor<f32>)
// CHECK: return %[[T]]
func.func @trace(%x: tensor<64x32xf32>, %y: tensor<32x64xf32>, %s: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<64x32xf32>, tensor<32x64xf32>) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %m : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Parallel loops around it stay.
// CHECK-LABEL: func.func @batch(
// CHECK: linalg.generic {{{.*}}iterator_types = ["parallel", "reduction", "parallel"]} ins({{.*}}) outs(%{{.*}} : tensor<4x32xf32>)
// CHECK: linalg.generic {{{.*}}iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<4x32xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK: arith.maximumf
func.func @batch(%x: tensor<4x64x32xf32>, %y: tensor<4x32x64xf32>, %s: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(b, i, j) -> (b, i, j)>, affine_map<(b, i, j) -> (b, j, i)>, affine_map<(b, i, j) -> (b)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<4x64x32xf32>, tensor<4x32x64xf32>) outs(%s : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.subf %a, %b : f32
    %t = arith.maximumf %acc, %m : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Operands in one order, sizes that are unknown, and few steps stay as they are.
// CHECK-LABEL: func.func @kept(
// CHECK-COUNT-3: iterator_types = ["reduction", "reduction"]
// CHECK-NOT: linalg.generic
func.func @kept(%x: tensor<64x32xf32>, %y: tensor<32x64xf32>, %z: tensor<?x?xf32>, %u: tensor<4x32xf32>, %v: tensor<32x4xf32>, %s: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %x : tensor<64x32xf32>, tensor<64x32xf32>) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %m : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%z, %z : tensor<?x?xf32>, tensor<?x?xf32>) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %m : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%u, %v : tensor<4x32xf32>, tensor<32x4xf32>) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %m : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// Groups of four neighbours: the channels are summed first, then the four of each group. What has one element for a group is repeated.
// CHECK-LABEL: func.func @groups(
// CHECK-SAME: %[[X:.*]]: tensor<64x8x4xf32>, %[[M:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<8xf32>)
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0], [1, 2]] : tensor<64x8x4xf32> into tensor<64x32xf32>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[M]] : tensor<8xf32>) outs(%{{.*}} : tensor<8x4xf32>)
// CHECK: %[[R1:.*]] = tensor.collapse_shape %[[R]] {{\[}}[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
// CHECK: %[[P:.*]] = linalg.generic {{.*}}iterator_types = ["reduction", "parallel"]} ins(%[[C]], %[[R1]] : tensor<64x32xf32>, tensor<32xf32>) outs(%{{.*}} : tensor<32xf32>)
// CHECK: %[[Q:.*]] = tensor.expand_shape %[[P]] {{\[}}[0, 1]] output_shape [8, 4] : tensor<32xf32> into tensor<8x4xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%[[Q]] : tensor<8x4xf32>) outs(%[[S]] : tensor<8xf32>)
func.func @groups(%x: tensor<64x8x4xf32>, %m: tensor<8xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(y, g, k) -> (y, g, k)>, affine_map<(y, g, k) -> (g)>, affine_map<(y, g, k) -> (g)>], iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%x, %m : tensor<64x8x4xf32>, tensor<8xf32>) outs(%s : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %d = arith.subf %a, %b : f32
    %t = arith.addf %acc, %d : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
