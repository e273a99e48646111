// RUN: strata-opt %s | strata-opt | FileCheck %s
// RUN: strata-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @rows
// CHECK: scf.forall.in_parallel {
// CHECK-NEXT: tensor.parallel_insert_slice %arg0 into %{{.*}}[%{{.*}}, 0] [1, %arg2] [1, 1] : tensor<1x?xf32> into tensor<8x8xf32>
func.func @rows(%a: tensor<1x?xf32>, %o: tensor<8x8xf32>, %n: index) -> tensor<8x8xf32> {
  %0 = scf.forall (%i) in (8) shared_outs(%t = %o) -> (tensor<8x8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %a into %t[%i, 0] [1, %n] [1, 1] : tensor<1x?xf32> into tensor<8x8xf32>
    }
  }
  return %0 : tensor<8x8xf32>
}

// A size that is a constant is in the type.
// CANON-LABEL: func.func @constant
// CANON: %[[C:.*]] = tensor.cast %arg0 : tensor<1x?xf32> to tensor<1x4xf32>
// CANON-NEXT: scf.forall.in_parallel {
// CANON-NEXT: tensor.parallel_insert_slice %[[C]] into %{{.*}}[%{{.*}}, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x8xf32>
func.func @constant(%a: tensor<1x?xf32>, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c4 = arith.constant 4 : index
  %0 = scf.forall (%i) in (8) shared_outs(%t = %o) -> (tensor<8x8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %a into %t[%i, 0] [1, %c4] [1, 1] : tensor<1x?xf32> into tensor<8x8xf32>
    }
  }
  return %0 : tensor<8x8xf32>
}
