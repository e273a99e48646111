// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.thread<x>, #gpu.warp<y>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot mix different mapping types, use nesting}}
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [256, 1, 4] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.thread<x>, #gpu.thread<x>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{duplicate attribute, cannot map different loops to the same mapping id}}
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [256, 1, 4] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.thread<x>, #gpu.thread<linear_dim_0>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot mix linear and non-linear mapping modes}}
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [256, 1, 4] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.block<x>, #gpu.block<y>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{scf.forall op requires a mapping attribute of kind 'thread' or 'warp'}}
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [256, 1, 4] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{scf.forall op requires a mapping attribute of kind 'block'}}
    %1 = transform.gpu.map_forall_to_blocks %0 grid_dims = [4, 4, 9] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      }
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{scf.forall op requires a mapping attribute}}
    %1 = transform.gpu.map_forall_to_blocks %0 grid_dims = [4, 4, 9] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{Trying to map to fewer GPU threads than loop iterations but overprovisioning is not yet supported. Try additional tiling before mapping or map to more threads.}}
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [9, 1, 9] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the number of required parallel resources (blocks or threads) 6 overflows the number of available resources 1}}
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [1, 1, 1] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.warp<y>, #gpu.warp<x>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{3-D mapping: size of threadIdx.x must be a multiple of 32}}
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [250, 1, 4] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{Trying to launch a GPU kernel with grid_dims = (1, 1, 1) block_dims = (1024, 1, 4). It is larger than the limits.}}
    // expected-note @below {{"block_dims" is too large}}
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [1024, 1, 4] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.block<x>, #gpu.block<y>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{Trying to launch a GPU kernel with grid_dims = (4, 4, 99999) block_dims = (1, 1, 1). It is larger than the limits.}}
    %1 = transform.gpu.map_forall_to_blocks %0 grid_dims = [4, 4, 99999] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.block<x>, #gpu.block<y>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{transform require size-3 mapping}}
    %1 = transform.gpu.map_forall_to_blocks %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.block<x>, #gpu.block<y>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{Given target is not a gpu.launch}}
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [256, 1, 4] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.block<linear_dim_0>, #gpu.block<linear_dim_1>, #gpu.mask<0x7>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{mask representation too short to capture all physical ids: 64}}
    %1 = transform.gpu.map_forall_to_blocks %0 grid_dims = [4, 4, 9] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i) = (0) to (10) step (2) {
        memref.store %s, %x[%i, %i] : memref<64x32xf32>
      } {mapping = [#gpu.block<x>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{unsupported non-normalized loops}}
    %1 = transform.gpu.map_forall_to_blocks %0 grid_dims = [4, 4, 9] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i) in (%n) {
        memref.store %s, %x[%i, %i] : memref<64x32xf32>
      } {mapping = [#gpu.block<x>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires statically sized, normalized forall op}}
    %1 = transform.gpu.map_forall_to_blocks %0 grid_dims = [4, 4, 9] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j, %k, %l) in (1, 1, 1, 1) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.block<x>, #gpu.block<y>, #gpu.block<z>, #gpu.block<linear_dim_0>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot mix linear and non-linear mapping modes}}
    %1 = transform.gpu.map_forall_to_blocks %0 grid_dims = [4, 4, 9] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{when applied to this payload op}}
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.block<x>, #gpu.block<y>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{Given target is not gpu.launch, set `generate_gpu_launch` attribute}}
    %1 = transform.gpu.map_forall_to_blocks %0 grid_dims = [4, 4, 9] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<64x32xf32>, %s: f32, %n: index) {
    %one = arith.constant 1 : index
    // expected-note @below {{when applied to this payload op}}
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.block<x>, #gpu.block<y>]}
      scf.forall (%i, %j) in (2, 3) {
        memref.store %s, %x[%i, %j] : memref<64x32xf32>
      } {mapping = [#gpu.block<x>, #gpu.block<y>]}
      gpu.terminator
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["gpu.launch"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{could not find a unique topLevel scf.forall}}
    %1 = transform.gpu.map_forall_to_blocks %0 grid_dims = [4, 4, 9] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x40xf32>) -> tensor<2x40xf32> {
    // expected-note @below {{target op}}
    %0 = linalg.copy ins(%a : tensor<2x40xf32>) outs(%a : tensor<2x40xf32>) -> tensor<2x40xf32>
    return %0 : tensor<2x40xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{too few threads to map copy op to threads on the most minor dimension, given alignment and vector size constraints, try smaller tile size of mapping to more threads}}
    %1, %2 = transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 8 desired_bit_alignment = 128 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<?x40xf32>) -> tensor<?x40xf32> {
    // expected-note @below {{target op}}
    %0 = linalg.copy ins(%a : tensor<?x40xf32>) outs(%a : tensor<?x40xf32>) -> tensor<?x40xf32>
    return %0 : tensor<?x40xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.copy"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only statically sized ops of rank <= 3 are supported}}
    %1, %2 = transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 8 desired_bit_alignment = 128 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x40xf32>) -> tensor<4x40xf32> {
    // expected-note @below {{target op}}
    %0 = linalg.exp ins(%a : tensor<4x40xf32>) outs(%a : tensor<4x40xf32>) -> tensor<4x40xf32>
    return %0 : tensor<4x40xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only linalg.copy and tensor.pad target ops are supported}}
    %1, %2 = transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 8 desired_bit_alignment = 128 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
