// RUN: strata-opt %s --bufferize-program | FileCheck %s

// The last dimension of the slice is dropped, not the first one, which has one element too.
// CHECK-LABEL: func @columns
// CHECK: memref.subview {{.*}}[0, 0, 0] [1, 2, 1] [1, 1, 1] : memref<1x2x2xi32> to memref<1x2xi32, strided<[4, 2]>>
// CHECK: memref.subview {{.*}}[0, 0, 1] [1, 2, 1] [1, 1, 1] : memref<1x2x2xi32> to memref<1x2xi32, strided<[4, 2], offset: 1>>
func.func @columns(%x: tensor<1x2xi32>, %y: tensor<1x2xi32>) -> tensor<1x2x2xi32> {
  %0 = tensor.empty() : tensor<1x2x2xi32>
  %1 = tensor.insert_slice %x into %0[0, 0, 0] [1, 2, 1] [1, 1, 1] : tensor<1x2xi32> into tensor<1x2x2xi32>
  %2 = tensor.insert_slice %y into %1[0, 0, 1] [1, 2, 1] [1, 1, 1] : tensor<1x2xi32> into tensor<1x2x2xi32>
  return %2 : tensor<1x2x2xi32>
}
