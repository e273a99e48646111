// FLAGS: --convert-math-to-emitc
// FLAGS: --convert-math-to-emitc=language-target=c99
// FLAGS: --convert-math-to-emitc=language-target=cpp11

func.func @functions(%x: <<t:f64|f32>>) -> <<t>> {
  %0 = math.<<op:floor|ceil|exp|cos|sin|acos|asin|absf|round>> %x : <<t>>
  return %0 : <<t>>
}

// -----

func.func @of_two(%x: <<t:f64|f32>>, %y: <<t>>) -> <<t>> {
  %0 = math.<<op:atan2|powf>> %x, %y : <<t>>
  return %0 : <<t>>
}

// -----

// Other functions stay.
func.func @others(%x: f32, %i: i32) -> (f32, f32, f32, i32) {
  %0 = math.tanh %x : f32
  %1 = math.rsqrt %0 : f32
  %2 = math.fpowi %1, %i : f32, i32
  %3 = math.absi %i : i32
  return %0, %1, %2, %3 : f32, f32, f32, i32
}
