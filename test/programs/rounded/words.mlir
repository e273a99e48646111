// Words, rounded to what tensor cores multiply: neighbours along the sum and across it, odd sizes, an end.
func.func @main(%x: tensor<96x72xf32>, %w: tensor<72x136xf32>, %b: tensor<136xf32>, %v: tensor<136x72xf32>, %t: tensor<72x96xf32>, %p: tensor<3x33x41xf32>, %q: tensor<3x41x37xf32>) -> (tensor<96x136xf32>, tensor<96x136xf32>, tensor<96x136xf32>, tensor<3x33x37xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %e0 = tensor.empty() : tensor<96x136xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<96x136xf32>) -> tensor<96x136xf32>
  %f1 = linalg.fill ins(%two : f32) outs(%e0 : tensor<96x136xf32>) -> tensor<96x136xf32>
  %e1 = tensor.empty() : tensor<3x33x37xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<3x33x37xf32>) -> tensor<3x33x37xf32>
  %y = linalg.matmul {input_precision = "tf32"} ins(%x, %w : tensor<96x72xf32>, tensor<72x136xf32>) outs(%f0 : tensor<96x136xf32>) -> tensor<96x136xf32>
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<136xf32>) -> tensor<96x136xf32>
  %z = stablehlo.add %y, %bb : tensor<96x136xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %v : tensor<96x72xf32>, tensor<136x72xf32>) outs(%f1 : tensor<96x136xf32>) attrs = {input_precision = "tf32"} {
  ^bb0(%l: f32, %r: f32, %sum: f32):
    %0 = arith.mulf %l, %r : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<96x136xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t, %w : tensor<72x96xf32>, tensor<72x136xf32>) outs(%f0 : tensor<96x136xf32>) attrs = {input_precision = "tf32"} {
  ^bb0(%l: f32, %r: f32, %sum: f32):
    %0 = arith.mulf %l, %r : f32
    %1 = arith.addf %sum, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<96x136xf32>
  %g = linalg.batch_matmul {input_precision = "tf32"} ins(%p, %q : tensor<3x33x41xf32>, tensor<3x41x37xf32>) outs(%f2 : tensor<3x33x37xf32>) -> tensor<3x33x37xf32>
  return %z, %c, %d, %g : tensor<96x136xf32>, tensor<96x136xf32>, tensor<96x136xf32>, tensor<3x33x37xf32>
}
