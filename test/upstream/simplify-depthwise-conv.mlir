// FLAGS: --simplify-depthwise-conv

func.func @plain(%x: tensor<<<n:1|?>>x9x9x3xf32>, %f: tensor<3x3x3x<<m:1|2>>xf32>, %o: tensor<<<n>>x4x4x3x<<m>>xf32>) -> tensor<<<n>>x4x4x3x<<m>>xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %f : tensor<<<n>>x9x9x3xf32>, tensor<3x3x3x<<m>>xf32>) outs(%o : tensor<<<n>>x4x4x3x<<m>>xf32>) -> tensor<<<n>>x4x4x3x<<m>>xf32>
  return %0 : tensor<<<n>>x4x4x3x<<m>>xf32>
}
// -----
func.func @quantized(%x: tensor<1x?x9x3xi32>, %f: tensor<3x3x3x1xi32>, %o: tensor<1x?x4x3x1xi32>, %z: i32) -> tensor<1x?x4x3x1xi32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q {foo = 1 : i32, dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %f, %z, %z : tensor<1x?x9x3xi32>, tensor<3x3x3x1xi32>, i32, i32) outs(%o : tensor<1x?x4x3x1xi32>) -> tensor<1x?x4x3x1xi32>
  return %0 : tensor<1x?x4x3x1xi32>
}
// -----
func.func @buffers(%x: memref<1x9x9x3xf32>, %f: memref<3x3x3x1xf32>, %o: memref<1x7x7x3x1xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %f : memref<1x9x9x3xf32>, memref<3x3x3x1xf32>) outs(%o : memref<1x7x7x3x1xf32>)
  return
}
