// FLAGS: --resolve-ranked-shaped-type-result-dims
// FLAGS: --resolve-shaped-type-result-dims

func.func @products(%a: tensor<?x8xf32>, %b: tensor<8x?xf32>, %c: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %1, %2 : index, index
}
// -----
func.func @paddings(%c: tensor<?x4xf32>, %n: index, %v: f32) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %c low[<<%n|0|3>>, 1] high[<<2|%n|0>>, %n] {
  ^bb0(%k: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x4xf32> to tensor<?x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %1, %2 : index, index
}
// -----
func.func @reshapes(%b: tensor<?x<<n:8|?>>xf32>, %a: tensor<?x8xf32>, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.collapse_shape %b [[0, 1]] : tensor<?x<<n>>xf32> into tensor<?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?xf32>
  %2 = tensor.expand_shape %a [[0, 1], [2]] output_shape [%n, 4, 8] : tensor<?x8xf32> into tensor<?x4x8xf32>
  %3 = tensor.dim %2, %c0 : tensor<?x4x8xf32>
  return %1, %3 : index, index
}
// -----
func.func @slices(%a: tensor<?x8xf32>, %n: index, %x: tensor<?x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert_slice %a into %x[0, 0] [%n, 8] [1, 1] : tensor<?x8xf32> into tensor<?x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %2 = tensor.extract_slice %x[0, 0] [%n, 4] [1, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  %3 = tensor.dim %2, %c0 : tensor<?x4xf32>
  %4 = tensor.concat dim(<<0|1>>) %x, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %5 = tensor.dim %4, %c0 : tensor<?x?xf32>
  return %1, %3, %5 : index, index, index
}
// -----
func.func @others(%a: tensor<?x8xf32>, %n: index, %v: f32, %i: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %j = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<?x8xf32> {
    scf.yield %x : tensor<?x8xf32>
  }
  %1 = tensor.dim %0, %c0 : tensor<?x8xf32>
  %2 = tensor.generate %n {
  ^bb0(%j: index):
    tensor.yield %v : f32
  } : tensor<?xf32>
  %3 = tensor.dim %2, %c0 : tensor<?xf32>
  %4 = tensor.empty(%n) : tensor<?xf32>
  %5 = linalg.fill ins(%v : f32) outs(%4 : tensor<?xf32>) -> tensor<?xf32>
  %6 = tensor.dim %5, %<<c0|i>> : tensor<?xf32>
  return %1, %3, %6 : index, index, index
}
// -----
func.func @generic(%a: tensor<?x?xf32>, %b: tensor<?xf32>, %c: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (<<j, i|i, j|i, 0>>)>, affine_map<(i, j) -> (<<i|j>>)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<?x?xf32>, tensor<?xf32>) outs(%c : tensor<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<?x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %1, %2 : index, index
}
