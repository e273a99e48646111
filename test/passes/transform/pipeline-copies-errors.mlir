// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics --allow-unregistered-dialect

module attributes {transform.with_named_sequence} {
  func.func @f(%global: memref<?xf32>, %other: memref<?xf32>, %n: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c100 = arith.constant 100 : index
    %c4 = arith.constant 4 : index
    %shared = memref.alloc(%c100) : memref<?xf32, #gpu.address_space<workgroup>>
    %c0f = arith.constant 0.0 : f32
    // expected-error @below {{no shared memory copy}}
    %accum = scf.for %i = %c0 to %c100 step %c4 iter_args(%acc = %c0f) -> f32 {
      %mem = vector.transfer_read %global[%i], %c0f : memref<?xf32>, vector<4xf32>
      vector.transfer_write %mem, %other[%i] : vector<4xf32>, memref<?xf32>
      %0 = "test.some_computation"(%shared) : (memref<?xf32, #gpu.address_space<workgroup>>) -> f32
      %1 = arith.addf %acc, %0 : f32
      scf.yield %1 : f32
    }
    return %accum : f32
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %0 {depth = 2, peel_epilogue} : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "test.done" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%global: memref<?xf32>, %other: memref<?xf32>, %n: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c100 = arith.constant 100 : index
    %c4 = arith.constant 4 : index
    %shared = memref.alloc(%c100) : memref<?xf32, #gpu.address_space<workgroup>>
    %c0f = arith.constant 0.0 : f32
    // expected-error @below {{pipelining preconditions failed}}
    %accum = scf.for %i = %c0 to %n step %c4 iter_args(%acc = %c0f) -> f32 {
      %mem = vector.transfer_read %global[%i], %c0f : memref<?xf32>, vector<4xf32>
      vector.transfer_write %mem, %shared[%i] : vector<4xf32>, memref<?xf32, #gpu.address_space<workgroup>>
      %0 = "test.some_computation"(%shared) : (memref<?xf32, #gpu.address_space<workgroup>>) -> f32
      %1 = arith.addf %acc, %0 : f32
      scf.yield %1 : f32
    }
    return %accum : f32
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %0 {depth = 2, peel_epilogue} : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "test.done" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%global: memref<?xf32>, %other: memref<?xf32>, %n: index) -> f32 {
    %c0 = arith.constant 0 : index
    %c100 = arith.constant 100 : index
    %c4 = arith.constant 4 : index
    %shared = memref.alloc(%c100) : memref<?xf32, #gpu.address_space<workgroup>>
    %c0f = arith.constant 0.0 : f32
    // expected-note @below {{couldn't predicate?}}
    %accum = scf.for %i = %c0 to %c100 step %c4 iter_args(%acc = %c0f) -> f32 {
      %mem = vector.transfer_read %global[%i], %c0f : memref<?xf32>, vector<4xf32>
      vector.transfer_write %mem, %shared[%i] : vector<4xf32>, memref<?xf32, #gpu.address_space<workgroup>>
      %0 = "test.some_computation"(%shared) : (memref<?xf32, #gpu.address_space<workgroup>>) -> f32
      %1 = arith.addf %acc, %0 : f32
      scf.yield %1 : f32
    }
    return %accum : f32
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.for"]} in %r : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{irreversible pipelining failure}}
    // expected-note @below {{try setting "peel_epilogue"}}
    %1 = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %0 {depth = 2} : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "test.done" : !transform.any_op
    transform.yield
  }
}
