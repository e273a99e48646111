// REQUIRES: strata-translate
// RUN: strata-translate --serialize --target=current %s -o %t.mlirbc
// RUN: strata-translate --deserialize %t.mlirbc --mlir-print-debuginfo | FileCheck %s
// RUN: strata-translate --deserialize %t.mlirbc | FileCheck %s --check-prefix=WITHOUT

// CHECK: stablehlo.add %arg0, %arg0 : tensor<2xf32> loc(#[[LOC:.*]])
// CHECK: #[[LOC]] = loc("sum")
// WITHOUT-NOT: loc(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32> loc("sum")
  return %0 : tensor<2xf32>
}
