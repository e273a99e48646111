// RUN: strata-opt %s --bufferize-program --canonicalize --cse --split-input-file | FileCheck %s

// What is computed from a part of a carried tensor and put back there is computed in the part: no copies in the loop.
// CHECK-LABEL: func @rows
// CHECK: memref.copy
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: %[[P:.*]] = memref.subview
// CHECK-NEXT: linalg.generic {{.*}} outs(%[[P]]
// CHECK-NOT: memref.copy
// CHECK: return
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @rows(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %x) -> (tensor<16x8xf32>) {
    %p = tensor.extract_slice %a[%i, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<1x8xf32>
    %n = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%p : tensor<1x8xf32>) {
    ^bb0(%o: f32):
      %s = arith.mulf %o, %o : f32
      linalg.yield %s : f32
    } -> tensor<1x8xf32>
    %b = tensor.insert_slice %n into %a[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<16x8xf32>
    scf.yield %b : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}

// -----

// It goes to another place: the part of the old tensor is still needed there.
// CHECK-LABEL: func @elsewhere
// CHECK: scf.for
// CHECK: memref.copy
// CHECK: linalg.generic
// CHECK: memref.copy
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @elsewhere(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %r = scf.for %i = %c0 to %c15 step %c1 iter_args(%a = %x) -> (tensor<16x8xf32>) {
    %j = arith.addi %i, %c1 : index
    %p = tensor.extract_slice %a[%i, 0] [1, 8] [1, 1] : tensor<16x8xf32> to tensor<1x8xf32>
    %n = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%p : tensor<1x8xf32>) {
    ^bb0(%o: f32):
      %s = arith.mulf %o, %o : f32
      linalg.yield %s : f32
    } -> tensor<1x8xf32>
    %b = tensor.insert_slice %n into %a[%j, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<16x8xf32>
    scf.yield %b : tensor<16x8xf32>
  }
  return %r : tensor<16x8xf32>
}
