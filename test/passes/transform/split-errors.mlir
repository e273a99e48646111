// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<32xf32>, %b: memref<32xf32>) {
    linalg.exp ins(%a : memref<32xf32>) outs(%b : memref<32xf32>)
    linalg.exp ins(%a : memref<32xf32>) outs(%b : memref<32xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires exactly one target when multiway split is enabled (got 2)}}
    %1 = transform.structured.split %0 after 8 {dimension = 0, multiway} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<?xf32>, %b: memref<?xf32>) {
    // expected-note @below {{payload op}}
    linalg.exp ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot compute parametric tile sizes for dynamically shaped payload op}}
    %1, %2 = transform.structured.continuous_tile_sizes %0 {dimension = 0, target_size = 8} : (!transform.any_op) -> !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
    linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{the target size is not positive}}
    %1, %2 = transform.structured.continuous_tile_sizes %0 {dimension = 0, target_size = 0} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: index) -> index {
    // expected-note @below {{target op}}
    return %a : index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["func.return"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{target must be affine.min or affine.max}}
    transform.affine.simplify_min_max_affine_ops %0 : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: index, %b: index) -> index {
    %0 = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%a, %b]
    return %0 : index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["affine.min"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{'transform.affine.simplify_bounded_affine_ops' op incorrect number of lower bounds, expected 0 but found 1}}
    transform.affine.simplify_bounded_affine_ops %0 with [] within [0] and [10] : !transform.any_op
    transform.yield
  }
}
