// GELU as torch_xla writes it, in three element types; the other functions that StableHLO lacks.
func.func @main(%x: tensor<4x8xf32>, %h: tensor<8xbf16>, %d: tensor<8xf64>) -> (tensor<4x8xf32>, tensor<8xbf16>, tensor<8xf64>, tensor<8xf64>) {
  %half = stablehlo.constant dense<5.000000e-01> : tensor<4x8xf32>
  %root = stablehlo.constant dense<0.707106769> : tensor<4x8xf32>
  %one = stablehlo.constant dense<1.000000e+00> : tensor<4x8xf32>
  %0 = stablehlo.multiply %x, %root : tensor<4x8xf32>
  %1 = stablehlo.custom_call @mhlo.erf(%0) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.add %1, %one : tensor<4x8xf32>
  %3 = stablehlo.multiply %x, %half : tensor<4x8xf32>
  %4 = stablehlo.multiply %3, %2 : tensor<4x8xf32>
  %5 = stablehlo.custom_call @mhlo.erf(%h) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<8xbf16>) -> tensor<8xbf16>
  %6 = stablehlo.custom_call @mhlo.erf(%d) {backend_config = "", mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<8xf64>) -> tensor<8xf64>
  %7 = stablehlo.custom_call @mhlo.asin(%d) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<8xf64>) -> tensor<8xf64>
  %8 = stablehlo.custom_call @mhlo.acos(%7) {mhlo.version = 1 : i64} : (tensor<8xf64>) -> tensor<8xf64>
  %9 = stablehlo.custom_call @mhlo.sinh(%d) {mhlo.attributes = {}} : (tensor<8xf64>) -> tensor<8xf64>
  %10 = stablehlo.custom_call @mhlo.cosh(%9) {mhlo.attributes = {}} : (tensor<8xf64>) -> tensor<8xf64>
  %11 = stablehlo.custom_call @mhlo.acosh(%10) {mhlo.attributes = {}} : (tensor<8xf64>) -> tensor<8xf64>
  %12 = stablehlo.custom_call @mhlo.atanh(%d) {mhlo.attributes = {}} : (tensor<8xf64>) -> tensor<8xf64>
  %13 = stablehlo.custom_call @mhlo.asinh(%12) {mhlo.attributes = {}} : (tensor<8xf64>) -> tensor<8xf64>
  %14 = stablehlo.custom_call @mhlo.tan(%13) {mhlo.attributes = {}} : (tensor<8xf64>) -> tensor<8xf64>
  %15 = stablehlo.add %11, %14 : tensor<8xf64>
  %16 = stablehlo.custom_call @mhlo.copy(%15) {mhlo.attributes = {}} : (tensor<8xf64>) -> tensor<8xf64>
  %17 = stablehlo.add %6, %16 : tensor<8xf64>
  return %4, %5, %17, %8 : tensor<4x8xf32>, tensor<8xbf16>, tensor<8xf64>, tensor<8xf64>
}
