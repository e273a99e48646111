// RUN: strata-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<?x4x4x6xf32>, %w: tensor<2x2x6x8xf32>, %y: tensor<?x3x3x8xf32>) -> tensor<?x3x3x8xf32> {
    // expected-note @below {{when applied to this op}}
    %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<?x4x4x6xf32>, tensor<2x2x6x8xf32>) outs(%y : tensor<?x3x3x8xf32>) -> tensor<?x3x3x8xf32>
    return %0 : tensor<?x3x3x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{transform.structured.convert_conv2d_to_img2col failed to apply}}
    %1, %2 = transform.structured.convert_conv2d_to_img2col %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<1x4x4x6xf32>, %w: tensor<2x2x6x8xf32>, %y: tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32> {
    // expected-note @below {{when applied to this op}}
    %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x4x4x6xf32>, tensor<2x2x6x8xf32>) outs(%y : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
    return %0 : tensor<1x2x2x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{transform.structured.convert_conv2d_to_img2col failed to apply}}
    %1, %2 = transform.structured.convert_conv2d_to_img2col %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<1x4x4x6xf32>, %w: tensor<2x2x6x8xf32>, %y: tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32> {
    // expected-note @below {{when applied to this op}}
    %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x4x4x6xf32>, tensor<2x2x6x8xf32>) outs(%y : tensor<1x3x3x8xf32>) -> tensor<1x3x3x8xf32>
    return %0 : tensor<1x3x3x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{transform.structured.transpose_conv2d failed to apply}}
    %1 = transform.structured.transpose_conv2d %0 : (!transform.any_op) -> !transform.any_op
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
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{transform.structured.decompose_interface failed to apply}}
    %1 = transform.structured.decompose_interface %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<2x7x7x5xf32>, %w: tensor<3x3x5x3xf32>, %y: tensor<2x5x5x3xf32>) -> tensor<2x5x5x3xf32> {
    %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<2x7x7x5xf32>, tensor<3x3x5x3xf32>) outs(%y : tensor<2x5x5x3xf32>) -> tensor<2x5x5x3xf32>
    return %0 : tensor<2x5x5x3xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{this operation is not supported to convert to Winograd Conv2D}}
    %1 = transform.structured.winograd_conv2d %0 {fmr = 0 : i32} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<?x7x7x5xf32>, %w: tensor<3x3x3x5xf32>, %y: tensor<?x5x5x3xf32>) -> tensor<?x5x5x3xf32> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<?x7x7x5xf32>, tensor<3x3x3x5xf32>) outs(%y : tensor<?x5x5x3xf32>) -> tensor<?x5x5x3xf32>
    return %0 : tensor<?x5x5x3xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{apply Winograd Conv2D failed}}
    %1 = transform.structured.winograd_conv2d %0 {fmr = 0 : i32} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<2x7x7x5xf32>, %w: tensor<3x3x3x5xf32>, %y: tensor<2x5x5x3xf32>) -> tensor<2x5x5x3xf32> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<2x7x7x5xf32>, tensor<3x3x3x5xf32>) outs(%y : tensor<2x5x5x3xf32>) -> tensor<2x5x5x3xf32>
    return %0 : tensor<2x5x5x3xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{apply Winograd Conv2D failed}}
    %1 = transform.structured.winograd_conv2d %0 {fmr = 2 : i32} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<2x7x7x5xf32>, %w: tensor<3x3x3x5xf32>, %y: tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32> {
    %0 = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<2x7x7x5xf32>, tensor<3x3x3x5xf32>) outs(%y : tensor<2x3x3x3xf32>) -> tensor<2x3x3x3xf32>
    return %0 : tensor<2x3x3x3xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{apply Winograd Conv2D failed}}
    %1 = transform.structured.winograd_conv2d %0 {fmr = 0 : i32} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<2x7x7x5xf32>, %w: tensor<3x3x3x5xf32>, %y: tensor<2x5x5x3xf32>) -> tensor<2x5x5x3xf32> {
    // expected-note @below {{target op}}
    %0 = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<2x7x7x5xf32>, tensor<3x3x3x5xf32>) outs(%y : tensor<2x5x5x3xf32>) -> tensor<2x5x5x3xf32>
    return %0 : tensor<2x5x5x3xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{this operation is not supported to decompose into other operations}}
    %1 = transform.structured.decompose_winograd_op %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<6x6x?x2x2x5xf32>, %y: tensor<2x?x8x5xf32>) -> tensor<2x?x8x5xf32> {
    // expected-note @below {{target op}}
    %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<6x6x?x2x2x5xf32>) outs(%y : tensor<2x?x8x5xf32>) -> tensor<2x?x8x5xf32>
    return %0 : tensor<2x?x8x5xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.winograd_output_transform"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{decompose Winograd operations failed}}
    %1 = transform.structured.decompose_winograd_op %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
