// RUN: strata-opt %s --convert-nvgpu-to-nvvm | FileCheck %s

// CHECK: memref.global "private" @__mbarrier : memref<4xi64, 3> = uninitialized {alignment = 8 : i64}
// CHECK-LABEL: @mma
// CHECK: %[[P:.*]] = llvm.getelementptr {{.*}} -> !llvm.ptr<3>, f16
// CHECK: %[[F:.*]] = nvvm.ldmatrix %[[P]] {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
// CHECK: %[[R:.*]] = llvm.extractvalue %[[F]][0]
// CHECK: llvm.bitcast %[[R]] : i32 to vector<2xf16>
// CHECK: nvvm.mma.sync A[{{.*}}] {{.*}}B[{{.*}}] {{.*}}C[{{.*}}] {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32)
// CHECK-LABEL: @tf
// CHECK: nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<tf32>
// CHECK-LABEL: @i8
// CHECK: llvm.bitcast {{.*}} : vector<4xi8> to i32
// CHECK: nvvm.mma.sync {{.*}}intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>{{.*}}#nvvm.mma_type<s8>
// CHECK-LABEL: @cp
// CHECK: %[[G:.*]] = llvm.addrspacecast {{.*}} : !llvm.ptr to !llvm.ptr<1>
// CHECK: nvvm.cp.async.shared.global %{{.*}}, %[[G]], 16, cache = {{ *}}cg, %{{.*}} : !llvm.ptr<3>, !llvm.ptr<1>, i32
// CHECK: nvvm.cp.async.commit.group
// CHECK: nvvm.cp.async.wait.group 1
// CHECK-LABEL: @bar
// CHECK: memref.get_global @__mbarrier
// CHECK: nvvm.mbarrier.init {{.*}}, predicate = %{{.*}} : !llvm.ptr<3>, i32, i1
// CHECK: %[[T:.*]] = nvvm.mbarrier.arrive
// CHECK: nvvm.mbarrier.test.wait %{{.*}}, %[[T]]
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: %[[C:.*]] = llvm.addrspacecast {{.*}} to !llvm.ptr<7>
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[C]]
// CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta
// CHECK: nvvm.prefetch tensormap
// CHECK-LABEL: @wg
// CHECK: llvm.ptrtoint
// CHECK: nvvm.wgmma.fence.aligned
// CHECK-COUNT-8: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 128, k = 16>
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK: nvvm.wgmma.wait.group.sync.aligned 1
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK-COUNT-128: memref.store

!bg = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
!tm = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!tb = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
module {
  func.func @mma(%m: memref<128x32xf16, 3>, %i: index, %a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>, %ab: vector<4x2xbf16>, %bb: vector<2x2xbf16>) -> vector<2x2xf32> {
    %0 = nvgpu.ldmatrix %m[%i, %i] {transpose = false, numTiles = 4 : i32} : memref<128x32xf16, 3> -> vector<4x2xf16>
    %1 = nvgpu.mma.sync (%0, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    return %1 : vector<2x2xf32>
  }
  func.func @tf(%a: vector<2x1xf32>, %b: vector<1x1xf32>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
    %1 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 4], tf32Enabled} : (vector<2x1xf32>, vector<1x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
    return %1 : vector<2x2xf32>
  }
  func.func @i8(%a: vector<4x4xi8>, %b: vector<2x4xi8>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
    %1 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
    return %1 : vector<2x2xi32>
  }
  func.func @cp(%g: memref<?x?xf16>, %m: memref<128x32xf16, 3>, %i: index) {
    %0 = nvgpu.device_async_copy %g[%i, %i], %m[%i, %i], 8, %i {bypassL1} : memref<?x?xf16> to memref<128x32xf16, 3>
    %1 = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %1 {numGroups = 1 : i32}
    return
  }
  func.func @bar(%i: index, %p: i1, %t: !tm, %d: memref<128x64xf16, 3>) {
    %b = nvgpu.mbarrier.create -> !bg
    nvgpu.mbarrier.init %b[%i], %i, predicate = %p : !bg
    %t1 = nvgpu.mbarrier.arrive %b[%i] : !bg -> !nvgpu.mbarrier.token
    %w = nvgpu.mbarrier.test.wait %b[%i], %t1 : !bg, !nvgpu.mbarrier.token
    nvgpu.mbarrier.arrive.expect_tx %b[%i], %i : !bg
    nvgpu.mbarrier.try_wait.parity %b[%i], %p, %i : !bg
    nvgpu.tma.async.load %t[%i, %i], %b[%i] to %d, predicate = %p : !tm, !bg -> memref<128x64xf16, 3>
    nvgpu.tma.async.store %d to %t[%i, %i] : memref<128x64xf16, 3> -> !tm
    nvgpu.tma.prefetch.descriptor %t : !tm
    return
  }
  func.func @wg(%ta: !tm, %tb: !tb, %d: memref<128x64xf16, 3>, %e: memref<64x128xf16, 3>, %out: memref<128x128xf32, 3>) {
    %da = nvgpu.warpgroup.generate.descriptor %d, %ta : memref<128x64xf16, 3>, !tm -> !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>
    %db = nvgpu.warpgroup.generate.descriptor %e, %tb : memref<64x128xf16, 3>, !tb -> !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>
    %acc = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
    %r = nvgpu.warpgroup.mma %da, %db, %acc {transposeB} : !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>, !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>
    nvgpu.warpgroup.mma.store %r, %out : !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>> to memref<128x128xf32, 3>
    return
  }
}
