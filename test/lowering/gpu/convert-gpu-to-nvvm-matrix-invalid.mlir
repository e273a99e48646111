// RUN: strata-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-nvvm))' --split-input-file --verify-diagnostics

gpu.module @m {
  gpu.func @f(%m: memref<32x32xf32>, %i: index) {
    // expected-error @+1 {{has a matrix of type '!gpu.mma_matrix<16x16xf32, "AOp">', for which there is no instruction}}
    %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf32> -> !gpu.mma_matrix<16x16xf32, "AOp">
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%a: !gpu.mma_matrix<16x16xsi8, "AOp">, %b: !gpu.mma_matrix<16x16xui8, "BOp">, %c: !gpu.mma_matrix<16x16xi32, "COp">) {
    // expected-error @+1 {{for which there is no instruction}}
    %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xui8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">, %i: index) {
    // expected-error @+1 {{has an index that is not constant}}
    %d = gpu.subgroup_mma_extract_thread_local %a[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">) {
    %c8 = arith.constant 8 : index
    // expected-error @+1 {{refers to element 8 of 8}}
    %d = gpu.subgroup_mma_extract_thread_local %a[%c8] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">) {
    // expected-error @+1 {{computes 'addi' with matrices of type}}
    %d = gpu.subgroup_mma_elementwise addi %a, %a : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">) {
    // expected-error @+1 {{has 1 operands, but 'addf' has 2}}
    %d = gpu.subgroup_mma_elementwise addf %a : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">) {
    // expected-error @+1 {{extends elements, whose order among the lanes is another one in the wider format}}
    %d = gpu.subgroup_mma_elementwise extf %a : (!gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.return
  }
}

// -----

// The instruction has one register as its result, where the op of nvvm has a struct.
gpu.module @m {
  gpu.func @f(%m: memref<32x32xi8>, %i: index) {
    // expected-error @+1 {{has a matrix of type '!gpu.mma_matrix<16x8xsi8, "BOp">', for which there is no instruction}}
    %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xi8> -> !gpu.mma_matrix<16x8xsi8, "BOp">
    gpu.return
  }
}
