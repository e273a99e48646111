// RUN: strata-opt %s --lower-affine | FileCheck %s
// Transfers keep their buffers; the maps become arithmetic on their indices.

// CHECK-LABEL: func.func @transfer(
// CHECK-SAME:    %[[A:.*]]: memref<64x8xf32>, %[[B:.*]]: memref<64xf32, 1>, %[[TAG:.*]]: memref<2xi32>, %[[N:.*]]: index, %[[I:.*]]: index)
func.func @transfer(%a: memref<64x8xf32>, %b: memref<64xf32, 1>, %tag: memref<2xi32>, %n: index, %i: index) {
  // CHECK:      %[[X:.*]] = arith.addi %[[I]], %{{.*}} : index
  // CHECK:      %[[Y:.*]] = arith.muli %[[N]], %{{.*}} overflow<nsw> : index
  // CHECK:      memref.dma_start %[[A]][%[[X]], %[[N]]], %[[B]][%[[Y]]], %[[N]], %[[TAG]][%{{.*}}] : memref<64x8xf32>, memref<64xf32, 1>, memref<2xi32>
  affine.dma_start %a[symbol(%i) + 3, symbol(%n)], %b[symbol(%n) * 2], %tag[0], %n
      : memref<64x8xf32>, memref<64xf32, 1>, memref<2xi32>
  // CHECK:      memref.dma_start %[[A]][%[[I]], %[[I]]], %[[B]][%[[I]]], %[[N]], %[[TAG]][%{{.*}}], %[[I]], %[[N]] :
  affine.dma_start %a[symbol(%i), symbol(%i)], %b[symbol(%i)], %tag[1], %n, %i, %n
      : memref<64x8xf32>, memref<64xf32, 1>, memref<2xi32>
  // CHECK:      memref.dma_wait %[[TAG]][%{{.*}}], %[[N]] : memref<2xi32>
  affine.dma_wait %tag[1], %n : memref<2xi32>
  return
}
