// Scans as trees of chunks: of one long line, of lines that are no neighbours, backwards, of few elements, of pairs, and one whose
// combination must stay in order.
func.func @main(%x: tensor<700xf32>, %y: tensor<5x40x3xi32>) -> (tensor<700xf32>, tensor<5x40x3xi32>, tensor<5x40x3xi32>, tensor<5x40x3xi32>, tensor<700xf32>, tensor<700xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 700>, padding = dense<[[699, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<700xf32>, tensor<f32>) -> tensor<700xf32>
  %1 = "stablehlo.reduce_window"(%y, %least) <{window_dimensions = array<i64: 1, 40, 1>, padding = dense<[[0, 0], [0, 39], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5x40x3xi32>, tensor<i32>) -> tensor<5x40x3xi32>
  %2 = "stablehlo.reduce_window"(%y, %none) <{window_dimensions = array<i64: 5, 1, 1>, padding = dense<[[4, 0], [0, 0], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5x40x3xi32>, tensor<i32>) -> tensor<5x40x3xi32>
  %3 = "stablehlo.reduce_window"(%y, %one) <{window_dimensions = array<i64: 1, 40, 1>, padding = dense<[[0, 0], [39, 0], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5x40x3xi32>, tensor<i32>) -> tensor<5x40x3xi32>
  %i = stablehlo.iota dim = 0 : tensor<700xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // The largest number so far and its place.
  %4:2 = "stablehlo.reduce_window"(%x, %i, %low, %none) <{window_dimensions = array<i64: 700>, padding = dense<[[699, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %p: tensor<i32>, %b: tensor<f32>, %q: tensor<i32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>
    %t = stablehlo.select %c, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %s, %t : tensor<f32>, tensor<i32>
  }) : (tensor<700xf32>, tensor<700xi32>, tensor<f32>, tensor<i32>) -> (tensor<700xf32>, tensor<700xi32>)
  return %0, %1, %2, %3, %4#0, %4#1 : tensor<700xf32>, tensor<5x40x3xi32>, tensor<5x40x3xi32>, tensor<5x40x3xi32>, tensor<700xf32>, tensor<700xi32>
}
