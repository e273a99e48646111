// FLAGS: --convert-math-to-apfloat
// FLAGS: --convert-math-to-apfloat --convert-arith-to-apfloat --canonicalize

func.func @floats(%x: <<t:f32|f16|bf16|tf32|f4E2M1FN|f6E2M3FN|f6E3M2FN|f8E3M4|f8E4M3|f8E4M3B11FNUZ|f8E4M3FN|f8E4M3FNUZ|f8E5M2|f8E5M2FNUZ|f8E8M0FNU>>, %y: <<t>>) -> <<t>> {
  %0 = math.absf %x fastmath<<<nnan|none>>> : <<t>>
  %1 = math.fma %0, %x, %y : <<t>>
  return %1 : <<t>>
}

// -----

func.func @properties(%x: <<t:f32|f16|f8E4M3FN|f8E5M2>>) -> (i1, i1) {
  %0 = math.<<isfinite|isinf>> %x : <<t>>
  %1 = math.<<isnan|isnormal>> %x : <<t>>
  return %0, %1 : i1, i1
}

// -----

// Other functions stay, and vectors, tensors and wide formats.
func.func @stays(%x: f32, %v: vector<2xf16>, %t: tensor<4xf16>, %w: <<f80|f128>>) -> (f32, vector<2xf16>, tensor<4xf16>) {
  %0 = math.<<sqrt|floor|exp>> %x : f32
  %1 = math.absf %v : vector<2xf16>
  %2 = math.absf %t : tensor<4xf16>
  %3 = math.absf %x : f32
  %4 = arith.addf %3, %0 : f32
  return %4, %1, %2 : f32, vector<2xf16>, tensor<4xf16>
}

// -----

// DIFFERS: mlir-opt ends with a signal
func.func @vectors(%v: vector<2xf16>) -> vector<2xf16> {
  %0 = math.fma %v, %v, %v : vector<2xf16>
  return %0 : vector<2xf16>
}

// -----

// DIFFERS: mlir-opt extends 64 bits to 64 bits, which is no valid op
func.func @double(%x: f64) -> f64 {
  %0 = math.absf %x : f64
  return %0 : f64
}
