// RUN: strata-opt %s | FileCheck %s
// RUN: strata-opt %s | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK: %[[Z:.*]] = amx.tile_zero : !amx.tile<16x16xi32>
// CHECK: %[[A:.*]] = amx.tile_load %arg0[%arg4, %arg4] : memref<64x64xi8> into !amx.tile<16x64xi8>
// CHECK: %[[B:.*]] = amx.tile_load %arg1[%arg4], %arg5 : memref<?xi8> into !amx.tile<16x64xi8>
// CHECK: %[[C:.*]] = amx.tile_muli %[[A]], %[[B]], %[[Z]] : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
// CHECK: %[[D:.*]] = amx.tile_muli %[[A]] zext, %[[B]], %[[C]] : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
// CHECK: %[[E:.*]] = amx.tile_muli %[[A]], %[[B]] zext, %[[D]] : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
// CHECK: %[[F:.*]] = amx.tile_muli %[[A]] zext, %[[B]] zext, %[[E]] : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
// CHECK: amx.tile_store %arg2[%arg4, %arg4], %[[F]] : memref<?x?xi32>, !amx.tile<16x16xi32>
// CHECK: amx.tile_store %arg3[%arg4], %[[F]], %arg5 : memref<?xi32>, !amx.tile<16x16xi32>
func.func @f(%a: memref<64x64xi8>, %b: memref<?xi8>, %c: memref<?x?xi32>, %d: memref<?xi32>, %i: index, %s: index) {
  %0 = amx.tile_zero : !amx.tile<16x16xi32>
  %1 = amx.tile_load %a[%i, %i] : memref<64x64xi8> into !amx.tile<16x64xi8>
  %2 = amx.tile_load %b[%i], %s : memref<?xi8> into !amx.tile<16x64xi8>
  %3 = amx.tile_muli %1, %2, %0 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  %4 = amx.tile_muli %1 zext, %2, %3 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  %5 = amx.tile_muli %1, %2 zext, %4 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  %6 = amx.tile_muli %1 zext, %2 zext, %5 : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  amx.tile_store %c[%i, %i], %6 : memref<?x?xi32>, !amx.tile<16x16xi32>
  amx.tile_store %d[%i], %6, %s : memref<?xi32>, !amx.tile<16x16xi32>
  return
}

// Smaller tiles, and the narrow floats.
// CHECK-LABEL: func.func @floats
// CHECK: amx.tile_mulf %arg0, %arg1, %arg2 : !amx.tile<5x10xbf16>, !amx.tile<5x14xbf16>, !amx.tile<5x7xf32>
// CHECK: amx.tile_mulf %arg3, %arg4, %arg2 : !amx.tile<5x10xf16>, !amx.tile<5x14xf16>, !amx.tile<5x7xf32>
func.func @floats(%a: !amx.tile<5x10xbf16>, %b: !amx.tile<5x14xbf16>, %c: !amx.tile<5x7xf32>, %d: !amx.tile<5x10xf16>, %e: !amx.tile<5x14xf16>) {
  %0 = amx.tile_mulf %a, %b, %c : !amx.tile<5x10xbf16>, !amx.tile<5x14xbf16>, !amx.tile<5x7xf32>
  %1 = amx.tile_mulf %d, %e, %c : !amx.tile<5x10xf16>, !amx.tile<5x14xf16>, !amx.tile<5x7xf32>
  return
}
