// Rows whose number is not known.
func.func @main(%x: tensor<?x300xf32>) -> (tensor<?x300xf32>, tensor<?xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x300xf32>) -> tensor<i32>
  %rows1 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %cols = stablehlo.constant dense<300> : tensor<1xi32>
  %shape = stablehlo.concatenate %rows1, %cols, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<?x300xf32>, tensor<f32>) -> tensor<?xf32>
  %n = stablehlo.dynamic_broadcast_in_dim %m, %shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x300xf32>
  %d = stablehlo.subtract %x, %n : tensor<?x300xf32>
  %e = stablehlo.exponential %d : tensor<?x300xf32>
  %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x300xf32>, tensor<f32>) -> tensor<?xf32>
  %t = stablehlo.dynamic_broadcast_in_dim %s, %shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x300xf32>
  %r = stablehlo.divide %e, %t : tensor<?x300xf32>
  return %r, %s : tensor<?x300xf32>, tensor<?xf32>
}
