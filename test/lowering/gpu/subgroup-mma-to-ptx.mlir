// REQUIRES: strata-translate
// Matrices of a warp as instructions, from gpu.subgroup_mma.
// RUN: strata-opt --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=true}))' %s | strata-translate --mlir-to-ptx --mcpu=sm_80 - | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @m {
    // CHECK-LABEL: .visible .entry halves(
    // CHECK: wmma.load.a.sync.aligned.row.m16n16k16.f16
    // CHECK: wmma.load.b.sync.aligned.col.m16n16k16.f16
    // CHECK: wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32
    // CHECK: wmma.store.d.sync.aligned.row.m16n16k16.f32
    gpu.func @halves(%x: memref<32x32xf16>, %y: memref<32x32xf16>, %z: memref<32x32xf32>) kernel {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %a = gpu.subgroup_mma_load_matrix %x[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %b = gpu.subgroup_mma_load_matrix %y[%c0, %c0] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
      %c = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
      %d = gpu.subgroup_mma_compute %a, %b, %c {b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
      %e = gpu.subgroup_mma_elementwise maxf %d, %c : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
      gpu.subgroup_mma_store_matrix %e, %z[%c0, %c0] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
      gpu.return
    }
    // CHECK-LABEL: .visible .entry words(
    // CHECK: wmma.load.a.sync.aligned.row.m16n16k8.tf32
    // CHECK: wmma.mma.sync.aligned.row.row.m16n16k8.f32.tf32.tf32.f32
    gpu.func @words(%x: memref<32x32xf32>, %z: memref<32x32xf32>) kernel {
      %c0 = arith.constant 0 : index
      %a = gpu.subgroup_mma_load_matrix %x[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf32> -> !gpu.mma_matrix<16x8xf32, "AOp">
      %b = gpu.subgroup_mma_load_matrix %x[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf32> -> !gpu.mma_matrix<8x16xf32, "BOp">
      %c = gpu.subgroup_mma_load_matrix %z[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf32> -> !gpu.mma_matrix<16x16xf32, "COp">
      %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x8xf32, "AOp">, !gpu.mma_matrix<8x16xf32, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
      gpu.subgroup_mma_store_matrix %d, %z[%c0, %c0] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
      gpu.return
    }
    // CHECK-LABEL: .visible .entry bytes(
    // CHECK: wmma.mma.sync.aligned.row.row.m16n16k16.s32.s8.s8.s32
    gpu.func @bytes(%x: memref<32x32xi8>, %z: memref<32x32xi32>) kernel {
      %c0 = arith.constant 0 : index
      %a = gpu.subgroup_mma_load_matrix %x[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xi8> -> !gpu.mma_matrix<16x16xsi8, "AOp">
      %b = gpu.subgroup_mma_load_matrix %x[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xi8> -> !gpu.mma_matrix<16x16xsi8, "BOp">
      %c = gpu.subgroup_mma_load_matrix %z[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xi32> -> !gpu.mma_matrix<16x16xi32, "COp">
      %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xsi8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
      gpu.subgroup_mma_store_matrix %d, %z[%c0, %c0] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xi32, "COp">, memref<32x32xi32>
      gpu.return
    }
    // CHECK-LABEL: .visible .entry doubles(
    // CHECK: wmma.mma.sync.aligned.row.row.m8n8k4.{{.*}}f64.f64.f64.f64
    gpu.func @doubles(%x: memref<32x32xf64>, %z: memref<32x32xf64>) kernel {
      %c0 = arith.constant 0 : index
      %a = gpu.subgroup_mma_load_matrix %x[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf64> -> !gpu.mma_matrix<8x4xf64, "AOp">
      %b = gpu.subgroup_mma_load_matrix %x[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf64> -> !gpu.mma_matrix<4x8xf64, "BOp">
      %c = gpu.subgroup_mma_load_matrix %z[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf64> -> !gpu.mma_matrix<8x8xf64, "COp">
      %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<8x4xf64, "AOp">, !gpu.mma_matrix<4x8xf64, "BOp"> -> !gpu.mma_matrix<8x8xf64, "COp">
      gpu.subgroup_mma_store_matrix %d, %z[%c0, %c0] {leadDimension = 32 : index} : !gpu.mma_matrix<8x8xf64, "COp">, memref<32x32xf64>
      gpu.return
    }
  }
}
