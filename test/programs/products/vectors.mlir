// Products with one row or one column: the matrix in both orders, in batches, transposed.
func.func @main(%r: tensor<1x300xbf16>, %m: tensor<300x520xbf16>, %t: tensor<520x300xbf16>, %v: tensor<300xf32>, %w: tensor<300x260xf32>, %q: tensor<5x130xbf16>, %k: tensor<5x130x64xbf16>, %l: tensor<5x64x130xbf16>) -> (tensor<1x520xf32>, tensor<1x520xf32>, tensor<260xf32>, tensor<5x64xf32>, tensor<5x64xf32>, tensor<520x1xbf16>) {
  %0 = stablehlo.dot_general %r, %m, contracting_dims = [1] x [0] : (tensor<1x300xbf16>, tensor<300x520xbf16>) -> tensor<1x520xf32>
  %1 = stablehlo.dot_general %r, %t, contracting_dims = [1] x [1] : (tensor<1x300xbf16>, tensor<520x300xbf16>) -> tensor<1x520xf32>
  %2 = stablehlo.dot_general %v, %w, contracting_dims = [0] x [0] : (tensor<300xf32>, tensor<300x260xf32>) -> tensor<260xf32>
  %3 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<5x130xbf16>, tensor<5x130x64xbf16>) -> tensor<5x64xf32>
  %4 = stablehlo.dot_general %q, %l, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<5x130xbf16>, tensor<5x64x130xbf16>) -> tensor<5x64xf32>
  %5 = stablehlo.dot_general %t, %r, contracting_dims = [1] x [1] : (tensor<520x300xbf16>, tensor<1x300xbf16>) -> tensor<520x1xbf16>
  return %0, %1, %2, %3, %4, %5 : tensor<1x520xf32>, tensor<1x520xf32>, tensor<260xf32>, tensor<5x64xf32>, tensor<5x64xf32>, tensor<520x1xbf16>
}
