// All patterns of floats of 8 bits in total order. The NaN of a FNUZ format, whose pattern has the sign, comes first.
func.func @main() -> (tensor<256xui8>, tensor<256xui8>, tensor<256xui8>) {
  %all = stablehlo.iota dim = 0 : tensor<256xui8>
  %x = stablehlo.bitcast_convert %all : (tensor<256xui8>) -> tensor<256xf8E4M3FNUZ>
  %y = stablehlo.bitcast_convert %all : (tensor<256xui8>) -> tensor<256xf8E5M2FNUZ>
  %z = stablehlo.bitcast_convert %all : (tensor<256xui8>) -> tensor<256xf8E4M3FN>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f8E4M3FNUZ>, %b: tensor<f8E4M3FNUZ>):
    %p = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<256xf8E4M3FNUZ>) -> tensor<256xf8E4M3FNUZ>
  %1 = "stablehlo.sort"(%y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f8E5M2FNUZ>, %b: tensor<f8E5M2FNUZ>):
    %p = stablehlo.compare GE, %a, %b, TOTALORDER : (tensor<f8E5M2FNUZ>, tensor<f8E5M2FNUZ>) -> tensor<i1>
    %q = stablehlo.not %p : tensor<i1>
    stablehlo.return %q : tensor<i1>
  }) : (tensor<256xf8E5M2FNUZ>) -> tensor<256xf8E5M2FNUZ>
  %2 = "stablehlo.sort"(%z) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f8E4M3FN>, %b: tensor<f8E4M3FN>):
    %p = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<256xf8E4M3FN>) -> tensor<256xf8E4M3FN>
  %3 = stablehlo.bitcast_convert %0 : (tensor<256xf8E4M3FNUZ>) -> tensor<256xui8>
  %4 = stablehlo.bitcast_convert %1 : (tensor<256xf8E5M2FNUZ>) -> tensor<256xui8>
  %5 = stablehlo.bitcast_convert %2 : (tensor<256xf8E4M3FN>) -> tensor<256xui8>
  return %3, %4, %5 : tensor<256xui8>, tensor<256xui8>, tensor<256xui8>
}
