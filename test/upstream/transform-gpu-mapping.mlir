// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule --canonicalize --cse

module attributes {transform.with_named_sequence} {
  func.func @threads(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %one, %sz = %one) {
      %id = gpu.thread_id y
      scf.forall (%i, %j) in (<<7, 9|2, 3|1, 4>>) {
        %0 = memref.load %x[%i, %j] : memref<64x32xf32>
        %1 = arith.addf %0, %s : f32
        memref.store %1, %x[%i, %j] : memref<64x32xf32>
        memref.store %1, %x[%id, %j] : memref<64x32xf32>
      } {mapping = [<<#gpu.thread<y>, #gpu.thread<x>|#gpu.thread<z>, #gpu.thread<y>|#gpu.thread<linear_dim_0>, #gpu.thread<linear_dim_1>|#gpu.thread<linear_dim_2>, #gpu.thread<linear_dim_0>|#gpu.lane<linear_dim_1>, #gpu.lane<linear_dim_0>|#gpu.lane<x>, #gpu.lane<y>|#gpu.thread<linear_dim_1>, #gpu.thread<linear_dim_0>, #gpu.mask<0xf3> >>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [<<32, 8, 1|16, 1, 4|9, 9, 9|128, 1, 1>>] <<|sync_after_distribute = false |warp_size = 64 >>: (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "mapped" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @warps(%x: memref<64x32xf32>, %s: f32) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (<<2, 3|2, 1>>) {
        scf.forall (%k) in (16) {
          %0 = memref.load %x[%i, %k] : memref<64x32xf32>
          memref.store %0, %x[%j, %k] : memref<64x32xf32>
        } {mapping = [<<#gpu.thread<x>|#gpu.lane<linear_dim_0> >>]}
      } {mapping = [<<#gpu.warp<y>, #gpu.warp<x>|#gpu.warp<x>, #gpu.warp<z>|#gpu.warp<linear_dim_0>, #gpu.warp<linear_dim_1>|#gpu.warpgroup<x>, #gpu.warpgroup<y>|#gpu.warpgroup<linear_dim_1>, #gpu.warpgroup<linear_dim_0>|#gpu.warp<linear_dim_1>, #gpu.warp<linear_dim_0>, #gpu.mask<0x7ffffff0ffffffff> >>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [<<256, 4, 1|128, 2, 3|1024, 1, 1>>] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @blocks(%x: memref<64x32xf32>, %s: f32) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      %d = gpu.block_dim x
      scf.forall (%i, %j) in (<<7, 9|2, 3|1, 4>>) {
        %0 = memref.load %x[%i, %d] : memref<64x32xf32>
        memref.store %0, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [<<#gpu.block<y>, #gpu.block<x>|#gpu.block<x>, #gpu.block<z>|#gpu.block<linear_dim_0>, #gpu.block<linear_dim_1>|#gpu.block<linear_dim_2>, #gpu.block<linear_dim_1>|#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>, #gpu.mask<0x33> >>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.gpu.map_forall_to_blocks %0 <<grid_dims = [9, 9, 10]|grid_dims = [16, 4, 1]|grid_dims = [64, 1, 1]>> : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "mapped" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @generated(%x: memref<64x32xf32>, %s: f32) {
    scf.forall (%i, %j) in (<<7, 9|2, 3|1, 4>>) {
      scf.forall (%k) in (5) {
        %0 = memref.load %x[%i, %k] : memref<64x32xf32>
        memref.store %0, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.thread<x>]}
    } {mapping = [<<#gpu.block<y>, #gpu.block<x>|#gpu.block<x>, #gpu.block<z>|#gpu.block<linear_dim_0>, #gpu.block<linear_dim_1> >>]}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["<<func.func|builtin.module>>"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.gpu.map_forall_to_blocks %0 generate_gpu_launch <<|grid_dims = [16, 4, 9]>> : (!transform.any_op) -> !transform.any_op
    %2 = transform.gpu.map_nested_forall_to_threads %1 block_dims = [5, 1, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @copies(%a: tensor<<<t:4x8|2x3x40|1x64|16x16|128|3x5x7|64x32>>x<<e:f32|f16|i8>>>, %b: tensor<<<t>>x<<e>>>) -> tensor<<<t>>x<<e>>> {
    %0 = linalg.copy ins(%a : tensor<<<t>>x<<e>>>) outs(%b : tensor<<<t>>x<<e>>>) -> tensor<<<t>>x<<e>>>
    return %0 : tensor<<<t>>x<<e>>>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.structured.gpu.map_copy_to_threads %0 total_num_threads = <<128|256|64>> desired_bit_alignment = <<128|64|16>> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %1 "loop" : !transform.any_op
    transform.annotate %2 "tile" : !transform.any_op
    transform.yield
  }
}
