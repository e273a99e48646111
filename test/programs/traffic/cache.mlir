// Rows of a cache are written in a loop, which copies it once.
// Moved: 16384 bytes by 1 kernels, of which 16384 are arguments and results.
func.func @main(%c: tensor<1024x512xbf16>, %u: tensor<8x512xbf16>) -> tensor<1024x512xbf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<8> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %k = %c) : tensor<i32>, tensor<1024x512xbf16>
  cond {
    %more = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %u, %i, %zero, sizes = [1, 512] : (tensor<8x512xbf16>, tensor<i32>, tensor<i32>) -> tensor<1x512xbf16>
    %new = stablehlo.dynamic_update_slice %k, %row, %i, %zero : (tensor<1024x512xbf16>, tensor<1x512xbf16>, tensor<i32>, tensor<i32>) -> tensor<1024x512xbf16>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %new : tensor<i32>, tensor<1024x512xbf16>
  }
  return %r#1 : tensor<1024x512xbf16>
}
