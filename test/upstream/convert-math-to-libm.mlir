// FLAGS: --convert-math-to-libm
// FLAGS: --convert-math-to-libm --convert-math-to-libm --cse

func.func @unary(%x: <<t:f64|f16|bf16|vector<3xf32>|vector<2x2xf16>|vector<f64>|f32>>) -> <<t>> {
  %0 = math.<<absf|acos|acosh|asin|asinh|atan|atanh|cbrt|ceil|cos|cosh|erf|erfc|exp|exp2|expm1>> %x fastmath<<<nnan|none>>> : <<t>>
  %1 = math.<<floor|log|log10|log1p|log2|round|roundeven|rsqrt|sin|sinh|sqrt|tan|tanh|trunc>> %0 : <<t>>
  return %1 : <<t>>
}

// -----

func.func @several(%x: <<t:f64|f16|vector<4xf32>|f32>>, %y: <<t>>) -> <<t>> {
  %0 = math.<<atan2|powf>> %x, %y fastmath<<<fast|none>>> : <<t>>
  %1 = math.fma %0, %x, %y : <<t>>
  return %1 : <<t>>
}

// -----

// Constants fold first.
func.func @folded(%x: f32) -> (f32, vector<2xf64>, f32) {
  %c = arith.constant 4.0 : f32
  %v = arith.constant dense<[1.0, 4.0]> : vector<2xf64>
  %0 = math.sqrt %c : f32
  %1 = math.sqrt %v : vector<2xf64>
  %2 = math.<<floor|ceil|absf>> %x : f32
  %3 = math.<<floor|ceil|absf>> %2 : f32
  return %0, %1, %3 : f32, vector<2xf64>, f32
}

// -----

// Each symbol table gets its own declarations, and those that it has are used.
module @outer {
  module @inner {
    func.func @f(%x: f32) -> f32 {
      %0 = math.floor %x : f32
      return %0 : f32
    }
  }
  func.func private @ceilf(f32) -> f32
  func.func @g(%x: f32, %c: i1) -> f32 {
    %0 = math.ceil %x : f32
    %1 = scf.if %c -> f32 {
      %2 = math.floor %0 : f32
      scf.yield %2 : f32
    } else {
      scf.yield %0 : f32
    }
    return %1 : f32
  }
}

// -----

// DIFFERS: a scalable vector has more elements than its type says, which mlir-opt leaves zero
func.func @scalable(%x: vector<[4]xf32>) -> vector<[4]xf32> {
  %0 = math.exp %x : vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
