// FLAGS: --lower-quant-ops

!q = !quant.uniform<<<i8|u8|i4>>:<<f:f16|f32>>, 2.0:<<0|3>>>
func.func @scalars(%a: !q, %x: <<f>>) -> (<<f>>, !q) {
  %0 = quant.dcast %a : !q to <<f>>
  %1 = quant.qcast %x : <<f>> to !q
  return %0, %1 : <<f>>, !q
}

// -----

!q = !quant.uniform<<<i8|u8>><<<0|1>>:100>:f32, 2.0:<<0|3>>>
func.func @tensors(%a: tensor<<<s:2x3x|?x2x?x|*x|>>!q>, %x: tensor<<<s>>f32>) -> (tensor<<<s>>f32>, tensor<<<s>>!q>) {
  %0 = quant.dcast %a : tensor<<<s>>!q> to tensor<<<s>>f32>
  %1 = quant.qcast %x : tensor<<<s>>f32> to tensor<<<s>>!q>
  return %0, %1 : tensor<<<s>>f32>, tensor<<<s>>!q>
}

// -----

!q = !quant.uniform<<<i8|u8>><<<0|1>>:100>:f32:1, {2.0:3, 4.0:<<0|5>>}>
func.func @axis(%a: tensor<<<s:3x2x|?x2x?x|?x2x>>!q>, %x: tensor<<<s>>f32>) -> (tensor<<<s>>f32>, tensor<<<s>>!q>) {
  %0 = quant.dcast %a : tensor<<<s>>!q> to tensor<<<s>>f32>
  %1 = quant.qcast %x : tensor<<<s>>f32> to tensor<<<s>>!q>
  return %0, %1 : tensor<<<s>>f32>, tensor<<<s>>!q>
}

// -----

!q = !quant.uniform<<<i8|u8>><1:<<100|127>>>:f32:{0:3, 1:2}, {{2.0:3, 4.0:5}}>
func.func @blocks(%a: tensor<3x4x!q>, %x: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4x!q>) {
  %0 = quant.dcast %a : tensor<3x4x!q> to tensor<3x4xf32>
  %1 = quant.qcast %x : tensor<3x4xf32> to tensor<3x4x!q>
  return %0, %1 : tensor<3x4xf32>, tensor<3x4x!q>
}

// -----

// DIFFERS: several scales of a tensor without rank are an error, as there is no op that splits shapes
!q = !quant.uniform<i8:f32:1, {2.0:3, 4.0:5}>
func.func @unranked(%a: tensor<*x!q>) -> tensor<*xf32> {
  %0 = quant.dcast %a : tensor<*x!q> to tensor<*xf32>
  return %0 : tensor<*xf32>
}
