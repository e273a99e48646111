// FLAGS: --one-shot-bufferize=bufferize-function-boundaries
// FLAGS: --one-shot-bufferize="bufferize-function-boundaries test-analysis-only dump-alias-sets"

// DIFFERS: mlir-opt does not see that a result of scf.index_switch may be the yielded tensor, stores to it in place, and %2 reads the new element
func.func @switch(%k: index, %x: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, f32) {
  %0 = scf.index_switch %k -> tensor<8xf32>
  case 2 {
    %e = tensor.empty() : tensor<8xf32>
    %1 = linalg.fill ins(%v : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  default {
    scf.yield %x : tensor<8xf32>
  }
  %1 = tensor.insert %v into %0[%i] : tensor<8xf32>
  %2 = tensor.extract %x[%i] : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, f32
}
