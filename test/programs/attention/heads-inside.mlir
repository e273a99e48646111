// Heads inside of positions, as `jax.nn.dot_product_attention` and PyTorch's layers have them, with keys that pairs of heads share: batches and
// heads are one dimension of the products of matrices, and queries and heads are one dimension of their rows.
func.func @main(%q: tensor<2x48x4x32xf32>, %k: tensor<2x40x2x32xf32>, %v: tensor<2x40x2x24xf32>) -> tensor<2x48x4x24xf32> {
  %wide = stablehlo.reshape %q : (tensor<2x48x4x32xf32>) -> tensor<2x48x2x2x32xf32>
  %s = stablehlo.dot_general %k, %wide, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4] : (tensor<2x40x2x32xf32>, tensor<2x48x2x2x32xf32>) -> tensor<2x2x40x48x2xf32>
  %t = stablehlo.transpose %s, dims = [0, 1, 4, 3, 2] : (tensor<2x2x40x48x2xf32>) -> tensor<2x2x2x48x40xf32>
  %tenth = stablehlo.constant dense<1.000000e-01> : tensor<2x2x2x48x40xf32>
  %x = stablehlo.multiply %t, %tenth : tensor<2x2x2x48x40xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [4] : (tensor<2x2x2x48x40xf32>, tensor<f32>) -> tensor<2x2x2x48xf32>
  %most = stablehlo.broadcast_in_dim %m, dims = [0, 1, 2, 3] : (tensor<2x2x2x48xf32>) -> tensor<2x2x2x48x40xf32>
  %d = stablehlo.subtract %x, %most : tensor<2x2x2x48x40xf32>
  %e = stablehlo.exponential %d : tensor<2x2x2x48x40xf32>
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %n = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [4] : (tensor<2x2x2x48x40xf32>, tensor<f32>) -> tensor<2x2x2x48xf32>
  %sum = stablehlo.broadcast_in_dim %n, dims = [0, 1, 2, 3] : (tensor<2x2x2x48xf32>) -> tensor<2x2x2x48x40xf32>
  %p = stablehlo.divide %e, %sum : tensor<2x2x2x48x40xf32>
  %o = stablehlo.dot_general %v, %p, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4] : (tensor<2x40x2x24xf32>, tensor<2x2x2x48x40xf32>) -> tensor<2x2x24x2x48xf32>
  %r = stablehlo.transpose %o, dims = [0, 4, 1, 3, 2] : (tensor<2x2x24x2x48xf32>) -> tensor<2x48x2x2x24xf32>
  %y = stablehlo.reshape %r : (tensor<2x48x2x2x24xf32>) -> tensor<2x48x4x24xf32>
  return %y : tensor<2x48x4x24xf32>
}
