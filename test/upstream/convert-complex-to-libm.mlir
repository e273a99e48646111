// FLAGS: --convert-complex-to-libm

func.func @unary(%x: complex<<<t:f64|f32>>>) -> complex<<<t>>> {
  %0 = complex.<<sqrt|tanh|cos|sin|conj|log|tan>> %x fastmath<<<nnan|none>>> : complex<<<t>>>
  %1 = complex.pow %0, %x : complex<<<t>>>
  return %1 : complex<<<t>>>
}

// -----

func.func @real(%x: complex<<<t:f64|f32>>>) -> (<<t>>, <<t>>) {
  %0 = complex.abs %x : complex<<<t>>>
  %1 = complex.angle %x : complex<<<t>>>
  return %0, %1 : <<t>>, <<t>>
}

// -----

// Other ops stay.
func.func @others(%x: complex<f32>) -> complex<f32> {
  %0 = complex.<<exp|expm1|log1p|neg|rsqrt|sign>> %x : complex<f32>
  %1 = complex.<<add|mul|div|atan2>> %0, %x : complex<f32>
  return %1 : complex<f32>
}
