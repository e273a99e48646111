// RUN: strata-opt %s --gpu-map-transposes --canonicalize --cse | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#rows = affine_map<(d0, d1) -> (d0)>
#nhwc = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#nchw = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>

// Neighbouring threads read neighbours, and write neighbours.
// CHECK-LABEL: func.func @transpose
// CHECK: gpu.launch blocks(%[[B:[a-z0-9]*]], {{.*}}) in (%{{.*}} = %c512, {{.*}}) threads(%[[T:[a-z0-9]*]], {{.*}}) in (%{{.*}} = %c256, {{.*}}) workgroup(%[[TILE:[a-z0-9]*]] : memref<32x33xf32, #gpu.address_space<workgroup>>)
// CHECK: %[[LANE:.*]] = arith.andi %[[T]], %c31
// CHECK: %[[WARP:.*]] = arith.shrui %[[T]], %c5
// CHECK: %[[COL:.*]] = arith.addi %{{.*}}, %[[LANE]]
// CHECK-COUNT-4: memref.load %arg0[%{{.*}}, %[[COL]]] : memref<1024x512xf32>
// CHECK: memref.store %{{.*}}, %[[TILE]][%[[WARP]], %[[LANE]]]
// CHECK-COUNT-3: memref.store %{{.*}}, %[[TILE]][%{{.*}}, %[[LANE]]]
// CHECK: gpu.barrier
// CHECK: %[[OUT:.*]] = arith.addi %{{.*}}, %[[LANE]]
// CHECK: %[[V:.*]] = memref.load %[[TILE]][%[[LANE]], %[[WARP]]]
// CHECK: memref.store %[[V]], %arg1[%{{.*}}, %[[OUT]]] : memref<512x1024xf32>
// CHECK-NOT: scf.if
// CHECK: gpu.terminator
func.func @transpose(%x: memref<1024x512xf32>, %y: memref<512x1024xf32>) {
  linalg.transpose ins(%x : memref<1024x512xf32>) outs(%y : memref<512x1024xf32>) permutation = [1, 0]
  return
}

// What is computed goes along; other operands are read where they are needed. Sizes that are no multiples of a tile.
// CHECK-LABEL: func.func @elementwise
// CHECK: gpu.launch {{.*}} workgroup(%[[TILE:[a-z0-9]*]] : memref<32x33xbf16, #gpu.address_space<workgroup>>)
// CHECK: arith.minui
// CHECK: memref.load %arg0
// CHECK: gpu.barrier
// CHECK: arith.cmpi ult, %{{.*}}, %c70
// CHECK: arith.cmpi ult, %{{.*}}, %c100
// CHECK: scf.if
// CHECK-DAG: memref.load %[[TILE]]
// CHECK-DAG: memref.load %arg1
// CHECK-DAG: memref.load %arg2
// CHECK: arith.addf
// CHECK: memref.store %{{.*}}, %arg2
func.func @elementwise(%x: memref<70x100xbf16>, %w: memref<100xf32>, %y: memref<100x70xf32>) {
  linalg.generic {indexing_maps = [#turned, #rows, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %w : memref<70x100xbf16>, memref<100xf32>) outs(%y : memref<100x70xf32>) {
  ^bb0(%in: bf16, %c: f32, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.mulf %0, %c : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  }
  return
}

// Dimensions that stay together are one.
// CHECK-LABEL: func.func @channels
// CHECK-DAG: memref.collapse_shape %arg0 {{\[\[}}0], [1], [2, 3]] : memref<8x64x7x7xf32> into memref<8x64x49xf32>
// CHECK-DAG: memref.collapse_shape %arg1 {{\[\[}}0], [1, 2], [3]] : memref<8x7x7x64xf32> into memref<8x49x64xf32>
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %c32,
func.func @channels(%x: memref<8x64x7x7xf32>, %y: memref<8x7x7x64xf32>) {
  linalg.generic {indexing_maps = [#nchw, #nhwc], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : memref<8x64x7x7xf32>) outs(%y : memref<8x7x7x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}

// Left alone: the same dimension is fastest everywhere; a dimension is small; the op works in place; few elements.
// CHECK-LABEL: func.func @others
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @others(%x: memref<64x64x64xf32>, %y: memref<64x64x64xf32>, %rgb: memref<100000x3xf32>, %planes: memref<3x100000xf32>, %q: memref<512x512xf32>, %s: memref<32x32xf32>, %t: memref<32x32xf32>) {
  linalg.transpose ins(%x : memref<64x64x64xf32>) outs(%y : memref<64x64x64xf32>) permutation = [1, 0, 2]
  linalg.transpose ins(%rgb : memref<100000x3xf32>) outs(%planes : memref<3x100000xf32>) permutation = [1, 0]
  linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]} ins(%q : memref<512x512xf32>) outs(%q : memref<512x512xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.transpose ins(%s : memref<32x32xf32>) outs(%t : memref<32x32xf32>) permutation = [1, 0]
  return
}

// A word of shared memory has elements of two rows; threads read and write 16 bytes.
// CHECK-LABEL: func.func @narrow
// CHECK: gpu.launch {{.*}} in (%{{.*}} = %c192, {{.*}}) threads(%[[T:[a-z0-9]*]], {{.*}} workgroup(%[[TILE:[a-z0-9]*]] : memref<64x32xi32, #gpu.address_space<workgroup>>)
// CHECK-COUNT-2: vector.load %arg0[%{{.*}}, %{{.*}}] {alignment = 16 : i64} : memref<1024x768xbf16>, vector<8xbf16>
// CHECK-COUNT-8: memref.store %{{.*}}, %[[TILE]]
// CHECK: gpu.barrier
// CHECK: vector.load %[[TILE]][%{{.*}}, %{{.*}}] {alignment = 16 : i64} : memref<64x32xi32, #gpu.address_space<workgroup>>, vector<4xi32>
// CHECK: vector.store %{{.*}}, %arg1[%{{.*}}, %{{.*}}] {alignment = 16 : i64} : memref<768x1024xbf16>, vector<8xbf16>
// CHECK: vector.load %[[TILE]]
// CHECK: vector.store
// CHECK-NOT: scf.if
// CHECK: gpu.terminator
func.func @narrow(%x: memref<1024x768xbf16>, %y: memref<768x1024xbf16>) {
  linalg.transpose ins(%x : memref<1024x768xbf16>) outs(%y : memref<768x1024xbf16>) permutation = [1, 0]
  return
}

// Bytes of four rows are a word. Rows of 100 bytes have 4 bytes at a time; what is behind the end is not written.
// CHECK-LABEL: func.func @bytes
// CHECK: workgroup(%[[TILE:[a-z0-9]*]] : memref<128x32xi32, #gpu.address_space<workgroup>>)
// CHECK: arith.minui
// CHECK: vector.load %arg0[%{{.*}}, %{{.*}}, %{{.*}}] {alignment = 4 : i64} : memref<3x160x100xi8>, vector<4xi8>
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: vector.store %{{.*}}, %arg1[%{{.*}}, %{{.*}}, %{{.*}}] {alignment = 16 : i64} : memref<3x100x160xi8>, vector<16xi8>
func.func @bytes(%x: memref<3x160x100xi8>, %y: memref<3x100x160xi8>) {
  linalg.transpose ins(%x : memref<3x160x100xi8>) outs(%y : memref<3x100x160xi8>) permutation = [0, 2, 1]
  return
}
