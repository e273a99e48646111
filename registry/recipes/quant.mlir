// Recipes for `quant`; strata-generate says how to read them.
// -----
// op: quant.qcast
func.func @f(%a: tensor<$mx3xf32>) -> tensor<$mx3x$[1:!quant.uniform<i8:f32, 0.25:-3>|!quant.uniform<u8<1:200>:f32, 0.5:128>|!quant.uniform<i16:f32:1, {0.1,0.5:7,2.0}>]> {
  %0 = quant.qcast %a : tensor<$mx3xf32> to tensor<$mx3x$1>
  return %0 : tensor<$mx3x$1>
}
// -----
// op: quant.dcast quant.scast
func.func @f(%a: tensor<2x$mxi8>) -> tensor<2x$mxf32> {
  %0 = quant.scast %a : tensor<2x$mxi8> to tensor<2x$mx$[1:!quant.uniform<i8:f32, 0.25:-3>|!quant.uniform<i8:f32:0, {0.1,0.5:7}>|!quant.uniform<i8:f32:{0:1}, {{0.1},{0.5:7}}>]>
  %1 = quant.dcast %0 : tensor<2x$mx$1> to tensor<2x$mxf32>
  return %1 : tensor<2x$mxf32>
}
