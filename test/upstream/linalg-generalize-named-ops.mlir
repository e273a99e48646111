// FLAGS: --linalg-generalize-named-ops
// FLAGS: --linalg-morph-ops=named-to-category
// FLAGS: --linalg-morph-ops=named-to-generic
// FLAGS: --linalg-morph-ops="named-to-category category-to-generic"
// FLAGS: --simplify-depthwise-conv

func.func @unary(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = linalg.<<exp|log|abs|ceil|floor|negf|reciprocal|round|sqrt|rsqrt|square|tanh|erf|copy>> ins(%x : tensor<4x?xf32>) outs(%y : tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
// -----
func.func @binary(%x: tensor<4x?x<<t:f32|i32|i1>>>, %y: tensor<4x?x<<t>>>, %z: tensor<4x?x<<t>>>) -> tensor<4x?x<<t>>> {
  %0 = linalg.<<add|mul>> ins(%x, %y : tensor<4x?x<<t>>>, tensor<4x?x<<t>>>) outs(%z : tensor<4x?x<<t>>>) -> tensor<4x?x<<t>>>
  return %0 : tensor<4x?x<<t>>>
}
// -----
func.func @binary2(%x: memref<4x?x<<t:f32|i32>>>, %y: memref<4x?x<<t>>>, %z: memref<4x?x<<t>>>) {
  linalg.<<sub|div|max|min>> ins(%x, %y : memref<4x?x<<t>>>, memref<4x?x<<t>>>) outs(%z : memref<4x?x<<t>>>)
  return
}
// -----
func.func @others(%x: tensor<4xi32>, %f: tensor<4xf32>, %c: tensor<4xi1>) -> (tensor<4xi32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.div_unsigned ins(%x, %x : tensor<4xi32>, tensor<4xi32>) outs(%x : tensor<4xi32>) -> tensor<4xi32>
  %1 = linalg.powf ins(%f, %f : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.select ins(%c, %f, %1 : tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @moves(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>, %z: tensor<4x2x8xf32>, %s: f32, %r: tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4x2x8xf32>, tensor<8x4xf32>, tensor<4xf32>, tensor<4x8xf32>) {
  %0 = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%y : tensor<8x4xf32>) permutation = [1, 0]
  %1 = linalg.broadcast ins(%x : tensor<4x8xf32>) outs(%z : tensor<4x2x8xf32>) dimensions = [1]
  %2 = linalg.fill ins(%s : f32) outs(%y : tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = linalg.reduce { arith.<<addf|maximumf>> } ins(%y : tensor<8x4xf32>) outs(%r : tensor<4xf32>) dimensions = [0]
  %4 = linalg.map { arith.<<addf|mulf>> } ins(%x, %x : tensor<4x8xf32>, tensor<4x8xf32>) outs(%x : tensor<4x8xf32>)
  return %0, %1, %2, %3, %4 : tensor<8x4xf32>, tensor<4x2x8xf32>, tensor<8x4xf32>, tensor<4xf32>, tensor<4x8xf32>
}
// -----
func.func @conv_1d(%a0: tensor<?xf32>, %a1: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.conv_1d ins(%a0, %a1 : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @conv_2d(%a0: tensor<?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.conv_2d ins(%a0, %a1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @conv_3d(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.conv_3d ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @conv_1d_nwc_wcf(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.conv_1d_nwc_wcf {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @conv_1d_ncw_fcw(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.conv_1d_ncw_fcw {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @conv_2d_nhwc_hwcf(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @conv_2d_nhwc_fhwc(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.conv_2d_nhwc_fhwc {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @conv_2d_nchw_fchw(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.conv_2d_nchw_fchw {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @conv_2d_nhwc_hwcf_q(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %0 = linalg.conv_2d_nhwc_hwcf_q {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
}
// -----
func.func @conv_2d_nhwc_fhwc_q(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %0 = linalg.conv_2d_nhwc_fhwc_q {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
}
// -----
func.func @conv_2d_nchw_fchw_q(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %0 = linalg.conv_2d_nchw_fchw_q {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
}
// -----
func.func @conv_2d_ngchw_fgchw(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.conv_2d_ngchw_fgchw {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @conv_2d_ngchw_gfchw(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.conv_2d_ngchw_gfchw {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @conv_2d_nhwgc_gfhwc(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.conv_2d_nhwgc_gfhwc {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @conv_2d_ngchw_gfchw_q(%a0: tensor<?x?x?x?x?xi32>, %a1: tensor<?x?x?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32> {
  %0 = linalg.conv_2d_ngchw_gfchw_q {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?x?xi32>, tensor<?x?x?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32>
  return %0 : tensor<?x?x?x?x?xi32>
}
// -----
func.func @conv_2d_nhwgc_gfhwc_q(%a0: tensor<?x?x?x?x?xi32>, %a1: tensor<?x?x?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32> {
  %0 = linalg.conv_2d_nhwgc_gfhwc_q {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?x?xi32>, tensor<?x?x?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32>
  return %0 : tensor<?x?x?x?x?xi32>
}
// -----
func.func @conv_3d_ndhwc_dhwcf(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf {strides = dense<[2, 3, 4]> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @conv_3d_ndhwc_dhwcf_q(%a0: tensor<?x?x?x?x?xi32>, %a1: tensor<?x?x?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32> {
  %0 = linalg.conv_3d_ndhwc_dhwcf_q {strides = dense<[2, 3, 4]> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?x?xi32>, tensor<?x?x?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32>
  return %0 : tensor<?x?x?x?x?xi32>
}
// -----
func.func @conv_3d_ncdhw_fcdhw(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.conv_3d_ncdhw_fcdhw {strides = dense<[2, 3, 4]> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @depthwise_conv_1d_nwc_wc(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wc {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @depthwise_conv_1d_ncw_cw(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.depthwise_conv_1d_ncw_cw {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @depthwise_conv_1d_nwc_wcm(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.depthwise_conv_1d_nwc_wcm {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @depthwise_conv_2d_nhwc_hwc(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @depthwise_conv_2d_nchw_chw(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @depthwise_conv_2d_nhwc_hwc_q(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwc_q {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xi32>, tensor<?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
}
// -----
func.func @depthwise_conv_2d_nhwc_hwcm(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @depthwise_conv_2d_nhwc_hwcm_q(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32> {
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm_q {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1, %a2, %a3 : tensor<?x?x?x?xi32>, tensor<?x?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?x?x?xi32>) -> tensor<?x?x?x?x?xi32>
  return %0 : tensor<?x?x?x?x?xi32>
}
// -----
func.func @depthwise_conv_3d_ndhwc_dhwc(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwc {strides = dense<[2, 3, 4]> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @depthwise_conv_3d_ncdhw_cdhw(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.depthwise_conv_3d_ncdhw_cdhw {strides = dense<[2, 3, 4]> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @depthwise_conv_3d_ndhwc_dhwcm(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?x?x?xf32>, %o: tensor<?x?x?x?x?x?xf32>) -> tensor<?x?x?x?x?x?xf32> {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwcm {strides = dense<[2, 3, 4]> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?x?xf32>) -> tensor<?x?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?x?xf32>
}
// -----
func.func @pooling_nhwc_sum(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.pooling_nhwc_sum {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @pooling_nhwc_max(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.pooling_nhwc_max {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @pooling_nhwc_max_unsigned(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %0 = linalg.pooling_nhwc_max_unsigned {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
}
// -----
func.func @pooling_nhwc_min(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.pooling_nhwc_min {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @pooling_nhwc_min_unsigned(%a0: tensor<?x?x?x?xi32>, %a1: tensor<?x?xi32>, %o: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %0 = linalg.pooling_nhwc_min_unsigned {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xi32>, tensor<?x?xi32>) outs(%o : tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %0 : tensor<?x?x?x?xi32>
}
// -----
func.func @pooling_nchw_sum(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.pooling_nchw_sum {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @pooling_nchw_max(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.pooling_nchw_max {strides = dense<[2, 3]> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @pooling_nwc_sum(%a0: tensor<?x?x?xf32>, %a1: tensor<?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.pooling_nwc_sum {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @pooling_nwc_max(%a0: tensor<?x?x?xf32>, %a1: tensor<?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.pooling_nwc_max {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @pooling_nwc_max_unsigned(%a0: tensor<?x?x?xi32>, %a1: tensor<?xi32>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %0 = linalg.pooling_nwc_max_unsigned {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?xi32>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}
// -----
func.func @pooling_nwc_min(%a0: tensor<?x?x?xf32>, %a1: tensor<?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.pooling_nwc_min {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @pooling_nwc_min_unsigned(%a0: tensor<?x?x?xi32>, %a1: tensor<?xi32>, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %0 = linalg.pooling_nwc_min_unsigned {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xi32>, tensor<?xi32>) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}
// -----
func.func @pooling_ncw_sum(%a0: tensor<?x?x?xf32>, %a1: tensor<?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.pooling_ncw_sum {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @pooling_ncw_max(%a0: tensor<?x?x?xf32>, %a1: tensor<?xf32>, %o: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = linalg.pooling_ncw_max {strides = dense<[2]> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>} ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?xf32>) outs(%o : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
// -----
func.func @pooling_ndhwc_sum(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.pooling_ndhwc_sum {strides = dense<[2, 3, 4]> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @pooling_ndhwc_max(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.pooling_ndhwc_max {strides = dense<[2, 3, 4]> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @pooling_ndhwc_min(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.pooling_ndhwc_min {strides = dense<[2, 3, 4]> : tensor<3xi64>, dilations = dense<1> : tensor<3xi64>} ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @dot(%a0: tensor<?xf32>, %a1: tensor<?xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.dot ins(%a0, %a1 : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// -----
func.func @matvec(%a0: tensor<?x?xf32>, %a1: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.matvec ins(%a0, %a1 : tensor<?x?xf32>, tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @vecmat(%a0: tensor<?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.vecmat ins(%a0, %a1 : tensor<?xf32>, tensor<?x?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
// -----
func.func @batch_matvec(%a0: tensor<?x?x?xf32>, %a1: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.batch_matvec ins(%a0, %a1 : tensor<?x?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @batch_vecmat(%a0: tensor<?x?xf32>, %a1: tensor<?x?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.batch_vecmat ins(%a0, %a1 : tensor<?x?xf32>, tensor<?x?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @mmt4d(%a0: tensor<?x?x?x?xf32>, %a1: tensor<?x?x?x?xf32>, %o: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = linalg.mmt4d ins(%a0, %a1 : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) outs(%o : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
// -----
func.func @batch_mmt4d(%a0: tensor<?x?x?x?x?xf32>, %a1: tensor<?x?x?x?x?xf32>, %o: tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32> {
  %0 = linalg.batch_mmt4d ins(%a0, %a1 : tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xf32>) outs(%o : tensor<?x?x?x?x?xf32>) -> tensor<?x?x?x?x?xf32>
  return %0 : tensor<?x?x?x?x?xf32>
}
// -----
func.func @quantized_matmul(%a0: tensor<?x?xi32>, %a1: tensor<?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %0 = linalg.quantized_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?xi32>, tensor<?x?xi32>, i32, i32) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}
// -----
func.func @quantized_batch_matmul(%a0: tensor<?x?x?xi32>, %a1: tensor<?x?x?xi32>, %a2: i32, %a3: i32, %o: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  %0 = linalg.quantized_batch_matmul ins(%a0, %a1, %a2, %a3 : tensor<?x?x?xi32>, tensor<?x?x?xi32>, i32, i32) outs(%o : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
  return %0 : tensor<?x?x?xi32>
}
// -----
#a = affine_map<(m, n, k) -> (<<m, k|k, m>>)>
#b = affine_map<(m, n, k) -> (<<k, n|n, k>>)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @products(%a: tensor<4x4x<<t:f32|i8>>>, %b: tensor<4x4x<<t>>>, %c: tensor<4x4x<<u:f32|i32>>>) -> tensor<4x4x<<u>>> {
  %0 = linalg.matmul indexing_maps = [#a, #b, #c] ins(%a, %b : tensor<4x4x<<t>>>, tensor<4x4x<<t>>>) outs(%c : tensor<4x4x<<u>>>) -> tensor<4x4x<<u>>>
  return %0 : tensor<4x4x<<u>>>
}
// -----
#a = affine_map<(b, m, n, k) -> (b, <<m, k|k, m>>)>
#b = affine_map<(b, m, n, k) -> (b, <<k, n|n, k>>)>
#c = affine_map<(b, m, n, k) -> (b, m, n)>
func.func @batches(%a: memref<2x4x4xf32>, %b: memref<2x4x4xf32>, %c: memref<2x4x4xf32>, %d: memref<4x4xf32>) {
  linalg.batch_matmul indexing_maps = [#a, #b, #c] ins(%a, %b : memref<2x4x4xf32>, memref<2x4x4xf32>) outs(%c : memref<2x4x4xf32>)
  linalg.batch_reduce_matmul ins(%a, %b : memref<2x4x4xf32>, memref<2x4x4xf32>) outs(%d : memref<4x4xf32>)
  linalg.contract indexing_maps = [#a, #b, #c] ins(%a, %b : memref<2x4x4xf32>, memref<2x4x4xf32>) outs(%c : memref<2x4x4xf32>)
  return
}
