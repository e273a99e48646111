// RUN: strata-opt %s --linalg-contractions-to-amx --canonicalize --cse --validate-passes --split-input-file | FileCheck %s
// RUN: strata-opt %s --linalg-contractions-to-amx=int8=false --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=BF16

// Two by two tiles of sums, in a loop over 64 bytes of steps; the fill is part of them.
// CHECK-LABEL: func.func @bytes(
// CHECK-SAME: %[[A:.*]]: memref<64x32x4xi8>, %[[B:.*]]: memref<32x96x4xi8>, %[[C:.*]]: memref<64x96xi32>)
// CHECK-DAG: %[[ROWS:.*]] = memref.reinterpret_cast %[[A]] {{.*}} to memref<8192xi8
// CHECK-DAG: %[[COLUMNS:.*]] = memref.reinterpret_cast %[[B]] {{.*}} to memref<12288xi8
// CHECK-DAG: %[[SUMS:.*]] = memref.reinterpret_cast %[[C]] {{.*}} to memref<6144xi32
// CHECK-NOT: linalg.fill
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c32 {
// CHECK: scf.for %{{.*}} = %c0 to %c96 step %c32 {
// CHECK-COUNT-4: amx.tile_zero : !amx.tile<16x16xi32>
// CHECK: scf.for %{{.*}} = %c0 to %c32 step %c16 iter_args({{.*}}) -> (!amx.tile<16x16xi32>, !amx.tile<16x16xi32>, !amx.tile<16x16xi32>, !amx.tile<16x16xi32>) {
// CHECK: %[[A0:.*]] = amx.tile_load %[[ROWS]][%{{.*}}], %c128 : {{.*}} into !amx.tile<16x64xi8>
// CHECK: %[[B0:.*]] = amx.tile_load %[[COLUMNS]][%{{.*}}], %c384 : {{.*}} into !amx.tile<16x64xi8>
// CHECK: amx.tile_muli %[[A0]], %[[B0]], %{{.*}} : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
// CHECK: %[[B1:.*]] = amx.tile_load %[[COLUMNS]]
// CHECK: amx.tile_muli %[[A0]], %[[B1]]
// CHECK: %[[A1:.*]] = amx.tile_load %[[ROWS]]
// CHECK: amx.tile_muli %[[A1]], %[[B0]]
// CHECK: amx.tile_muli %[[A1]], %[[B1]]
// CHECK-COUNT-4: amx.tile_store %[[SUMS]][%{{.*}}], %{{.*}}, %c96
// CHECK-NOT: linalg
// BF16-LABEL: func.func @bytes(
// BF16-NOT: amx
// BF16: linalg.generic
#a = affine_map<(m, n, k, p) -> (m, k, p)>
#b = affine_map<(m, n, k, p) -> (k, n, p)>
#c = affine_map<(m, n, k, p) -> (m, n)>
func.func @bytes(%a: memref<64x32x4xi8>, %b: memref<32x96x4xi8>, %c: memref<64x96xi32>) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%c : memref<64x96xi32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<64x32x4xi8>, memref<32x96x4xi8>) outs(%c : memref<64x96xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %e = arith.extsi %x : i8 to i32
    %f = arith.extsi %y : i8 to i32
    %0 = arith.muli %e, %f : i32
    %1 = arith.addi %z, %0 : i32
    linalg.yield %1 : i32
  }
  return
}

// -----

// Sums that start from what is there are loaded; the right factor has no sign.
// CHECK-LABEL: func.func @signs(
// CHECK-NOT: amx.tile_zero
// CHECK: %[[S:.*]] = amx.tile_load {{.*}} into !amx.tile<16x16xi32>
// CHECK: amx.tile_muli %{{.*}}, %{{.*}} zext, %[[S]]
#a = affine_map<(m, n, k, p) -> (m, k, p)>
#b = affine_map<(m, n, k, p) -> (k, n, p)>
#c = affine_map<(m, n, k, p) -> (m, n)>
func.func @signs(%a: memref<16x16x4xi8>, %b: memref<16x16x4xi8>, %c: memref<16x16xi32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<16x16x4xi8>, memref<16x16x4xi8>) outs(%c : memref<16x16xi32>) {
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

// Pairs of bf16, in panels: the loop over panels is inside of that over rows.
// CHECK-LABEL: func.func @panels(
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c32 {
// CHECK: scf.for %{{.*}} = %c0 to %c3 step %c1 {
// CHECK: amx.tile_mulf {{.*}} : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
// BF16-LABEL: func.func @panels(
// BF16: amx.tile_mulf
#a = affine_map<(m, j, k, n, p) -> (m, k, p)>
#b = affine_map<(m, j, k, n, p) -> (j, k, n, p)>
#c = affine_map<(m, j, k, n, p) -> (m, j, n)>
func.func @panels(%a: memref<64x16x2xbf16>, %b: memref<3x16x32x2xbf16>, %c: memref<64x3x32xf32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "parallel", "reduction"]} ins(%a, %b : memref<64x16x2xbf16>, memref<3x16x32x2xbf16>) outs(%c : memref<64x3x32xf32>) {
  ^bb0(%x: bf16, %y: bf16, %z: f32):
    %e = arith.extf %x : bf16 to f32
    %f = arith.extf %y : bf16 to f32
    %0 = arith.mulf %e, %f : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// 24 steps are 16 and 8: the last ones are copied to where zeros follow. The last 4 of 20 rows are in a tile that begins at row 4: its first
// sums are written in place, a second time for 12 rows; later ones come from a buffer, of which 4 rows are added.
// CHECK-LABEL: func.func @rest(
// CHECK: amx.tile_zero
// CHECK: amx.tile_mulf
// CHECK: amx.tile_store
// CHECK: amx.tile_zero
// CHECK: amx.tile_mulf
// CHECK: amx.tile_store
// CHECK: %[[ROWS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<512xbf16>
// CHECK: %[[COLUMNS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<512xbf16>
// CHECK: linalg.fill ins(%{{.*}} : bf16) outs(%[[ROWS]]
// CHECK: linalg.generic
// CHECK: linalg.fill ins(%{{.*}} : bf16) outs(%[[COLUMNS]]
// CHECK: linalg.generic
// CHECK: amx.tile_load
// CHECK: amx.tile_mulf
// CHECK: amx.tile_store
// CHECK: memref.dealloc %[[ROWS]]
// CHECK: %[[SUMS:.*]] = memref.alloc() {alignment = 64 : i64} : memref<256xf32>
// CHECK: linalg.fill
// CHECK: amx.tile_zero
// CHECK: amx.tile_mulf
// CHECK: amx.tile_store %[[SUMS]]
// CHECK: %[[PART:.*]] = memref.reinterpret_cast %[[SUMS]] to offset: [192], sizes: [4, 16]
// CHECK: linalg.generic {{.*}} ins(%[[PART]]
// CHECK-NEXT: ^bb0(%[[NEW:.*]]: f32, %[[OLD:.*]]: f32):
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[OLD]], %[[NEW]]
// CHECK-NEXT: linalg.yield %[[SUM]]
#a = affine_map<(m, n, k, p) -> (m, k, p)>
#b = affine_map<(m, n, k, p) -> (k, n, p)>
#c = affine_map<(m, n, k, p) -> (m, n)>
func.func @rest(%a: memref<20x24x2xbf16>, %b: memref<24x16x2xbf16>, %c: memref<20x16xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<20x16xf32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<20x24x2xbf16>, memref<24x16x2xbf16>) outs(%c : memref<20x16xf32>) {
  ^bb0(%x: bf16, %y: bf16, %z: f32):
    %e = arith.extf %x : bf16 to f32
    %f = arith.extf %y : bf16 to f32
    %0 = arith.mulf %e, %f : f32
    %1 = arith.addf %z, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// Fewer rows than a tile has, and sums that begin with another number.
// CHECK-LABEL: func.func @few_rows(
// CHECK-NOT: amx
// CHECK: linalg.generic
// CHECK-LABEL: func.func @ones(
// CHECK: linalg.fill
// CHECK: amx.tile_load {{.*}} into !amx.tile<16x16xi32>
#a = affine_map<(m, n, k, p) -> (m, k, p)>
#b = affine_map<(m, n, k, p) -> (k, n, p)>
#c = affine_map<(m, n, k, p) -> (m, n)>
func.func @few_rows(%a: memref<15x32x4xi8>, %b: memref<32x96x4xi8>, %c: memref<15x96xi32>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<15x32x4xi8>, memref<32x96x4xi8>) outs(%c : memref<15x96xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %e = arith.extsi %x : i8 to i32
    %f = arith.extsi %y : i8 to i32
    %0 = arith.muli %e, %f : i32
    %1 = arith.addi %z, %0 : i32
    linalg.yield %1 : i32
  }
  return
}
func.func @ones(%a: memref<16x16x4xi8>, %b: memref<16x16x4xi8>, %c: memref<16x16xi32>) {
  %one = arith.constant 1 : i32
  linalg.fill ins(%one : i32) outs(%c : memref<16x16xi32>)
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<16x16x4xi8>, memref<16x16x4xi8>) outs(%c : memref<16x16xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %e = arith.extsi %x : i8 to i32
    %f = arith.extsi %y : i8 to i32
    %0 = arith.muli %e, %f : i32
    %1 = arith.addi %z, %0 : i32
    linalg.yield %1 : i32
  }
  return
}
