// RUN: strata-opt %s --validate-passes=2 --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg),canonicalize,bufferize-program,convert-linalg-to-loops,convert-scf-to-cf)' 2>&1 | FileCheck %s

// Integers lose their sign on the way; they are compared by their bits.
// CHECK-NOT: error
// CHECK-NOT: remark
// CHECK: func.func @main(%{{.*}}: memref<16xi8>
// CHECK: cf.cond_br
func.func @main(%x: tensor<16xui8>) -> tensor<16xui8> {
  %0 = stablehlo.negate %x : tensor<16xui8>
  %1 = stablehlo.maximum %0, %x : tensor<16xui8>
  return %1 : tensor<16xui8>
}
