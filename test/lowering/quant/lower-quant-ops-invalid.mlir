// RUN: strata-opt %s --lower-quant-ops --split-input-file --verify-diagnostics

func.func @any(%a: tensor<4x!quant.any<i8:f32>>) -> tensor<4xf32> {
  // expected-error @+1 {{failed to legalize operation 'quant.dcast': '!quant.any<i8:f32>' has no scales}}
  %0 = quant.dcast %a : tensor<4x!quant.any<i8:f32>> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

!q = !quant.uniform<i8:f32:0, {2.0, 4.0}>
func.func @unranked(%a: tensor<*xf32>) -> tensor<*x!q> {
  // expected-error @+1 {{failed to legalize operation 'quant.qcast': several scales need a tensor of known rank}}
  %0 = quant.qcast %a : tensor<*xf32> to tensor<*x!q>
  return %0 : tensor<*x!q>
}
