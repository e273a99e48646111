// RUN: strata-opt %s --emit-bytecode | strata-opt | FileCheck %s --check-prefixes=MATMUL,GENERIC
// RUN: strata-opt %s --inline --symbol-dce --canonicalize | FileCheck %s --check-prefixes=MATMUL,GENERIC,INLINED
// RUN: strata-opt %s --cse | FileCheck %s --check-prefix=CSE
// RUN: strata-opt %s --decompose-structured-ops --scalarize-carried-tensors | FileCheck %s --check-prefixes=MATMUL,GENERIC
// RUN: strata-opt %s --linalg-fuse-producers --canonicalize | FileCheck %s --check-prefixes=MATMUL,GENERIC,FUSED
// RUN: strata-opt %s --linalg-prepare-contractions --canonicalize | FileCheck %s --check-prefix=PREPARED
// RUN: strata-opt %s --inline --bufferize-program --canonicalize --cse --coalesce-buffers | FileCheck %s --check-prefixes=MATMUL,GENERIC,BUFFERS
// RUN: strata-opt %s --pass-pipeline='builtin.module(func.func(linalg-tile-and-fuse{min-parallel-work=100 min-chunk-work=50}))' | FileCheck %s --check-prefix=TILES
// RUN: strata-opt %s --linalg-tile | FileCheck %s --check-prefix=TILES
// RUN: strata-opt %s --linalg-tile-unknown-sizes --canonicalize | FileCheck %s --check-prefix=UNKNOWN

// How exact a product has to be stays with it as long as it is one op.

#x = affine_map<(m, n, k) -> (m, k)>
#y = affine_map<(m, n, k) -> (k, n)>
#z = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>

// MATMUL-LABEL: @matmul(
// MATMUL: linalg.matmul {input_precision = "tf32x3"} ins(
func.func @matmul(%x: tensor<8x16xf32>, %y: tensor<16x8xf32>, %z: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul {input_precision = "tf32x3"} ins(%x, %y : tensor<8x16xf32>, tensor<16x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// GENERIC-LABEL: @generic(
// GENERIC: linalg.generic {{.*}} "reduction"]} {{.*}} attrs = {input_precision = "tf32"} {
func.func @generic(%x: tensor<8x16xf32>, %y: tensor<16x8xf32>, %z: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<8x16xf32>, tensor<16x8xf32>) outs(%z : tensor<8x8xf32>) attrs = {input_precision = "tf32"} {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %c = arith.addf %s, %m : f32
    linalg.yield %c : f32
  } -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// Elementwise ops in front of it go into the payload.
// FUSED-LABEL: @fused(
// FUSED: linalg.generic {{.*}} ["parallel", "reduction"]} {{.*}} attrs = {input_precision = "tf32"} {
// FUSED: arith.negf
// FUSED-NEXT: arith.mulf
func.func @fused(%x: tensor<8x16xf32>, %y: tensor<16xf32>, %z: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %v = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<8x16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #column, #row], iterator_types = ["parallel", "reduction"]} ins(%v, %y : tensor<8x16xf32>, tensor<16xf32>) outs(%z : tensor<8xf32>) attrs = {input_precision = "tf32"} {
  ^bb0(%a: f32, %b: f32, %s: f32):
    %m = arith.mulf %a, %b : f32
    %c = arith.addf %s, %m : f32
    linalg.yield %c : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// Products that differ in it are different products.
// CSE-LABEL: @differ(
// CSE: %[[A:.*]] = linalg.matmul {input_precision = "tf32"}
// CSE: %[[B:.*]] = linalg.matmul ins
// CSE-NOT: linalg.matmul
// CSE: return %[[A]], %[[B]], %[[A]]
func.func @differ(%x: tensor<8x16xf32>, %y: tensor<16x8xf32>, %z: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = linalg.matmul {input_precision = "tf32"} ins(%x, %y : tensor<8x16xf32>, tensor<16x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.matmul ins(%x, %y : tensor<8x16xf32>, tensor<16x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.matmul {input_precision = "tf32"} ins(%x, %y : tensor<8x16xf32>, tensor<16x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// INLINED-LABEL: @caller(
// INLINED: linalg.batch_matmul {input_precision = "tf32x3"} {{.*}} tensor<2x8x16xf32>
// BUFFERS-LABEL: @caller(
// BUFFERS: linalg.batch_matmul {input_precision = "tf32x3"} {{.*}} memref<2x8x16xf32>
func.func private @batch(%x: tensor<?x8x16xf32>, %y: tensor<2x16x8xf32>, %z: tensor<2x8x8xf32>) -> tensor<2x8x8xf32> {
  %0 = linalg.batch_matmul {input_precision = "tf32x3"} ins(%x, %y : tensor<?x8x16xf32>, tensor<2x16x8xf32>) outs(%z : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  return %0 : tensor<2x8x8xf32>
}
func.func @caller(%x: tensor<2x8x16xf32>, %y: tensor<2x16x8xf32>, %z: tensor<2x8x8xf32>) -> tensor<2x8x8xf32> {
  %v = tensor.cast %x : tensor<2x8x16xf32> to tensor<?x8x16xf32>
  %0 = func.call @batch(%v, %y, %z) : (tensor<?x8x16xf32>, tensor<2x16x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  return %0 : tensor<2x8x8xf32>
}

// A transpose becomes a part of the maps.
// PREPARED-LABEL: @transposed(
// PREPARED-NOT: linalg.transpose
// PREPARED: linalg.generic {{.*}} attrs = {input_precision = "tf32x3"}
func.func @transposed(%x: tensor<16x8xf32>, %y: tensor<16x8xf32>, %z: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%x : tensor<16x8xf32>) outs(%e : tensor<8x16xf32>) permutation = [1, 0]
  %0 = linalg.matmul {input_precision = "tf32x3"} ins(%t, %y : tensor<8x16xf32>, tensor<16x8xf32>) outs(%z : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// TILES-LABEL: @tiles(
// TILES: scf.
// TILES: linalg.{{.*}}input_precision = "tf32x3"
func.func @tiles(%x: memref<4x32x16xf32>, %y: memref<4x16x32xf32>, %z: memref<4x32x32xf32>) {
  linalg.batch_matmul {input_precision = "tf32x3"} ins(%x, %y : memref<4x32x16xf32>, memref<4x16x32xf32>) outs(%z : memref<4x32x32xf32>)
  return
}

// UNKNOWN-LABEL: @unknown(
// UNKNOWN-COUNT-3: linalg.matmul {input_precision = "tf32x3"}
func.func @unknown(%x: memref<?x16xf32>, %y: memref<16x32xf32>, %z: memref<?x32xf32>) {
  linalg.matmul {input_precision = "tf32x3"} ins(%x, %y : memref<?x16xf32>, memref<16x32xf32>) outs(%z : memref<?x32xf32>)
  return
}
