// RUN: strata-opt %s --split-input-file --verify-diagnostics --convert-bufferization-to-memref

func.func @layout(%a: memref<4xf32, strided<[2], offset: 3>>) -> memref<4xf32, strided<[2], offset: 3>> {
  // expected-error @+1 {{failed to legalize operation 'bufferization.clone' that was explicitly marked illegal}}
  %0 = bufferization.clone %a : memref<4xf32, strided<[2], offset: 3>> to memref<4xf32, strided<[2], offset: 3>>
  return %0 : memref<4xf32, strided<[2], offset: 3>>
}

// -----

func.func @unranked(%a: memref<*xf32>) -> memref<*xf32> {
  // expected-error @+1 {{'bufferization.clone' op of an unranked memref is not supported}}
  %0 = bufferization.clone %a : memref<*xf32> to memref<*xf32>
  return %0 : memref<*xf32>
}
