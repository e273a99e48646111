// Sorts of lines of unknown length and number, and the first elements of lines whose number is not known.
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x100xf32>) -> (tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x5xf32>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %m1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %i = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi32>
  %few = stablehlo.round_nearest_even %x : tensor<?x?xf32>
  %0:2 = "stablehlo.sort"(%few, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<?x?xf32>, tensor<?x?xi32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  %1 = "stablehlo.sort"(%y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<?x100xf32>) -> tensor<?x100xf32>
  %starts = stablehlo.constant dense<0> : tensor<2xi32>
  %steps = stablehlo.constant dense<1> : tensor<2xi32>
  %five = stablehlo.constant dense<5> : tensor<1xi32>
  %k = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x100xf32>) -> tensor<i32>
  %k1 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %ends = stablehlo.concatenate %k1, %five, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = stablehlo.real_dynamic_slice %1, %starts, %ends, %steps : (tensor<?x100xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x5xf32>
  return %0#0, %0#1, %2 : tensor<?x?xf32>, tensor<?x?xi32>, tensor<?x5xf32>
}
