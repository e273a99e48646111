// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{target op}}
    %0 = arith.addf %x, %x : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["arith.addf"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected TilingInterface target}}
    %1, %2 = transform.structured.pad_tiling_interface %0 to padding_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{target op}}
    %0 = linalg.softmax dimension(0) ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only IndexingMapOpInterface ops supported atm}}
    %1, %2 = transform.structured.pad_tiling_interface %0 to padding_sizes [16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{target op}}
    %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to pad op}}
    %1, %2 = transform.structured.pad_tiling_interface %0 to padding_sizes [16] {padding_values = [0.0 : f32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{when applied to this op}}
    %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expects a padding value of type 'f32', got 0 : i32}}
    %1, %2 = transform.structured.pad_tiling_interface %0 to padding_sizes [16] {padding_values = [0 : i32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
