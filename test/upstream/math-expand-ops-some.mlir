// FLAGS: --math-expand-ops=ops=sinh,tanh,rsqrt
// FLAGS: --math-expand-ops=ops=ctlz,powf

func.func @f(%x: <<t:f64|vector<3xf32>|f32>>, %i: i32) -> (<<t>>, i32) {
  %0 = math.<<sinh|cosh|tanh|rsqrt|ceil>> %x : <<t>>
  %1 = math.powf %0, %x : <<t>>
  %2 = math.ctlz %i : i32
  return %1, %2 : <<t>>, i32
}
