// `select_and_scatter` over images whose number and heights are not known: windows that overlap and reach into padding, and windows
// beside each other.
func.func @main(%x: tensor<?x?x6xf32>, %r: tensor<?x?x3xf32>, %t: tensor<?x?x6xf32>) -> (tensor<?x?x6xf32>, tensor<?x?x6xf32>) {
  %zero = stablehlo.constant dense<0.5> : tensor<f32>
  %few = stablehlo.round_nearest_even %x : tensor<?x?x6xf32>
  %0 = "stablehlo.select_and_scatter"(%few, %r, %zero) <{window_dimensions = array<i64: 1, 3, 2>, window_strides = array<i64: 1, 1, 2>, padding = dense<[[0, 0], [1, 1], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x?x6xf32>, tensor<?x?x3xf32>, tensor<f32>) -> tensor<?x?x6xf32>
  %1 = "stablehlo.select_and_scatter"(%x, %t, %zero) <{window_dimensions = array<i64: 1, 2, 3>, window_strides = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [1, 1]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x?x6xf32>, tensor<?x?x6xf32>, tensor<f32>) -> tensor<?x?x6xf32>
  return %0, %1 : tensor<?x?x6xf32>, tensor<?x?x6xf32>
}
