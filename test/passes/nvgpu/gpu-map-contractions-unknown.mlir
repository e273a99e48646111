// RUN: strata-opt %s --gpu-map-contractions | FileCheck %s
// RUN: strata-opt %s --gpu-map-contractions="chip=sm_90a tile=128x128x64" | FileCheck %s --check-prefix=GROUPS

// The number of rows says how many blocks there are; without rows there is no launch.
// CHECK-LABEL: @rows
// CHECK: %[[ROWS:.*]] = memref.dim
// CHECK: %[[ROUND:.*]] = arith.addi %[[ROWS]], %
// CHECK: %[[TILES:.*]] = arith.divui %[[ROUND]], %
// CHECK: %[[ALL:.*]] = arith.muli %[[TILES]], %
// CHECK: %[[SOME:.*]] = arith.cmpi ne, %[[ALL]], %
// CHECK: scf.if %[[SOME]] {
// CHECK: gpu.launch blocks(%{{.*}}, %{{.*}}, %{{.*}}) in (%{{.*}} = %[[ALL]],
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}}, %[[ROWS]]
// CHECK: %[[READ:.*]] = arith.select %[[INSIDE]], %
// CHECK: nvgpu.device_async_copy %{{.*}}, %{{.*}}, 8, %[[READ]] {bypassL1} : memref<?x64xbf16>
// CHECK: nvgpu.device_async_copy {{.*}}, 8 {bypassL1} : memref<64x96xbf16>
// CHECK: nvgpu.mma.sync
// CHECK: arith.cmpi ult, %{{.*}}, %[[ROWS]]
// CHECK-NOT: linalg
// CHECK: return

// Boxes are described only where there are rows, and a block computes tile after tile.
// GROUPS-LABEL: @rows
// GROUPS: %[[ROWS:.*]] = memref.dim
// GROUPS: %[[TILES:.*]] = arith.divui
// GROUPS: %[[BLOCKS:.*]] = arith.minui %[[TILES]], %
// GROUPS: %[[SOME:.*]] = arith.cmpi ne, %[[BLOCKS]], %
// GROUPS: scf.if %[[SOME]] {
// GROUPS: nvgpu.tma.create.descriptor
// GROUPS: gpu.launch blocks(%[[BLOCK:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[BLOCKS]],
// GROUPS: scf.for %{{.*}} = %[[BLOCK]] to %[[TILES]] step %[[BLOCKS]]
// GROUPS: nvgpu.tma.async.load
// GROUPS: nvgpu.warpgroup.mma
// GROUPS: arith.cmpi ult, %{{.*}}, %[[ROWS]]
// GROUPS: return
func.func @rows(%a: memref<?x64xbf16>, %b: memref<64x96xbf16>, %out: memref<?x96xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<?x96xf32>)
  linalg.matmul ins(%a, %b : memref<?x64xbf16>, memref<64x96xbf16>) outs(%out : memref<?x96xf32>)
  return
}

// An unknown number of products: what a thread loads before the first step is behind the end where there are fewer steps.
// CHECK-LABEL: @sums
// CHECK: %[[K:.*]] = memref.dim
// CHECK: %[[STEPS:.*]] = arith.divui
// CHECK-NOT: scf.if
// CHECK: gpu.launch
// CHECK: %[[FIRST:.*]] = arith.cmpi ult, %{{.*}}, %[[STEPS]]
// CHECK: scf.if %[[FIRST]] {
// CHECK: memref.load %{{.*}} : memref<32x?xf16>
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[STEPS]]
// CHECK: nvgpu.mma.sync
// CHECK-NOT: linalg
// CHECK: return
func.func @sums(%a: memref<32x?xf16>, %b: memref<?x32xf16>, %out: memref<32x32xf32>) {
  linalg.matmul ins(%a, %b : memref<32x?xf16>, memref<?x32xf16>) outs(%out : memref<32x32xf32>)
  return
}

// Nothing says that neighbours of an unknown number of columns are aligned: they are stored one by one.
// CHECK-LABEL: @columns
// CHECK: %[[N:.*]] = memref.dim
// CHECK: gpu.launch
// CHECK: nvgpu.mma.sync
// CHECK: arith.cmpi ult, %{{.*}}, %[[N]]
// CHECK-NOT: vector.store %{{.*}} : memref<64x?xf32>
// CHECK: memref.store %{{.*}} : memref<64x?xf32>
// CHECK: return
func.func @columns(%a: memref<64x64xf16>, %b: memref<64x?xf16>, %out: memref<64x?xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<64x?xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x?xf16>) outs(%out : memref<64x?xf32>)
  return
}
