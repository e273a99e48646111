// FLAGS: --convert-tensor-to-linalg

func.func @pad(%x: tensor<4x?xf32>, %l: index, %v: f32) -> tensor<?x?xf32> {
  %0 = tensor.pad %x low[%l, <<0|1|%l>>] high[<<0|2|%l>>, %l] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
// -----
func.func @constant(%y: tensor<4x5xf32>) -> (tensor<6x8xf32>, tensor<6x8xf32>) {
  %1 = tensor.pad %y low[1, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 1.0 : f32
    tensor.yield %c : f32
  } : tensor<4x5xf32> to tensor<6x8xf32>
  %2 = tensor.pad %y <<nofold |>>low[1, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    %c = arith.constant 0.0 : f32
    tensor.yield %c : f32
  } : tensor<4x5xf32> to tensor<6x8xf32>
  return %1, %2 : tensor<6x8xf32>, tensor<6x8xf32>
}
// -----
func.func @generated(%y: tensor<4x?xi32>, %k: i32) -> tensor<6x?xi32> {
  %1 = tensor.pad %y low[1, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    %0 = arith.index_cast %<<i|j>> : index to i32
    %2 = arith.addi %0, %k : i32
    tensor.yield %2 : i32
  } : tensor<4x?xi32> to tensor<6x?xi32>
  return %1 : tensor<6x?xi32>
}
// -----
func.func @others(%n: index, %v: f32, %x: tensor<4xf32>) -> (tensor<?xf32>, tensor<2xf32>) {
  %g = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32>
  %s = tensor.extract_slice %x[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %g, %s : tensor<?xf32>, tensor<2xf32>
}
