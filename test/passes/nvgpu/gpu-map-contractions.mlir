// RUN: strata-opt %s --gpu-map-contractions | FileCheck %s
// RUN: strata-opt %s --gpu-map-contractions="chip=sm_90a tile=128x256x64" | FileCheck %s --check-prefix=WARPGROUP
// RUN: strata-opt %s --gpu-map-contractions="chip=sm_90a tile=128x128x64 multiprocessors=2" | FileCheck %s --check-prefix=TURNS

// A product with what is before and behind it: one launch is left.
// CHECK-LABEL: @dense
// CHECK-NOT: linalg
// CHECK: gpu.launch {{.*}} workgroup(%[[TA:.*]] : memref<3x32x64xbf16, #gpu.address_space<workgroup>>, %[[TB:.*]] : memref<3x64x32xbf16, #gpu.address_space<workgroup>>)
// CHECK: nvgpu.device_async_copy %{{.*}}[{{.*}}], %[[TA]][{{.*}}], 8 {bypassL1}
// CHECK: nvgpu.device_async_copy %{{.*}}[{{.*}}], %[[TB]][{{.*}}], 8 {bypassL1}
// CHECK: %[[GROUP:.*]] = nvgpu.device_async_create_group
// CHECK: scf.for
// CHECK: nvgpu.device_async_wait %{{.*}} {numGroups = 1 : i32}
// CHECK-NEXT: gpu.barrier
// CHECK: scf.if
// CHECK: nvgpu.device_async_copy
// CHECK: nvgpu.ldmatrix %[[TA]][{{.*}}] {numTiles = 4 : i32, transpose = false}
// CHECK: nvgpu.ldmatrix %[[TB]][{{.*}}] {numTiles = 4 : i32, transpose = true}
// CHECK: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 16]} : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK: arith.truncf
// CHECK: arith.addf
// CHECK: vector.store
// CHECK-NOT: memref.alloc
// CHECK: return
func.func @dense(%a: memref<256x256xbf16>, %b: memref<256x256xbf16>, %bias: memref<256xbf16>, %out: memref<256x256xbf16>) {
  %zero = arith.constant 0.0 : f32
  %sums = memref.alloc() : memref<256x256xf32>
  linalg.fill ins(%zero : f32) outs(%sums : memref<256x256xf32>)
  linalg.matmul ins(%a, %b : memref<256x256xbf16>, memref<256x256xbf16>) outs(%sums : memref<256x256xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%sums, %bias : memref<256x256xf32>, memref<256xbf16>) outs(%out : memref<256x256xbf16>) {
  ^bb0(%s: f32, %c: bf16, %o: bf16):
    %0 = arith.truncf %s : f32 to bf16
    %1 = arith.addf %0, %c : bf16
    linalg.yield %1 : bf16
  }
  memref.dealloc %sums : memref<256x256xf32>
  return
}

// The product reads what was transposed for it before it was; sizes that tiles do not divide are guarded.
// CHECK-LABEL: @transposed
// CHECK-NOT: linalg.transpose
// CHECK: gpu.launch
// CHECK: arith.select
// CHECK: nvgpu.device_async_copy {{.*}}, 2, %{{.*}} : memref<34x38xf16>
// CHECK: nvgpu.ldmatrix {{.*}}transpose = false
// CHECK: nvgpu.ldmatrix {{.*}}transpose = false
// CHECK: arith.cmpi ult
// CHECK: scf.if
// CHECK: return
func.func @transposed(%a: memref<33x38xf16>, %b: memref<34x38xf16>, %out: memref<33x34xf32>) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<38x34xf16>
  linalg.transpose ins(%b : memref<34x38xf16>) outs(%t : memref<38x34xf16>) permutation = [1, 0]
  linalg.fill ins(%zero : f32) outs(%out : memref<33x34xf32>)
  linalg.matmul ins(%a, %t : memref<33x38xf16>, memref<38x34xf16>) outs(%out : memref<33x34xf32>)
  memref.dealloc %t : memref<38x34xf16>
  return
}

// Somebody else reads the sums, so they are in memory.
// CHECK-LABEL: @sums_are_read
// CHECK: gpu.launch
// CHECK: linalg.generic
// CHECK: return
func.func @sums_are_read(%a: memref<64x64xf16>, %b: memref<64x64xf16>, %sums: memref<64x64xf32>, %out: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%sums : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%sums : memref<64x64xf32>) outs(%out : memref<64x64xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = math.absf %s : f32
    linalg.yield %0 : f32
  }
  return
}

// Words are multiplied by threads, each of which has a square of the tile, four steps along the sum at once.
// CHECK-LABEL: @words
// CHECK: gpu.launch {{.*}} workgroup(%{{.*}} : memref<3x32x16xf32, #gpu.address_space<workgroup>>
// CHECK: nvgpu.device_async_copy {{.*}}, 4 {bypassL1}
// CHECK: scf.for
// CHECK: vector.load {{.*}} vector<4xf32>
// CHECK-COUNT-64: math.fma
// CHECK: vector.store
// CHECK: } {gpu.min_blocks_per_multiprocessor = 2 : i32}
// CHECK: return
func.func @words(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %out: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%out : memref<64x64xf32>)
  return
}

// Too small, of integers of 64 bits, or a vector: left to other passes.
// CHECK-LABEL: @left
// CHECK: linalg.matmul
// CHECK: linalg.matmul
// CHECK: linalg.matvec
func.func @left(%a: memref<8x8xf16>, %c: memref<8x8xf32>, %d: memref<64x64xi64>, %v: memref<64xi64>, %w: memref<64xi64>, %e: memref<64x64xi64>) {
  linalg.matmul ins(%a, %a : memref<8x8xf16>, memref<8x8xf16>) outs(%c : memref<8x8xf32>)
  linalg.matmul ins(%d, %d : memref<64x64xi64>, memref<64x64xi64>) outs(%e : memref<64x64xi64>)
  linalg.matvec ins(%d, %v : memref<64x64xi64>, memref<64xi64>) outs(%w : memref<64xi64>)
  return
}

// WARPGROUP-LABEL: @dense
// WARPGROUP: nvgpu.tma.create.descriptor {{.*}}<tensor = memref<128x64xbf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b
// WARPGROUP: nvgpu.tma.create.descriptor {{.*}}<tensor = memref<64x64xbf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b
// WARPGROUP: gpu.launch clusters({{.*}} = %c2{{.*}} = %c384
// WARPGROUP: nvgpu.mbarrier.create
// WARPGROUP: nvgpu.mbarrier.init
// WARPGROUP: nvvm.fence.mbarrier.init
// WARPGROUP: nvvm.cluster.arrive
// WARPGROUP: nvvm.setmaxregister {{ *}}decrease 40
// WARPGROUP: nvgpu.mbarrier.try_wait.parity
// WARPGROUP: nvgpu.mbarrier.arrive.expect_tx
// WARPGROUP: nvgpu.tma.async.load
// WARPGROUP-NOT: multicast_mask
// WARPGROUP-COUNT-2: nvgpu.tma.async.load {{.*}} multicast_mask
// WARPGROUP: nvvm.setmaxregister {{ *}}increase 232
// WARPGROUP: nvgpu.mbarrier.try_wait.parity
// WARPGROUP: nvgpu.warpgroup.mma {{.*}} {transposeB, waitGroup = 1 : i64}
// WARPGROUP: nvvm.mapa
// WARPGROUP: nvvm.mbarrier.arrive
// WARPGROUP: nvvm.wgmma.wait.group.sync.aligned 0
// WARPGROUP: gpu.shuffle
// WARPGROUP: nvvm.cluster.wait

// One cluster for two pairs of tiles.
// TURNS-LABEL: @dense
// TURNS: gpu.launch clusters({{.*}} = %c2{{.*}} blocks({{.*}} = %c2{{.*}} = %c384
// TURNS: nvvm.setmaxregister {{ *}}decrease 40
// TURNS: scf.for {{.*}} to %{{.*}} step %{{.*}} iter_args
// TURNS: scf.for {{.*}} iter_args
// TURNS: nvgpu.mbarrier.try_wait.parity
// TURNS: nvvm.setmaxregister {{ *}}increase 232
// TURNS: scf.for {{.*}} iter_args
// TURNS: scf.for {{.*}} iter_args
// TURNS: nvgpu.warpgroup.mma
// TURNS: nvvm.wgmma.wait.group.sync.aligned 0
// TURNS: nvvm.mapa
