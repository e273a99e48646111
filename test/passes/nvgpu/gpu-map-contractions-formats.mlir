// RUN: strata-opt %s --gpu-map-contractions | FileCheck %s
// RUN: strata-opt %s --gpu-map-contractions="chip=sm_90a" | FileCheck %s
// RUN: strata-opt %s --strata-gpu-pipeline=arch=sm_80 | FileCheck %s --check-prefix=NVVM

// Bytes: neighbours along the sum come as they are, those across it as pairs, whose bytes are sorted.
// CHECK-LABEL: @bytes
// CHECK: gpu.launch {{.*}} workgroup(%[[TA:.*]] : memref<3x32x128xi8, #gpu.address_space<workgroup>>, %[[TB:.*]] : memref<3x128x64xi8, #gpu.address_space<workgroup>>)
// CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[TB]]
// CHECK: %[[PAIRS:.*]] = memref.view %[[FLAT]]{{.*}} to memref<3x128x32xi16, #gpu.address_space<workgroup>>
// CHECK: nvgpu.ldmatrix %[[TA]][{{.*}}] {numTiles = 4 : i32, transpose = false} : {{.*}} -> vector<4x4xi8>
// CHECK: nvgpu.ldmatrix %[[PAIRS]][{{.*}}] {numTiles = 4 : i32, transpose = true} : {{.*}} -> vector<4x2xi16>
// CHECK: vector.bitcast %{{.*}} : vector<2xi16> to vector<4xi8>
// CHECK: vector.shuffle %{{.*}} [0, 2, 4, 6] : vector<4xi8>, vector<4xi8>
// CHECK: vector.shuffle %{{.*}} [1, 3, 5, 7] : vector<4xi8>, vector<4xi8>
// CHECK: nvgpu.mma.sync(%{{.*}}) {mmaShape = [16, 8, 32], strata.wrapped} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
// CHECK: vector.store %{{.*}} : memref<256x256xi32>, vector<4xi32>
// CHECK: return
// NVVM: llvm.func @bytes_kernel
// NVVM: nvvm.mma.sync {{.*}}intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>{{.*}}multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 32>
func.func @bytes(%a: memref<256x256xi8>, %b: memref<256x256xi8>, %out: memref<256x256xi32>) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%out : memref<256x256xi32>)
  linalg.matmul ins(%a, %b : memref<256x256xi8>, memref<256x256xi8>) outs(%out : memref<256x256xi32>)
  return
}

// The first factor has no sign.
// CHECK-LABEL: @mixed
// CHECK: nvgpu.ldmatrix {{.*}} transpose = false} {{.*}} -> vector<4x4xi8>
// CHECK: nvgpu.ldmatrix {{.*}} transpose = false} {{.*}} -> vector<4x4xi8>
// CHECK: nvgpu.mma.sync(%{{.*}}) {mmaShape = [16, 8, 32], strata.unsigned_a, strata.wrapped}
// CHECK: return
// NVVM: llvm.func @mixed_kernel
// NVVM: nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<u8>, multiplicandBPtxType = #nvvm.mma_type<s8>
func.func @mixed(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %out: memref<64x64xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%out : memref<64x64xi32>) {
  ^bb0(%x: i8, %y: i8, %sum: i32):
    %0 = arith.extui %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %1, %0 : i32
    %3 = arith.addi %2, %sum : i32
    linalg.yield %3 : i32
  }
  return
}

// Words are rounded; neighbours across the sum are of different fragments.
// CHECK-LABEL: @rounded
// CHECK: gpu.launch {{.*}} workgroup(%[[TA:.*]] : memref<3x32x32xf32, #gpu.address_space<workgroup>>, %[[TB:.*]] : memref<3x32x32xf32, #gpu.address_space<workgroup>>)
// CHECK: nvgpu.ldmatrix %[[TA]][{{.*}}] {numTiles = 4 : i32, transpose = false} : {{.*}} -> vector<4x1xf32>
// CHECK: arith.andi
// CHECK: math.fma
// CHECK: vector.load %[[TB]]{{.*}} vector<2xf32>
// CHECK: nvgpu.mma.sync(%{{.*}}) {mmaShape = [16, 8, 8], tf32Enabled} : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
// CHECK: vector.store %{{.*}} : memref<256x256xf32>, vector<4xf32>
// CHECK: return
// NVVM: llvm.func @rounded_kernel
// NVVM: nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<tf32>
func.func @rounded(%a: memref<256x256xf32>, %b: memref<256x256xf32>, %out: memref<256x256xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<256x256xf32>)
  linalg.matmul {input_precision = "tf32"} ins(%a, %b : memref<256x256xf32>, memref<256x256xf32>) outs(%out : memref<256x256xf32>)
  return
}

// Words are split: the products of the small parts come first, and few products are added before their sum is rounded.
// CHECK-LABEL: @split
// CHECK: %[[NONE:.*]] = arith.constant dense<0.000000e+00> : vector<2x2xf32>
// CHECK: arith.minnumf
// CHECK: arith.maxnumf
// CHECK: arith.andi
// CHECK: arith.subf
// CHECK: %[[P:.*]] = nvgpu.mma.sync(%[[XS:.*]], %[[YB:.*]], %{{.*}}) {mmaShape = [16, 8, 8], tf32Enabled}
// CHECK-NEXT: %[[Q:.*]] = nvgpu.mma.sync(%[[XB:.*]], %[[YS:.*]], %[[P]])
// CHECK-NEXT: %[[R:.*]] = nvgpu.mma.sync(%[[XB]], %[[YB]], %[[Q]])
// CHECK-NEXT: arith.addf %{{.*}}, %[[R]] : vector<2x2xf32>
// CHECK: return
func.func @split(%a: memref<256x256xf32>, %b: memref<256x256xf32>, %out: memref<256x256xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<256x256xf32>)
  linalg.matmul {input_precision = "tf32x3"} ins(%a, %b : memref<256x256xf32>, memref<256x256xf32>) outs(%out : memref<256x256xf32>)
  return
}

// Doubles: a lane loads what it has of two products that follow each other.
// CHECK-LABEL: @doubles
// CHECK: gpu.launch {{.*}} workgroup(%[[TA:.*]] : memref<3x32x16xf64, #gpu.address_space<workgroup>>, %[[TB:.*]] : memref<3x16x32xf64, #gpu.address_space<workgroup>>)
// CHECK: vector.load %[[TA]]{{.*}} vector<2xf64>
// CHECK: vector.load %[[TB]]{{.*}} vector<2xf64>
// CHECK: %[[SUM:.*]] = nvgpu.mma.sync(%{{.*}}) {mmaShape = [8, 8, 4]} : (vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>) -> vector<1x2xf64>
// CHECK-NEXT: nvgpu.mma.sync(%{{.*}}, %{{.*}}, %[[SUM]])
// CHECK: memref.load
// CHECK: vector.store %{{.*}} : memref<64x64xf64>, vector<2xf64>
// CHECK: return
// NVVM: llvm.func @doubles_kernel
// NVVM: nvvm.mma.sync {{.*}}shape = #nvvm.shape<m = 8, n = 8, k = 4>
func.func @doubles(%a: memref<64x64xf64>, %b: memref<64x64xf64>, %out: memref<64x64xf64>) {
  linalg.matmul ins(%a, %b : memref<64x64xf64>, memref<64x64xf64>) outs(%out : memref<64x64xf64>)
  return
}

// All bits count.
// CHECK-LABEL: @exact
// CHECK-NOT: nvgpu.mma.sync
// CHECK: math.fma
// CHECK-NOT: nvgpu.mma.sync
// CHECK: return
func.func @exact(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %out: memref<64x64xf32>) {
  linalg.matmul {input_precision = "ieee"} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%out : memref<64x64xf32>)
  return
}
