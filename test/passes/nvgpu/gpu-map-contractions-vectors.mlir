// RUN: strata-opt %s --gpu-map-contractions | FileCheck %s

// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[MATRIX:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[SUMS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>

// One row: the sum's loop comes before that of the columns, as the matrix is in memory.
// CHECK-LABEL: @row
// CHECK-NOT: gpu.launch
// CHECK: linalg.generic {indexing_maps = [#[[ROW]], #[[MATRIX]], #[[SUMS]]], iterator_types = ["parallel", "reduction", "parallel"]}
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @row(%a: memref<1x256xbf16>, %b: memref<256x512xbf16>, %out: memref<1x512xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<1x512xf32>)
  linalg.matmul ins(%a, %b : memref<1x256xbf16>, memref<256x512xbf16>) outs(%out : memref<1x512xf32>)
  return
}

// The matrix is read before it was transposed.
// CHECK-LABEL: @transposed_row
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[SUMS]], #[[MATRIX]], #[[ROW]]], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME: memref<1x256xbf16>, memref<512x256xbf16>
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @transposed_row(%a: memref<1x256xbf16>, %b: memref<512x256xbf16>, %out: memref<1x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<256x512xbf16>
  linalg.transpose ins(%b : memref<512x256xbf16>) outs(%t : memref<256x512xbf16>) permutation = [1, 0]
  linalg.fill ins(%zero : f32) outs(%out : memref<1x512xf32>)
  linalg.matmul ins(%a, %t : memref<1x256xbf16>, memref<256x512xbf16>) outs(%out : memref<1x512xf32>)
  memref.dealloc %t : memref<256x512xbf16>
  return
}

// A vector, and few elements.
// CHECK-LABEL: @as_it_is
// CHECK: linalg.matvec
// CHECK: linalg.matmul
// CHECK: return
func.func @as_it_is(%m: memref<128x64xf32>, %v: memref<64xf32>, %w: memref<128xf32>, %a: memref<1x8xf32>, %b: memref<8x8xf32>, %out: memref<1x8xf32>) {
  linalg.matvec ins(%m, %v : memref<128x64xf32>, memref<64xf32>) outs(%w : memref<128xf32>)
  linalg.matmul ins(%a, %b : memref<1x8xf32>, memref<8x8xf32>) outs(%out : memref<1x8xf32>)
  return
}
