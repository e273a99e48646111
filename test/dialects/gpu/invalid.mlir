// RUN: strata-opt %s --split-input-file --verify-diagnostics

gpu.module @m {
  // expected-error @+1 {{expected void return type for kernel function}}
  gpu.func @k(%a: f32) -> f32 kernel {
    gpu.return %a : f32
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{expected memref type in attribution}}
  gpu.func @k() workgroup(%a : f32) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{expected memory space workgroup in attribution}}
  gpu.func @k() workgroup(%a : memref<4xf32, #gpu.address_space<private>>) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{gpu.func requires named arguments}}
  gpu.func @k(f32) {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-note @+1 {{return type declared here}}
  gpu.func @k() {
    %c = arith.constant 1 : i32
    // expected-error @+1 {{expected 0 result operands}}
    gpu.return %c : i32
  }
}

// -----

gpu.module @m {
  gpu.func @k() -> f32 {
    %c = arith.constant 1 : i32
    // expected-error @+1 {{unexpected type `'i32'' for operand #0}}
    gpu.return %c : i32
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{attribute 'known_block_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present)}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 32>} {
    gpu.return
  }
}

// -----

func.func @f(%n: index) {
  // expected-note @+1 {{in 'gpu.launch' body region}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    // expected-error @+1 {{expected 'gpu.terminator' or a terminator with successors}}
    gpu.yield
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{unexpected number of region arguments}}
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%i: index):
    "gpu.terminator"() : () -> ()
  }) : (index, index, index, index, index, index) -> ()
  return
}

// -----

module {
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // expected-error @+1 {{expected the closest surrounding module to have the 'gpu.container_module' attribute}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @device() {
      gpu.return
    }
    gpu.func @k(%a: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %a: f32) {
    // expected-error @+1 {{kernel container 'n' is undefined}}
    gpu.launch_func @n::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // expected-error @+1 {{kernel module 'f' is undefined}}
    gpu.launch_func @f::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // expected-error @+1 {{kernel function '@m::@x' is undefined}}
    gpu.launch_func @m::@x blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // expected-error @+1 {{kernel function is missing the 'gpu.kernel' attribute}}
    gpu.launch_func @m::@device blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // expected-error @+1 {{got 0 kernel operands but expected 1}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // expected-error @+1 {{type of function argument 0 does not match}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index)
    return
  }
}

// -----

func.func @f(%v: f32) {
  // expected-error @+1 {{expected ::mlir::gpu::Dimension to be one of: x, y, z}}
  %0 = gpu.thread_id w
  return
}

// -----

func.func @f(%v: f32) {
  // expected-error @+1 {{expected either an op attribute or a non-empty body}}
  %0 = gpu.all_reduce %v {} : (f32) -> f32
  return
}

// -----

func.func @f(%v: f32) {
  // expected-error @+1 {{`xor` reduction operation is not compatible with type 'f32'}}
  %0 = gpu.subgroup_reduce xor %v : (f32) -> f32
  return
}

// -----

func.func @f(%v: f32) {
  // expected-error @+1 {{cluster size 3 is not a power of two}}
  %0 = gpu.subgroup_reduce add %v cluster(size = 3) : (f32) -> f32
  return
}

// -----

func.func @f(%v: f32) {
  // expected-error @+1 {{offset must be in the range [0, 16)}}
  %0, %1 = gpu.rotate %v, 16, 16 : f32
  return
}

// -----

func.func @f(%v: f32) {
  // expected-error @+1 {{lane must be specified for `specific_lane` broadcast}}
  %0 = gpu.subgroup_broadcast %v, specific_lane : f32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{incorrect number of dynamic sizes, has 0, expected 1}}
  %0 = gpu.alloc () : memref<?xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xi32>, %c: memref<5xf32>) {
  // expected-error @+1 {{arguments have incompatible element type}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<4xi32>
  // expected-error @+1 {{arguments have incompatible shape}}
  gpu.memcpy %a, %c : memref<4xf32>, memref<5xf32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{address space must be address_space<workgroup>}}
  %0 = gpu.dynamic_shared_memory : memref<?xi8>
  return
}
