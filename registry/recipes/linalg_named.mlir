// Recipes for the named ops of `linalg`: products, convolutions and pooling.
// -----
// op: linalg.dot
func.func @f(%a: tensor<$kx$e>, %b: tensor<$kx$e>, %o: tensor<$e>) -> tensor<$e> {
  %0 = $@ ins(%a, %b : tensor<$kx$e>, tensor<$kx$e>) outs(%o : tensor<$e>) -> tensor<$e>
  return %0 : tensor<$e>
}
// -----
// op: linalg.matvec
func.func @f(%a: tensor<$kx$lx$e>, %b: tensor<$lx$e>, %o: tensor<$kx$e>) -> tensor<$kx$e> {
  %0 = $@ ins(%a, %b : tensor<$kx$lx$e>, tensor<$lx$e>) outs(%o : tensor<$kx$e>) -> tensor<$kx$e>
  return %0 : tensor<$kx$e>
}
// -----
// op: linalg.vecmat
func.func @f(%a: tensor<$lx$e>, %b: tensor<$lx$kx$e>, %o: tensor<$kx$e>) -> tensor<$kx$e> {
  %0 = $@ ins(%a, %b : tensor<$lx$e>, tensor<$lx$kx$e>) outs(%o : tensor<$kx$e>) -> tensor<$kx$e>
  return %0 : tensor<$kx$e>
}
// -----
// op: linalg.batch_matvec
func.func @f(%a: tensor<$kx$lx$mx$e>, %b: tensor<$kx$mx$e>, %o: tensor<$kx$lx$e>) -> tensor<$kx$lx$e> {
  %0 = $@ ins(%a, %b : tensor<$kx$lx$mx$e>, tensor<$kx$mx$e>) outs(%o : tensor<$kx$lx$e>) -> tensor<$kx$lx$e>
  return %0 : tensor<$kx$lx$e>
}
// -----
// op: linalg.batch_vecmat
func.func @f(%a: tensor<$kx$mx$e>, %b: tensor<$kx$mx$lx$e>, %o: tensor<$kx$lx$e>) -> tensor<$kx$lx$e> {
  %0 = $@ ins(%a, %b : tensor<$kx$mx$e>, tensor<$kx$mx$lx$e>) outs(%o : tensor<$kx$lx$e>) -> tensor<$kx$lx$e>
  return %0 : tensor<$kx$lx$e>
}
// -----
// op: linalg.mmt4d
func.func @f(%a: tensor<$kx$mx$nx$px$e>, %b: tensor<$lx$mx$ox$px$e>, %o: tensor<$kx$lx$nx$ox$e>) -> tensor<$kx$lx$nx$ox$e> {
  %0 = $@ ins(%a, %b : tensor<$kx$mx$nx$px$e>, tensor<$lx$mx$ox$px$e>) outs(%o : tensor<$kx$lx$nx$ox$e>) -> tensor<$kx$lx$nx$ox$e>
  return %0 : tensor<$kx$lx$nx$ox$e>
}
// -----
// op: linalg.batch_mmt4d
func.func @f(%a: tensor<$kx$lx$nx$ox$qx$e>, %b: tensor<$kx$mx$nx$px$qx$e>, %o: tensor<$kx$lx$mx$ox$px$e>) -> tensor<$kx$lx$mx$ox$px$e> {
  %0 = $@ ins(%a, %b : tensor<$kx$lx$nx$ox$qx$e>, tensor<$kx$mx$nx$px$qx$e>) outs(%o : tensor<$kx$lx$mx$ox$px$e>) -> tensor<$kx$lx$mx$ox$px$e>
  return %0 : tensor<$kx$lx$mx$ox$px$e>
}
// -----
// op: linalg.quantized_matmul
func.func @f(%a: tensor<$kx$mxi8>, %b: tensor<$mx$lxi8>, %c: i32, %d: i32, %o: tensor<$kx$lxi32>) -> tensor<$kx$lxi32> {
  %0 = $@ ins(%a, %b, %c, %d : tensor<$kx$mxi8>, tensor<$mx$lxi8>, i32, i32) outs(%o : tensor<$kx$lxi32>) -> tensor<$kx$lxi32>
  return %0 : tensor<$kx$lxi32>
}
// -----
// op: linalg.quantized_batch_matmul
func.func @f(%a: tensor<$kx$lx$nxi8>, %b: tensor<$kx$nx$mxi8>, %c: i32, %d: i32, %o: tensor<$kx$lx$mxi32>) -> tensor<$kx$lx$mxi32> {
  %0 = $@ ins(%a, %b, %c, %d : tensor<$kx$lx$nxi8>, tensor<$kx$nx$mxi8>, i32, i32) outs(%o : tensor<$kx$lx$mxi32>) -> tensor<$kx$lx$mxi32>
  return %0 : tensor<$kx$lx$mxi32>
}
// -----
// op: linalg.fill_rng_2d
func.func @f(%a: f64, %b: f64, %c: i32, %o: tensor<$kx$lxf32>) -> tensor<$kx$lxf32> {
  %0 = $@ ins(%a, %b, %c : f64, f64, i32) outs(%o : tensor<$kx$lxf32>) -> tensor<$kx$lxf32>
  return %0 : tensor<$kx$lxf32>
}
// -----
// op: linalg.conv_1d
func.func @f(%a: tensor<$(k+1)x$e>, %b: tensor<2x$e>, %o: tensor<$kx$e>) -> tensor<$kx$e> {
  %0 = $@ ins(%a, %b : tensor<$(k+1)x$e>, tensor<2x$e>) outs(%o : tensor<$kx$e>) -> tensor<$kx$e>
  return %0 : tensor<$kx$e>
}
// -----
// op: linalg.conv_2d
func.func @f(%a: tensor<$(k+1)x$(l+1)x$e>, %b: tensor<2x2x$e>, %o: tensor<$kx$lx$e>) -> tensor<$kx$lx$e> {
  %0 = $@ ins(%a, %b : tensor<$(k+1)x$(l+1)x$e>, tensor<2x2x$e>) outs(%o : tensor<$kx$lx$e>) -> tensor<$kx$lx$e>
  return %0 : tensor<$kx$lx$e>
}
// -----
// op: linalg.conv_3d
func.func @f(%a: tensor<$(k+1)x$(l+1)x$(m+1)x$e>, %b: tensor<2x2x2x$e>, %o: tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e> {
  %0 = $@ ins(%a, %b : tensor<$(k+1)x$(l+1)x$(m+1)x$e>, tensor<2x2x2x$e>) outs(%o : tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e>
  return %0 : tensor<$kx$lx$mx$e>
}
// -----
// op: linalg.conv_1d_nwc_wcf
func.func @f(%a: tensor<$kx$(l+1)x$nx$e>, %b: tensor<2x$nx$mx$e>, %o: tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$nx$e>, tensor<2x$nx$mx$e>) outs(%o : tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e>
  return %0 : tensor<$kx$lx$mx$e>
}
// -----
// op: linalg.conv_1d_ncw_fcw
func.func @f(%a: tensor<$kx$nx$(m+1)x$e>, %b: tensor<$lx$nx2x$e>, %o: tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ]ins(%a, %b : tensor<$kx$nx$(m+1)x$e>, tensor<$lx$nx2x$e>) outs(%o : tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e>
  return %0 : tensor<$kx$lx$mx$e>
}
// -----
// op: linalg.conv_2d_nhwc_hwcf
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$ox$e>, %b: tensor<2x2x$ox$nx$e>, %o: tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$ox$e>, tensor<2x2x$ox$nx$e>) outs(%o : tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e>
  return %0 : tensor<$kx$lx$mx$nx$e>
}
// -----
// op: linalg.conv_2d_nhwc_fhwc
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$ox$e>, %b: tensor<$nx2x2x$ox$e>, %o: tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$ox$e>, tensor<$nx2x2x$ox$e>) outs(%o : tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e>
  return %0 : tensor<$kx$lx$mx$nx$e>
}
// -----
// op: linalg.conv_2d_nchw_fchw
func.func @f(%a: tensor<$kx$ox$(m+1)x$(n+1)x$e>, %b: tensor<$lx$ox2x2x$e>, %o: tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$ox$(m+1)x$(n+1)x$e>, tensor<$lx$ox2x2x$e>) outs(%o : tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e>
  return %0 : tensor<$kx$lx$mx$nx$e>
}
// -----
// op: linalg.conv_2d_nhwc_hwcf_q
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$oxi8>, %b: tensor<2x2x$ox$nxi8>, %c: i32, %d: i32, %o: tensor<$kx$lx$mx$nxi32>) -> tensor<$kx$lx$mx$nxi32> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b, %c, %d : tensor<$kx$(l+1)x$(m+1)x$oxi8>, tensor<2x2x$ox$nxi8>, i32, i32) outs(%o : tensor<$kx$lx$mx$nxi32>) -> tensor<$kx$lx$mx$nxi32>
  return %0 : tensor<$kx$lx$mx$nxi32>
}
// -----
// op: linalg.conv_2d_nhwc_fhwc_q
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$oxi8>, %b: tensor<$nx2x2x$oxi8>, %c: i32, %d: i32, %o: tensor<$kx$lx$mx$nxi32>) -> tensor<$kx$lx$mx$nxi32> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b, %c, %d : tensor<$kx$(l+1)x$(m+1)x$oxi8>, tensor<$nx2x2x$oxi8>, i32, i32) outs(%o : tensor<$kx$lx$mx$nxi32>) -> tensor<$kx$lx$mx$nxi32>
  return %0 : tensor<$kx$lx$mx$nxi32>
}
// -----
// op: linalg.conv_2d_nchw_fchw_q
func.func @f(%a: tensor<$kx$ox$(m+1)x$(n+1)xi8>, %b: tensor<$lx$ox2x2xi8>, %c: i32, %d: i32, %o: tensor<$kx$lx$mx$nxi32>) -> tensor<$kx$lx$mx$nxi32> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b, %c, %d : tensor<$kx$ox$(m+1)x$(n+1)xi8>, tensor<$lx$ox2x2xi8>, i32, i32) outs(%o : tensor<$kx$lx$mx$nxi32>) -> tensor<$kx$lx$mx$nxi32>
  return %0 : tensor<$kx$lx$mx$nxi32>
}
// -----
// op: linalg.conv_2d_ngchw_fgchw
func.func @f(%a: tensor<$kx$lx$px$(n+1)x$(o+1)x$e>, %b: tensor<$mx$lx$px2x2x$e>, %o: tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$lx$px$(n+1)x$(o+1)x$e>, tensor<$mx$lx$px2x2x$e>) outs(%o : tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e>
  return %0 : tensor<$kx$lx$mx$nx$ox$e>
}
// -----
// op: linalg.conv_2d_ngchw_gfchw
func.func @f(%a: tensor<$kx$lx$px$(n+1)x$(o+1)x$e>, %b: tensor<$lx$mx$px2x2x$e>, %o: tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$lx$px$(n+1)x$(o+1)x$e>, tensor<$lx$mx$px2x2x$e>) outs(%o : tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e>
  return %0 : tensor<$kx$lx$mx$nx$ox$e>
}
// -----
// op: linalg.conv_2d_nhwgc_gfhwc
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$nx$px$e>, %b: tensor<$nx$ox2x2x$px$e>, %o: tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$nx$px$e>, tensor<$nx$ox2x2x$px$e>) outs(%o : tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e>
  return %0 : tensor<$kx$lx$mx$nx$ox$e>
}
// -----
// op: linalg.conv_2d_ngchw_gfchw_q
func.func @f(%a: tensor<$kx$lx$px$(n+1)x$(o+1)xi8>, %b: tensor<$lx$mx$px2x2xi8>, %c: i32, %d: i32, %o: tensor<$kx$lx$mx$nx$oxi32>) -> tensor<$kx$lx$mx$nx$oxi32> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b, %c, %d : tensor<$kx$lx$px$(n+1)x$(o+1)xi8>, tensor<$lx$mx$px2x2xi8>, i32, i32) outs(%o : tensor<$kx$lx$mx$nx$oxi32>) -> tensor<$kx$lx$mx$nx$oxi32>
  return %0 : tensor<$kx$lx$mx$nx$oxi32>
}
// -----
// op: linalg.conv_2d_nhwgc_gfhwc_q
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$nx$pxi8>, %b: tensor<$nx$ox2x2x$pxi8>, %c: i32, %d: i32, %o: tensor<$kx$lx$mx$nx$oxi32>) -> tensor<$kx$lx$mx$nx$oxi32> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b, %c, %d : tensor<$kx$(l+1)x$(m+1)x$nx$pxi8>, tensor<$nx$ox2x2x$pxi8>, i32, i32) outs(%o : tensor<$kx$lx$mx$nx$oxi32>) -> tensor<$kx$lx$mx$nx$oxi32>
  return %0 : tensor<$kx$lx$mx$nx$oxi32>
}
// -----
// op: linalg.conv_3d_ndhwc_dhwcf
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$(n+1)x$px$e>, %b: tensor<2x2x2x$px$ox$e>, %o: tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$(n+1)x$px$e>, tensor<2x2x2x$px$ox$e>) outs(%o : tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e>
  return %0 : tensor<$kx$lx$mx$nx$ox$e>
}
// -----
// op: linalg.conv_3d_ndhwc_dhwcf_q
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$(n+1)x$pxi8>, %b: tensor<2x2x2x$px$oxi8>, %c: i32, %d: i32, %o: tensor<$kx$lx$mx$nx$oxi32>) -> tensor<$kx$lx$mx$nx$oxi32> {
  %0 = $@ $[|{dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} ]ins(%a, %b, %c, %d : tensor<$kx$(l+1)x$(m+1)x$(n+1)x$pxi8>, tensor<2x2x2x$px$oxi8>, i32, i32) outs(%o : tensor<$kx$lx$mx$nx$oxi32>) -> tensor<$kx$lx$mx$nx$oxi32>
  return %0 : tensor<$kx$lx$mx$nx$oxi32>
}
// -----
// op: linalg.conv_3d_ncdhw_fcdhw
func.func @f(%a: tensor<$kx$px$(m+1)x$(n+1)x$(o+1)x$e>, %b: tensor<$lx$px2x2x2x$e>, %o: tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} ]ins(%a, %b : tensor<$kx$px$(m+1)x$(n+1)x$(o+1)x$e>, tensor<$lx$px2x2x2x$e>) outs(%o : tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e>
  return %0 : tensor<$kx$lx$mx$nx$ox$e>
}
// -----
// op: linalg.depthwise_conv_1d_nwc_wc
func.func @f(%a: tensor<$kx$(l+1)x$mx$e>, %b: tensor<2x$mx$e>, %o: tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$mx$e>, tensor<2x$mx$e>) outs(%o : tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e>
  return %0 : tensor<$kx$lx$mx$e>
}
// -----
// op: linalg.depthwise_conv_1d_ncw_cw
func.func @f(%a: tensor<$kx$mx$(l+1)x$e>, %b: tensor<$mx2x$e>, %o: tensor<$kx$mx$lx$e>) -> tensor<$kx$mx$lx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ]ins(%a, %b : tensor<$kx$mx$(l+1)x$e>, tensor<$mx2x$e>) outs(%o : tensor<$kx$mx$lx$e>) -> tensor<$kx$mx$lx$e>
  return %0 : tensor<$kx$mx$lx$e>
}
// -----
// op: linalg.depthwise_conv_1d_nwc_wcm
func.func @f(%a: tensor<$kx$(l+1)x$mx$e>, %b: tensor<2x$mx$nx$e>, %o: tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$mx$e>, tensor<2x$mx$nx$e>) outs(%o : tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e>
  return %0 : tensor<$kx$lx$mx$nx$e>
}
// -----
// op: linalg.depthwise_conv_2d_nhwc_hwc
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$nx$e>, %b: tensor<2x2x$nx$e>, %o: tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$nx$e>, tensor<2x2x$nx$e>) outs(%o : tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e>
  return %0 : tensor<$kx$lx$mx$nx$e>
}
// -----
// op: linalg.depthwise_conv_2d_nchw_chw
func.func @f(%a: tensor<$kx$nx$(l+1)x$(m+1)x$e>, %b: tensor<$nx2x2x$e>, %o: tensor<$kx$nx$lx$mx$e>) -> tensor<$kx$nx$lx$mx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$nx$(l+1)x$(m+1)x$e>, tensor<$nx2x2x$e>) outs(%o : tensor<$kx$nx$lx$mx$e>) -> tensor<$kx$nx$lx$mx$e>
  return %0 : tensor<$kx$nx$lx$mx$e>
}
// -----
// op: linalg.depthwise_conv_2d_nhwc_hwc_q
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$nxi8>, %b: tensor<2x2x$nxi8>, %c: i32, %d: i32, %o: tensor<$kx$lx$mx$nxi32>) -> tensor<$kx$lx$mx$nxi32> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b, %c, %d : tensor<$kx$(l+1)x$(m+1)x$nxi8>, tensor<2x2x$nxi8>, i32, i32) outs(%o : tensor<$kx$lx$mx$nxi32>) -> tensor<$kx$lx$mx$nxi32>
  return %0 : tensor<$kx$lx$mx$nxi32>
}
// -----
// op: linalg.depthwise_conv_2d_nhwc_hwcm
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$nx$e>, %b: tensor<2x2x$nx$ox$e>, %o: tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$nx$e>, tensor<2x2x$nx$ox$e>) outs(%o : tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e>
  return %0 : tensor<$kx$lx$mx$nx$ox$e>
}
// -----
// op: linalg.depthwise_conv_2d_nhwc_hwcm_q
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$nxi8>, %b: tensor<2x2x$nx$oxi8>, %c: i32, %d: i32, %o: tensor<$kx$lx$mx$nx$oxi32>) -> tensor<$kx$lx$mx$nx$oxi32> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b, %c, %d : tensor<$kx$(l+1)x$(m+1)x$nxi8>, tensor<2x2x$nx$oxi8>, i32, i32) outs(%o : tensor<$kx$lx$mx$nx$oxi32>) -> tensor<$kx$lx$mx$nx$oxi32>
  return %0 : tensor<$kx$lx$mx$nx$oxi32>
}
// -----
// op: linalg.depthwise_conv_3d_ndhwc_dhwc
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$(n+1)x$ox$e>, %b: tensor<2x2x2x$ox$e>, %o: tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$(n+1)x$ox$e>, tensor<2x2x2x$ox$e>) outs(%o : tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e>
  return %0 : tensor<$kx$lx$mx$nx$ox$e>
}
// -----
// op: linalg.depthwise_conv_3d_ncdhw_cdhw
func.func @f(%a: tensor<$kx$ox$(l+1)x$(m+1)x$(n+1)x$e>, %b: tensor<$ox2x2x2x$e>, %o: tensor<$kx$ox$lx$mx$nx$e>) -> tensor<$kx$ox$lx$mx$nx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} ]ins(%a, %b : tensor<$kx$ox$(l+1)x$(m+1)x$(n+1)x$e>, tensor<$ox2x2x2x$e>) outs(%o : tensor<$kx$ox$lx$mx$nx$e>) -> tensor<$kx$ox$lx$mx$nx$e>
  return %0 : tensor<$kx$ox$lx$mx$nx$e>
}
// -----
// op: linalg.depthwise_conv_3d_ndhwc_dhwcm
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$(n+1)x$px$e>, %b: tensor<2x2x2x$px$ox$e>, %o: tensor<$kx$lx$mx$nx$px$ox$e>) -> tensor<$kx$lx$mx$nx$px$ox$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$(n+1)x$px$e>, tensor<2x2x2x$px$ox$e>) outs(%o : tensor<$kx$lx$mx$nx$px$ox$e>) -> tensor<$kx$lx$mx$nx$px$ox$e>
  return %0 : tensor<$kx$lx$mx$nx$px$ox$e>
}
// -----
// op: linalg.pooling_nhwc_sum linalg.pooling_nhwc_max linalg.pooling_nhwc_min
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$nx$e>, %b: tensor<2x2x$e>, %o: tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$nx$e>, tensor<2x2x$e>) outs(%o : tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e>
  return %0 : tensor<$kx$lx$mx$nx$e>
}
// -----
// op: linalg.pooling_nhwc_max_unsigned linalg.pooling_nhwc_min_unsigned
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$nx$i>, %b: tensor<2x2x$i>, %o: tensor<$kx$lx$mx$nx$i>) -> tensor<$kx$lx$mx$nx$i> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$nx$i>, tensor<2x2x$i>) outs(%o : tensor<$kx$lx$mx$nx$i>) -> tensor<$kx$lx$mx$nx$i>
  return %0 : tensor<$kx$lx$mx$nx$i>
}
// -----
// op: linalg.pooling_nchw_sum linalg.pooling_nchw_max
func.func @f(%a: tensor<$kx$lx$(m+1)x$(n+1)x$e>, %b: tensor<2x2x$e>, %o: tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ]ins(%a, %b : tensor<$kx$lx$(m+1)x$(n+1)x$e>, tensor<2x2x$e>) outs(%o : tensor<$kx$lx$mx$nx$e>) -> tensor<$kx$lx$mx$nx$e>
  return %0 : tensor<$kx$lx$mx$nx$e>
}
// -----
// op: linalg.pooling_nwc_sum linalg.pooling_nwc_max linalg.pooling_nwc_min
func.func @f(%a: tensor<$kx$(l+1)x$mx$e>, %b: tensor<2x$e>, %o: tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$mx$e>, tensor<2x$e>) outs(%o : tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e>
  return %0 : tensor<$kx$lx$mx$e>
}
// -----
// op: linalg.pooling_nwc_max_unsigned linalg.pooling_nwc_min_unsigned
func.func @f(%a: tensor<$kx$(l+1)x$mx$i>, %b: tensor<2x$i>, %o: tensor<$kx$lx$mx$i>) -> tensor<$kx$lx$mx$i> {
  %0 = $@ $[|{dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$mx$i>, tensor<2x$i>) outs(%o : tensor<$kx$lx$mx$i>) -> tensor<$kx$lx$mx$i>
  return %0 : tensor<$kx$lx$mx$i>
}
// -----
// op: linalg.pooling_ncw_sum linalg.pooling_ncw_max
func.func @f(%a: tensor<$kx$lx$(m+1)x$e>, %b: tensor<2x$e>, %o: tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<1xi64>, strides = dense<1> : tensor<1xi64>} ]ins(%a, %b : tensor<$kx$lx$(m+1)x$e>, tensor<2x$e>) outs(%o : tensor<$kx$lx$mx$e>) -> tensor<$kx$lx$mx$e>
  return %0 : tensor<$kx$lx$mx$e>
}
// -----
// op: linalg.pooling_ndhwc_sum linalg.pooling_ndhwc_max linalg.pooling_ndhwc_min
func.func @f(%a: tensor<$kx$(l+1)x$(m+1)x$(n+1)x$ox$e>, %b: tensor<2x2x2x$e>, %o: tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e> {
  %0 = $@ $[|{dilations = dense<1> : tensor<3xi64>, strides = dense<1> : tensor<3xi64>} ]ins(%a, %b : tensor<$kx$(l+1)x$(m+1)x$(n+1)x$ox$e>, tensor<2x2x2x$e>) outs(%o : tensor<$kx$lx$mx$nx$ox$e>) -> tensor<$kx$lx$mx$nx$ox$e>
  return %0 : tensor<$kx$lx$mx$nx$ox$e>
}
// -----
// op: linalg.batch_reduce_matmul
func.func @f(%a: tensor<$lx$mx$kx$e>, %b: tensor<$lx$kx$nx$e>, %o: tensor<$mx$nx$e>) -> tensor<$mx$nx$e> {
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<$lx$mx$kx$e>, tensor<$lx$kx$nx$e>) outs(%o : tensor<$mx$nx$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: linalg.contract
func.func @f(%a: tensor<$mx$kx$e>, %b: tensor<$nx$kx$e>, %o: tensor<$mx$nx$e>) -> tensor<$mx$nx$e> {
  %0 = linalg.contract indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%a, %b : tensor<$mx$kx$e>, tensor<$nx$kx$e>) outs(%o : tensor<$mx$nx$e>) -> tensor<$mx$nx$e>
  return %0 : tensor<$mx$nx$e>
}
// -----
// op: linalg.elementwise
func.func @f(%a: tensor<$mx$nx$f>, %b: tensor<$mx$nx$f>, %o: tensor<$mx$nx$f>) -> tensor<$mx$nx$f> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<$[add|sub|mul|div]> ins(%a, %b : tensor<$mx$nx$f>, tensor<$mx$nx$f>) outs(%o : tensor<$mx$nx$f>) -> tensor<$mx$nx$f>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<$[exp|abs|tanh]> ins(%0 : tensor<$mx$nx$f>) outs(%o : tensor<$mx$nx$f>) -> tensor<$mx$nx$f>
  return %1 : tensor<$mx$nx$f>
}
// -----
// op: linalg.pack linalg.unpack
// only
func.func @f(%a: tensor<$(m*4)x$(n*2)x$e>, %p: tensor<$mx$nx4x2x$e>, %z: $e) -> tensor<$(m*4)x$(n*2)x$e> {
  %0 = linalg.pack %a$[| padding_value(%z : $e)] inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %p : tensor<$(m*4)x$(n*2)x$e> -> tensor<$mx$nx4x2x$e>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [4, 2] into %a : tensor<$mx$nx4x2x$e> -> tensor<$(m*4)x$(n*2)x$e>
  return %1 : tensor<$(m*4)x$(n*2)x$e>
}
// -----
// op: linalg.winograd_filter_transform
func.func @f(%a: tensor<$mx3x3x$nx$f>, %o: tensor<6x6x$nx$mx$f>) -> tensor<6x6x$nx$mx$f> {
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<$mx3x3x$nx$f>) outs(%o : tensor<6x6x$nx$mx$f>) -> tensor<6x6x$nx$mx$f>
  return %0 : tensor<6x6x$nx$mx$f>
}
// -----
// op: linalg.winograd_input_transform
func.func @f(%a: tensor<$mx10x10x$nx$f>, %o: tensor<6x6x2x2x$mx$nx$f>) -> tensor<6x6x2x2x$mx$nx$f> {
  %0 = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<$mx10x10x$nx$f>) outs(%o : tensor<6x6x2x2x$mx$nx$f>) -> tensor<6x6x2x2x$mx$nx$f>
  return %0 : tensor<6x6x2x2x$mx$nx$f>
}
// -----
// op: linalg.winograd_output_transform
func.func @f(%a: tensor<6x6x$kx$lx$mx$nx$f>, %o: tensor<$mx$(k*4)x$(l*4)x$nx$f>) -> tensor<$mx$(k*4)x$(l*4)x$nx$f> {
  %0 = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x6x$kx$lx$mx$nx$f>) outs(%o : tensor<$mx$(k*4)x$(l*4)x$nx$f>) -> tensor<$mx$(k*4)x$(l*4)x$nx$f>
  return %0 : tensor<$mx$(k*4)x$(l*4)x$nx$f>
}
