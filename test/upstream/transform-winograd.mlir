// FLAGS: --transform-interpreter

// Convolutions by tiles: whole ones, others that are padded, and filters of one row or column.
module attributes {transform.with_named_sequence} {
  func.func @padded(%a: tensor<2x11x11x5x<<t:f32|f16|f64|i32>>>, %b: tensor<3x3x3x5x<<t>>>, %c: tensor<2x9x9x3x<<u:f32|f64|i32>>>) -> tensor<2x9x9x3x<<u>>> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x11x11x5x<<t>>>, tensor<3x3x3x5x<<t>>>) outs(%c : tensor<2x9x9x3x<<u>>>) -> tensor<2x9x9x3x<<u>>>
    return %0 : tensor<2x9x9x3x<<u>>>
  }
  func.func @whole(%a: tensor<2x10x10x5x<<t>>>, %b: tensor<3x3x3x5x<<t>>>, %c: tensor<2x8x8x3x<<u>>>) -> tensor<2x8x8x3x<<u>>> {
    %0 = linalg.conv_2d_nhwc_fhwc {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %b : tensor<2x10x10x5x<<t>>>, tensor<3x3x3x5x<<t>>>) outs(%c : tensor<2x8x8x3x<<u>>>) -> tensor<2x8x8x3x<<u>>>
    return %0 : tensor<2x8x8x3x<<u>>>
  }
  func.func @uneven(%a: tensor<2x6x9x5x<<t>>>, %b: tensor<3x3x3x5x<<t>>>, %c: tensor<2x4x7x3x<<u>>>) -> tensor<2x4x7x3x<<u>>> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x6x9x5x<<t>>>, tensor<3x3x3x5x<<t>>>) outs(%c : tensor<2x4x7x3x<<u>>>) -> tensor<2x4x7x3x<<u>>>
    return %0 : tensor<2x4x7x3x<<u>>>
  }
  func.func @column(%a: tensor<2x7x4x5x<<t>>>, %b: tensor<3x3x1x5x<<t>>>, %c: tensor<2x5x4x3x<<u>>>) -> tensor<2x5x4x3x<<u>>> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x7x4x5x<<t>>>, tensor<3x3x1x5x<<t>>>) outs(%c : tensor<2x5x4x3x<<u>>>) -> tensor<2x5x4x3x<<u>>>
    return %0 : tensor<2x5x4x3x<<u>>>
  }
  func.func @row(%a: tensor<2x1x8x5x<<t>>>, %b: tensor<3x1x3x5x<<t>>>, %c: tensor<2x1x6x3x<<u>>>) -> tensor<2x1x6x3x<<u>>> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x1x8x5x<<t>>>, tensor<3x1x3x5x<<t>>>) outs(%c : tensor<2x1x6x3x<<u>>>) -> tensor<2x1x6x3x<<u>>>
    return %0 : tensor<2x1x6x3x<<u>>>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc"]} in %r : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.winograd_conv2d %f {fmr = <<0|1>> : i32} : (!transform.any_op) -> (!transform.any_op)
    transform.annotate %g "done" : !transform.any_op
    transform.yield
  }
}

// -----

// Filters of five elements.
module attributes {transform.with_named_sequence} {
  func.func @whole(%a: tensor<2x8x8x5xf32>, %b: tensor<3x5x5x5xf32>, %c: tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x8x8x5xf32>, tensor<3x5x5x5xf32>) outs(%c : tensor<2x4x4x3xf32>) -> tensor<2x4x4x3xf32>
    return %0 : tensor<2x4x4x3xf32>
  }
  func.func @padded(%a: tensor<2x7x9x5xf32>, %b: tensor<3x5x5x5xf32>, %c: tensor<2x3x5x3xf32>) -> tensor<2x3x5x3xf32> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x7x9x5xf32>, tensor<3x5x5x5xf32>) outs(%c : tensor<2x3x5x3xf32>) -> tensor<2x3x5x3xf32>
    return %0 : tensor<2x3x5x3xf32>
  }
  func.func @column(%a: tensor<2x7x2x5xf32>, %b: tensor<3x5x1x5xf32>, %c: tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32> {
    %0 = linalg.conv_2d_nhwc_fhwc ins(%a, %b : tensor<2x7x2x5xf32>, tensor<3x5x1x5xf32>) outs(%c : tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
    return %0 : tensor<2x3x2x3xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc"]} in %r : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.winograd_conv2d %f {fmr = 2 : i32} : (!transform.any_op) -> (!transform.any_op)
    transform.annotate %g "done" : !transform.any_op
    transform.yield
  }
}

// -----

// The results of structured ops that are already padded.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x9x9x5xf32>, %b: tensor<3x3x3x5xf32>, %c: tensor<2x7x7x3xf32>) -> tensor<2x7x7x3xf32> {
    %z = arith.constant 0.000000e+00 : f32
    %p = tensor.pad %a low[0, 0, 0, 0] high[0, <<k:1|2>>, <<k>>, 0] {
    ^bb0(%i: index, %j: index, %k: index, %l: index):
      tensor.yield %z : f32
    } : tensor<2x9x9x5xf32> to tensor<2x<<s:10x10|11x11>>x5xf32>
    %e = tensor.extract_slice %p[0, 0, 0, 0] [2, 9, 9, 5] [1, 1, 1, 1] : tensor<2x<<s>>x5xf32> to tensor<2x9x9x5xf32>
    %0 = linalg.conv_2d_nhwc_fhwc ins(%e, %b : tensor<2x9x9x5xf32>, tensor<3x3x3x5xf32>) outs(%c : tensor<2x7x7x3xf32>) -> tensor<2x7x7x3xf32>
    return %0 : tensor<2x7x7x3xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["linalg.conv_2d_nhwc_fhwc"]} in %r : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.winograd_conv2d %f {fmr = 0 : i32} : (!transform.any_op) -> (!transform.any_op)
    transform.annotate %g "done" : !transform.any_op
    transform.yield
  }
}

// -----

// The transforms as loops, of both sides and of one.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x3x3x5x<<t:f32|f16|bf16>>>, %b: tensor<6x6x5x2x<<t>>>) -> tensor<6x6x5x2x<<t>>> {
    %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5x<<t>>>) outs(%b : tensor<6x6x5x2x<<t>>>) -> tensor<6x6x5x2x<<t>>>
    return %0 : tensor<6x6x5x2x<<t>>>
  }
  func.func @fc(%a: tensor<2x3x1x5x<<t>>>, %b: tensor<6x1x5x2x<<t>>>) -> tensor<6x1x5x2x<<t>>> {
    %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x1x5x<<t>>>) outs(%b : tensor<6x1x5x2x<<t>>>) -> tensor<6x1x5x2x<<t>>>
    return %0 : tensor<6x1x5x2x<<t>>>
  }
  func.func @fr(%a: tensor<2x1x3x5x<<t>>>, %b: tensor<1x6x5x2x<<t>>>) -> tensor<1x6x5x2x<<t>>> {
    %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x1x3x5x<<t>>>) outs(%b : tensor<1x6x5x2x<<t>>>) -> tensor<1x6x5x2x<<t>>>
    return %0 : tensor<1x6x5x2x<<t>>>
  }
  func.func @i(%a: tensor<2x10x10x5x<<t>>>, %b: tensor<6x6x2x2x2x5x<<t>>>) -> tensor<6x6x2x2x2x5x<<t>>> {
    %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x10x10x5x<<t>>>) outs(%b : tensor<6x6x2x2x2x5x<<t>>>) -> tensor<6x6x2x2x2x5x<<t>>>
    return %0 : tensor<6x6x2x2x2x5x<<t>>>
  }
  func.func @ic(%a: tensor<2x10x3x5x<<t>>>, %b: tensor<6x1x2x3x2x5x<<t>>>) -> tensor<6x1x2x3x2x5x<<t>>> {
    %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x10x3x5x<<t>>>) outs(%b : tensor<6x1x2x3x2x5x<<t>>>) -> tensor<6x1x2x3x2x5x<<t>>>
    return %0 : tensor<6x1x2x3x2x5x<<t>>>
  }
  func.func @ir(%a: tensor<2x1x10x5x<<t>>>, %b: tensor<1x6x1x2x2x5x<<t>>>) -> tensor<1x6x1x2x2x5x<<t>>> {
    %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x1x10x5x<<t>>>) outs(%b : tensor<1x6x1x2x2x5x<<t>>>) -> tensor<1x6x1x2x2x5x<<t>>>
    return %0 : tensor<1x6x1x2x2x5x<<t>>>
  }
  func.func @o(%a: tensor<6x6x2x2x2x5x<<t>>>, %b: tensor<2x8x8x5x<<t>>>) -> tensor<2x8x8x5x<<t>>> {
    %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x6x2x2x2x5x<<t>>>) outs(%b : tensor<2x8x8x5x<<t>>>) -> tensor<2x8x8x5x<<t>>>
    return %0 : tensor<2x8x8x5x<<t>>>
  }
  func.func @oc(%a: tensor<6x1x2x3x2x5x<<t>>>, %b: tensor<2x8x3x5x<<t>>>) -> tensor<2x8x3x5x<<t>>> {
    %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x1x2x3x2x5x<<t>>>) outs(%b : tensor<2x8x3x5x<<t>>>) -> tensor<2x8x3x5x<<t>>>
    return %0 : tensor<2x8x3x5x<<t>>>
  }
  func.func @or(%a: tensor<1x6x1x2x2x5x<<t>>>, %b: tensor<2x1x8x5x<<t>>>) -> tensor<2x1x8x5x<<t>>> {
    %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<1x6x1x2x2x5x<<t>>>) outs(%b : tensor<2x1x8x5x<<t>>>) -> tensor<2x1x8x5x<<t>>>
    return %0 : tensor<2x1x8x5x<<t>>>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["linalg.winograd_filter_transform", "linalg.winograd_input_transform", "linalg.winograd_output_transform"]} in %r : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.decompose_winograd_op %f : (!transform.any_op) -> (!transform.any_op)
    transform.annotate %g "done" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x3x3x5x<<t:f32|f16|bf16>>>, %b: tensor<4x4x5x2x<<t>>>) -> tensor<4x4x5x2x<<t>>> {
    %0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%a : tensor<2x3x3x5x<<t>>>) outs(%b : tensor<4x4x5x2x<<t>>>) -> tensor<4x4x5x2x<<t>>>
    return %0 : tensor<4x4x5x2x<<t>>>
  }
  func.func @fc(%a: tensor<2x3x1x5x<<t>>>, %b: tensor<4x1x5x2x<<t>>>) -> tensor<4x1x5x2x<<t>>> {
    %0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%a : tensor<2x3x1x5x<<t>>>) outs(%b : tensor<4x1x5x2x<<t>>>) -> tensor<4x1x5x2x<<t>>>
    return %0 : tensor<4x1x5x2x<<t>>>
  }
  func.func @fr(%a: tensor<2x1x3x5x<<t>>>, %b: tensor<1x4x5x2x<<t>>>) -> tensor<1x4x5x2x<<t>>> {
    %0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%a : tensor<2x1x3x5x<<t>>>) outs(%b : tensor<1x4x5x2x<<t>>>) -> tensor<1x4x5x2x<<t>>>
    return %0 : tensor<1x4x5x2x<<t>>>
  }
  func.func @i(%a: tensor<2x6x6x5x<<t>>>, %b: tensor<4x4x2x2x2x5x<<t>>>) -> tensor<4x4x2x2x2x5x<<t>>> {
    %0 = linalg.winograd_input_transform fmr(F_2_3) ins(%a : tensor<2x6x6x5x<<t>>>) outs(%b : tensor<4x4x2x2x2x5x<<t>>>) -> tensor<4x4x2x2x2x5x<<t>>>
    return %0 : tensor<4x4x2x2x2x5x<<t>>>
  }
  func.func @ic(%a: tensor<2x6x3x5x<<t>>>, %b: tensor<4x1x2x3x2x5x<<t>>>) -> tensor<4x1x2x3x2x5x<<t>>> {
    %0 = linalg.winograd_input_transform fmr(F_2_3) ins(%a : tensor<2x6x3x5x<<t>>>) outs(%b : tensor<4x1x2x3x2x5x<<t>>>) -> tensor<4x1x2x3x2x5x<<t>>>
    return %0 : tensor<4x1x2x3x2x5x<<t>>>
  }
  func.func @ir(%a: tensor<2x1x6x5x<<t>>>, %b: tensor<1x4x1x2x2x5x<<t>>>) -> tensor<1x4x1x2x2x5x<<t>>> {
    %0 = linalg.winograd_input_transform fmr(F_2_3) ins(%a : tensor<2x1x6x5x<<t>>>) outs(%b : tensor<1x4x1x2x2x5x<<t>>>) -> tensor<1x4x1x2x2x5x<<t>>>
    return %0 : tensor<1x4x1x2x2x5x<<t>>>
  }
  func.func @o(%a: tensor<4x4x2x2x2x5x<<t>>>, %b: tensor<2x4x4x5x<<t>>>) -> tensor<2x4x4x5x<<t>>> {
    %0 = linalg.winograd_output_transform fmr(F_2_3) ins(%a : tensor<4x4x2x2x2x5x<<t>>>) outs(%b : tensor<2x4x4x5x<<t>>>) -> tensor<2x4x4x5x<<t>>>
    return %0 : tensor<2x4x4x5x<<t>>>
  }
  func.func @oc(%a: tensor<4x1x2x3x2x5x<<t>>>, %b: tensor<2x4x3x5x<<t>>>) -> tensor<2x4x3x5x<<t>>> {
    %0 = linalg.winograd_output_transform fmr(F_2_3) ins(%a : tensor<4x1x2x3x2x5x<<t>>>) outs(%b : tensor<2x4x3x5x<<t>>>) -> tensor<2x4x3x5x<<t>>>
    return %0 : tensor<2x4x3x5x<<t>>>
  }
  func.func @or(%a: tensor<1x4x1x2x2x5x<<t>>>, %b: tensor<2x1x4x5x<<t>>>) -> tensor<2x1x4x5x<<t>>> {
    %0 = linalg.winograd_output_transform fmr(F_2_3) ins(%a : tensor<1x4x1x2x2x5x<<t>>>) outs(%b : tensor<2x1x4x5x<<t>>>) -> tensor<2x1x4x5x<<t>>>
    return %0 : tensor<2x1x4x5x<<t>>>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["linalg.winograd_filter_transform", "linalg.winograd_input_transform", "linalg.winograd_output_transform"]} in %r : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.decompose_winograd_op %f : (!transform.any_op) -> (!transform.any_op)
    transform.annotate %g "done" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x5x5x5x<<t:f32|f16|bf16>>>, %b: tensor<6x6x5x2x<<t>>>) -> tensor<6x6x5x2x<<t>>> {
    %0 = linalg.winograd_filter_transform fmr(F_2_5) ins(%a : tensor<2x5x5x5x<<t>>>) outs(%b : tensor<6x6x5x2x<<t>>>) -> tensor<6x6x5x2x<<t>>>
    return %0 : tensor<6x6x5x2x<<t>>>
  }
  func.func @fc(%a: tensor<2x5x1x5x<<t>>>, %b: tensor<6x1x5x2x<<t>>>) -> tensor<6x1x5x2x<<t>>> {
    %0 = linalg.winograd_filter_transform fmr(F_2_5) ins(%a : tensor<2x5x1x5x<<t>>>) outs(%b : tensor<6x1x5x2x<<t>>>) -> tensor<6x1x5x2x<<t>>>
    return %0 : tensor<6x1x5x2x<<t>>>
  }
  func.func @fr(%a: tensor<2x1x5x5x<<t>>>, %b: tensor<1x6x5x2x<<t>>>) -> tensor<1x6x5x2x<<t>>> {
    %0 = linalg.winograd_filter_transform fmr(F_2_5) ins(%a : tensor<2x1x5x5x<<t>>>) outs(%b : tensor<1x6x5x2x<<t>>>) -> tensor<1x6x5x2x<<t>>>
    return %0 : tensor<1x6x5x2x<<t>>>
  }
  func.func @i(%a: tensor<2x8x8x5x<<t>>>, %b: tensor<6x6x2x2x2x5x<<t>>>) -> tensor<6x6x2x2x2x5x<<t>>> {
    %0 = linalg.winograd_input_transform fmr(F_2_5) ins(%a : tensor<2x8x8x5x<<t>>>) outs(%b : tensor<6x6x2x2x2x5x<<t>>>) -> tensor<6x6x2x2x2x5x<<t>>>
    return %0 : tensor<6x6x2x2x2x5x<<t>>>
  }
  func.func @ic(%a: tensor<2x8x3x5x<<t>>>, %b: tensor<6x1x2x3x2x5x<<t>>>) -> tensor<6x1x2x3x2x5x<<t>>> {
    %0 = linalg.winograd_input_transform fmr(F_2_5) ins(%a : tensor<2x8x3x5x<<t>>>) outs(%b : tensor<6x1x2x3x2x5x<<t>>>) -> tensor<6x1x2x3x2x5x<<t>>>
    return %0 : tensor<6x1x2x3x2x5x<<t>>>
  }
  func.func @ir(%a: tensor<2x1x8x5x<<t>>>, %b: tensor<1x6x1x2x2x5x<<t>>>) -> tensor<1x6x1x2x2x5x<<t>>> {
    %0 = linalg.winograd_input_transform fmr(F_2_5) ins(%a : tensor<2x1x8x5x<<t>>>) outs(%b : tensor<1x6x1x2x2x5x<<t>>>) -> tensor<1x6x1x2x2x5x<<t>>>
    return %0 : tensor<1x6x1x2x2x5x<<t>>>
  }
  func.func @o(%a: tensor<6x6x2x2x2x5x<<t>>>, %b: tensor<2x4x4x5x<<t>>>) -> tensor<2x4x4x5x<<t>>> {
    %0 = linalg.winograd_output_transform fmr(F_2_5) ins(%a : tensor<6x6x2x2x2x5x<<t>>>) outs(%b : tensor<2x4x4x5x<<t>>>) -> tensor<2x4x4x5x<<t>>>
    return %0 : tensor<2x4x4x5x<<t>>>
  }
  func.func @oc(%a: tensor<6x1x2x3x2x5x<<t>>>, %b: tensor<2x4x3x5x<<t>>>) -> tensor<2x4x3x5x<<t>>> {
    %0 = linalg.winograd_output_transform fmr(F_2_5) ins(%a : tensor<6x1x2x3x2x5x<<t>>>) outs(%b : tensor<2x4x3x5x<<t>>>) -> tensor<2x4x3x5x<<t>>>
    return %0 : tensor<2x4x3x5x<<t>>>
  }
  func.func @or(%a: tensor<1x6x1x2x2x5x<<t>>>, %b: tensor<2x1x4x5x<<t>>>) -> tensor<2x1x4x5x<<t>>> {
    %0 = linalg.winograd_output_transform fmr(F_2_5) ins(%a : tensor<1x6x1x2x2x5x<<t>>>) outs(%b : tensor<2x1x4x5x<<t>>>) -> tensor<2x1x4x5x<<t>>>
    return %0 : tensor<2x1x4x5x<<t>>>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["linalg.winograd_filter_transform", "linalg.winograd_input_transform", "linalg.winograd_output_transform"]} in %r : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.decompose_winograd_op %f : (!transform.any_op) -> (!transform.any_op)
    transform.annotate %g "done" : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt rounds the matrices of f64 to f32
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x3x3x5xf64>, %b: tensor<6x6x5x2xf64>) -> tensor<6x6x5x2xf64> {
    %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5xf64>) outs(%b : tensor<6x6x5x2xf64>) -> tensor<6x6x5x2xf64>
    return %0 : tensor<6x6x5x2xf64>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["linalg.winograd_filter_transform", "linalg.winograd_input_transform", "linalg.winograd_output_transform"]} in %r : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.decompose_winograd_op %f : (!transform.any_op) -> (!transform.any_op)
    transform.annotate %g "done" : !transform.any_op
    transform.yield
  }
}

// -----

// DIFFERS: mlir-opt takes an unknown size as a number
module attributes {transform.with_named_sequence} {
  func.func @o(%a: tensor<6x6x?x2x2x5xf32>, %b: tensor<2x?x8x5xf32>) -> tensor<2x?x8x5xf32> {
    %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x6x?x2x2x5xf32>) outs(%b : tensor<2x?x8x5xf32>) -> tensor<2x?x8x5xf32>
    return %0 : tensor<2x?x8x5xf32>
  }
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["linalg.winograd_filter_transform", "linalg.winograd_input_transform", "linalg.winograd_output_transform"]} in %r : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.decompose_winograd_op %f : (!transform.any_op) -> (!transform.any_op)
    transform.annotate %g "done" : !transform.any_op
    transform.yield
  }
}
