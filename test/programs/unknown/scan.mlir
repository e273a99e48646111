// Scans whose lengths are known when the program runs: of lines, backwards, of lines that are no neighbours, of pairs that must
// stay in order, and of lines whose number is not known.
func.func @main(%x: tensor<?xf32>, %y: tensor<3x?x2xi32>, %z: tensor<?x40xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xi32>, tensor<3x?x2xi32>, tensor<?x40xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %units = stablehlo.constant dense<1> : tensor<3x2xi32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %places = stablehlo.dynamic_iota %n1, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %0:2 = chlo.scan(%x) inits (%zero) dimension=0 attributes {is_associative = true} {
  ^bb0(%input: tensor<f32>, %carry: tensor<f32>):
    %1 = "stablehlo.map"(%carry, %input) <{dimensions = array<i64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1, %1 : tensor<f32>, tensor<f32>
  } : (tensor<?xf32>, tensor<f32>) -> (tensor<?xf32>, tensor<f32>)
  // The largest number so far and its place.
  %2:4 = chlo.scan(%x, %places) inits (%least, %none) dimension=0 attributes {is_associative = true} {
  ^bb0(%input: tensor<f32>, %i: tensor<i32>, %carry: tensor<f32>, %j: tensor<i32>):
    %3 = "stablehlo.map"(%carry, %j, %input, %i) <{dimensions = array<i64>}> ({
    ^bb0(%a: tensor<f32>, %p: tensor<i32>, %b: tensor<f32>, %q: tensor<i32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<f32>
    %4 = "stablehlo.map"(%carry, %j, %input, %i) <{dimensions = array<i64>}> ({
    ^bb0(%a: tensor<f32>, %p: tensor<i32>, %b: tensor<f32>, %q: tensor<i32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %s = stablehlo.select %c, %p, %q : tensor<i1>, tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %3, %4, %3, %4 : tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>
  } : (tensor<?xf32>, tensor<?xi32>, tensor<f32>, tensor<i32>) -> (tensor<?xf32>, tensor<?xi32>, tensor<f32>, tensor<i32>)
  %5:2 = chlo.scan(%y) inits (%units) dimension=1 attributes {is_associative = true, is_reverse = true} {
  ^bb0(%input: tensor<3x2xi32>, %carry: tensor<3x2xi32>):
    %6 = "stablehlo.map"(%input, %carry) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.multiply %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<3x2xi32>
    stablehlo.return %6, %6 : tensor<3x2xi32>, tensor<3x2xi32>
  } : (tensor<3x?x2xi32>, tensor<3x2xi32>) -> (tensor<3x?x2xi32>, tensor<3x2xi32>)
  %7 = "stablehlo.reduce_window"(%z, %zero) <{window_dimensions = array<i64: 1, 40>, padding = dense<[[0, 0], [39, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x40xf32>, tensor<f32>) -> tensor<?x40xf32>
  return %0#0, %2#0, %2#1, %5#0, %7 : tensor<?xf32>, tensor<?xf32>, tensor<?xi32>, tensor<3x?x2xi32>, tensor<?x40xf32>
}
