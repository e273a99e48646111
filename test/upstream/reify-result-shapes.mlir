// FLAGS: --reify-result-shapes --canonicalize
// FLAGS: --reify-result-shapes --cse --canonicalize

func.func @padding(%a: tensor<?x8xf32>, %n: index, %v: f32) -> tensor<?x?xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.pad %a low[<<1|%n>>, %c4] high[2, <<1|%n>>] {
  ^bb0(%k: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x8xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @concatenation(%a: tensor<?x8xf32>, %b: tensor<4x?xf32>, %c: tensor<4x8xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = tensor.concat dim(<<0|1>>) %b, %b : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.concat dim(<<0|1>>) %a, %c : (tensor<?x8xf32>, tensor<4x8xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
