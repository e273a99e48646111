// Rows that are put together, computed with, and taken apart again: the steps of a differential equation, halves that are exchanged and
// negated, columns, and a concatenation inside of another one.
func.func @main(%x: tensor<3x40xf32>, %y: tensor<4x32xf32>, %z: tensor<6xf32>)
    -> (tensor<3x40xf32>, tensor<4x32xf32>, tensor<32x3xf32>, tensor<6xf32>, tensor<5x32xf32>) {
  %c0 = arith.constant dense<0> : tensor<i32>
  %half = stablehlo.constant dense<0.125> : tensor<3x40xf32>
  %s:2 = stablehlo.while(%i = %c0, %state = %x) : tensor<i32>, tensor<3x40xf32>
  cond {
    %end = stablehlo.constant dense<3> : tensor<i32>
    %go = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %r0 = stablehlo.slice %state [0:1, 0:40] : (tensor<3x40xf32>) -> tensor<1x40xf32>
    %a = stablehlo.reshape %r0 : (tensor<1x40xf32>) -> tensor<40xf32>
    %r1 = stablehlo.slice %state [1:2, 0:40] : (tensor<3x40xf32>) -> tensor<1x40xf32>
    %b = stablehlo.reshape %r1 : (tensor<1x40xf32>) -> tensor<40xf32>
    %r2 = stablehlo.slice %state [2:3, 0:40] : (tensor<3x40xf32>) -> tensor<1x40xf32>
    %c = stablehlo.reshape %r2 : (tensor<1x40xf32>) -> tensor<40xf32>
    %da = stablehlo.subtract %b, %a : tensor<40xf32>
    %db = stablehlo.multiply %a, %c : tensor<40xf32>
    %dc = stablehlo.multiply %a, %b : tensor<40xf32>
    %da1 = stablehlo.reshape %da : (tensor<40xf32>) -> tensor<1x40xf32>
    %db1 = stablehlo.reshape %db : (tensor<40xf32>) -> tensor<1x40xf32>
    %dc1 = stablehlo.reshape %dc : (tensor<40xf32>) -> tensor<1x40xf32>
    %d = stablehlo.concatenate %da1, %db1, %dc1, dim = 0 : (tensor<1x40xf32>, tensor<1x40xf32>, tensor<1x40xf32>) -> tensor<3x40xf32>
    %scaled = stablehlo.multiply %half, %d : tensor<3x40xf32>
    %sum = stablehlo.add %state, %scaled : tensor<3x40xf32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<3x40xf32>
  }

  // Halves of rows: one is negated.
  %left = stablehlo.slice %y [0:4, 0:16] : (tensor<4x32xf32>) -> tensor<4x16xf32>
  %right = stablehlo.slice %y [0:4, 16:32] : (tensor<4x32xf32>) -> tensor<4x16xf32>
  %minus = stablehlo.negate %right : tensor<4x16xf32>
  %turned = stablehlo.concatenate %minus, %left, dim = 1 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x32xf32>
  %place = stablehlo.iota dim = 1 : tensor<4x32xf32>
  %angle = stablehlo.multiply %turned, %place : tensor<4x32xf32>
  %rope = stablehlo.add %angle, %y : tensor<4x32xf32>

  // Columns.
  %col = stablehlo.slice %y [0:1, 0:32] : (tensor<4x32xf32>) -> tensor<1x32xf32>
  %vector = stablehlo.reshape %col : (tensor<1x32xf32>) -> tensor<32xf32>
  %square = stablehlo.multiply %vector, %vector : tensor<32xf32>
  %cube = stablehlo.multiply %square, %vector : tensor<32xf32>
  %v1 = stablehlo.reshape %vector : (tensor<32xf32>) -> tensor<32x1xf32>
  %v2 = stablehlo.reshape %square : (tensor<32xf32>) -> tensor<32x1xf32>
  %v3 = stablehlo.reshape %cube : (tensor<32xf32>) -> tensor<32x1xf32>
  %columns = stablehlo.concatenate %v1, %v2, %v3, dim = 1 : (tensor<32x1xf32>, tensor<32x1xf32>, tensor<32x1xf32>) -> tensor<32x3xf32>
  %doubled = stablehlo.add %columns, %columns : tensor<32x3xf32>

  // Scalars.
  %z0 = stablehlo.slice %z [0:1] : (tensor<6xf32>) -> tensor<1xf32>
  %z5 = stablehlo.slice %z [5:6] : (tensor<6xf32>) -> tensor<1xf32>
  %middle = stablehlo.slice %z [1:5] : (tensor<6xf32>) -> tensor<4xf32>
  %z6 = stablehlo.add %z0, %z5 : tensor<1xf32>
  %zs = stablehlo.concatenate %z6, %middle, %z0, dim = 0 : (tensor<1xf32>, tensor<4xf32>, tensor<1xf32>) -> tensor<6xf32>
  %scalars = stablehlo.multiply %zs, %z : tensor<6xf32>

  // A concatenation in another one, of which a part is taken that goes over a joint.
  %top = stablehlo.add %y, %rope : tensor<4x32xf32>
  %flat = stablehlo.reshape %square : (tensor<32xf32>) -> tensor<1x32xf32>
  %five = stablehlo.concatenate %flat, %top, dim = 0 : (tensor<1x32xf32>, tensor<4x32xf32>) -> tensor<5x32xf32>
  %three = stablehlo.slice %five [0:3, 0:32] : (tensor<5x32xf32>) -> tensor<3x32xf32>
  %two = stablehlo.slice %five [3:5, 0:32] : (tensor<5x32xf32>) -> tensor<2x32xf32>
  %three2 = stablehlo.add %three, %three : tensor<3x32xf32>
  %again = stablehlo.concatenate %two, %three2, dim = 0 : (tensor<2x32xf32>, tensor<3x32xf32>) -> tensor<5x32xf32>
  %last = stablehlo.multiply %again, %five : tensor<5x32xf32>
  return %s#1, %rope, %doubled, %scalars, %last : tensor<3x40xf32>, tensor<4x32xf32>, tensor<32x3xf32>, tensor<6xf32>, tensor<5x32xf32>
}
