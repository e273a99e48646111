// FLAGS: --empty-tensor-to-alloc-tensor

func.func @empties(%n: index, %m: index, %v: f32) -> (tensor<?x4x?xf32>, tensor<4x4x<<t:f32|i1>>>) {
  %0 = tensor.empty(%n, %m) : tensor<?x4x?xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<?x4x?xf32>) -> tensor<?x4x?xf32>
  %2 = tensor.empty() : tensor<4x4x<<t>>>
  return %1, %2 : tensor<?x4x?xf32>, tensor<4x4x<<t>>>
}
