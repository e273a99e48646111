func.func @f(%t: tensor<?x4xf32>, %i: index, %f: f32, %u: tensor<*xf32>, %s: tensor<4x4xf32>, %sh: tensor<2xindex>, %idx: tensor<3x1xindex>, %p: tensor<1x4xf32>) -> tensor<?x4xf32> {
  %0 = tensor.empty(%i) : tensor<?x4xf32>
  %1 = tensor.extract %t[%i, %i] : tensor<?x4xf32>
  %2 = tensor.insert %f into %t[%i, %i] : tensor<?x4xf32>
  %3 = tensor.extract_slice %t[%i, 0] [2, %i] [1, 1] : tensor<?x4xf32> to tensor<2x?xf32>
  %4 = tensor.extract_slice %s[0, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<4xf32>
  %5 = tensor.insert_slice %4 into %s[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<4x4xf32>
  %6 = tensor.expand_shape %t [[0, 1], [2]] output_shape [1, %i, 4] : tensor<?x4xf32> into tensor<1x?x4xf32>
  %7 = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %8 = tensor.pad %t low[%i, 1] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32> to tensor<?x7xf32>
  %9 = tensor.pad %s nofold low[0, 0] high[0, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<4x4xf32> to tensor<4x4xf32>
  %10 = tensor.dim %t, %i : tensor<?x4xf32>
  %11 = tensor.cast %t : tensor<?x4xf32> to tensor<4x4xf32>
  %12 = tensor.from_elements %f, %f : tensor<2xf32>
  %13 = tensor.splat %f : tensor<4xf32>
  %14 = tensor.splat %f[%i] : tensor<?xf32>
  %15 = tensor.generate %i {
  ^bb0(%a: index, %b: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32>
  %16 = tensor.concat dim(0) %t, %s : (tensor<?x4xf32>, tensor<4x4xf32>) -> tensor<?x4xf32>
  %17 = tensor.reshape %u(%sh) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %18 = tensor.rank %u : tensor<*xf32>
  %19 = tensor.bitcast %s : tensor<4x4xf32> to tensor<4x4xi32>
  %20 = tensor.gather %s[%idx] gather_dims([0]) unique : (tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<3x1x4xf32>
  %21 = tensor.scatter %20 into %s[%idx] scatter_dims([0]) unique : (tensor<3x1x4xf32>, tensor<4x4xf32>, tensor<3x1xindex>) -> tensor<4x4xf32>
  return %0 : tensor<?x4xf32>
}
