// FLAGS: --transform-interpreter

// Kernels.
module attributes {transform.with_named_sequence} {
  gpu.module @m {
    func.func @f(%a: f32, %m: memref<4xf32>) -> f32 {
      %c0 = arith.constant 0 : index
      %t = gpu.thread_id x
      %b = gpu.block_dim y
      %i = arith.addi %t, %b : index
      gpu.barrier
      %1 = memref.load %m[%i] : memref<4xf32>
      %2 = arith.addf %1, %a : f32
      return %2 : f32
    }
    gpu.func @k(%m: memref<4xf32>) kernel {
      %t = gpu.thread_id x
      %1 = memref.load %m[%t] : memref<4xf32>
      memref.store %1, %m[%t] : memref<4xf32>
      gpu.return
    }
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.module"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %0 {
      transform.apply_conversion_patterns.dialect_to_llvm "memref"
      transform.apply_conversion_patterns.dialect_to_llvm "arith"
      transform.apply_conversion_patterns.func.func_to_llvm
      transform.apply_conversion_patterns.gpu.gpu_to_nvvm
      transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm
      transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm
      transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 64, use_bare_ptr_call_conv = false}
    } {legal_dialects = ["llvm", "nvvm"], legal_ops = ["gpu.module"], partial_conversion} : !transform.any_op
    transform.yield
  }
}

// -----

// Ops of other dialects stay.
module attributes {transform.with_named_sequence} {
  gpu.module @m {
    func.func @f(%a: f32, %m: memref<4xf32>) -> f32 {
      %c0 = arith.constant 0 : index
      %t = gpu.thread_id x
      %b = gpu.block_dim y
      %i = arith.addi %t, %b : index
      gpu.barrier
      %1 = memref.load %m[%i] : memref<4xf32>
      %2 = arith.addf %1, %a : f32
      return %2 : f32
    }
    gpu.func @k(%m: memref<4xf32>) kernel {
      %t = gpu.thread_id x
      %1 = memref.load %m[%t] : memref<4xf32>
      memref.store %1, %m[%t] : memref<4xf32>
      gpu.return
    }
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.module"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %0 {
      transform.apply_conversion_patterns.gpu.gpu_to_nvvm
      transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm
      transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm
      transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 64, use_bare_ptr_call_conv = false}
    } {legal_dialects = ["llvm", "nvvm"], legal_ops = ["gpu.module"], partial_conversion} : !transform.any_op
    transform.yield
  }
}

// -----

// Functions outside of modules of kernels, and reductions of warps as one instruction.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32, %b: f32) -> (i32, f32) {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %0 = gpu.subgroup_reduce <<add|minui|maxsi|xor>> %i<<| uniform>> : (i32) -> i32
    %1 = gpu.subgroup_reduce add %b uniform : (f32) -> f32
    return %0, %1 : i32, f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_conversion_patterns to %0 {
      transform.apply_conversion_patterns.gpu.gpu_to_nvvm {benefit = 2 : i16}
      transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["llvm", "nvvm"], partial_conversion} : !transform.any_op
    transform.yield
  }
}
