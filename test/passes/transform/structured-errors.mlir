// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x16xf32>, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = linalg.exp ins(%a : tensor<8x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires number of packed sizes match the number of loops (3 vs 2)}}
    %1 = transform.structured.pack %0 packed_sizes = [4, 4, 4] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x16xf32>, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = linalg.exp ins(%a : tensor<8x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = linalg.exp ins(%a : tensor<8x16xf32>) outs(%0 : tensor<8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires target to map to exactly 1 LinalgOp (got 2)}}
    %1 = transform.structured.pack %0 packed_sizes = [4, 4] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<?x16xf32>, %c: tensor<?x16xf32>) -> tensor<?x16xf32> {
    // expected-note @below {{target op}}
    %0 = linalg.exp ins(%a : tensor<?x16xf32>) outs(%c : tensor<?x16xf32>) -> tensor<?x16xf32>
    return %0 : tensor<?x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to pad op}}
    %1, %2, %3 = transform.structured.pad %0 {padding_dimensions = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x16xf32>, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
    // expected-note @below {{when applied to this op}}
    %0 = linalg.exp ins(%a : tensor<8x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects a padding value of type 'f32', got 0 : i32}}
    %1, %2, %3 = transform.structured.pad %0 {padding_values = [0 : i32], padding_dimensions = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x16xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{tiling parallel dimensions is not supported with partial reduction tiling strategies}}
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<8x16xf32>) outs(%c : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32):
      %q = arith.addf %x, %y : f32
      linalg.yield %q : f32
    } -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to tile using partial reduction}}
    %1, %2, %3, %4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x15xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{attempted to apply to this op}}
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<8x15xf32>) outs(%c : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32):
      %q = arith.addf %x, %y : f32
      linalg.yield %q : f32
    } -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to apply}}
    %1, %2, %3, %4 = transform.structured.split_reduction %0 {split_factor = 4} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x16xf32>, %c: tensor<8x16xf32>) -> tensor<8x16xf32> {
    // expected-error @below {{Attempted to vectorize, but failed}}
    %0 = linalg.exp ins(%a : tensor<8x16xf32>) outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 vector_sizes [8, 8] : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<8xf32>, %x: f32) {
    // expected-error @below {{target and source need to be different loops}}
    scf.forall (%i) in (8) {
      memref.store %x, %m[%i] : memref<8xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.loop.fuse_sibling %0 into %0 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Sets of patterns, and their options, that are not here.
module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<8xf32>, %x: f32) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      // expected-error @below {{'transform.apply_patterns.vector.lower_scan' op names patterns that are not supported}}
      transform.apply_patterns.vector.lower_scan
    } : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<8xf32>, %x: f32) {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      // expected-error @below {{'transform.apply_patterns.vector.lower_contraction' op supports the strategy 'outerproduct' only}}
      transform.apply_patterns.vector.lower_contraction lowering_strategy = dot
    } : !transform.any_op
    transform.yield
  }
}
