// FLAGS: --one-shot-bufferize=bufferize-function-boundaries
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries copy-before-write"

func.func @switch(%k: index, %x: tensor<8xf32>, %y: tensor<?xf32>, %i: index, %v: f32) -> (tensor<8xf32>, f32) {
  %0 = scf.index_switch %k -> tensor<8xf32>
  case 2 {
    %1 = tensor.insert %v into %x[%i] : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  case 5 {
    %1 = tensor.extract_slice %y[%i] [8] [1] : tensor<?xf32> to tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  default {
    scf.yield %x : tensor<8xf32>
  }
  %2 = tensor.extract %<<x|0>>[%i] : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, f32
}
