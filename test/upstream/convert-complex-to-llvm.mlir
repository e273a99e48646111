// FLAGS: --convert-complex-to-llvm
// FLAGS: --convert-complex-to-llvm=complex-range=none
// FLAGS: --convert-to-llvm

func.func @f(%a: complex<<<t:f32|f64>>>, %b: complex<<<t>>>, %x: <<t>>) -> (complex<<<t>>>, <<t>>) {
  %0 = complex.<<add|sub|mul|div>> %a, %b fastmath<<<fast|nnan|none>>> : complex<<<t>>>
  %1 = complex.abs %0 : complex<<<t>>>
  %2 = complex.create %x, %1 : complex<<<t>>>
  %3 = complex.<<re|im>> %b : complex<<<t>>>
  %4 = complex.constant [1.0 : <<t>>, 2.0 : <<t>>] : complex<<<t>>>
  %5 = complex.add %4, %2 : complex<<<t>>>
  return %5, %3 : complex<<<t>>>, <<t>>
}
