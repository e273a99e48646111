// RUN: strata-opt %s --linalg-prepare-contractions='bf16-pairs i8-groups' --bufferize-program --linalg-pack-contractions='vector-bits=128 bf16-pairs i8-groups' --canonicalize --cse --validate-passes --split-input-file | FileCheck %s

// The copy of the right factor makes pairs of two rows of it; the left one has pairs where they are.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<16x32xbf16>, %[[B:[a-z0-9]*]]: memref<32x16xbf16>
// CHECK: %[[PANELS:.*]] = memref.alloc() {{.*}} : memref<512xbf16>
// CHECK: %[[FROM:.*]] = memref.reinterpret_cast %[[B]] to offset: [0], sizes: [16, 2, 2, 8], strides: [32, 16, 8, 1]
// CHECK: %[[TO:.*]] = memref.reinterpret_cast %[[PANELS]] to offset: [0], sizes: [2, 16, 8, 2]
// CHECK: linalg.generic {{.*}} ins(%[[FROM]] : {{.*}}) outs(%[[TO]] :
// CHECK: %[[LEFT:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [16, 16, 2], strides: [32, 2, 1]
// CHECK: linalg.generic {{.*}} ins(%[[LEFT]], %[[TO]] :
func.func @rows(%a: tensor<16x32xbf16>, %b: tensor<32x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// Pairs of a transposed factor are neighbours where they are: the copy transposes it, and nothing else does.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %{{[a-z0-9]*}}: memref<16x32xbf16>, %[[B:[a-z0-9]*]]: memref<16x32xbf16>
// CHECK-NOT: linalg.transpose
// CHECK: memref.reinterpret_cast %[[B]] to offset: [0], sizes: [2, 8, 16, 2], strides: [256, 32, 2, 1]
// CHECK: memref<2x16x8x2xbf16
func.func @transposed(%a: tensor<16x32xbf16>, %b: tensor<16x32xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %e = tensor.empty() : tensor<32x16xbf16>
  %t = linalg.transpose ins(%b : tensor<16x32xbf16>) outs(%e : tensor<32x16xbf16>) permutation = [1, 0]
  %0 = linalg.matmul ins(%a, %t : tensor<16x32xbf16>, tensor<32x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// -----

// Bytes are in groups of four, in panels of batches too.
// CHECK-LABEL: func.func @bytes(
// CHECK: outs(%{{.*}} : memref<3x16x8x4xi8
// CHECK: arith.extui
func.func @bytes(%a: tensor<3x16x64xi8>, %b: tensor<3x64x24xi8>, %c: tensor<3x16x24xi32>) -> tensor<3x16x24xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(z, m, n, k) -> (z, m, k)>, affine_map<(z, m, n, k) -> (z, k, n)>, affine_map<(z, m, n, k) -> (z, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<3x16x64xi8>, tensor<3x64x24xi8>) outs(%c : tensor<3x16x24xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %e = arith.extui %x : i8 to i32
    %f = arith.extsi %y : i8 to i32
    %p = arith.muli %e, %f : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  } -> tensor<3x16x24xi32>
  return %0 : tensor<3x16x24xi32>
}

// -----

// Without a group in the depth, nothing is grouped: the depth of five steps is no multiple, and too short to be filled up.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: x2xbf16
func.func @short(%a: tensor<16x5xbf16>, %b: tensor<5x16xbf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<16x5xbf16>, tensor<5x16xbf16>) outs(%c : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
