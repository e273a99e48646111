// FLAGS: --strip-func-quant-types

!q = !quant.uniform<<<i8|u8|i4>>:f32, 2.0:3>
func.func @passed(%a: !q, %t: tensor<4x!q>, %u: tensor<*x!q>, %f: tensor<?xf32>) -> (!q, tensor<4x!q>, tensor<?xf32>) {
  return %a, %t, %f : !q, tensor<4x!q>, tensor<?xf32>
}

// -----

!q = !quant.uniform<<<i8|u8>>:f32, 2.0:3>
func.func @used(%a: !q, %b: tensor<?x!q>) -> (f32, !q, tensor<?xf32>) {
  %0 = quant.dcast %a : !q to f32
  %1 = func.call @callee(%0, %a) : (f32, !q) -> !q
  %2 = func.call @callee(%0, %1) : (f32, !q) -> !q
  %3 = quant.dcast %b : tensor<?x!q> to tensor<?xf32>
  return %0, %<<1|2>>, %3 : f32, !q, tensor<?xf32>
}
func.func private @callee(%x: f32, %a: !q) -> !q {
  %0 = quant.qcast %x : f32 to !q
  return %0 : !q
}
func.func private @declared(!q, i8) -> tensor<2x!q>

// -----

!q = !quant.any<i4:f32>
func.func @any(%a: !q, %t: tensor<4x!q>) -> (!q, tensor<4x!q>) {
  return %a, %t : !q, tensor<4x!q>
}
