// RUN: strata-opt %s --mangle-symbols --split-input-file --verify-diagnostics

// expected-error @+1 {{'func.func' op declares 'system', which the program uses and does not define: a program cannot name functions of the C library or of the runtime}}
func.func private @system(memref<2xf32>)
func.func @main(%x: memref<2xf32>) {
  call @system(%x) : (memref<2xf32>) -> ()
  return
}

// -----

// expected-error @+1 {{'memref.global' op declares 'environ', which the program uses and does not define}}
memref.global @environ : memref<2xf32>
// expected-error @+1 {{'llvm.func' op declares 'sinf', which the program uses and does not define}}
llvm.func @sinf(f32) -> f32
func.func @main(%x: f32) -> f32 {
  %0 = memref.get_global @environ : memref<2xf32>
  %1 = llvm.call @sinf(%x) : (f32) -> f32
  return %1 : f32
}
