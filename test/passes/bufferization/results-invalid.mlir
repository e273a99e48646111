// RUN: strata-opt %s --split-input-file --verify-diagnostics --buffer-results-to-out-params

func.func private @dynamic(%a: memref<?xf32>) -> memref<?xf32> {
  return %a : memref<?xf32>
}
func.func @caller(%a: memref<?xf32>) -> memref<?xf32> {
  // expected-error @+1 {{cannot create out param for dynamically shaped result}}
  %0 = call @dynamic(%a) : (memref<?xf32>) -> memref<?xf32>
  return %0 : memref<?xf32>
}

// -----

// expected-error @+1 {{cannot create out param for result with unsupported layout}}
func.func private @layout(%a: memref<4xf32, strided<[2]>>) -> memref<4xf32, strided<[2]>> {
  return %a : memref<4xf32, strided<[2]>>
}
