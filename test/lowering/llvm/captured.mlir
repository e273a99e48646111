// RUN: strata-opt %s --convert-program-to-llvm --split-input-file --verify-diagnostics

// What the lowering calls cannot be a function of the program.
// expected-error @+1 {{symbol 'sinhf' is also the name of a function that the lowering calls}}
func.func private @sinhf(%x: f32) -> f32 {
  return %x : f32
}
func.func @main(%x: f32) -> f32 {
  %0 = math.sinh %x : f32
  return %0 : f32
}
