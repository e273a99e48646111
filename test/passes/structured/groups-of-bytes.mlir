// RUN: strata-opt %s --linalg-prepare-contractions=i8-groups=true --canonicalize --validate-passes --split-input-file | FileCheck %s --check-prefix=GROUPS
// RUN: strata-opt %s --linalg-vectorize=vector-bits=512 --canonicalize --cse --validate-passes --split-input-file | FileCheck %s --check-prefix=VECTOR

// Products that fill tiles stay products of bytes: their panels have groups of four neighbours. A depth that is no multiple of four is
// filled up to whole tiles. Products of few rows have pairs of 16 bits.
// GROUPS-LABEL: func.func @tiles(
// GROUPS-NEXT: linalg.matmul {{.*}} tensor<16x64xi8>, tensor<64x16xi8>
// GROUPS-LABEL: func.func @odd(
// GROUPS: %[[A:.*]] = tensor.pad %{{.*}} low[0, 0] high[0, 29]
// GROUPS: %[[B:.*]] = tensor.pad %{{.*}} low[0, 0] high[29, 0]
// GROUPS: linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<17x128xi8>, tensor<128x16xi8>)
// GROUPS-LABEL: func.func @few_rows(
// GROUPS: tensor<8x32x2xi16>
func.func @tiles(%a: tensor<16x64xi8>, %b: tensor<64x16xi8>, %c: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x64xi8>, tensor<64x16xi8>) outs(%c : tensor<16x16xi32>) -> tensor<16x16xi32>
  return %0 : tensor<16x16xi32>
}
func.func @odd(%a: tensor<17x99xi8>, %b: tensor<99x16xi8>, %c: tensor<17x16xi32>) -> tensor<17x16xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<17x99xi8>, tensor<99x16xi8>) outs(%c : tensor<17x16xi32>) -> tensor<17x16xi32>
  return %0 : tensor<17x16xi32>
}
func.func @few_rows(%a: tensor<8x64xi8>, %b: tensor<64x16xi8>, %c: tensor<8x16xi32>) -> tensor<8x16xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<8x64xi8>, tensor<64x16xi8>) outs(%c : tensor<8x16xi32>) -> tensor<8x16xi32>
  return %0 : tensor<8x16xi32>
}

// -----

// Groups that are in no tiles are two vectors of pairs: the bytes with even numbers and those with odd ones.
// VECTOR-LABEL: func.func @vectors(
// VECTOR-DAG: %[[EIGHT:.*]] = arith.constant dense<8> : vector<32xi16>
// VECTOR: %[[V:.*]] = vector.load %{{.*}} vector<64xi8>
// VECTOR: %[[H:.*]] = vector.bitcast %[[V]] : vector<64xi8> to vector<32xi16>
// VECTOR: %[[L:.*]] = arith.shli %[[H]], %[[EIGHT]]
// VECTOR: %[[EVEN:.*]] = arith.shrui %[[L]], %[[EIGHT]]
// VECTOR: arith.extsi %[[EVEN]] : vector<32xi16> to vector<32xi32>
// VECTOR: %[[ODD:.*]] = arith.shrui %[[H]], %[[EIGHT]]
// VECTOR: arith.extsi %[[ODD]] : vector<32xi16> to vector<32xi32>
// VECTOR: %[[X:.*]] = vector.load %{{.*}} vector<4xi8>
// VECTOR: arith.shrsi
#a = affine_map<(m, n, k, p) -> (m, k, p)>
#b = affine_map<(m, n, k, p) -> (k, n, p)>
#c = affine_map<(m, n, k, p) -> (m, n)>
func.func @vectors(%a: memref<3x8x4xi8>, %b: memref<8x40x4xi8>, %c: memref<3x40xi32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<3x8x4xi8>, memref<8x40x4xi8>) outs(%c : memref<3x40xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %e = arith.extsi %x : i8 to i32
    %f = arith.extui %y : i8 to i32
    %0 = arith.muli %e, %f : i32
    %1 = arith.addi %z, %0 : i32
    linalg.yield %1 : i32
  }
  return
}

// -----

// Neighbours of 32 bits are no group: each number is a step of its own.
// VECTOR-LABEL: func.func @wide(
// VECTOR-NOT: vector.bitcast
#a = affine_map<(m, n, k, p) -> (m, k, p)>
#b = affine_map<(m, n, k, p) -> (k, n, p)>
#c = affine_map<(m, n, k, p) -> (m, n)>
func.func @wide(%a: memref<8x8x2xf32>, %b: memref<8x32x2xf32>, %c: memref<8x32xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<8x8x2xf32>, memref<8x32x2xf32>) outs(%c : memref<8x32xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
