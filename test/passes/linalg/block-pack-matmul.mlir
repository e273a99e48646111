// RUN: strata-opt %s --linalg-block-pack-matmul=block-factors=32,16,64 | FileCheck %s
// Products work on blocks that are laid out one after the other.

func.func @product(%a: tensor<?x128xf32>, %b: tensor<128x96xf32>, %c: tensor<?x96xf32>) -> tensor<?x96xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x128xf32>, tensor<128x96xf32>) outs(%c : tensor<?x96xf32>) -> tensor<?x96xf32>
  return %0 : tensor<?x96xf32>
}

// CHECK: #map = affine_map<()[s0] -> (s0 ceildiv 32)>
// CHECK: #map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d5)>
// CHECK: #map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d2, d4, d5)>
// CHECK: #map3 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>
// CHECK: func.func @product(%arg0: tensor<?x128xf32>, %arg1: tensor<128x96xf32>, %arg2: tensor<?x96xf32>) -> tensor<?x96xf32> {
// CHECK: %cst = arith.constant 0.000000e+00 : f32
// CHECK: %c0 = arith.constant 0 : index
// CHECK: %dim = tensor.dim %arg0, %c0 : tensor<?x128xf32>
// CHECK: %0 = affine.apply #map()[%dim]
// CHECK: %1 = tensor.empty(%0) : tensor<?x2x32x64xf32>
// CHECK: %pack = linalg.pack %arg0 padding_value(%cst : f32) outer_dims_perm = [0, 1] inner_dims_pos = [0, 1] inner_tiles = [32, 64] into %1 : tensor<?x128xf32> -> tensor<?x2x32x64xf32>
// CHECK: %2 = tensor.empty() : tensor<6x2x16x64xf32>
// CHECK: %pack_0 = linalg.pack %arg1 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [16, 64] into %2 : tensor<128x96xf32> -> tensor<6x2x16x64xf32>
// CHECK: %dim_1 = tensor.dim %arg2, %c0 : tensor<?x96xf32>
// CHECK: %3 = affine.apply #map()[%dim_1]
// CHECK: %4 = tensor.empty(%3) : tensor<?x6x32x16xf32>
// CHECK: %pack_2 = linalg.pack %arg2 padding_value(%cst : f32) inner_dims_pos = [0, 1] inner_tiles = [32, 16] into %4 : tensor<?x96xf32> -> tensor<?x6x32x16xf32>
// CHECK: %5 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction"]} ins(%pack, %pack_0 : tensor<?x2x32x64xf32>, tensor<6x2x16x64xf32>) outs(%pack_2 : tensor<?x6x32x16xf32>) {
// CHECK: ^bb0(%in: f32, %in_3: f32, %out: f32):
// CHECK: %6 = arith.mulf %in, %in_3 : f32
// CHECK: %7 = arith.addf %out, %6 : f32
// CHECK: linalg.yield %7 : f32
// CHECK: } -> tensor<?x6x32x16xf32>
// CHECK: %unpack = linalg.unpack %5 inner_dims_pos = [0, 1] inner_tiles = [32, 16] into %arg2 : tensor<?x6x32x16xf32> -> tensor<?x96xf32>
// CHECK: return %unpack : tensor<?x96xf32>
