// Gathers from places that are computed from nothing but counts: each number as often as the others from the first, the second and no
// index on, with places outside, two dimensions, one in another order, and tables that do not count on.
func.func @main(%x: tensor<3x8x16xf32>, %y: tensor<20x33xf32>, %n: tensor<20x33xi32>) -> (tensor<3x16x32xf32>, tensor<8x3x16xf32>, tensor<3x8x6xf32>, tensor<40x33xf32>, tensor<20x24xf32>, tensor<20x33xf32>, tensor<660xf32>) {
  %two = stablehlo.constant dense<2> : tensor<32xi32>
  %count = stablehlo.iota dim = 0 : tensor<32xi32>
  %half = stablehlo.divide %count, %two : tensor<32xi32>
  %first = stablehlo.slice %half [0:16] : (tensor<32xi32>) -> tensor<16xi32>
  %a = stablehlo.broadcast_in_dim %first, dims = [0] : (tensor<16xi32>) -> tensor<16x32x1xi32>
  %b = stablehlo.broadcast_in_dim %half, dims = [1] : (tensor<32xi32>) -> tensor<16x32x1xi32>
  %ab = stablehlo.concatenate %a, %b, dim = 2 : (tensor<16x32x1xi32>, tensor<16x32x1xi32>) -> tensor<16x32x2xi32>
  %0 = "stablehlo.gather"(%x, %ab) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1, 2], start_index_map = [1, 2], index_vector_dim = 2>, slice_sizes = array<i64: 3, 1, 1>}> : (tensor<3x8x16xf32>, tensor<16x32x2xi32>) -> tensor<3x16x32xf32>
  %rows = stablehlo.slice %count [0:8] : (tensor<32xi32>) -> tensor<8xi32>
  %1 = "stablehlo.gather"(%x, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 3, 1, 16>}> : (tensor<3x8x16xf32>, tensor<8xi32>) -> tensor<8x3x16xf32>
  %places = stablehlo.constant dense<[5, 5, 6, 6, 7, 7]> : tensor<6xi32>
  %2 = "stablehlo.gather"(%x, %places) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [2], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 3, 8, 1>}> : (tensor<3x8x16xf32>, tensor<6xi32>) -> tensor<3x8x6xf32>
  %outside = stablehlo.constant dense<[-3, -2, -1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 40]> : tensor<40xi32>
  %3 = "stablehlo.gather"(%y, %outside) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 33>}> : (tensor<20x33xf32>, tensor<40xi32>) -> tensor<40x33xf32>
  %ends = stablehlo.constant dense<[30, 30, 30, 30, 30, 30, 30, 30, 31, 31, 31, 31, 31, 31, 31, 31, 32, 33, 34, 35, 36, 37, 38, 39]> : tensor<24xi32>
  %4 = "stablehlo.gather"(%y, %ends) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 20, 1>}> : (tensor<20x33xf32>, tensor<24xi32>) -> tensor<20x24xf32>
  %column = stablehlo.iota dim = 1 : tensor<20x33x1xi32>
  %row = stablehlo.reshape %n : (tensor<20x33xi32>) -> tensor<20x33x1xi32>
  %at = stablehlo.concatenate %row, %column, dim = 2 : (tensor<20x33x1xi32>, tensor<20x33x1xi32>) -> tensor<20x33x2xi32>
  %5 = "stablehlo.gather"(%y, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<20x33xf32>, tensor<20x33x2xi32>) -> tensor<20x33xf32>
  %6 = stablehlo.reshape %5 : (tensor<20x33xf32>) -> tensor<660xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<3x16x32xf32>, tensor<8x3x16xf32>, tensor<3x8x6xf32>, tensor<40x33xf32>, tensor<20x24xf32>, tensor<20x33xf32>, tensor<660xf32>
}
