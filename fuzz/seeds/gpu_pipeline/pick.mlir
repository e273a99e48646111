// `select_and_scatter` with windows that overlap, that leave elements out, and that reach into padding, some as a whole.
func.func @main(%x: tensor<9x8xf32>, %r: tensor<5x4xf32>, %t: tensor<7x7xf32>, %u: tensor<3x2xf32>, %v: tensor<5x4xf32>) -> (tensor<9x8xf32>, tensor<9x8xf32>, tensor<9x8xf32>, tensor<9x8xf32>) {
  %zero = stablehlo.constant dense<0.5> : tensor<f32>
  %few = stablehlo.round_nearest_even %x : tensor<9x8xf32>
  %0 = "stablehlo.select_and_scatter"(%x, %r, %zero) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x4xf32>, tensor<f32>) -> tensor<9x8xf32>
  %1 = "stablehlo.select_and_scatter"(%few, %t, %zero) <{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<7x7xf32>, tensor<f32>) -> tensor<9x8xf32>
  %2 = "stablehlo.select_and_scatter"(%few, %u, %zero) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 4, 5>, padding = dense<[[0, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<3x2xf32>, tensor<f32>) -> tensor<9x8xf32>
  %3 = "stablehlo.select_and_scatter"(%few, %v, %zero) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 3, 3>, padding = dense<[[4, 2], [2, 2]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<5x4xf32>, tensor<f32>) -> tensor<9x8xf32>
  return %0, %1, %2, %3 : tensor<9x8xf32>, tensor<9x8xf32>, tensor<9x8xf32>, tensor<9x8xf32>
}
