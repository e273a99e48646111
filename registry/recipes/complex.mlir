// Recipes for `complex`.
// attr: #complex.number<:f32 1.5, -0.5>
// type: complex<f16>
// -----
// op: complex.constant
func.func @f() -> (complex<$[1:f16|f32|f64]>, complex<f64>) {
  %0 = complex.constant [$[1.5|-0.0|0.25] : $1, -2.0 : $1] : complex<$1>
  %1 = complex.constant [0.0 : f64, $[1.0|-1.0] : f64] : complex<f64>
  return %0, %1 : complex<$1>, complex<f64>
}
// -----
// op: complex.bitcast
func.func @f(%a: complex<f32>, %b: $[1:i64|f64]) -> ($1, complex<f32>) {
  %0 = complex.bitcast %a : complex<f32> to $1
  %1 = complex.bitcast %b : $1 to complex<f32>
  return %0, %1 : $1, complex<f32>
}
