// One factor has a sign, the other one has none; sums begin with a constant.
func.func @main(%x: tensor<48x64xi8>, %w: tensor<64x96xi8>) -> tensor<48x96xi32> {
  %start = arith.constant dense<-7> : tensor<48x96xi32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<48x64xi8>, tensor<64x96xi8>) outs(%start : tensor<48x96xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extui %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<48x96xi32>
  return %y : tensor<48x96xi32>
}
