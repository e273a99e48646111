// RUN: strata-opt %s --validate-passes=2 --canonicalize --cse 2>&1 | FileCheck %s
// RUN: strata-opt %s --validate-passes=2 --pass-pipeline='builtin.module(func.func(stablehlo-legalize-to-linalg),canonicalize,cse,linalg-fuse-producers,bufferize-program,canonicalize,linalg-tile{vector-bits=256},linalg-vectorize{vector-bits=256},convert-linalg-to-loops,lower-affine,convert-scf-to-cf)' 2>&1 | FileCheck %s --check-prefix=LOOPS
// RUN: strata-opt %s --validate-passes=2 --strata-cpu-pipeline 2>&1 | FileCheck %s --check-prefix=LLVM
// RUN: not strata-opt %s --validate-passes=0 2>&1 | FileCheck %s --check-prefix=ZERO

// All passes are right, so that nothing is said.
// CHECK-NOT: error
// CHECK-NOT: remark
// CHECK: func.func @main
// LOOPS-NOT: error
// LOOPS-NOT: remark
// LOOPS: func.func @main({{.*}}memref<4x3xf32>
// LOOPS: cf.cond_br
// The llvm dialect is not interpreted.
// LLVM: remark: pass 'convert-program-to-llvm' is not validated for @main, nor are later ones
// LLVM-NOT: remark
// ZERO: for the --validate-passes option: '0' is not a number from 1 to 1000000
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x3xf32>) -> tensor<4x3xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.tanh %0 : tensor<4x3xf32>
  %2 = stablehlo.add %1, %0 : tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}
