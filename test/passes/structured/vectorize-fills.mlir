// RUN: strata-opt %s --linalg-vectorize=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s
// A reduction that is done in one go starts from the number that its buffer is filled with; the fill is gone.

// CHECK-LABEL: func.func @windows
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf32>
// CHECK-NOT: vector.store %[[ZERO]]
// CHECK-NOT: vector.load %arg2
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %[[ZERO]], %[[B:.*]] = %[[ZERO]])
// CHECK-NOT: vector.load %arg2
// CHECK: vector.store
func.func @windows(%x: memref<4x31xf32>, %w: memref<16xf32>, %y: memref<4x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<4x16xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1 + d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : memref<4x31xf32>, memref<16xf32>) outs(%y : memref<4x16xf32>) {
  ^bb0(%in: f32, %0: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @rows
// CHECK: %[[START:.*]] = arith.constant 3.000000e+00 : f32
// CHECK-NOT: memref.load %arg1
// CHECK: %[[SUM:.*]] = vector.reduction <add>
// CHECK: %[[ALL:.*]] = arith.addf %[[SUM]], %[[START]] : f32
// CHECK: memref.store %[[ALL]], %arg1
func.func @rows(%x: memref<4x64xf32>, %y: memref<4xf32>) {
  %three = arith.constant 3.0 : f32
  linalg.fill ins(%three : f32) outs(%y : memref<4xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<4x64xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Elements that the reduction does not touch keep what the fill wrote, and an input is read after the fill.

// CHECK-LABEL: func.func @diagonal
// CHECK: vector.store {{.*}}%arg1
// CHECK-LABEL: func.func @reads_what_is_filled
// CHECK: vector.store {{.*}}%arg1
// CHECK: vector.load %arg1
func.func @diagonal(%x: memref<8x64xf32>, %y: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<8x8xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : memref<8x64xf32>) outs(%y : memref<8x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
    linalg.yield %1 : f32
  }
  return
}

func.func @reads_what_is_filled(%x: memref<4x8x8xf32>, %y: memref<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<4x8xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : memref<4x8x8xf32>, memref<4x8xf32>) outs(%y : memref<4x8xf32>) {
  ^bb0(%in: f32, %was: f32, %out: f32):
    %0 = arith.maximumf %in, %was : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
