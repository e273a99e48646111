// Convolutions become transforms and products, and these loops; the interpreter finds the same results before and after.
//
// RUN: strata-opt %s --transform-interpreter --test-transform-dialect-erase-schedule --split-input-file | FileCheck %s
// RUN: strata-opt %s --transform-interpreter --split-input-file --validate-passes

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @padded
  // CHECK-NOT: linalg.conv
  // CHECK: scf.for
  // CHECK: linalg.batch_matmul
  // CHECK-NOT: linalg.winograd
  // CHECK: return
  func.func @padded(%a: tensor<2x7x8x5xf64>, %b: tensor<3x3x3x5xf64>, %c: tensor<2x5x6x3xf64>) -> tensor<2x5x6x3xf64> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x7x8x5xf64>, tensor<3x3x3x5xf64>) outs(%c : tensor<2x5x6x3xf64>) -> tensor<2x5x6x3xf64>
    return %0 : tensor<2x5x6x3xf64>
  }
  // CHECK-LABEL: func.func @column
  // CHECK-NOT: linalg.conv
  // CHECK: scf.for
  // CHECK: linalg.batch_matmul
  // CHECK-NOT: linalg.winograd
  // CHECK: return
  func.func @column(%a: tensor<2x7x2x5xf64>, %b: tensor<3x3x1x5xf64>, %c: tensor<2x5x2x3xf64>) -> tensor<2x5x2x3xf64> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x7x2x5xf64>, tensor<3x3x1x5xf64>) outs(%c : tensor<2x5x2x3xf64>) -> tensor<2x5x2x3xf64>
    return %0 : tensor<2x5x2x3xf64>
  }
  // CHECK-LABEL: func.func @row
  // CHECK-NOT: linalg.conv
  // CHECK: scf.for
  // CHECK: linalg.batch_matmul
  // CHECK-NOT: linalg.winograd
  // CHECK: return
  func.func @row(%a: tensor<2x1x6x5xf64>, %b: tensor<3x1x3x5xf64>, %c: tensor<2x1x4x3xf64>) -> tensor<2x1x4x3xf64> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x1x6x5xf64>, tensor<3x1x3x5xf64>) outs(%c : tensor<2x1x4x3xf64>) -> tensor<2x1x4x3xf64>
    return %0 : tensor<2x1x4x3xf64>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.winograd_conv2d %0 {fmr = 0 : i32} : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.match ops{["linalg.winograd_filter_transform", "linalg.winograd_input_transform", "linalg.winograd_output_transform"]} in %r : (!transform.any_op) -> !transform.any_op
    %3 = transform.structured.decompose_winograd_op %2 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @padded
  // CHECK-NOT: linalg.conv
  // CHECK: scf.for
  // CHECK: linalg.batch_matmul
  // CHECK-NOT: linalg.winograd
  // CHECK: return
  func.func @padded(%a: tensor<2x7x8x5xf64>, %b: tensor<3x3x3x5xf64>, %c: tensor<2x5x6x3xf64>) -> tensor<2x5x6x3xf64> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x7x8x5xf64>, tensor<3x3x3x5xf64>) outs(%c : tensor<2x5x6x3xf64>) -> tensor<2x5x6x3xf64>
    return %0 : tensor<2x5x6x3xf64>
  }
  // CHECK-LABEL: func.func @whole
  // CHECK-NOT: linalg.conv
  // CHECK: scf.for
  // CHECK: linalg.batch_matmul
  // CHECK-NOT: linalg.winograd
  // CHECK: return
  func.func @whole(%a: tensor<2x6x10x5xf64>, %b: tensor<3x3x3x5xf64>, %c: tensor<2x4x8x3xf64>) -> tensor<2x4x8x3xf64> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x6x10x5xf64>, tensor<3x3x3x5xf64>) outs(%c : tensor<2x4x8x3xf64>) -> tensor<2x4x8x3xf64>
    return %0 : tensor<2x4x8x3xf64>
  }
  // CHECK-LABEL: func.func @row
  // CHECK-NOT: linalg.conv
  // CHECK: scf.for
  // CHECK: linalg.batch_matmul
  // CHECK-NOT: linalg.winograd
  // CHECK: return
  func.func @row(%a: tensor<2x2x7x5xf64>, %b: tensor<3x1x3x5xf64>, %c: tensor<2x2x5x3xf64>) -> tensor<2x2x5x3xf64> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x2x7x5xf64>, tensor<3x1x3x5xf64>) outs(%c : tensor<2x2x5x3xf64>) -> tensor<2x2x5x3xf64>
    return %0 : tensor<2x2x5x3xf64>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.winograd_conv2d %0 {fmr = 1 : i32} : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.match ops{["linalg.winograd_filter_transform", "linalg.winograd_input_transform", "linalg.winograd_output_transform"]} in %r : (!transform.any_op) -> !transform.any_op
    %3 = transform.structured.decompose_winograd_op %2 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @padded
  // CHECK-NOT: linalg.conv
  // CHECK: scf.for
  // CHECK: linalg.batch_matmul
  // CHECK-NOT: linalg.winograd
  // CHECK: return
  func.func @padded(%a: tensor<2x7x8x5xf64>, %b: tensor<3x5x5x5xf64>, %c: tensor<2x3x4x3xf64>) -> tensor<2x3x4x3xf64> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x7x8x5xf64>, tensor<3x5x5x5xf64>) outs(%c : tensor<2x3x4x3xf64>) -> tensor<2x3x4x3xf64>
    return %0 : tensor<2x3x4x3xf64>
  }
  // CHECK-LABEL: func.func @column
  // CHECK-NOT: linalg.conv
  // CHECK: scf.for
  // CHECK: linalg.batch_matmul
  // CHECK-NOT: linalg.winograd
  // CHECK: return
  func.func @column(%a: tensor<2x9x2x5xf64>, %b: tensor<3x5x1x5xf64>, %c: tensor<2x5x2x3xf64>) -> tensor<2x5x2x3xf64> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x9x2x5xf64>, tensor<3x5x1x5xf64>) outs(%c : tensor<2x5x2x3xf64>) -> tensor<2x5x2x3xf64>
    return %0 : tensor<2x5x2x3xf64>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc"]} in %r : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.winograd_conv2d %0 {fmr = 2 : i32} : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.match ops{["linalg.winograd_filter_transform", "linalg.winograd_input_transform", "linalg.winograd_output_transform"]} in %r : (!transform.any_op) -> !transform.any_op
    %3 = transform.structured.decompose_winograd_op %2 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
