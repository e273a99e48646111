// Products in a loop with weights that it does not change, of which one is also read behind it; and with a matrix that it does change.
func.func @main(%w: tensor<256x384xf32>, %u: tensor<384x256xf32>, %h: tensor<16x256xf32>) -> (tensor<16x256xf32>, tensor<384x256xf32>, tensor<16x256xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %small = stablehlo.constant dense<6.250000e-02> : tensor<16x384xf32>
  %few = stablehlo.constant dense<3.125000e-02> : tensor<16x256xf32>
  %less = stablehlo.constant dense<5.000000e-01> : tensor<384x256xf32>
  %0:4 = stablehlo.while(%i = %zero, %x = %h, %m = %u, %y = %h) : tensor<i32>, tensor<16x256xf32>, tensor<384x256xf32>, tensor<16x256xf32>
  cond {
    %more = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x256xf32>, tensor<256x384xf32>) -> tensor<16x384xf32>
    %b = stablehlo.multiply %a, %small : tensor<16x384xf32>
    %t = stablehlo.tanh %b : tensor<16x384xf32>
    %c = stablehlo.dot_general %t, %u, contracting_dims = [1] x [0] : (tensor<16x384xf32>, tensor<384x256xf32>) -> tensor<16x256xf32>
    %j = stablehlo.multiply %c, %few : tensor<16x256xf32>
    %d = stablehlo.tanh %j : tensor<16x256xf32>
    %e = stablehlo.dot_general %t, %m, contracting_dims = [1] x [0] : (tensor<16x384xf32>, tensor<384x256xf32>) -> tensor<16x256xf32>
    %f = stablehlo.multiply %m, %less : tensor<384x256xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %d, %f, %e : tensor<i32>, tensor<16x256xf32>, tensor<384x256xf32>, tensor<16x256xf32>
  }
  %r = stablehlo.dot_general %0#3, %w, contracting_dims = [1] x [0] : (tensor<16x256xf32>, tensor<256x384xf32>) -> tensor<16x384xf32>
  %tiny = stablehlo.constant dense<9.765625e-04> : tensor<16x384xf32>
  %q = stablehlo.multiply %r, %tiny : tensor<16x384xf32>
  %s = stablehlo.dot_general %q, %u, contracting_dims = [1] x [0] : (tensor<16x384xf32>, tensor<384x256xf32>) -> tensor<16x256xf32>
  return %0#1, %0#2, %s : tensor<16x256xf32>, tensor<384x256xf32>, tensor<16x256xf32>
}
