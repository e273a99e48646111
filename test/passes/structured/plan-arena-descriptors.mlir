// RUN: strata-opt %s --memref-plan-arena --split-input-file | FileCheck %s

// A buffer lives as long as it is read through a value that does not say its rank.
// CHECK-LABEL: func.func @unranked
// CHECK-NEXT: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<512xi8>
// CHECK-DAG: %[[SECOND:.*]] = arith.constant 256 : index
// CHECK-DAG: memref.view %[[ARENA]][%[[SECOND]]][] : memref<512xi8> to memref<64xf32>
// CHECK: return
func.func @unranked(%x: memref<64xf32>, %i: index) -> f32 {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  %u = memref.cast %a : memref<64xf32> to memref<*xf32>
  %b = memref.alloc() : memref<64xf32>
  memref.copy %x, %b : memref<64xf32> to memref<64xf32>
  %again = memref.cast %u : memref<*xf32> to memref<64xf32>
  %v = memref.load %again[%i] : memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  memref.dealloc %b : memref<64xf32>
  return %v : f32
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<8x64xf16, #gpu.address_space<workgroup>>, swizzle = none, l2promo = none, oob = zero, interleave = none>
!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>

// Neither do the copies of boxes name the buffer.
// CHECK-LABEL: func.func @boxes
// CHECK-NEXT: %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<2048xi8>
// CHECK-DAG: %[[SECOND:.*]] = arith.constant 1024 : index
// CHECK-DAG: memref.view %[[ARENA]][%[[SECOND]]][] : memref<2048xi8> to memref<8x64xf16>
// CHECK: return
func.func @boxes(%x: memref<8x64xf16>, %y: memref<8x64xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %a = memref.alloc() : memref<8x64xf16>
  memref.copy %x, %a : memref<8x64xf16> to memref<8x64xf16>
  %u = memref.cast %a : memref<8x64xf16> to memref<*xf16>
  %map = nvgpu.tma.create.descriptor %u box[%c8, %c64] : memref<*xf16> -> !map
  %b = memref.alloc() : memref<8x64xf16>
  memref.copy %x, %b : memref<8x64xf16> to memref<8x64xf16>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) workgroup(%s : memref<8x64xf16, #gpu.address_space<workgroup>>) {
    %barrier = nvgpu.mbarrier.create -> !barrier
    nvgpu.tma.async.load %map[%c0, %c0], %barrier[%c0] to %s : !map, !barrier -> memref<8x64xf16, #gpu.address_space<workgroup>>
    gpu.terminator
  }
  memref.copy %b, %y : memref<8x64xf16> to memref<8x64xf16>
  memref.dealloc %a : memref<8x64xf16>
  memref.dealloc %b : memref<8x64xf16>
  return
}
