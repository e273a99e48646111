// RUN: strata-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: llvm.func @halves(
  // CHECK: nvvm.wmma.load %{{.*}}, %{{.*}} {eltype = #nvvm.mma_type<f16>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>)>
  // CHECK: nvvm.wmma.load {{.*}} frag = #nvvm.mma_frag<b>, k = 16 : i32, layout = #nvvm.mma_layout<col>, m = 16 : i32, n = 16 : i32}
  // CHECK: nvvm.wmma.load {{.*}} {eltype = #nvvm.mma_type<f32>, frag = #nvvm.mma_frag<c>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr<3>) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  // CHECK: nvvm.wmma.mma {{.*}} {eltypeA = #nvvm.mma_type<f16>, eltypeB = #nvvm.mma_type<f32>, k = 16 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, m = 16 : i32, n = 16 : i32}
  // CHECK-COUNT-8: llvm.fcmp "ogt"
  // CHECK: nvvm.wmma.store {{.*}} {eltype = #nvvm.mma_type<f32>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : !llvm.ptr<3>, f32, f32, f32, f32, f32, f32, f32, f32
  // CHECK: nvvm.wmma.store {{.*}} {eltype = #nvvm.mma_type<f16>, k = 16 : i32, layout = #nvvm.mma_layout<col>, m = 16 : i32, n = 16 : i32} : !llvm.ptr, vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>
  gpu.func @halves(%m: memref<32x32xf16>, %f: memref<32x32xf32, 3>, %v: f16, %w: f32, %i: index, %j: index) kernel {
    %a = gpu.subgroup_mma_load_matrix %m[%i, %j] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %b = gpu.subgroup_mma_load_matrix %m[%i, %j] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %c = gpu.subgroup_mma_load_matrix %f[%i, %j] {leadDimension = 32 : index} : memref<32x32xf32, 3> -> !gpu.mma_matrix<16x16xf32, "COp">
    %d = gpu.subgroup_mma_compute %a, %b, %c {b_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    %e = gpu.subgroup_mma_constant_matrix %w : !gpu.mma_matrix<16x16xf32, "COp">
    %g = gpu.subgroup_mma_elementwise maxf %d, %e : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %g, %f[%i, %j] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32, 3>
    %h = gpu.subgroup_mma_constant_matrix %v : !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %h, %m[%i, %j] {leadDimension = 32 : index, transpose} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>
    gpu.return
  }
  // CHECK-LABEL: llvm.func @words(%arg0: !llvm.struct<(i32, i32, i32, i32)>, %arg1: !llvm.struct<(i32, i32, i32, i32)>, %arg2: !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>)
  // CHECK: nvvm.wmma.mma {{.*}} {eltypeA = #nvvm.mma_type<tf32>, eltypeB = #nvvm.mma_type<f32>, k = 8 : i32, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32}
  gpu.func @words(%a: !gpu.mma_matrix<16x8xf32, "AOp">, %b: !gpu.mma_matrix<8x16xf32, "BOp">, %c: !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp"> {
    %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x8xf32, "AOp">, !gpu.mma_matrix<8x16xf32, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.return %d : !gpu.mma_matrix<16x16xf32, "COp">
  }
  // CHECK-LABEL: llvm.func @doubles(%arg0: f64, %arg1: f64, %arg2: !llvm.struct<(f64, f64)>)
  // CHECK: nvvm.wmma.mma %arg0, %arg1, %{{.*}}, %{{.*}} {eltypeA = #nvvm.mma_type<f64>, eltypeB = #nvvm.mma_type<f64>, k = 4 : i32, {{.*}} m = 8 : i32, n = 8 : i32} : (f64, f64, f64, f64) -> !llvm.struct<(f64, f64)>
  gpu.func @doubles(%a: !gpu.mma_matrix<8x4xf64, "AOp">, %b: !gpu.mma_matrix<4x8xf64, "BOp">, %c: !gpu.mma_matrix<8x8xf64, "COp">) -> !gpu.mma_matrix<8x8xf64, "COp"> {
    %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<8x4xf64, "AOp">, !gpu.mma_matrix<4x8xf64, "BOp"> -> !gpu.mma_matrix<8x8xf64, "COp">
    gpu.return %d : !gpu.mma_matrix<8x8xf64, "COp">
  }
  // CHECK-LABEL: llvm.func @bytes(
  // CHECK: llvm.mlir.constant(16843009 : i32)
  // CHECK: nvvm.wmma.load {{.*}} {eltype = #nvvm.mma_type<u8>, frag = #nvvm.mma_frag<a>, k = 16 : i32, layout = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32} : (!llvm.ptr) -> !llvm.struct<(i32, i32)>
  // CHECK: nvvm.wmma.mma {{.*}} {eltypeA = #nvvm.mma_type<u8>, eltypeB = #nvvm.mma_type<s32>, k = 16 : i32, layoutA = #nvvm.mma_layout<col>, layoutB = #nvvm.mma_layout<row>, m = 16 : i32, n = 16 : i32}
  gpu.func @bytes(%m: memref<64x64xi8>, %v: ui8, %c: !gpu.mma_matrix<16x16xi32, "COp">, %i: index) -> !gpu.mma_matrix<16x16xi32, "COp"> {
    %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 64 : index} : memref<64x64xi8> -> !gpu.mma_matrix<16x16xui8, "AOp">
    %b = gpu.subgroup_mma_constant_matrix %v : !gpu.mma_matrix<16x16xui8, "BOp">
    %d = gpu.subgroup_mma_compute %a, %b, %c {a_transpose} : !gpu.mma_matrix<16x16xui8, "AOp">, !gpu.mma_matrix<16x16xui8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    %e = gpu.subgroup_mma_elementwise addi %d, %d : (!gpu.mma_matrix<16x16xi32, "COp">, !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.return %e : !gpu.mma_matrix<16x16xi32, "COp">
  }
  // CHECK-LABEL: llvm.func @elements(
  // CHECK: %[[PAIR:.*]] = llvm.extractvalue %arg0[1]
  // CHECK: llvm.extractelement %[[PAIR]]
  // CHECK: llvm.insertelement
  gpu.func @elements(%a: !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp"> {
    %c3 = arith.constant 3 : index
    %c0 = arith.constant 0 : index
    %x = gpu.subgroup_mma_extract_thread_local %a[%c3] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
    %b = gpu.subgroup_mma_insert_thread_local %x, %a[%c0] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.return %b : !gpu.mma_matrix<16x16xf16, "COp">
  }
}
