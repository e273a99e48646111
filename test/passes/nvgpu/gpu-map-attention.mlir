// RUN: strata-opt %s --gpu-map-attention | FileCheck %s

#all = affine_map<(b, t, s) -> (b, t, s)>
#rows = affine_map<(b, t, s) -> (b, t)>
#mask = affine_map<(b, t, s) -> (t, s)>
#two = affine_map<(t, s) -> (t, s)>

// Two products and what is between them are one launch, which keeps no scores in memory. The keys are read before they were transposed.
// CHECK-LABEL: @plain
// CHECK-SAME: (%[[Q:.*]]: memref<4x128x64xbf16>, %[[K:.*]]: memref<4x128x64xbf16>, %[[V:.*]]: memref<4x128x64xbf16>, %[[OUT:.*]]: memref<4x128x64xbf16>)
// CHECK-NOT: memref.alloc
// CHECK-NOT: linalg
// CHECK: gpu.launch {{.*}} workgroup(%[[TQ:.*]] : memref<1x64x72xbf16, #gpu.address_space<workgroup>>, %[[TK:.*]] : memref<2x64x72xbf16, #gpu.address_space<workgroup>>, %[[TV:.*]] : memref<2x64x72xbf16, #gpu.address_space<workgroup>>)
// CHECK: nvgpu.device_async_copy %[[Q]][{{.*}}], %[[TQ]][{{.*}}], 8 {bypassL1}
// CHECK: nvgpu.ldmatrix %[[TQ]][{{.*}}] {numTiles = 4 : i32, transpose = false}
// CHECK: nvgpu.device_async_copy %[[K]][{{.*}}], %[[TK]][{{.*}}], 8 {bypassL1}
// CHECK: nvgpu.device_async_copy %[[V]][{{.*}}], %[[TV]][{{.*}}], 8 {bypassL1}
// CHECK: scf.for
// CHECK: nvgpu.device_async_wait
// CHECK-NEXT: gpu.barrier
// CHECK: nvgpu.ldmatrix %[[TK]][{{.*}}] {numTiles = 4 : i32, transpose = false}
// CHECK: nvgpu.mma.sync({{.*}}) {mmaShape = [16, 8, 16]} : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK: arith.maximumf
// CHECK: gpu.shuffle xor
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"
// CHECK: llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rn"
// CHECK: nvgpu.ldmatrix %[[TV]][{{.*}}] {numTiles = 4 : i32, transpose = true}
// CHECK: nvgpu.mma.sync
// CHECK: scf.yield
// CHECK: arith.divf
// CHECK: vector.store {{.*}}, %[[OUT]][{{.*}}] {alignment = 4 : i64} : memref<4x128x64xbf16>, vector<2xbf16>
// CHECK-NOT: linalg
// CHECK: return
func.func @plain(%q: memref<4x128x64xbf16>, %k: memref<4x128x64xbf16>, %v: memref<4x128x64xbf16>, %out: memref<4x128x64xbf16>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.125 : f32
  %kt = memref.alloc() : memref<4x64x128xbf16>
  linalg.transpose ins(%k : memref<4x128x64xbf16>) outs(%kt : memref<4x64x128xbf16>) permutation = [0, 2, 1]
  %s = memref.alloc() : memref<4x128x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<4x128x128xf32>)
  linalg.batch_matmul ins(%q, %kt : memref<4x128x64xbf16>, memref<4x64x128xbf16>) outs(%s : memref<4x128x128xf32>)
  %max = memref.alloc() : memref<4x128xf32>
  linalg.fill ins(%low : f32) outs(%max : memref<4x128xf32>)
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : memref<4x128x128xf32>) outs(%max : memref<4x128xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.mulf %in, %scale : f32
    %1 = arith.maximumf %o, %0 : f32
    linalg.yield %1 : f32
  }
  %e = memref.alloc() : memref<4x128x128xf32>
  linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %max : memref<4x128x128xf32>, memref<4x128xf32>) outs(%e : memref<4x128x128xf32>) {
  ^bb0(%in: f32, %m: f32, %o: f32):
    %0 = arith.mulf %in, %scale : f32
    %1 = arith.subf %0, %m : f32
    %2 = math.exp %1 : f32
    linalg.yield %2 : f32
  }
  %sum = memref.alloc() : memref<4x128xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<4x128xf32>)
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : memref<4x128x128xf32>) outs(%sum : memref<4x128xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.addf %o, %in : f32
    linalg.yield %0 : f32
  }
  %p = memref.alloc() : memref<4x128x128xbf16>
  linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %sum : memref<4x128x128xf32>, memref<4x128xf32>) outs(%p : memref<4x128x128xbf16>) {
  ^bb0(%in: f32, %l: f32, %o: bf16):
    %0 = arith.divf %in, %l : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  }
  %r = memref.alloc() : memref<4x128x64xf32>
  linalg.fill ins(%zero : f32) outs(%r : memref<4x128x64xf32>)
  linalg.batch_matmul ins(%p, %v : memref<4x128x128xbf16>, memref<4x128x64xbf16>) outs(%r : memref<4x128x64xf32>)
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%r : memref<4x128x64xf32>) outs(%out : memref<4x128x64xbf16>) {
  ^bb0(%in: f32, %o: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
  }
  memref.dealloc %kt : memref<4x64x128xbf16>
  memref.dealloc %s : memref<4x128x128xf32>
  memref.dealloc %max : memref<4x128xf32>
  memref.dealloc %e : memref<4x128x128xf32>
  memref.dealloc %sum : memref<4x128xf32>
  memref.dealloc %p : memref<4x128x128xbf16>
  memref.dealloc %r : memref<4x128x64xf32>
  return
}

// The exponentials are the factor, the results are divided by their sum, and the mask is computed where it is needed: only keys
// before the query are looked at, and the others where that was not enough.
// CHECK-LABEL: @causal
// CHECK-NOT: memref.alloc
// CHECK: gpu.launch
// CHECK: %[[SEEN:.*]] = arith.divsi {{.*}} : index
// CHECK: scf.for {{.*}} -> (f32, f32, f32, f32, {{.*}}, index, index)
// CHECK: scf.for
// CHECK: arith.cmpi sge
// CHECK: arith.select
// CHECK: gpu.all_reduce maxui
// CHECK-NOT: linalg
// CHECK: return
func.func @causal(%q: memref<4x128x64xf16>, %kt: memref<4x128x64xf16>, %v: memref<4x128x64xf16>, %out: memref<4x128x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %s = memref.alloc() : memref<4x128x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<4x128x128xf32>)
  linalg.generic {indexing_maps = [affine_map<(b, t, s, h) -> (b, t, h)>, affine_map<(b, t, s, h) -> (b, s, h)>, affine_map<(b, t, s, h) -> (b, t, s)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %kt : memref<4x128x64xf16>, memref<4x128x64xf16>) outs(%s : memref<4x128x128xf32>) {
  ^bb0(%x: f16, %y: f16, %o: f32):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.extf %y : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  }
  %mask = memref.alloc() : memref<128x128xi1>
  linalg.generic {indexing_maps = [#two], iterator_types = ["parallel", "parallel"]} outs(%mask : memref<128x128xi1>) {
  ^bb0(%o: i1):
    %0 = linalg.index 0 : index
    %1 = linalg.index 1 : index
    %2 = arith.cmpi sge, %0, %1 : index
    linalg.yield %2 : i1
  }
  %z = memref.alloc() : memref<4x128x128xf32>
  linalg.generic {indexing_maps = [#mask, #all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%mask, %s : memref<128x128xi1>, memref<4x128x128xf32>) outs(%z : memref<4x128x128xf32>) {
  ^bb0(%c: i1, %in: f32, %o: f32):
    %0 = arith.select %c, %in, %low : f32
    linalg.yield %0 : f32
  }
  %max = memref.alloc() : memref<4x128xf32>
  linalg.fill ins(%low : f32) outs(%max : memref<4x128xf32>)
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "parallel", "reduction"]} ins(%z : memref<4x128x128xf32>) outs(%max : memref<4x128xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.maximumf %o, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#rows, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%max : memref<4x128xf32>) outs(%z : memref<4x128x128xf32>) {
  ^bb0(%m: f32, %o: f32):
    %0 = arith.subf %o, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  %sum = memref.alloc() : memref<4x128xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<4x128xf32>)
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "parallel", "reduction"]} ins(%z : memref<4x128x128xf32>) outs(%sum : memref<4x128xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.addf %o, %in : f32
    linalg.yield %0 : f32
  }
  %p = memref.alloc() : memref<4x128x128xf16>
  linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%z : memref<4x128x128xf32>) outs(%p : memref<4x128x128xf16>) {
  ^bb0(%in: f32, %o: f16):
    %0 = arith.truncf %in : f32 to f16
    linalg.yield %0 : f16
  }
  %r = memref.alloc() : memref<4x128x64xf32>
  linalg.fill ins(%zero : f32) outs(%r : memref<4x128x64xf32>)
  linalg.batch_matmul ins(%p, %v : memref<4x128x128xf16>, memref<4x128x64xf16>) outs(%r : memref<4x128x64xf32>)
  linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%r, %sum : memref<4x128x64xf32>, memref<4x128xf32>) outs(%out : memref<4x128x64xf32>) {
  ^bb0(%in: f32, %l: f32, %o: f32):
    %0 = arith.divf %in, %l : f32
    linalg.yield %0 : f32
  }
  return
}

// Somebody else reads the weights, so they are in memory.
// CHECK-LABEL: @read_twice
// CHECK-NOT: gpu.launch
// CHECK: return
func.func @read_twice(%q: memref<4x128x64xbf16>, %kt: memref<4x64x128xbf16>, %v: memref<4x128x64xbf16>, %p: memref<4x128x128xbf16>, %r: memref<4x128x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %s = memref.alloc() : memref<4x128x128xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<4x128x128xf32>)
  linalg.batch_matmul ins(%q, %kt : memref<4x128x64xbf16>, memref<4x64x128xbf16>) outs(%s : memref<4x128x128xf32>)
  %max = memref.alloc() : memref<4x128xf32>
  linalg.fill ins(%low : f32) outs(%max : memref<4x128xf32>)
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : memref<4x128x128xf32>) outs(%max : memref<4x128xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.maximumf %o, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#rows, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%max : memref<4x128xf32>) outs(%s : memref<4x128x128xf32>) {
  ^bb0(%m: f32, %o: f32):
    %0 = arith.subf %o, %m : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  %sum = memref.alloc() : memref<4x128xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<4x128xf32>)
  linalg.generic {indexing_maps = [#all, #rows], iterator_types = ["parallel", "parallel", "reduction"]} ins(%s : memref<4x128x128xf32>) outs(%sum : memref<4x128xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.addf %o, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#all, #rows, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%s, %sum : memref<4x128x128xf32>, memref<4x128xf32>) outs(%p : memref<4x128x128xbf16>) {
  ^bb0(%in: f32, %l: f32, %o: bf16):
    %0 = arith.divf %in, %l : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  }
  linalg.fill ins(%zero : f32) outs(%r : memref<4x128x64xf32>)
  linalg.batch_matmul ins(%p, %v : memref<4x128x128xbf16>, memref<4x128x64xbf16>) outs(%r : memref<4x128x64xf32>)
  return
}
