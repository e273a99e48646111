// FLAGS: --convert-math-to-llvm
// FLAGS: --convert-math-to-llvm=approximate-log1p=false
// FLAGS: --convert-math-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts

func.func @unary(%x: <<t:f64|f16|vector<4xf32>|vector<2x4xf32>|f32>>) -> <<t>> {
  %0 = math.<<absf|acos|acosh|asin|asinh|atan|atanh|cbrt|ceil|cos|cosh|erf|erfc|exp|exp2|expm1>> %x fastmath<<<nnan|none>>> : <<t>>
  %1 = math.<<floor|log|log10|log1p|log2|round|roundeven|rsqrt|sin|sinh|sqrt|tan|tanh|trunc>> %0 {foo.bar = 1 : i32} : <<t>>
  return %1 : <<t>>
}

// -----

func.func @integers(%x: <<t:i8|vector<4xi32>|vector<2x4xi32>|i32>>) -> <<t>> {
  %0 = math.<<absi|ctlz|cttz|ctpop>> %x : <<t>>
  return %0 : <<t>>
}

// -----

func.func @several(%x: <<t:vector<4xf32>|f32>>, %y: <<t>>) -> (<<t>>, <<t>>) {
  %0 = math.<<atan2|copysign|powf>> %x, %y fastmath<<<fast|none>>> : <<t>>
  %1 = math.fma %0, %x, %y : <<t>>
  %2, %3 = math.sincos %1 : <<t>>
  return %2, %3 : <<t>>, <<t>>
}

// -----

func.func @classes(%x: <<t:vector<4xf32>|f32>>) {
  %0 = math.<<isnan|isinf|isfinite|isnormal>> %x : <<t>>
  return
}
func.func @powers(%x: f32, %i: i32) -> (f32, i32) {
  %0 = math.fpowi %x, %i fastmath<nnan> : f32, i32
  %1 = math.ipowi %i, %i : i32
  return %0, %1 : f32, i32
}
