// Recipes for `nvgpu`.
// type: !nvgpu.device.async.token
// type: !nvgpu.mbarrier.token
// type: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
// type: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
// attr: #nvgpu<rcp_rounding_mode approx>
// -----
// only
// op: nvgpu.ldmatrix nvgpu.mma.sync nvgpu.mma.sp.sync
func.func @f(%s: memref<$mx64xf16, $[1:3|#gpu.address_space<workgroup>]>, %i: index, %c: vector<2x2xf32>, %meta: vector<2xi16>) -> vector<2x2xf32> {
  %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = $b} : memref<$mx64xf16, $1> -> vector<4x2xf16>
  %b = nvgpu.ldmatrix %s[%i, %i] {numTiles = 2 : i32, transpose = $b} : memref<$mx64xf16, $1> -> vector<2x2xf16>
  %0 = nvgpu.mma.sync(%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  %1 = nvgpu.mma.sp.sync(%a, %a, %0) metadata(%meta) {mmaShape = [16, 8, 32]$[|, sparsitySelector = 1 : i32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %1 : vector<2x2xf32>
}
// -----
// only
// op: nvgpu.device_async_copy nvgpu.device_async_create_group nvgpu.device_async_wait
func.func @f(%g: memref<$mx64xf32>, %s: memref<$nx64xf32, 3>, %i: index) {
  %0 = nvgpu.device_async_copy %g[%i, %i], %s[%i, %i], $[1|2|4|4, %i]$[| {note}] : memref<$mx64xf32> to memref<$nx64xf32, 3>
  %1 = nvgpu.device_async_copy %g[%i, %i], %s[%i, %i], 4 {bypassL1} : memref<$mx64xf32> to memref<$nx64xf32, 3>
  %2 = nvgpu.device_async_create_group %0, %1
  nvgpu.device_async_wait %2$[| {numGroups = 1 : i32}]
  return
}
// -----
// only
// op: nvgpu.mbarrier.create nvgpu.mbarrier.get nvgpu.mbarrier.init nvgpu.mbarrier.arrive nvgpu.mbarrier.arrive.nocomplete nvgpu.mbarrier.arrive.expect_tx nvgpu.mbarrier.test.wait nvgpu.mbarrier.try_wait.parity
func.func @f(%i: index, %p: i1) -> i1 {
  %b = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  %a = nvgpu.mbarrier.get %b[%i] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> $[i32|i64]
  nvgpu.mbarrier.init %b[%i], %i$[|, predicate = %p] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  %t = nvgpu.mbarrier.arrive %b[%i] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> !nvgpu.mbarrier.token
  %u = nvgpu.mbarrier.arrive.nocomplete %b[%i], %i : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> !nvgpu.mbarrier.token
  nvgpu.mbarrier.arrive.expect_tx %b[%i], %i$[|, predicate = %p] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  nvgpu.mbarrier.try_wait.parity %b[%i], %p, %i : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  %w = nvgpu.mbarrier.test.wait %b[%i], %t : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>, !nvgpu.mbarrier.token
  return %w : i1
}
// -----
// only
// op: nvgpu.tma.create.descriptor nvgpu.tma.fence.descriptor nvgpu.tma.prefetch.descriptor nvgpu.tma.async.load nvgpu.tma.async.store
func.func @f(%u: memref<*xf16>, %s: memref<$mx64xf16, 3>, %b: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %i: index, %p: i1, %k: i16) {
  %m = nvgpu.tma.create.descriptor %u box[%i, %i] : memref<*xf16> -> !nvgpu.tensormap.descriptor<tensor = memref<$mx64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  nvgpu.tma.fence.descriptor %m : !nvgpu.tensormap.descriptor<tensor = memref<$mx64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  nvgpu.tma.prefetch.descriptor %m$[|, predicate = %p] : !nvgpu.tensormap.descriptor<tensor = memref<$mx64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  nvgpu.tma.async.load %m[%i, %i], %b[%i] to %s$[| multicast_mask = %k]$[|, predicate = %p] : !nvgpu.tensormap.descriptor<tensor = memref<$mx64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>> -> memref<$mx64xf16, 3>
  nvgpu.tma.async.store %s to %m[%i, %i]$[|, predicate = %p] : memref<$mx64xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<$mx64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
  return
}
// -----
// only
// op: nvgpu.warpgroup.generate.descriptor nvgpu.warpgroup.mma nvgpu.warpgroup.mma.store nvgpu.warpgroup.mma.init.accumulator
func.func @f(%s: memref<64x64xf16, 3>, %o: memref<64x64xf32>, %m: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>) {
  %d = nvgpu.warpgroup.generate.descriptor %s, %m : memref<64x64xf16, 3>, !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none> -> !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
  %c = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
  %0 = nvgpu.warpgroup.mma %d, %d, %c$[| {transposeB}| {waitGroup = 2 : i64}] : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
  nvgpu.warpgroup.mma.store %0, %o : !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> to memref<64x64xf32>
  return
}
// -----
// only
// op: nvgpu.rcp
func.func @f(%v: vector<$mxf32>) -> vector<$mxf32> {
  %0 = nvgpu.rcp %v {rounding = approx, ftz} : vector<$mxf32>
  return %0 : vector<$mxf32>
}
