// RUN: strata-opt %s --split-input-file --verify-diagnostics

func.func @f(%m: memref<8x8xf16>, %i: index) {
  // expected-error @+1 {{expected nvgpu.ldmatrix srcMemref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 1 : i32, transpose = false} : memref<8x8xf16> -> vector<1x2xf16>
  return
}

// -----

func.func @f(%m: memref<8x8xf32, 3>, %i: index) {
  // expected-error @+1 {{nvgpu.ldmatrix transpose works only at 16b granularity}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 1 : i32, transpose = true} : memref<8x8xf32, 3> -> vector<1x1xf32>
  return
}

// -----

func.func @f(%m: memref<8x8xf16, 3>, %i: index) {
  // expected-error @+1 {{expected vector register shape[1] = 2}}
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 1 : i32, transpose = false} : memref<8x8xf16, 3> -> vector<1x4xf16>
  // expected-error @+1 {{expected vector register shape[0] and numTiles to match}}
  %1 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 2 : i32, transpose = false} : memref<8x8xf16, 3> -> vector<1x2xf16>
  // expected-error @+1 {{failed to verify that srcMemref and res have same element type}}
  %2 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 1 : i32, transpose = false} : memref<8x8xf16, 3> -> vector<1x2xbf16>
  return
}

// -----

func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>, %d: vector<8x1xf16>) {
  // expected-error @+1 {{expected 128 warp-wide matrix A elements}}
  %0 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 8]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  // expected-error @+1 {{expected matrix A to be shaped (4 x 2)}}
  %1 = nvgpu.mma.sync (%d, %b, %c) {mmaShape = [16, 8, 16]} : (vector<8x1xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  // expected-error @+1 {{expected tf32 tensor cores only for F32 operands}}
  %2 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16], tf32Enabled} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return
}

// -----

func.func @f(%g: memref<64xf16>, %s: memref<64xf16, 3>, %i: index) {
  // expected-error @+1 {{destination memref must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)}}
  %0 = nvgpu.device_async_copy %g[%i], %g[%i], 8 : memref<64xf16> to memref<64xf16>
  // expected-error @+1 {{Requested copy elements is 3 with width 16. But copy elements could be one of 2, 4, 8.}}
  %1 = nvgpu.device_async_copy %g[%i], %s[%i], 3 : memref<64xf16> to memref<64xf16, 3>
  // expected-error @+1 {{expected 1 source indices, got 2}}
  %2 = nvgpu.device_async_copy %g[%i, %i], %s[%i], 8 : memref<64xf16> to memref<64xf16, 3>
  // expected-error @+1 {{bypassL1 does not satify alignment for 'memref<64xf16, 3>' with destination element 4. Unset bypassL1, or set destination element to 8}}
  %3 = nvgpu.device_async_copy %g[%i], %s[%i], 4 {bypassL1} : memref<64xf16> to memref<64xf16, 3>
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
func.func @f(%u: memref<*xf16>, %i: index) {
  // expected-error @+1 {{the tensormap descriptor must have last dimension of 128 bytes but it is 64 bytes}}
  %0 = nvgpu.tma.create.descriptor %u box[%i, %i] : memref<*xf16> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @f(%map: !map, %s: memref<32x64xf16, 3>, %i: index) {
  // expected-error @+1 {{memref and tensor map shapes mismatch 'memref<64x32xf16, 3>' != 'memref<32x64xf16, 3>'}}
  nvgpu.tma.async.store %s to %map[%i, %i] : memref<32x64xf16, 3> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>
func.func @f(%map: !map, %s: memref<64x32xf16, 3>, %i: index) {
  // expected-error @+1 {{number of coordinates do not match with the rank of tensor descriptor map.}}
  nvgpu.tma.async.store %s to %map[%i] : memref<64x32xf16, 3> -> !map
  // expected-error @+1 {{supports only swizzle_128b is supported for the time being}}
  %0 = nvgpu.warpgroup.generate.descriptor %s, %map : memref<64x32xf16, 3>, !map -> !nvgpu.warpgroup.descriptor<tensor = memref<64x32xf16, 3>>
  return
}

// -----

!a = !nvgpu.warpgroup.descriptor<tensor = memref<64x32xf16, 3>>
!b = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
!c = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
func.func @f(%a: !a, %b: !b, %c: !c) {
  // expected-error @+1 {{2nd dim matrix-A (32)!= 1st dim matrix-B (64 )}}
  %0 = nvgpu.warpgroup.mma %a, %b, %c : !a, !b, !c -> !c
  return
}

// -----

!c = !nvgpu.warpgroup.accumulator<fragmented = vector<64x12xf32>>
func.func @f() {
  // expected-error @+1 {{has type 'vector<64x12xf32>'. It does not fit into warp-group level (wgmma) matrix multiplication instruction (or not supported yet)}}
  %0 = nvgpu.warpgroup.mma.init.accumulator -> !c
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{has a limitation. #nvgpu<rcp_rounding_mode rn> or non-ftz is not supported yet.}}
  %0 = nvgpu.rcp %v {rounding = rn, ftz} : vector<4xf32>
  return
}

// -----

func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x8xi8, #gpu.address_space<workgroup>>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>, %m: memref<64x8xi8, #gpu.address_space<workgroup>>, %i: index) {
  // expected-error @below {{the bytes in the last dimension of the tensor map must be a multiple of 16}}
  nvgpu.tma.async.load %d[%i, %i], %b[%i] to %m : !nvgpu.tensormap.descriptor<tensor = memref<64x8xi8, #gpu.address_space<workgroup>>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>> -> memref<64x8xi8, #gpu.address_space<workgroup>>
  return
}
