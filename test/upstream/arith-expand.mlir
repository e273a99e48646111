// FLAGS: --arith-expand
// FLAGS: --arith-expand='include-bf16=true include-f8e8m0=true include-f4e2m1=true'

func.func @division(%x: <<t:i8|i64|index|vector<3xi32>|tensor<2x3xi32>|i32>>, %y: <<t>>) -> <<t>> {
  %0 = arith.<<ceildivsi|ceildivui|floordivsi>> %x, %y : <<t>>
  return %0 : <<t>>
}

// -----

func.func @extrema(%x: <<t:i8|index|vector<3xi32>|tensor<?xi32>|i32>>, %y: <<t>>) -> <<t>> {
  %0 = arith.<<maxsi|maxui|minsi|minui>> %x, %y : <<t>>
  return %0 : <<t>>
}

// -----

func.func @float_extrema(%x: <<t:f16|f64|vector<3xf32>|tensor<?xf32>|f32>>, %y: <<t>>) -> <<t>> {
  %0 = arith.<<maximumf|minimumf|maxnumf|minnumf>> %x, %y fastmath<<<nnan|none>>> : <<t>>
  return %0 : <<t>>
}

// -----


func.func @extend(%x: <<f:bf16|f8E8M0FNU|f4E2M1FN>>, %v: vector<3x<<f>>>) -> (f32, vector<3xf32>) {
  %0 = arith.extf %x : <<f>> to f32
  %1 = arith.extf %v : vector<3x<<f>>> to vector<3xf32>
  return %0, %1 : f32, vector<3xf32>
}

// -----

func.func @truncate(%x: f32, %v: vector<3xf32>) -> (<<f:bf16|f8E8M0FNU|f4E2M1FN>>, vector<3x<<f>>>) {
  %0 = arith.truncf %x : f32 to <<f>>
  %1 = arith.truncf %v : vector<3xf32> to vector<3x<<f>>>
  return %0, %1 : <<f>>, vector<3x<<f>>>
}

// -----

func.func @other_formats(%x: <<g:f16|bf16|f32>>) -> (<<f:f8E8M0FNU|f4E2M1FN>>, <<g>>) {
  %0 = arith.truncf %x : <<g>> to <<f>>
  %1 = arith.extf %0 : <<f>> to <<g>>
  return %0, %1 : <<f>>, <<g>>
}

// -----

func.func @f64(%x: f64) -> (f8E8M0FNU, f64) {
  %0 = arith.truncf %x : f64 to f8E8M0FNU
  %1 = arith.extf %0 : f8E8M0FNU to f64
  return %0, %1 : f8E8M0FNU, f64
}

// -----

func.func @scaling(%x: f4E2M1FN, %s: <<s:f8E8M0FNU|f32|bf16>>, %w: f32) -> (f32, f4E2M1FN) {
  %0 = arith.scaling_extf %x, %s : f4E2M1FN, <<s>> to f32
  %1 = arith.scaling_truncf %w, %s : f32, <<s>> to f4E2M1FN
  return %0, %1 : f32, f4E2M1FN
}

// -----

func.func @scaling_vectors(%x: vector<4xf8E5M2>, %s: vector<4x<<s:f16|f8E8M0FNU>>>, %w: vector<4xf16>) -> (vector<4xf16>, vector<4xf8E5M2>) {
  %0 = arith.scaling_extf %x, %s : vector<4xf8E5M2>, vector<4x<<s>>> to vector<4xf16>
  %1 = arith.scaling_truncf %w, %s to_nearest_even : vector<4xf16>, vector<4x<<s>>> to vector<4xf8E5M2>
  return %0, %1 : vector<4xf16>, vector<4xf8E5M2>
}

// -----

func.func @folded(%x: i32) -> (i32, i32) {
  %a = arith.constant 7 : i32
  %b = arith.constant <<-2|3|0>> : i32
  %0 = arith.<<ceildivsi|floordivsi|maxui|minsi>> %a, %b : i32
  %1 = arith.<<ceildivsi|ceildivui|maxsi>> %x, %b : i32
  return %0, %1 : i32, i32
}
