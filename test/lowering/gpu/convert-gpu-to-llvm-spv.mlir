// RUN: strata-opt "--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-llvm-spv))" --split-input-file --verify-diagnostics %s | FileCheck %s

// CHECK: llvm.func spir_funccc @_Z7barrierj(i32) attributes {convergent, no_unwind, will_return}
// CHECK: llvm.func spir_funccc @_Z12get_local_idj(i32) -> i32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>, no_unwind, will_return}
// CHECK: llvm.func spir_kernelcc @k(%{{.*}}: !llvm.ptr<1>, %{{.*}}: !llvm.ptr<1>, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: i32, %{{.*}}: !llvm.ptr<3> {llvm.noalias, llvm.workgroup_attribution = #llvm.mlir.workgroup_attribution<8 : i64, f32>}) attributes {gpu.kernel, gpu.known_block_size = array<i32: 4, 1, 1>, reqd_work_group_size = array<i32: 4, 1, 1>} {
gpu.module @kernels {
  gpu.func @k(%x: memref<4xf32>) workgroup(%w: memref<8xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 4, 1, 1>} {
    // CHECK: %[[D:.*]] = llvm.mlir.constant(0 : i32) : i32
    // CHECK: %[[T:.*]] = llvm.call spir_funccc @_Z12get_local_idj(%[[D]])
    // CHECK: %[[I:.*]] = builtin.unrealized_conversion_cast %[[T]] : i32 to index
    // CHECK: memref.load %{{.*}}[%[[I]]] : memref<4xf32, 1>
    %t = gpu.thread_id x
    %v = memref.load %x[%t] : memref<4xf32>
    memref.store %v, %w[%t] : memref<8xf32, #gpu.address_space<workgroup>>
    // CHECK: llvm.call spir_funccc @_Z7barrierj
    gpu.barrier
    gpu.return
  }
}

// -----

gpu.module @other_width {
  gpu.func @k(%v: f32, %o: i32) attributes {intel_reqd_sub_group_size = 32 : i32} {
    %w = arith.constant 16 : i32
    // expected-error @+1 {{failed to legalize operation 'gpu.shuffle': is not of a whole subgroup, 32 lanes}}
    %0, %1 = gpu.shuffle xor %v, %o, %w : f32
    gpu.return
  }
}

// -----

gpu.module @no_width {
  gpu.func @k(%v: f32, %o: i32, %w: i32) {
    // expected-error @+1 {{failed to legalize operation 'gpu.shuffle': needs 'intel_reqd_sub_group_size' of its function}}
    %0, %1 = gpu.shuffle xor %v, %o, %w : f32
    gpu.return
  }
}

// -----

gpu.module @other_type {
  // expected-error @+1 {{failed to legalize operation 'gpu.func': type 'tensor<4xf32>' has no LLVM equivalent}}
  gpu.func @k(%v: tensor<4xf32>) {
    gpu.return
  }
}

// -----

gpu.module @other_memory {
  // expected-error @+1 {{failed to legalize operation 'gpu.func': has a buffer of the work group of type 'memref<8xf32, 1>' in other memory}}
  gpu.func @k() workgroup(%w: memref<8xf32>) {
    gpu.return
  }
}
