// RUN: strata-opt %s | FileCheck %s

// Types that can be of one kind only are read without their names too, as mlir-opt prints them.

// CHECK-LABEL: func.func @barriers
// CHECK: nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
// CHECK: nvgpu.mbarrier.init %{{.*}}[%arg0], %arg0 : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
// CHECK: nvgpu.mbarrier.get %{{.*}}[%arg0] : !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> i32
func.func @barriers(%i: index) -> i32 {
  %0 = nvgpu.mbarrier.create -> <memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  nvgpu.mbarrier.init %0[%i], %i : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
  %1 = nvgpu.mbarrier.get %0[%i] : <memorySpace = #gpu.address_space<workgroup>, num_barriers = 4> -> i32
  return %1 : i32
}
