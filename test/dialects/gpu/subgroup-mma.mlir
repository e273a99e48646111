// RUN: strata-opt %s | FileCheck %s
// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --mlir-print-op-generic | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @matrices(
func.func @matrices(%m: memref<32x32xf16>, %s: memref<32x32xf32, 3>, %p: memref<4xvector<4xi8>>, %i: index, %v: f32) {
  // CHECK: %0 = gpu.subgroup_mma_load_matrix %arg0[%arg3, %arg3] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  // CHECK: %1 = gpu.subgroup_mma_load_matrix %arg0[%arg3, %arg3] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16 x 16xf16 , "BOp">
  // CHECK: %2 = gpu.subgroup_mma_constant_matrix %arg4 : !gpu.mma_matrix<16x16xf32, "COp">
  %c = gpu.subgroup_mma_constant_matrix %v : !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK: %3 = gpu.subgroup_mma_compute %0, %1, %2 {b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  %d = gpu.subgroup_mma_compute %a, %b, %c {b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK: %4 = gpu.subgroup_mma_elementwise  maxf %3, %2 : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK: %5 = gpu.subgroup_mma_elementwise  negatef %4 {note} : (!gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  %e = gpu.subgroup_mma_elementwise maxf %d, %c : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  %f = gpu.subgroup_mma_elementwise negatef %e {note} : (!gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK: %6 = gpu.subgroup_mma_extract_thread_local %5[%arg3] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
  // CHECK: %7 = gpu.subgroup_mma_insert_thread_local %6, %5[%arg3, %arg3] : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  %x = gpu.subgroup_mma_extract_thread_local %f[%i] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
  %g = gpu.subgroup_mma_insert_thread_local %x, %f[%i, %i] : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  // CHECK: gpu.subgroup_mma_store_matrix %7, %arg1[%arg3, %arg3] {leadDimension = 32 : index, transpose} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32, 3>
  gpu.subgroup_mma_store_matrix %g, %s[%i, %i] {leadDimension = 32 : index, transpose} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32, 3>
  // CHECK: gpu.subgroup_mma_load_matrix %arg2[%arg3] {leadDimension = 0 : index} : memref<4xvector<4xi8>> -> !gpu.mma_matrix<16x32xui8, "AOp">
  %h = gpu.subgroup_mma_load_matrix %p[%i] {leadDimension = 0 : index} : memref<4xvector<4xi8>> -> !gpu.mma_matrix<16x32xui8, "AOp">
  return
}

// CHECK: func.func private @types(!gpu.mma_matrix<16x16xsi8, "COp">, !gpu.mma_matrix<4x8xf64, "BOp">, !gpu.mma_matrix<0x8xi32, "AOp">, !gpu.mma_matrix<16x16xsi32, "COp">)
func.func private @types(!gpu.mma_matrix<16x16xsi8, "COp">, !gpu.mma_matrix<4x8xf64, "BOp">, !gpu.mma_matrix<0x8xi32, "AOp">, !gpu.mma_matrix<16x16xsi32, "COp">)
