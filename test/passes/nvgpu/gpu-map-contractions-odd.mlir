// RUN: strata-opt %s --gpu-map-contractions | FileCheck %s

// Elements of two bytes are loaded before the products of a step, and stored after them.
// CHECK-LABEL: @odd
// CHECK-NOT: linalg
// CHECK: gpu.launch {{.*}} workgroup(%[[TA:.*]] : memref<3x32x64xbf16, #gpu.address_space<workgroup>>, %[[TB:.*]] : memref<3x64x32xbf16, #gpu.address_space<workgroup>>)
// CHECK-NOT: nvgpu.device_async
// CHECK: memref.load %{{.*}} : memref<33x77xbf16>
// CHECK: memref.store %{{.*}}, %[[TA]]
// CHECK: scf.for
// CHECK-NEXT: gpu.barrier
// CHECK: %[[LOADED:.*]]:32 = scf.if
// CHECK: arith.minui
// CHECK: memref.load %{{.*}} : memref<33x77xbf16>
// CHECK: memref.load %{{.*}} : memref<77x41xbf16>
// CHECK: nvgpu.ldmatrix
// CHECK: nvgpu.mma.sync
// CHECK: scf.if
// CHECK: %[[PIECE:.*]] = arith.select %{{.*}}, %[[LOADED]]#0, %{{.*}} : bf16
// CHECK: memref.store %[[PIECE]], %[[TA]]
// CHECK-NOT: nvgpu.device_async
// CHECK: return
func.func @odd(%a: memref<33x77xbf16>, %b: memref<77x41xbf16>, %out: memref<33x41xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<33x41xf32>)
  linalg.matmul ins(%a, %b : memref<33x77xbf16>, memref<77x41xbf16>) outs(%out : memref<33x41xf32>)
  return
}

// One factor goes through registers, the other one does not.
// CHECK-LABEL: @one_odd
// CHECK: nvgpu.device_async_copy {{.*}}, 8, %{{.*}} {bypassL1} : memref<77x48xf16>
// CHECK: memref.load %{{.*}} : memref<33x77xf16>
// CHECK: nvgpu.device_async_create_group
// CHECK: scf.for
// CHECK: nvgpu.device_async_wait
// CHECK: return
func.func @one_odd(%a: memref<33x77xf16>, %b: memref<77x48xf16>, %out: memref<33x48xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%out : memref<33x48xf32>)
  linalg.matmul ins(%a, %b : memref<33x77xf16>, memref<77x48xf16>) outs(%out : memref<33x48xf32>)
  return
}

memref.global "private" constant @weights : memref<64x64xf16> = dense<1.0>

// Constants are aligned like all buffers, parts of other memory need not be.
// CHECK-LABEL: @constant
// CHECK: nvgpu.device_async_copy {{.*}}, 8 {bypassL1}
// CHECK: nvgpu.device_async_copy {{.*}}, 8 {bypassL1}
// CHECK: scf.for
// CHECK: gpu.launch
// CHECK: memref.load %{{.*}} : memref<64x64xf16>
// CHECK: scf.for
// CHECK: return
func.func @constant(%a: memref<64x64xf16>, %bytes: memref<16384xi8>, %at: index, %out: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %b = memref.get_global @weights : memref<64x64xf16>
  linalg.fill ins(%zero : f32) outs(%out : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%out : memref<64x64xf32>)
  %c = memref.view %bytes[%at][] : memref<16384xi8> to memref<64x64xf16>
  linalg.matmul ins(%a, %c : memref<64x64xf16>, memref<64x64xf16>) outs(%out : memref<64x64xf32>)
  return
}
