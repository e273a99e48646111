// Sorts as rounds of merges: by one key up and down, by two keys with what goes with them, along an outer dimension, with zeros
// and NaNs that are equal, of two elements, of one and of none. The inputs have few different values.
func.func @main(%x: tensor<3x90xf32>, %y: tensor<70x5xi32>) -> (tensor<3x90xf32>, tensor<3x90xi32>, tensor<3x90xf32>, tensor<70x5xi32>, tensor<70x5xui8>, tensor<3x4xf32>, tensor<3x4xi64>, tensor<3x2xf32>, tensor<3x1xf32>, tensor<3x0xf32>) {
  %scale = stablehlo.constant dense<3.0> : tensor<3x90xf32>
  %zeros = stablehlo.multiply %x, %scale : tensor<3x90xf32>
  %few = stablehlo.round_nearest_afz %zeros : tensor<3x90xf32>
  %reciprocal = stablehlo.divide %few, %few : tensor<3x90xf32>
  %place = stablehlo.iota dim = 1 : tensor<3x90xi32>
  %0:2 = "stablehlo.sort"(%few, %place) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x90xf32>, tensor<3x90xi32>) -> (tensor<3x90xf32>, tensor<3x90xi32>)
  %1:2 = "stablehlo.sort"(%reciprocal, %x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %p = stablehlo.compare EQ, %a, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.select %p, %zero, %a : tensor<i1>, tensor<f32>
    %r = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.select %r, %nan, %q : tensor<i1>, tensor<f32>
    %t = stablehlo.compare EQ, %b, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %u = stablehlo.select %t, %zero, %b : tensor<i1>, tensor<f32>
    %v = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %w = stablehlo.select %v, %nan, %u : tensor<i1>, tensor<f32>
    %z = stablehlo.compare LT, %s, %w, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  }) : (tensor<3x90xf32>, tensor<3x90xf32>) -> (tensor<3x90xf32>, tensor<3x90xf32>)
  %three = stablehlo.constant dense<3> : tensor<70x5xi32>
  %rest = stablehlo.remainder %y, %three : tensor<70x5xi32>
  %bytes = stablehlo.convert %y : (tensor<70x5xi32>) -> tensor<70x5xui8>
  %2:2 = "stablehlo.sort"(%rest, %bytes) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<ui8>, %d: tensor<ui8>):
    %p = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = stablehlo.compare GT, %c, %d, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %s = stablehlo.and %q, %r : tensor<i1>
    %t = stablehlo.or %p, %s : tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<70x5xi32>, tensor<70x5xui8>) -> (tensor<70x5xi32>, tensor<70x5xui8>)
  %numbers = stablehlo.iota dim = 1 : tensor<3x90xi64>
  %3:2 = "stablehlo.sort"(%few, %numbers) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i64>, %d: tensor<i64>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x90xf32>, tensor<3x90xi64>) -> (tensor<3x90xf32>, tensor<3x90xi64>)
  %4 = stablehlo.slice %3#0 [0:3, 0:4] : (tensor<3x90xf32>) -> tensor<3x4xf32>
  %5 = stablehlo.slice %3#1 [0:3, 0:4] : (tensor<3x90xi64>) -> tensor<3x4xi64>
  %w2 = stablehlo.slice %x [0:3, 0:2] : (tensor<3x90xf32>) -> tensor<3x2xf32>
  %6 = "stablehlo.sort"(%w2) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %w1 = stablehlo.slice %x [0:3, 0:1] : (tensor<3x90xf32>) -> tensor<3x1xf32>
  %7 = "stablehlo.sort"(%w1) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %w0 = stablehlo.slice %x [0:3, 0:0] : (tensor<3x90xf32>) -> tensor<3x0xf32>
  %8 = "stablehlo.sort"(%w0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3x0xf32>) -> tensor<3x0xf32>
  return %0#0, %0#1, %1#1, %2#0, %2#1, %4, %5, %6, %7, %8 : tensor<3x90xf32>, tensor<3x90xi32>, tensor<3x90xf32>, tensor<70x5xi32>, tensor<70x5xui8>, tensor<3x4xf32>, tensor<3x4xi64>, tensor<3x2xf32>, tensor<3x1xf32>, tensor<3x0xf32>
}
