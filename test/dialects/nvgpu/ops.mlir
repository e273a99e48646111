// RUN: strata-opt %s | FileCheck %s
// RUN: strata-opt %s | strata-opt | FileCheck %s

// CHECK-LABEL: func.func @f
// CHECK: nvgpu.ldmatrix %arg0[%arg2, %arg2] {numTiles = 4 : i32, transpose = false} : memref<64x64xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
// CHECK: nvgpu.mma.sync(%arg3, %arg4, %arg5) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK: nvgpu.mma.sp.sync(%arg3, %arg3, %arg4) metadata(%arg11) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
// CHECK: nvgpu.device_async_copy %arg1[%arg2, %arg2], %arg0[%arg2, %arg2], 8 {bypassL1} : memref<?x?xf16> to memref<64x64xf16, #gpu.address_space<workgroup>>
// CHECK: nvgpu.device_async_copy %arg1[%arg2, %arg2], %arg0[%arg2, %arg2], 8, %arg2 : memref<?x?xf16> to memref<64x64xf16, #gpu.address_space<workgroup>>
// CHECK: nvgpu.device_async_create_group %3, %4
// CHECK: nvgpu.device_async_wait %5 {numGroups = 1 : i32}
// CHECK: nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
// CHECK: nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
// CHECK: nvgpu.mbarrier.get %6[%arg2] : !nvgpu.mbarrier.group<{{.*}}> -> i32
// CHECK: nvgpu.mbarrier.init %6[%arg2], %arg2, predicate = %arg6 : !nvgpu.mbarrier.group<{{.*}}>
// CHECK: nvgpu.mbarrier.arrive %6[%arg2] : !nvgpu.mbarrier.group<{{.*}}> -> !nvgpu.mbarrier.token
// CHECK: nvgpu.mbarrier.arrive.nocomplete %6[%arg2], %arg2 : !nvgpu.mbarrier.group<{{.*}}> -> !nvgpu.mbarrier.token
// CHECK: nvgpu.mbarrier.test.wait %6[%arg2], %9 : !nvgpu.mbarrier.group<{{.*}}>, !nvgpu.mbarrier.token
// CHECK: nvgpu.mbarrier.arrive.expect_tx %6[%arg2], %arg2 : !nvgpu.mbarrier.group<{{.*}}>
// CHECK: nvgpu.mbarrier.try_wait.parity %6[%arg2], %arg6, %arg2 : !nvgpu.mbarrier.group<{{.*}}>
// CHECK: nvgpu.tma.create.descriptor %arg7 box[%arg2, %arg2] : memref<*xf16> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
// CHECK: nvgpu.tma.fence.descriptor %12 :
// CHECK: nvgpu.tma.prefetch.descriptor %12, predicate = %arg6 :
// CHECK: nvgpu.tma.async.load %12[%arg2, %arg2], %6[%arg2] to %arg0 multicast_mask = %arg8, predicate = %arg6 :
// CHECK: nvgpu.tma.async.store %arg0 to %12[%arg2, %arg2] :
// CHECK: nvgpu.warpgroup.generate.descriptor %arg0, %12 : {{.*}} -> !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>>
// CHECK: nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
// CHECK: nvgpu.warpgroup.mma %13, %13, %14 {transposeB, waitGroup = 2 : i64} :
// CHECK: nvgpu.warpgroup.mma.store %15, %arg10 : !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> to memref<64x64xf32>
// CHECK: nvgpu.rcp %{{.*}}{rounding = approx, ftz} : vector<4xf32>
!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
func.func @f(%s: memref<64x64xf16, #gpu.address_space<workgroup>>, %g: memref<?x?xf16>, %i: index, %v4 : vector<4x2xf16>, %v2: vector<2x2xf16>, %c: vector<2x2xf32>, %p: i1, %u: memref<*xf16>, %m16: i16, %acc : !acc, %o: memref<64x64xf32>, %meta: vector<2xi16>) {
  %0 = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<64x64xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
  %1 = nvgpu.mma.sync (%v4, %v2, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  %2 = nvgpu.mma.sp.sync (%v4, %v4, %v2) metadata(%meta) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %3 = nvgpu.device_async_copy %g[%i, %i], %s[%i, %i], 8 {bypassL1} : memref<?x?xf16> to memref<64x64xf16, #gpu.address_space<workgroup>>
  %4 = nvgpu.device_async_copy %g[%i, %i], %s[%i, %i], 8, %i : memref<?x?xf16> to memref<64x64xf16, #gpu.address_space<workgroup>>
  %5 = nvgpu.device_async_create_group %3, %4
  nvgpu.device_async_wait %5 {numGroups = 1 : i32}
  %b = nvgpu.mbarrier.create -> !b
  %b1 = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
  %a = nvgpu.mbarrier.get %b[%i] : !b -> i32
  nvgpu.mbarrier.init %b[%i], %i, predicate = %p : !b
  %t = nvgpu.mbarrier.arrive %b[%i] : !b -> !nvgpu.mbarrier.token
  %t2 = nvgpu.mbarrier.arrive.nocomplete %b[%i], %i : !b -> !nvgpu.mbarrier.token
  %w = nvgpu.mbarrier.test.wait %b[%i], %t : !b, !nvgpu.mbarrier.token
  nvgpu.mbarrier.arrive.expect_tx %b[%i], %i : !b
  nvgpu.mbarrier.try_wait.parity %b[%i], %p, %i : !b
  %map = nvgpu.tma.create.descriptor %u box[%i, %i] : memref<*xf16> -> !map
  nvgpu.tma.fence.descriptor %map : !map
  nvgpu.tma.prefetch.descriptor %map, predicate = %p : !map
  nvgpu.tma.async.load %map[%i, %i], %b[%i] to %s multicast_mask = %m16, predicate = %p : !map, !b -> memref<64x64xf16, #gpu.address_space<workgroup>>
  nvgpu.tma.async.store %s to %map[%i, %i] : memref<64x64xf16, #gpu.address_space<workgroup>> -> !map
  %d = nvgpu.warpgroup.generate.descriptor %s, %map : memref<64x64xf16, #gpu.address_space<workgroup>>, !map -> !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>>
  %ini = nvgpu.warpgroup.mma.init.accumulator -> !acc
  %mm = nvgpu.warpgroup.mma %d, %d, %ini {transposeB, waitGroup = 2 : i64} : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>>, !acc -> !acc
  nvgpu.warpgroup.mma.store %mm, %o : !acc to memref<64x64xf32>
  %rv = arith.constant dense<1.0> : vector<4xf32>
  %r = nvgpu.rcp %rv {rounding = approx, ftz} : vector<4xf32>
  return
}
