// RUN: strata-opt %s --gpu-map-contractions | FileCheck %s
// RUN: strata-opt %s --gpu-map-contractions="tile=64x64x64 split=4" | FileCheck %s --check-prefix=FOUR

// One tile and a long sum: blocks have parts of it, and a second kernel adds them and has what is behind the product.
// CHECK-LABEL: @long
// CHECK: %[[PARTS:.*]] = memref.alloc() : memref<[[N:[0-9]+]]x4096xf32>
// CHECK: gpu.launch
// CHECK-NOT: math.exp
// CHECK: nvgpu.mma.sync
// CHECK-NOT: math.exp
// CHECK: vector.store %{{.*}}, %[[PARTS]]
// CHECK: gpu.launch
// CHECK: scf.for
// CHECK-COUNT-4: vector.load %[[PARTS]]
// CHECK: gpu.barrier
// CHECK: math.exp
// CHECK: vector.store
// CHECK-NOT: gpu.launch
// CHECK: memref.dealloc %[[PARTS]]
// CHECK-NOT: gpu.launch
// CHECK: return
// FOUR-LABEL: @long
// FOUR: memref.alloc() : memref<4x4096xf32>
// FOUR: %[[BLOCKS:.*]] = arith.constant 4 : index
// FOUR: gpu.launch blocks({{.*}}) in (%{{.*}} = %[[BLOCKS]],
// FOUR: gpu.launch
func.func @long(%a: memref<64x65536xbf16>, %b: memref<65536x64xbf16>, %out: memref<64x64xf32>) {
  %one = arith.constant 1.0 : f32
  %sums = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%one : f32) outs(%sums : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x65536xbf16>, memref<65536x64xbf16>) outs(%sums : memref<64x64xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%sums : memref<64x64xf32>) outs(%out : memref<64x64xf32>) {
  ^bb0(%s: f32, %o: f32):
    %0 = math.exp %s : f32
    linalg.yield %0 : f32
  }
  memref.dealloc %sums : memref<64x64xf32>
  return
}

// Enough tiles for all multiprocessors: no parts.
// CHECK-LABEL: @many
// CHECK-NOT: memref.alloc
// CHECK: gpu.launch
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @many(%a: memref<2048x1024xbf16>, %b: memref<1024x2048xbf16>, %out: memref<2048x2048xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<2048x2048xf32>)
  linalg.matmul ins(%a, %b : memref<2048x1024xbf16>, memref<1024x2048xbf16>) outs(%out : memref<2048x2048xf32>)
  return
}
