// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @pack(%s: tensor<5x1xf32>, %d: tensor<1x1x8x2xf32>, %p: f32, %n: index) -> tensor<1x1x8x2xf32> {
    %c2 = arith.constant 2 : index
    %0 = linalg.pack %s padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 2] into %d : tensor<5x1xf32> -> tensor<1x1x8x2xf32>
    return %0 : tensor<1x1x8x2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @pack_dynamic(%s: tensor<5x1xf32>, %d: tensor<1x1x8x?xf32>, %p: f32, %n: index) -> tensor<1x1x8x?xf32> {
    %c2 = arith.constant 2 : index
    %0 = linalg.pack %s padding_value(%p : f32) inner_dims_pos = [<<0, 1|1, 0>>] inner_tiles = [8, <<%n|%c2>>] into %d : tensor<5x1xf32> -> tensor<1x1x8x?xf32>
    return %0 : tensor<1x1x8x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @pack_order(%s: tensor<1x1x32x8xf32>, %d: tensor<1x1x1x1x8x32xf32>, %e: tensor<1x1x1x1x32x8xf32>) -> (tensor<1x1x1x1x8x32xf32>, tensor<1x1x1x1x32x8xf32>) {
    %0 = linalg.pack %s outer_dims_perm = [<<0, 1, 2, 3|1, 0, 2, 3|3, 1, 2, 0>>] inner_dims_pos = [3, 2] inner_tiles = [8, 32] into %d : tensor<1x1x32x8xf32> -> tensor<1x1x1x1x8x32xf32>
    %1 = linalg.pack %s outer_dims_perm = [<<0, 1, 2, 3|1, 0, 2, 3>>] inner_dims_pos = [2, 3] inner_tiles = [32, 8] into %e : tensor<1x1x32x8xf32> -> tensor<1x1x1x1x32x8xf32>
    return %0, %1 : tensor<1x1x1x1x8x32xf32>, tensor<1x1x1x1x32x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @pack_three(%s: tensor<3x1x4xi32>, %d: tensor<1x1x1x4x3xi32>, %e: tensor<1x1x1x5x4xi32>, %z: i32) -> (tensor<1x1x1x4x3xi32>, tensor<1x1x1x5x4xi32>) {
    %0 = linalg.pack %s <<padding_value(%z : i32)|>> inner_dims_pos = [2, 0] inner_tiles = [4, 3] into %d : tensor<3x1x4xi32> -> tensor<1x1x1x4x3xi32>
    %1 = linalg.pack %s padding_value(%z : i32) inner_dims_pos = [<<2, 0|0, 2>>] inner_tiles = [5, 4] into %e : tensor<3x1x4xi32> -> tensor<1x1x1x5x4xi32>
    return %0, %1 : tensor<1x1x1x4x3xi32>, tensor<1x1x1x5x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unpack(%s: tensor<1x1x8x2xf32>, %d: tensor<<<k:5x1|8x2|?x?>>xf32>, %t: tensor<1x1x1x1x8x32xf32>, %e: tensor<1x1x32x8xf32>) -> (tensor<<<k>>xf32>, tensor<1x1x32x8xf32>) {
    %0 = linalg.unpack %s <<outer_dims_perm = [1, 0]|>> inner_dims_pos = [0, 1] inner_tiles = [8, 2] into %d : tensor<1x1x8x2xf32> -> tensor<<<k>>xf32>
    %1 = linalg.unpack %t outer_dims_perm = [<<0, 1, 2, 3|1, 0, 2, 3|0, 1, 3, 2>>] inner_dims_pos = [3, 2] inner_tiles = [8, 32] into %e : tensor<1x1x1x1x8x32xf32> -> tensor<1x1x32x8xf32>
    return %0, %1 : tensor<<<k>>xf32>, tensor<1x1x32x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unpack_untiled(%s: tensor<<<n:2|1|?>>x1x16x8xf32>, %d: tensor<<<n>>x<<m:13|16|?>>x8xf32>, %t: tensor<<<n>>x1x1x16x8xf32>, %e: tensor<<<n>>x16x8xf32>) -> (tensor<<<n>>x16x8xf32>) {
    %1 = linalg.unpack %t inner_dims_pos = [<<1, 2|2, 1>>] inner_tiles = [16, 8] into %e : tensor<<<n>>x1x1x16x8xf32> -> tensor<<<n>>x16x8xf32>
    return %1 : tensor<<<n>>x16x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unpack_order(%s: tensor<2x1x3x1x5x7xf32>, %t: tensor<3x1x2x1x5x7xf32>, %u: tensor<2x3x1x1x5x7xf32>, %d: tensor<2x<<5|4|?>>x3x7xf32>) -> tensor<2x5x3x7xf32> {
    %e = tensor.empty() : tensor<2x5x3x7xf32>
    %1 = linalg.unpack %s inner_dims_pos = [1, 3] inner_tiles = [5, 7] into %e : tensor<2x1x3x1x5x7xf32> -> tensor<2x5x3x7xf32>
    return %1 : tensor<2x5x3x7xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unpack_partial(%s: tensor<2x1x3x1x5x7xf32>, %d: tensor<<<k:2x5x3x7|2x4x3x6|2x3x3x7|2x?x3x?>>xf32>) -> tensor<<<k>>xf32> {
    %1 = linalg.unpack %s inner_dims_pos = [1, 3] inner_tiles = [5, 7] into %d : tensor<2x1x3x1x5x7xf32> -> tensor<<<k>>xf32>
    return %1 : tensor<<<k>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unpack_inner(%s: tensor<2x1x1x3x7x5xf32>, %d: tensor<<<k:2x5x7x3|2x4x6x3>>xf32>) -> tensor<<<k>>xf32> {
    %1 = linalg.unpack %s inner_dims_pos = [2, 1] inner_tiles = [7, 5] into %d : tensor<2x1x1x3x7x5xf32> -> tensor<<<k>>xf32>
    return %1 : tensor<<<k>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unpack_permuted(%s: tensor<3x1x2x1x5x7xf32>, %d: tensor<2x5x3x7xf32>) -> tensor<2x5x3x7xf32> {
    %1 = linalg.unpack %s outer_dims_perm = [2, <<1, 0, 3|3, 0, 1>>] inner_dims_pos = [1, 3] inner_tiles = [5, 7] into %d : tensor<3x1x2x1x5x7xf32> -> tensor<2x5x3x7xf32>
    return %1 : tensor<2x5x3x7xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @large(%s: tensor<16x8xf32>, %d: tensor<2x1x8x8xf32>, %m: memref<8x8xf32>, %e: memref<1x1x8x8xf32>) -> tensor<2x1x8x8xf32> {
    %0 = linalg.pack %s inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<16x8xf32> -> tensor<2x1x8x8xf32>
    return %0 : tensor<2x1x8x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}
