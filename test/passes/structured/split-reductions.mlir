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

// -----

// A long reduction with one result: parts of the outermost loop, whose indices are put together.
// CHECK-DAG: #[[PIJ:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[PJ:.*]] = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-DAG: #[[P:.*]] = affine_map<(d0, d1, d2) -> (d0)>
// CHECK-LABEL: func.func @long(
// CHECK-SAME: %[[X:.*]]: tensor<4096x81xi32>, %[[Y:.*]]: tensor<81xindex>, %[[S:.*]]: tensor<i32>
// CHECK: %[[EX:.*]] = tensor.expand_shape %[[X]] {{\[}}[0, 1], [2]] output_shape [64, 64, 81]
// CHECK: %[[PARTS:.*]] = linalg.generic {indexing_maps = [#[[PIJ]], #[[PJ]], #[[P]]], iterator_types = ["parallel", "reduction", "reduction"]} ins(%[[EX]], %[[Y]] : {{.*}}) outs(%{{.*}} : tensor<64xi32>)
// CHECK: %[[INNER:.*]] = linalg.index 1
// CHECK: %[[PART:.*]] = linalg.index 0
// CHECK: %[[FIRST:.*]] = arith.muli %[[PART]], %c64
// CHECK: arith.addi %[[FIRST]], %[[INNER]] : index
// CHECK: linalg.index 2
// CHECK: linalg.generic {{{.*}}iterator_types = ["reduction"]} ins(%[[PARTS]] : tensor<64xi32>) outs(%[[S]] : tensor<i32>)
func.func @long(%x: tensor<4096x81xi32>, %y: tensor<81xindex>, %s: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<4096x81xi32>, tensor<81xindex>) outs(%s : tensor<i32>) {
  ^bb0(%a: i32, %k: index, %acc: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %l = arith.addi %i, %k : index
    %is = arith.cmpi eq, %l, %j : index
    %m = arith.muli %a, %a : i32
    %n = arith.select %is, %a, %m : i32
    %t = arith.addi %n, %acc : i32
    linalg.yield %t : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Operands in different orders: each column first, in parts, then the parts, then the columns.
// CHECK-LABEL: func.func @both(
// CHECK: linalg.generic {{{.*}}iterator_types = ["parallel", "reduction", "parallel"]} ins({{.*}}tensor<8x512x81xi32>, tensor<8x512xi32>) outs(%{{.*}} : tensor<8x81xi32>)
// CHECK: linalg.generic {{{.*}}iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<8x81xi32>) outs(%{{.*}} : tensor<81xi32>)
// CHECK: linalg.generic {{{.*}}iterator_types = ["reduction"]} ins(%{{.*}} : tensor<81xi32>) outs(%{{.*}} : tensor<i32>)
func.func @both(%x: tensor<4096x81xi32>, %y: tensor<4096xi32>, %s: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<4096x81xi32>, tensor<4096xi32>) outs(%s : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %l = arith.subi %a, %b : i32
    %m = arith.muli %l, %l : i32
    %t = arith.addi %m, %acc : i32
    linalg.yield %t : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Channels: the sum of the parts is one of each channel. A size without divisors leaves the next loop.
// CHECK-LABEL: func.func @channels(
// CHECK: linalg.generic {{{.*}}iterator_types = ["parallel", "reduction", "reduction", "parallel"]} ins(%{{.*}} : tensor<3x16x256x64xf32>) outs(%{{.*}} : tensor<16x64xf32>)
// CHECK: linalg.generic {{{.*}}iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<16x64xf32>) outs(%{{.*}} : tensor<64xf32>)
func.func @channels(%x: tensor<3x4096x64xf32>, %s: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(n, i, c) -> (n, i, c)>, affine_map<(n, i, c) -> (c)>], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x : tensor<3x4096x64xf32>) outs(%s : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %m = arith.mulf %a, %a : f32
    %n = arith.mulf %m, %a : f32
    %o = arith.mulf %n, %a : f32
    %p = arith.mulf %o, %a : f32
    %q = arith.mulf %p, %a : f32
    %t = arith.addf %q, %acc : f32
    linalg.yield %t : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// -----

// Products, many results, and little work stay as they are.
// CHECK-LABEL: func.func @not_long(
// CHECK: iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: iterator_types = ["parallel", "reduction"]
// CHECK: iterator_types = ["reduction"]
// CHECK-NOT: linalg.generic
func.func @not_long(%x: tensor<8x8192xf32>, %y: tensor<8192x8xf32>, %z: tensor<1024x1024xf32>, %v: tensor<8192xf32>, %s: tensor<8x8xf32>, %t: tensor<1024xf32>, %u: tensor<f32>) -> (tensor<8x8xf32>, tensor<1024xf32>, tensor<f32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<8x8192xf32>, tensor<8192x8xf32>) outs(%s : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.mulf %a, %b : f32
    %n = arith.addf %acc, %m : f32
    linalg.yield %n : f32
  } -> tensor<8x8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%z : tensor<1024x1024xf32>) outs(%t : tensor<1024xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %n = arith.addf %acc, %a : f32
    linalg.yield %n : f32
  } -> tensor<1024xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%v : tensor<8192xf32>) outs(%u : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %n = arith.addf %acc, %a : f32
    linalg.yield %n : f32
  } -> tensor<f32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<1024xf32>, tensor<f32>
}

// -----

// Each row has a result of its own, and is read where the result is used: rows are not split, unless there are few of them.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @rows(%x: tensor<16x32768xi32>, %init: tensor<16xi32>) -> tensor<16xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x32768xi32>) outs(%init : tensor<16xi32>) {
  ^bb0(%in: i32, %out: i32):
    %1 = arith.addi %out, %in : i32
    linalg.yield %1 : i32
  } -> tensor<16xi32>
  return %0 : tensor<16xi32>
}
