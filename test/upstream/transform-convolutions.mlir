// FLAGS: --transform-interpreter --test-transform-dialect-erase-schedule

module attributes {transform.with_named_sequence} {
  func.func @last(%x: tensor<2x14x15x<<c:4|1>>x<<e:f32|i8>>>, %w: tensor<<<f:3x2|1x1|1x3>>x<<c>>x16x<<e>>>, %y: tensor<2x<<o:6x7|1x4|3x1>>x16x<<r:f64|i32>>>) -> tensor<2x<<o>>x16x<<r>>> {
    %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<[<<s:2, 2|1, 3>>]> : tensor<2xi64>} ins(%x, %w : tensor<2x14x15x<<c>>x<<e>>>, tensor<<<f>>x<<c>>x16x<<e>>>) outs(%y : tensor<2x<<o>>x16x<<r>>>) -> tensor<2x<<o>>x16x<<r>>>
    return %0 : tensor<2x<<o>>x16x<<r>>>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.structured.convert_conv2d_to_img2col %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %1 "columns" : !transform.any_op
    transform.annotate %2 "result" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @filters(%x: tensor<<<n:1|2>>x14x15x4xf32>, %w: tensor<16x<<f:3x3|2x5>>x4xf32>, %y: tensor<<<n>>x6x7x16xf32>) -> tensor<<<n>>x6x7x16xf32> {
    %0 = linalg.conv_2d_nhwc_fhwc {strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<<<n>>x14x15x4xf32>, tensor<16x<<f>>x4xf32>) outs(%y : tensor<<<n>>x6x7x16xf32>) -> tensor<<<n>>x6x7x16xf32>
    return %0 : tensor<<<n>>x6x7x16xf32>
  }
  func.func @channels(%x: tensor<<<n>>x4x14x15xi8>, %w: tensor<16x4x<<f>>xi8>, %y: tensor<<<n>>x16x12x11xi32>) -> tensor<<<n>>x16x12x11xi32> {
    %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<<<n>>x4x14x15xi8>, tensor<16x4x<<f>>xi8>) outs(%y : tensor<<<n>>x16x12x11xi32>) -> tensor<<<n>>x16x12x11xi32>
    return %0 : tensor<<<n>>x16x12x11xi32>
  }
  func.func @depthwise(%x: tensor<1x14x15x<<c:4|1>>xf32>, %w: tensor<<<f>>x<<c>>xf32>, %y: tensor<1x6x5x<<c>>xf32>) -> tensor<1x6x5x<<c>>xf32> {
    %0 = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<[<<s:2, 2|1, 2>>]> : tensor<2xi64>} ins(%x, %w : tensor<1x14x15x<<c>>xf32>, tensor<<<f>>x<<c>>xf32>) outs(%y : tensor<1x6x5x<<c>>xf32>) -> tensor<1x6x5x<<c>>xf32>
    return %0 : tensor<1x6x5x<<c>>xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %1, %2 = transform.structured.convert_conv2d_to_img2col %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %1 "columns" : !transform.any_op
    transform.annotate %2 "result" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @filter(%x: tensor<<<n:1|?>>x4x<<w:?|6>>x6xf32>, %f: tensor<8x2x3x6xf32>, %y: tensor<<<n>>x2x<<w>>x8xf32>) -> tensor<<<n>>x2x<<w>>x8xf32> {
    %0 = linalg.conv_2d_nhwc_fhwc {dilations = dense<<<1|[1, 2]>>> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %f : tensor<<<n>>x4x<<w>>x6xf32>, tensor<8x2x3x6xf32>) outs(%y : tensor<<<n>>x2x<<w>>x8xf32>) -> tensor<<<n>>x2x<<w>>x8xf32>
    return %0 : tensor<<<n>>x2x<<w>>x8xf32>
  }
  func.func @quantized(%x: tensor<1x4x4x6xi8>, %f: tensor<8x2x2x6xi8>, %a: i32, %b: i32, %y: tensor<1x3x3x8xi32>) -> tensor<1x3x3x8xi32> {
    %0 = linalg.conv_2d_nhwc_fhwc_q ins(%x, %f, %a, %b : tensor<1x4x4x6xi8>, tensor<8x2x2x6xi8>, i32, i32) outs(%y : tensor<1x3x3x8xi32>) -> tensor<1x3x3x8xi32>
    return %0 : tensor<1x3x3x8xi32>
  }
  func.func @buffers(%x: memref<1x4x4x6xf16>, %f: memref<8x2x2x6xf16>, %y: memref<1x3x3x8xf32>) {
    linalg.conv_2d_nhwc_fhwc ins(%x, %f : memref<1x4x4x6xf16>, memref<8x2x2x6xf16>) outs(%y : memref<1x3x3x8xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.transpose_conv2d %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "new" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @softmax(%x: tensor<<<t:2x?x32|?x?x?|3x4x5>>x<<e:f32|f16|bf16|f64>>>, %y: tensor<<<t>>x<<e>>>, %v: tensor<7x<<e>>>) -> (tensor<<<t>>x<<e>>>, tensor<7x<<e>>>) {
    %0 = linalg.softmax dimension(<<0|1|2>>) ins(%x : tensor<<<t>>x<<e>>>) outs(%y : tensor<<<t>>x<<e>>>) -> tensor<<<t>>x<<e>>>
    %1 = linalg.softmax dimension(0) ins(%v : tensor<7x<<e>>>) outs(%v : tensor<7x<<e>>>) -> tensor<7x<<e>>>
    return %0, %1 : tensor<<<t>>x<<e>>>, tensor<7x<<e>>>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.decompose_interface %0 : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "last" : !transform.any_op
    transform.yield
  }
}
