// FLAGS: --math-expand-ops

func.func @unary(%x: <<t:f64|f16|bf16|vector<3xf32>|tensor<2xf32>|f32>>) -> <<t>> {
  %0 = math.<<sinh|cosh|tan|tanh|asinh|acosh|atanh|exp2|round|roundeven|rsqrt>> %x fastmath<<<nnan|none>>> : <<t>>
  return %0 : <<t>>
}

// -----

func.func @several(%x: <<t:f64|vector<3xf32>|f32>>, %y: <<t>>) -> (<<t>>, <<t>>) {
  %0 = math.fma %x, %y, %x : <<t>>
  %1 = math.powf %0, %y : <<t>>
  return %0, %1 : <<t>>, <<t>>
}

// -----


func.func @constant_exponents(%x: f32) -> (f32, f32) {
  %c = arith.constant <<0.0|1.0|-1.0|0.5|-0.5|2.0|-2.0|3.0|2.5>> : f32
  %0 = math.powf %x, %c : f32
  %n = arith.constant <<0|1|-1|2|-3|10>> : i32
  %1 = math.fpowi %x, %n : f32, i32
  return %0, %1 : f32, f32
}

// -----

func.func @fpowi(%x: <<t:f64|f16|f32>>, %n: <<n:i8|i32>>) -> <<t>> {
  %0 = math.fpowi %x, %n : <<t>>, <<n>>
  return %0 : <<t>>
}

// -----

func.func @ctlz(%x: <<t:i8|i16|i64|vector<3xi32>|i32>>) -> <<t>> {
  %0 = math.ctlz %x : <<t>>
  return %0 : <<t>>
}

// -----

func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.<<tan|erf>> %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// DIFFERS: where sizes are not known there are no constants; mlir-opt makes some of a type that its parser rejects
func.func @constants(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.<<sinh|tanh|rsqrt>> %x : tensor<?xf32>
  %1 = math.sinh %0 : tensor<?xf32>
  %2 = math.powf %1, %x : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// DIFFERS: a number that is too great for an integer stays; mlir-opt converts it to one, which is undefined
func.func @ceil(%x: <<t:f64|vector<3xf32>|f32>>) -> <<t>> {
  %0 = math.ceil %x : <<t>>
  return %0 : <<t>>
}

// -----

// DIFFERS: mlir-opt clamps from below with the upper limit, and from above with the lower one
func.func @clamp(%x: <<t:f64|vector<3xf32>|f32>>, %low: <<t>>, %high: <<t>>) -> <<t>> {
  %0 = math.clampf %x to [%low, %high] : <<t>>
  return %0 : <<t>>
}
