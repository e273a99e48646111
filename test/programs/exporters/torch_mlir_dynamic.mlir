// A linear layer with a bias and a flattening of unknown sizes, as torch-mlir writes them.
func.func @main(%x: tensor<?x4xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>, %y: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?xf32>, tensor<?x3xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x3xf32>) -> tensor<?x3xf32>
  %1 = shape.shape_of %0 : tensor<?x3xf32> -> tensor<2xindex>
  %2 = shape.const_shape [3] : tensor<1xindex>
  %3 = shape.cstr_broadcastable %1, %2 : tensor<2xindex>, tensor<1xindex>
  %4 = shape.assuming %3 -> (tensor<?x3xf32>) {
    %5 = shape.broadcast %1, %2 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %6 = stablehlo.dynamic_broadcast_in_dim %0, %5, dims = [0, 1] : (tensor<?x3xf32>, tensor<2xindex>) -> tensor<?x3xf32>
    %7 = stablehlo.dynamic_broadcast_in_dim %b, %5, dims = [1] : (tensor<3xf32>, tensor<2xindex>) -> tensor<?x3xf32>
    %8 = stablehlo.add %6, %7 : tensor<?x3xf32>
    shape.assuming_yield %8 : tensor<?x3xf32>
  }
  %9 = shape.shape_of %4 : tensor<?x3xf32> -> tensor<2xindex>
  %10 = shape.num_elements %9 : tensor<2xindex> -> index
  %11 = tensor.from_elements %10 : tensor<1xindex>
  %12 = stablehlo.dynamic_reshape %4, %11 : (tensor<?x3xf32>, tensor<1xindex>) -> tensor<?xf32>
  %13 = shape.shape_of %y : tensor<?x3xf32> -> tensor<2xindex>
  %14 = shape.cstr_eq %9, %13 : tensor<2xindex>, tensor<2xindex>
  %15 = shape.cstr_broadcastable %9, %13 : tensor<2xindex>, tensor<2xindex>
  %16 = shape.assuming_all %14, %15
  %17 = shape.assuming %16 -> (tensor<?x3xf32>) {
    %18 = stablehlo.multiply %4, %y : tensor<?x3xf32>
    shape.assuming_yield %18 : tensor<?x3xf32>
  }
  return %4, %12, %17 : tensor<?x3xf32>, tensor<?xf32>, tensor<?x3xf32>
}
