// Factorizations by XLA's names for them, alone and in batches, with results that are lists and tuples.
func.func @main(%x: tensor<4x3xf32>, %b: tensor<2x3x3xf64>, %w: tensor<2x4xf32>, %c: tensor<3x3xcomplex<f32>>)
    -> (tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x2xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3xi32>, tensor<4xi32>) {
  %qr:2 = stablehlo.custom_call @Qr(%x) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  %q = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%qr#0, %qr#1) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  %t = stablehlo.transpose %b, dims = [0, 2, 1] : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %s = stablehlo.add %b, %t : tensor<2x3x3xf64>
  %e = stablehlo.custom_call @Eigh(%s) {backend_config = "1,1,100,1.000000e-06"} : (tensor<2x3x3xf64>) -> tuple<tensor<2x3x3xf64>, tensor<2x3xf64>>
  %v = stablehlo.get_tuple_element %e[0] : (tuple<tensor<2x3x3xf64>, tensor<2x3xf64>>) -> tensor<2x3x3xf64>
  %l = stablehlo.get_tuple_element %e[1] : (tuple<tensor<2x3x3xf64>, tensor<2x3xf64>>) -> tensor<2x3xf64>
  %abs = stablehlo.abs %v : tensor<2x3x3xf64>
  %lu:3 = stablehlo.custom_call @LuDecomposition(%b) {api_version = 2 : i32, backend_config = ""} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xi32>, tensor<2x3xi32>)
  %wide:2 = stablehlo.custom_call @Qr(%w) {backend_config = ""} : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>)
  %wq = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%wide#0, %wide#1) : (tensor<2x4xf32>, tensor<2xf32>) -> tensor<2x4xf32>
  %square = stablehlo.slice %wq [0:2, 0:2] : (tensor<2x4xf32>) -> tensor<2x2xf32>
  %ce:2 = stablehlo.custom_call @Eigh(%c) {backend_config = "0,1,100,1e-6"} : (tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3xf32>)
  %high:3 = stablehlo.custom_call @LuDecomposition(%x) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xi32>, tensor<4xi32>)
  return %qr#0, %qr#1, %q, %abs, %l, %lu#0, %lu#1, %lu#2, %square, %ce#1, %high#0, %high#1, %high#2 : tensor<4x3xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2x3x3xf64>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x2xf32>, tensor<3xf32>, tensor<4x3xf32>, tensor<3xi32>, tensor<4xi32>
}
