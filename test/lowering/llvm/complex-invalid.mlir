// RUN: strata-opt %s --convert-program-to-llvm --verify-diagnostics

func.func @f(%z: complex<f32>) -> complex<f32> {
  // expected-error@+1 {{failed to legalize operation 'complex.exp': has to be expanded before (--convert-complex-to-standard)}}
  %0 = complex.exp %z : complex<f32>
  return %0 : complex<f32>
}
