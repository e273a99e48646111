// The first elements of rows, as mhlo and XLA write them.
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @smaller(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @main(%x: tensor<3x8xf32>, %n: tensor<8xi32>) -> (tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x2xf32>, tensor<3x2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3x8xf32>, tensor<3x8xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %1:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %2:2 = stablehlo.custom_call @TopK(%n) {called_computations = [@smaller]} : (tensor<8xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  %3 = stablehlo.custom_call @TopK(%x) {called_computations = [@greater], xla_shape = "(f32[3,8]{1,0}, s32[3,8]{1,0})"} : (tensor<3x8xf32>) -> tuple<tensor<3x8xf32>, tensor<3x8xi32>>
  %4 = stablehlo.get_tuple_element %3[0] : (tuple<tensor<3x8xf32>, tensor<3x8xi32>>) -> tensor<3x8xf32>
  %5 = stablehlo.get_tuple_element %3[1] : (tuple<tensor<3x8xf32>, tensor<3x8xi32>>) -> tensor<3x8xi32>
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %4, %5 : tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x2xf32>, tensor<3x2xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3x8xf32>, tensor<3x8xi32>
}
