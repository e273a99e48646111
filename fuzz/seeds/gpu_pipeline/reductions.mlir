// Along columns of a matrix and of matrices, of everything, and of few long rows; numbers of 1 to 64 bits.
func.func @main(%x: tensor<1000x96xf32>, %y: tensor<4x517x40xi64>, %z: tensor<2x70000xi32>, %p: tensor<300x33xbf16>, %q: tensor<2000x64xi1>, %r: tensor<64x64x100xf64>) -> (tensor<96xf32>, tensor<4x40xi64>, tensor<2xi32>, tensor<i32>, tensor<33xbf16>, tensor<64xi1>, tensor<100xf64>, tensor<64x64xf64>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i64>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %small = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %least = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<1000x96xf32>, tensor<f32>) -> tensor<96xf32>
  %1 = stablehlo.reduce(%y init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x517x40xi64>, tensor<i64>) -> tensor<4x40xi64>
  %2 = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x70000xi32>, tensor<i32>) -> tensor<2xi32>
  %3 = stablehlo.reduce(%z init: %zero) applies stablehlo.xor across dimensions = [0, 1] : (tensor<2x70000xi32>, tensor<i32>) -> tensor<i32>
  %4 = stablehlo.reduce(%p init: %small) applies stablehlo.maximum across dimensions = [0] : (tensor<300x33xbf16>, tensor<bf16>) -> tensor<33xbf16>
  %5 = stablehlo.reduce(%q init: %no) applies stablehlo.or across dimensions = [0] : (tensor<2000x64xi1>, tensor<i1>) -> tensor<64xi1>
  %6 = stablehlo.reduce(%r init: %least) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64x100xf64>, tensor<f64>) -> tensor<100xf64>
  %7 = stablehlo.reduce(%r init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<64x64x100xf64>, tensor<f64>) -> tensor<64x64xf64>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<96xf32>, tensor<4x40xi64>, tensor<2xi32>, tensor<i32>, tensor<33xbf16>, tensor<64xi1>, tensor<100xf64>, tensor<64x64xf64>
}
